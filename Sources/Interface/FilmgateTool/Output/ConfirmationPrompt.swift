import FilmgateText

/// Asks the person at the terminal before a change that needs their consent.
enum ConfirmationPrompt {
    static let option = Option("yes", letter: "y", "Do not ask")

    private static func isPossible(_ invocation: Invocation) -> Bool {
        invocation.surroundings.input.isTerminal && invocation.error.isTerminal
    }

    /// Throws if there is no terminal and `--yes` is missing. Commands that ask later call this first.
    static func check(
        because reason: String = localized("This cannot be undone"), _ invocation: Invocation
    ) throws(CommandFailure) {
        guard invocation.has(option) || isPossible(invocation) else {
            throw invocation.usage(localized("{reason}. Without a terminal to ask, give '--yes'.", ["reason": reason]))
        }
    }

    /// - Parameters:
    ///   - question: the question, which ends with a question mark.
    ///   - reason: the reason why the tool asks, a sentence without a period at the end.
    /// - Returns: whether the person agreed, or gave `--yes`.
    /// - Throws: `CommandFailure` if there is no terminal and `--yes` is missing.
    static func ask(
        _ question: String, because reason: String = localized("This cannot be undone"), _ invocation: Invocation
    ) throws(CommandFailure) -> Bool {
        try check(because: reason, invocation)
        if invocation.has(option) { return true }
        invocation.error.writeIfPossible("\(Text.printable(question)) [y/N] ")
        let answer = invocation.surroundings.input.line()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }

    /// Asks the question. If the person does not agree, throws a failure with the outcome: "Nothing was deleted."
    static func require(
        _ question: String, because reason: String = localized("This cannot be undone"), otherwise outcome: String,
        _ invocation: Invocation
    ) throws(CommandFailure) {
        guard try ask(question, because: reason, invocation) else { throw CommandFailure(.interrupted, outcome) }
    }

    static func requirePurge(of count: Int, _ invocation: Invocation) throws(CommandFailure) {
        let question = counted(
            "Delete {n} photo or video permanently?", "Delete {n} photos and videos permanently?", count)
        try require(question, otherwise: localized("Nothing was deleted."), invocation)
    }
}
