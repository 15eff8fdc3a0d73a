import Filmgate
import FilmgateCommandLine
import FilmgateText
import Glibc

/// The tool: parses the command line, runs one command, and ends with its exit code.
@main
struct Filmgatectl {
    static func main() async {
        Localized.begin()
        // Keeps libdispatch from logging, for each command, that its threads get no higher priority.
        unsafe setenv("LIBDISPATCH_LOG", "NO", 0)
        let code: ExitCode
        do { code = try await run(Argument.ofThisProcess) } catch {
            code = report(error)
        }
        TerminalAuthentication.end()
        exit(code.rawValue)
    }

    private static func run(_ arguments: [Argument]) async throws -> ExitCode {
        if arguments.first?.text == Completer.command {
            let completer = Completer(commands: Command.all)
            StandardStream.output.writeIfPossible(await completer.answer(to: Array(arguments.dropFirst())))
            return .success
        }
        switch try Parser(commands: Command.all).parse(arguments) {
        case .help(let words, let asJSON):
            let columns = min(100, StandardStream.output.columns ?? 80)
            let help = Help(commands: Command.all, columns: columns)
            try StandardStream.output.write(
                asJSON ? JSON.text(of: help.record(of: words)) + "\n" : help.text(for: words))
            return .success
        case .version:
            try StandardStream.output.writeLine("filmgatectl \(PhotoLibrary.version)")
            return .success
        case .run(let invocation): return try await invocation.command.run(invocation)
        }
    }

    /// Prints an error and the advice on standard error.
    private static func report(_ error: any Error) -> ExitCode {
        let failure =
            switch error {
            case let failure as Failure: failure
            case let error as PhotoLibraryError: Failure(error)
            case let error as Errno:
                Failure(.inputOutput, localized("A system call failed: {reason}.", ["reason": "\(error)"]))
            default: Failure(.software, localized("An unexpected error occurred: {reason}.", ["reason": "\(error)"]))
            }
        print("filmgatectl: \(Text.printable(failure.message))", indent: "", marking: "filmgatectl:")
        for line in failure.excerpt?.lines ?? [] { StandardStream.error.writeIfPossible("  \(line)\n") }
        if let advice = failure.advice { print(Text.printable(advice), indent: "  ") }
        return failure.code
    }

    /// Prints a paragraph on standard error, and wraps it on a terminal.
    ///
    /// - Parameter beginning: the first words, shown in red.
    private static func print(_ text: String, indent: String, marking beginning: String = "") {
        let lines = StandardStream.error.columns.map { Text.wrapped(text, to: max(20, $0 - indent.count)) } ?? [text]
        for (index, line) in lines.enumerated() {
            let isMarked = index == 0 && !beginning.isEmpty && line.hasPrefix(beginning)
            let text = isMarked ? Style.red(beginning, on: .error) + line.dropFirst(beginning.count) : line
            StandardStream.error.writeIfPossible("\(indent)\(text)\n")
        }
    }
}
