internal import FilmgateSystem

/// Does look-ups one after the other, away from the event loop: another process' root folder may lie on a file system
/// that never answers.
actor LookupDesk {
    private let queue = SerialQueue(named: "filmgate.peers")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let lookup: Lookup

    init(_ lookup: Lookup) { self.lookup = lookup }

    /// - Throws: `Doubt`, as `Lookup.identify` does.
    func identify(_ credentials: Credentials, _ bound: Bound) throws(Doubt) -> Lookup.Result {
        try lookup.identify(credentials, bound)
    }
}
