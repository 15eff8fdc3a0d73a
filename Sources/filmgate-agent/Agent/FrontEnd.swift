internal import FilmgateFrontEnd

/// Shows questions to a person and says what they decided: a terminal, or another program's window.
protocol FrontEnd: Sendable {
    /// Called in order, and not to be waited in for a person.
    func tell(_ message: AgentMessage) async
}

/// What a front end reports to whoever started it; called from wherever the front end runs.
struct FrontEndReport: Sendable {
    let say: @Sendable (FrontEndMessage) -> Void
    /// That it ended, and why, where that is worth a sentence.
    let ended: @Sendable (Complaint?) -> Void
}

/// Something that keeps the agent from its work, in a sentence, and the code to end with.
struct Complaint: Error {
    let text: String
    let code: Int32

    init(_ text: String, code: Int32) {
        self.text = text
        self.code = code
    }
}
