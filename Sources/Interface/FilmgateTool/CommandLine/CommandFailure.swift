import FilmgateText

/// The reason why a command fails: the message, the advice and the exit code.
struct CommandFailure: Error, Equatable {
    let code: ExitCode
    /// The error message, which is a sentence.
    let message: String
    /// The line of the person's own text that contains the mistake, with a mark.
    let excerpt: ErrorExcerpt?
    /// The advice, which is a sentence.
    let advice: String?

    init(_ code: ExitCode, _ message: String, excerpt: ErrorExcerpt? = nil, advice: String? = nil) {
        self.code = code
        self.message = message
        self.excerpt = excerpt
        self.advice = advice
    }

    static func usage(_ message: String, of command: Command? = nil) -> CommandFailure {
        let advice =
            command.map { localized("'{help}' explains the command.", ["help": "filmgatectl \($0.name) --help"]) }
            ?? localized("'{help}' lists the commands.", ["help": "filmgatectl --help"])
        return CommandFailure(.usage, message, advice: advice)
    }
}
