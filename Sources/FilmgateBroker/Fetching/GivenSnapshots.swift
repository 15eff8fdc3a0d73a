internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// The snapshot files that clients were given and have not closed. Their memory is counted as the broker's.
///
/// A client's share depends on how many other clients there are and how many files they have, not on how large these
/// are.
struct GivenSnapshots {
    private struct File {
        /// The broker's own open descriptor. If only this one is left, the client has closed its own.
        let kept: OwnedDescriptor
        let bytes: Int
    }

    private let limits: ResultLimits
    private var files: [ClientID: [File]] = [:]

    init(limits: ResultLimits) { self.limits = limits }

    /// Notes that a client is given a file.
    ///
    /// - Throws: `limitsExceeded` if it has as many as it may, or the failure to open the file again.
    mutating func add(_ snapshot: Snapshot, of client: ClientID) throws {
        guard snapshot.isNew else { return }
        if !allows(snapshot.bytes, of: client) {
            forgetClosed()
            guard allows(snapshot.bytes, of: client) else { throw refusal(of: client) }
        }
        files[client, default: []].append(
            File(kept: try snapshot.content.reopenedReadOnly(), bytes: snapshot.bytes))
    }

    private func allows(_ bytes: Int, of client: ClientID) -> Bool {
        let own = files[client] ?? []
        let others = files.filter { $0.key != client }.values
        let open = others.reduce(0) { $0 + $1.count }
        return own.count < max(1, (limits.snapshots - open) / 2)
            && own.reduce(bytes) { $0 + $1.bytes } <= limits.snapshotBytes / (others.count + 2)
    }

    private mutating func forgetClosed() {
        for client in files.keys {
            files[client]?.removeAll { !$0.kept.isOpenElsewhere }
            if files[client]?.isEmpty == true { files[client] = nil }
        }
    }

    private func refusal(of client: ClientID) -> WireError {
        let own = files[client] ?? []
        let mebibytes = own.reduce(0) { $0 + $1.bytes } >> 20
        return .limitsExceeded(
            "This app has \(own.count) snapshots with \(mebibytes) MiB in total that it has not closed; close their files, "
                + "or ask for fewer rows or properties at a time.")
    }
}
