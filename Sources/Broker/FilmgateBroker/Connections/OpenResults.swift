import FilmgateDBus
import FilmgateModel
import FilmgateStore

/// The open fetch results of one connection, and its transient albums, which are never stored.
struct OpenResults {
    struct OpenTransientAlbum {
        let client: ClientID
        let album: TransientAlbum
    }

    var open: [ObjectPath: ResultRegistry.OpenResult] = [:]
    /// Transient albums, the oldest first. They count as open results.
    var transients: [OpenTransientAlbum] = []
    /// The number of results that the connection has opened. If all connections shared one number, it would reveal a
    /// connection's activity to the others.
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

    /// Closes all open results and transient albums. Called when the connection may no longer read.
    mutating func closeAll() {
        open = [:]
        transients = []
    }
}
