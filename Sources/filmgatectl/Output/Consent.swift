internal import FilmgateText
internal import Glibc

/// Asks whoever sits at the terminal before something is done that cannot be undone.
enum Consent {
    static let option = Option("yes", letter: "y", "Do it without asking")

    private static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && StandardStream.error.isTerminal }

    /// - Parameters:
    ///   - question: ends with a question mark.
    ///   - reason: why it is asked, a sentence without its full stop.
    /// - Returns: whether they said yes.
    /// - Throws: where nobody sits there and `--yes` is missing.
    static func ask(
        _ question: String, because reason: String = "That cannot be undone", _ invocation: Invocation
    ) throws(Failure) -> Bool {
        if invocation.has(option) { return true }
        guard isPossible else {
            throw .usage("\(reason): say '--yes' where nobody can be asked.", of: invocation.command)
        }
        StandardStream.error.writeIfPossible("\(Text.plain(question)) [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }
}
