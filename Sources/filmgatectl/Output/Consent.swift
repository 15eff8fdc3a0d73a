internal import FilmgateText
internal import Glibc

/// Asks whoever sits at the terminal before something is done that cannot be undone.
enum Consent {
    static let option = Option("yes", letter: "y", "Do it without asking")

    /// Before what can be undone: where nobody sits there, it is done.
    static func askIfPossible(_ question: String, _ invocation: Invocation) throws(Failure) -> Bool {
        if isPossible { try ask(question, invocation) } else { true }
    }

    private static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && StandardStream.error.isTerminal }

    /// - Parameter question: ends with a question mark.
    /// - Returns: whether they said yes.
    /// - Throws: where nobody sits there and `--yes` is missing.
    static func ask(_ question: String, _ invocation: Invocation) throws(Failure) -> Bool {
        if invocation.has(option) { return true }
        guard isPossible else {
            throw .usage("That cannot be undone: say '--yes' where nobody can be asked.", of: invocation.command)
        }
        StandardStream.error.writeIfPossible("\(Text.plain(question)) [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }
}
