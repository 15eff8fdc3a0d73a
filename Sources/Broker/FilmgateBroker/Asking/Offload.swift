import FilmgateSystem

/// Does work that is slow or may never end off the event loop: lists of 100,000 identifiers, and files of clients.
func offload<Result: Sendable>(_ work: @Sendable () throws -> Result) async rethrows -> Result {
    try await Offload().run(work)
}

/// Owns only its queue. Each work item owns its own state.
private actor Offload {
    private let queue = SerialQueue(named: "filmgate-aside")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    func run<Result: Sendable>(_ work: @Sendable () throws -> Result) rethrows -> Result { try work() }
}
