/// Why a command ends early: what a person reads, what they can do next, and what the shell is told.
struct Failure: Error, Equatable {
    let code: ExitCode
    /// A sentence.
    let message: String
    /// What of the person's own text is meant, with a mark; nil where that is plain.
    let excerpt: Caret?
    /// A sentence that says what to do; nil where the message does.
    let advice: String?

    init(_ code: ExitCode, _ message: String, excerpt: Caret? = nil, advice: String? = nil) {
        self.code = code
        self.message = message
        self.excerpt = excerpt
        self.advice = advice
    }

    static func usage(_ message: String, of command: Command? = nil) -> Failure {
        let name = command.map { "filmgatectl \($0.name)" } ?? "filmgatectl"
        return Failure(.usage, message, advice: "'\(name) --help' shows how it is called.")
    }
}
