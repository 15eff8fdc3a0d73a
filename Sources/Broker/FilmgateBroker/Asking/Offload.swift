import FilmgateSystem

/// Runs work outside the event loop, because it is slow or may never end. Examples are work on 100,000 identifiers, or
/// on files of clients.
func offload<Result: Sendable>(_ work: @Sendable () throws -> Result) async rethrows -> Result {
    try await Offload().run(work)
}

/// An actor without state that runs work on a queue.
private actor Offload {
    private let queue = SerialQueue(named: "filmgate-aside")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    func run<Result: Sendable>(_ work: @Sendable () throws -> Result) rethrows -> Result { try work() }
}
