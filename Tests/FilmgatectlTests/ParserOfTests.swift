import Filmgate

@testable import FilmgateTool

extension CommandEnvironment {
    /// For tests that run no command.
    static let unused = CommandEnvironment(output: { _ in }, error: { _ in }, bus: .address("unix:path=/nonexistent"))
}

extension CommandLineParser {
    static let ofTests = CommandLineParser(commands: Command.all, surroundings: .unused)
}

extension Completer {
    static let ofTests = Completer(commands: Command.all, surroundings: .unused)
}
