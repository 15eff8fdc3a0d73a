/// What the machine of prompts wants done.
public enum PromptAction: Hashable, Sendable {
    /// Put the prompt before the person, and see whether the agent is there at all.
    case show(Prompt, by: Agent)
    /// Take it down again; nobody waits for its answer.
    case dismiss(Prompt.ID, by: Agent)
    /// The agent counts as gone.
    case drop(Agent)
    /// The person has decided: carry it out, then tell all who wait.
    case carryOut(Prompt)
    /// Tell one who waits.
    case end(RequestID, PromptEnding)
}

/// How a wait ends without a decision of the person.
public enum PromptEnding: Hashable, CaseIterable, Sendable {
    /// The person closed the question, which decides nothing.
    case dismissed
    /// Nobody is there to ask the person.
    case noAgent
    /// It was decided elsewhere meanwhile.
    case settled
    /// Whoever waited does so no longer.
    case withdrawn
}

/// Why a question is not put at all.
public enum PromptRefusal: Error, Hashable, CaseIterable, Sendable {
    /// Another question of the client is not answered yet.
    case oneAtATime
    /// The person dismissed one not long ago.
    case tooSoon
    /// There were too many within a minute.
    case tooMany
    /// As many as may wait do.
    case lineIsFull
}

/// What an agent replied, as far as the machine needs to know.
public enum PromptReply: Hashable, CaseIterable, Sendable {
    case decided
    case dismissed
    /// An error, or nothing that could be an answer.
    case unusable
}
