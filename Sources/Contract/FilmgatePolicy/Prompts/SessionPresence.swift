/// The likelihood that the person sees an agent's window, judged by the agent's session. Lower values are more likely.
public enum SessionPresence: Hashable, Comparable, CaseIterable, Sendable {
    /// The user's active session at its seat.
    case atSeat
    /// A session of the user without a seat, such as an ssh session. Its state does not show whether the person is
    /// present.
    case remote
    /// The agent has no session, or the system does not track sessions.
    case unknown
    /// A session of the user that is in the background or closing.
    case inBackground
    /// Another user's session, for example after `su`, or a session without a person, for example of a timer.
    case unrelated
}

/// Returns the agents in the order in which they are asked: first the agent that the person is most likely to see.
/// Equally likely agents are in the order of registration.
public func inOrder(_ agents: [Agent], _ presence: [String: SessionPresence]) -> [Agent] {
    SessionPresence.allCases.flatMap { place in
        agents.filter { presence[$0.connection, default: .unknown] == place }
    }
}
