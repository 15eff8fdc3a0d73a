internal import FilmgateSystem

/// Does work that takes long, or may never end, where it holds up nobody: lists of 100,000 identifiers, and files of others.
func offload<Result: Sendable>(_ work: @Sendable () throws -> Result) async rethrows -> Result {
    try await Offload().run(work)
}

/// Owns nothing but the queue that it works on; one for each piece of work.
private actor Offload {
    private let queue = SerialQueue(named: "filmgate-aside")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    func run<Result: Sendable>(_ work: @Sendable () throws -> Result) rethrows -> Result { try work() }
}
