internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateStore

/// The open fetch results and the transient albums of one connection.
struct OpenResults {
    struct Transient {
        let client: ClientID
        let album: TransientAlbum
    }

    var open: [ObjectPath: ResultRegistry.OpenResult] = [:]
    /// The oldest first. They count as open results do.
    var transients: [Transient] = []
    /// How many results the connection has had: a number for all connections would tell one of another's.
    var serial: UInt64 = 0

    func result(at path: ObjectPath) throws(ErrorReply) -> ResultRegistry.OpenResult {
        guard let result = open[path] else { throw .unknownObject("There is no object \(path).") }
        return result
    }

    var transientAlbums: [TransientAlbum] { transients.map(\.album) }

    mutating func noteChecked(_ path: ObjectPath, at visibilityEpoch: UInt64, _ checkpoint: VisibilityCheckpoint?) {
        open[path]?.checkedAt = visibilityEpoch
        open[path]?.checkpoint = checkpoint
    }

    /// Closes everything that is open, when the connection may read no longer.
    mutating func closeAll() {
        open = [:]
        transients = []
    }
}
