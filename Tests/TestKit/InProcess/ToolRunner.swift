public import FilmgateDBus

/// A terminal for a command within the test's process.
public struct ToolTerminal: Sendable {
    public let columns: Int
    /// What a person has typed there.
    public let input: String

    public init(columns: Int, input: String = "") { (self.columns, self.input) = (columns, input) }
}

/// Runs `filmgatectl` within the test's process.
public protocol ToolRunner: Sendable {
    /// Runs a command to its end.
    ///
    /// - Parameters:
    ///   - terminal: nil for output to none, and no input.
    ///   - connect: opens the command's connections to the bus, on a loop of the command.
    func run(
        _ arguments: [String], on terminal: ToolTerminal?,
        connecting connect: @escaping @Sendable (EventLoop) async throws -> Connection
    ) async -> RunResult
}
