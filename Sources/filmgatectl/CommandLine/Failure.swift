/// Why a command ends early: what a person reads, what they can do next, and what the shell is told.
struct Failure: Error, Equatable {
    let code: ExitCode
    /// A sentence.
    let message: String
    /// A sentence that says what to do; nil where the message does.
    let advice: String?

    init(_ code: ExitCode, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    static func usage(_ message: String, of command: Command? = nil) -> Failure {
        let name = command.map { "filmgatectl \($0.name)" } ?? "filmgatectl"
        return Failure(.usage, message, advice: "'\(name) --help' shows how it is called.")
    }
}
