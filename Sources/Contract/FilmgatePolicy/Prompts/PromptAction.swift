/// An action that the caller of `PromptMachine` must carry out.
public enum PromptAction: Hashable, Sendable {
    /// Make the agent show the prompt, and check that the agent responds.
    case show(Prompt, by: Agent)
    /// Make the agent close the prompt, because no request waits for its answer.
    case dismiss(Prompt.ID, by: Agent)
    /// Unregister the agent, which does not respond.
    case drop(Agent)
    /// Carry out the person's decision, then answer all waiting requests.
    case carryOut(Prompt)
    /// Answer one waiting request, for which there is no decision.
    case end(RequestID, PromptEndReason)
}

/// The reason why a request ends without a decision by the person.
public enum PromptEndReason: Hashable, CaseIterable, Sendable {
    /// The person closed the prompt without a decision.
    case dismissed
    /// No agent can show the prompt.
    case noAgent
    /// The only agent that could show the prompt did not answer, or gave an unusable answer.
    case noUsableAnswer
    /// The question was decided elsewhere in the meantime.
    case settled
    /// The client withdrew the request.
    case withdrawn
}

/// The reason why a question is not accepted.
public enum PromptRefusal: Error, Hashable, CaseIterable, Sendable {
    /// The client has an unanswered question.
    case oneAtATime
    /// The client must wait, for example because the person dismissed its last question.
    case tooSoon
    /// The client asked, or opened its settings page, too often within a minute.
    case tooMany
    /// The queue is full, or all clients together opened settings pages too often within a minute.
    case queueIsFull
}

/// The kind of an agent's reply.
public enum PromptReply: Hashable, CaseIterable, Sendable {
    case decided
    case dismissed
    /// The reply is an error or an invalid answer.
    case unusable
}
