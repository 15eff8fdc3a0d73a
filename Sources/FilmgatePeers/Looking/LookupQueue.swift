internal import FilmgateSystem

/// Does look-ups one after the other, away from the event loop: another process' root folder may lie on a file system
/// that never answers.
actor LookupQueue {
    private let queue = SerialQueue(named: "filmgate.peers")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let lookup: Lookup

    init(_ lookup: Lookup) { self.lookup = lookup }

    func find(_ credentials: Credentials, _ bound: ProcessConstraint) -> Result<ProcessIdentity, IdentificationError> {
        do {
            return .success(try lookup.find(credentials, bound))
        } catch {
            return .failure(error)
        }
    }
}
