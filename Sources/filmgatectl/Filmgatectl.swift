internal import CFilmgateTerminal
internal import Filmgate
internal import FilmgateText
internal import Glibc

/// The tool: reads the command line, runs one command, and ends with a code that says how it went.
@main
struct Filmgatectl {
    static func main() async {
        fg_use_utf8_locale()
        // The runtime would tell the journal, at each command, that its threads were not given more priority than others.
        unsafe setenv("LIBDISPATCH_LOG", "NO", 0)
        let code: ExitCode
        do { code = try await run(Argument.ofThisProcess) } catch {
            code = report(error)
        }
        TerminalAuthentication.end()
        exit(code.rawValue)
    }

    private static func run(_ arguments: [Argument]) async throws -> ExitCode {
        switch try Parser(commands: Command.all).parse(arguments) {
        case .help(let words):
            let columns = min(100, StandardStream.output.columns ?? 80)
            try StandardStream.output.write(Help(commands: Command.all, columns: columns).text(for: words))
            return .success
        case .version:
            try StandardStream.output.writeLine("filmgatectl \(PhotoLibrary.version)")
            return .success
        case .run(let invocation): return try await invocation.command.run(invocation)
        }
    }

    /// Says on standard error what went wrong and what can be done.
    private static func report(_ error: any Error) -> ExitCode {
        let failure =
            switch error {
            case let failure as Failure: failure
            case let error as PhotoLibraryError: Failure(error)
            case let error as Errno: Failure(.inputOutput, "A call of the system failed: \(error).")
            default: Failure(.software, "Something unexpected went wrong: \(error).")
            }
        say("filmgatectl: \(Text.plain(failure.message))", indent: "", marking: "filmgatectl:")
        for line in failure.excerpt?.lines ?? [] { StandardStream.error.writeIfPossible("  \(line)\n") }
        if let advice = failure.advice { say(Text.plain(advice), indent: "  ") }
        return failure.code
    }

    /// A paragraph on standard error; a terminal's lines are broken at blanks.
    ///
    /// - Parameter beginning: what it begins with, shown in red.
    private static func say(_ text: String, indent: String, marking beginning: String = "") {
        let lines = StandardStream.error.columns.map { Text.wrapped(text, to: max(20, $0 - indent.count)) } ?? [text]
        for (index, line) in lines.enumerated() {
            let isMarked = index == 0 && !beginning.isEmpty && line.hasPrefix(beginning)
            let text = isMarked ? Style.red(beginning, on: .error) + line.dropFirst(beginning.count) : line
            StandardStream.error.writeIfPossible("\(indent)\(text)\n")
        }
    }
}
