import FilmgateSystem

/// Runs work off the event loop that is slow or may never end, such as work on 100,000 identifiers or on files of
/// clients.
func offload<Result: Sendable>(_ work: @Sendable () throws -> Result) async rethrows -> Result {
    try await Offload().run(work)
}

/// Runs each work item on a queue. The work items share no state.
private actor Offload {
    private let queue = SerialQueue(named: "filmgate-aside")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    func run<Result: Sendable>(_ work: @Sendable () throws -> Result) rethrows -> Result { try work() }
}
