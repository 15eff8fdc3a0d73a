public import FilmgateDBus

/// Runs `filmgatectl` within the test's process.
public protocol ToolRunner: Sendable {
    /// Runs a command to its end.
    ///
    /// - Parameter connect: opens the command's connections to the bus, on a loop of the command.
    func run(
        _ arguments: [String], connecting connect: @escaping @Sendable (EventLoop) async throws -> Connection
    ) async -> RunResult
}
