import Filmgate
import FilmgateLibraryTools
public import FilmgateText
import Glibc

/// The tool: parses a command line and runs one command.
public struct Tool: Sendable {
    private let surroundings: CommandEnvironment

    public init(in surroundings: CommandEnvironment) { self.surroundings = surroundings }

    /// Runs the command line of this process, and returns its exit code.
    public static func runThisProcess() async -> Int32 {
        Localized.begin()
        // Prevents libdispatch from logging, for each command, that its threads get no higher priority.
        unsafe setenv("LIBDISPATCH_LOG", "NO", 0)
        let code = await Tool(in: .ofThisProcess).run(Argument.ofThisProcess)
        TerminalAuthentication.end()
        return code
    }

    /// - Parameter arguments: the arguments without the name of the program.
    /// - Returns: the exit code.
    public func run(_ arguments: [Argument]) async -> Int32 {
        do { return try await exitCode(of: arguments).rawValue } catch { return report(error).rawValue }
    }

    private func exitCode(of arguments: [Argument]) async throws -> ExitCode {
        if arguments.first?.text == Completer.command {
            let completer = Completer(commands: Command.all, surroundings: surroundings)
            surroundings.output.writeIfPossible(await completer.answer(to: Array(arguments.dropFirst())))
            return .success
        }
        switch try CommandLineParser(commands: Command.all, surroundings: surroundings).parse(arguments) {
        case .help(let words, let asJSON):
            let columns = min(100, surroundings.output.columns ?? 80)
            let help = Help(commands: Command.all, columns: columns, isStyled: surroundings.output.isStyled)
            try surroundings.output.write(
                asJSON ? JSON.text(of: help.record(of: words)) + "\n" : help.text(for: words))
            return .success
        case .version:
            try surroundings.output.writeLine("filmgatectl \(PhotoLibrary.version)")
            return .success
        case .run(let invocation): return try await invocation.command.run(invocation)
        }
    }

    /// Writes an error and the advice on standard error.
    private func report(_ error: any Error) -> ExitCode {
        let failure =
            switch error {
            case let failure as CommandFailure: failure
            case let error as PhotoLibraryError: CommandFailure(error)
            case let error as ExportFailure: CommandFailure(error)
            case let error as Errno:
                CommandFailure(.inputOutput, localized("A system call failed: {reason}.", ["reason": "\(error)"]))
            default:
                CommandFailure(.software, localized("An unexpected error occurred: {reason}.", ["reason": "\(error)"]))
            }
        write("filmgatectl: \(Text.printable(failure.message))", indent: "", marking: "filmgatectl:")
        for line in failure.excerpt?.lines ?? [] { surroundings.error.writeIfPossible("  \(line)\n") }
        if let advice = failure.advice { write(Text.printable(advice), indent: "  ") }
        return failure.code
    }

    /// Writes a paragraph on standard error, and wraps it on a terminal.
    ///
    /// - Parameter beginning: the first words, shown in red.
    private func write(_ text: String, indent: String, marking beginning: String = "") {
        let stream = surroundings.error
        let lines = stream.columns.map { Text.wrapped(text, to: max(20, $0 - indent.count)) } ?? [text]
        for (index, line) in lines.enumerated() {
            let isMarked = index == 0 && !beginning.isEmpty && line.hasPrefix(beginning)
            let text = isMarked ? Style.red(beginning, on: stream) + line.dropFirst(beginning.count) : line
            stream.writeIfPossible("\(indent)\(text)\n")
        }
    }
}
