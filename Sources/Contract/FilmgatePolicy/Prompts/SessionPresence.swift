/// How likely the person is to see an agent's window, judged by the agent's session. Lower is better.
public enum SessionPresence: Hashable, Comparable, CaseIterable, Sendable {
    /// The user's active session at its seat.
    case atSeat
    /// A session of the user without a seat, such as ssh. Its state does not show whether the person is present.
    case remote
    /// No session, or a system without session tracking.
    case unknown
    /// A session of the user that is in the background or closing.
    case inBackground
    /// A different user's session, for example after `su`, or a session without a person, for example of a timer.
    case unrelated
}

/// Returns the agents in the order in which they are asked: first the agent that the person is most likely to see,
/// equally likely ones in the order of registration.
public func inOrder(_ agents: [Agent], _ presence: [String: SessionPresence]) -> [Agent] {
    SessionPresence.allCases.flatMap { place in
        agents.filter { presence[$0.connection, default: .unknown] == place }
    }
}
