internal import FilmgateSystem

/// Runs look-ups one after the other, away from the event loop: a process' root folder may be on a file system
/// that never answers.
actor LookupQueue {
    private let queue = SerialQueue(named: "filmgate.peers")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let lookup: Lookup

    init(_ lookup: Lookup) { self.lookup = lookup }

    func find(_ credentials: Credentials, _ constraint: ProcessConstraint) -> Result<
        ProcessIdentity, IdentificationError
    > {
        do {
            return .success(try lookup.find(credentials, constraint))
        } catch {
            return .failure(error)
        }
    }
}
