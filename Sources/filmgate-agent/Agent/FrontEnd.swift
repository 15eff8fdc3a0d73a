internal import FilmgateFrontEnd

/// Shows questions to a person, in a terminal or in the window of a program, and reports the answers.
protocol FrontEnd: Sendable {
    /// Receives the messages in order. Must not wait for the person.
    func tell(_ message: AgentMessage) async
}

/// The functions that a front end calls, from any thread.
struct FrontEndReport: Sendable {
    let say: @Sendable (FrontEndMessage) -> Void
    /// Reports that the front end has ended, with a complaint if something failed.
    let ended: @Sendable (Complaint?) -> Void
}

/// An error that ends the agent: a sentence, and the exit code.
struct Complaint: Error {
    let text: String
    let code: Int32

    init(_ text: String, code: Int32) {
        self.text = text
        self.code = code
    }
}
