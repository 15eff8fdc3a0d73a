/// How likely a person is to see what an agent shows, by the session that it runs in; the less, the better.
public enum SessionPresence: Hashable, Comparable, CaseIterable, Sendable {
    /// A session of theirs that is in front at its seat.
    case atSeat
    /// A session of theirs without a seat, as over ssh. It goes on whether anybody sits before it or not.
    case fromAfar
    /// No session, or nobody knows of sessions.
    case unknown
    /// A session of theirs that lies behind another, or is ending.
    case behind
    /// Somebody else's session, as after `su`, or one that no person is in, as a timer's.
    case elsewhere
}

/// The order in which agents are asked: the best placed first; of equals, those that came first.
public func inOrder(_ agents: [Agent], _ presence: [String: SessionPresence]) -> [Agent] {
    SessionPresence.allCases.flatMap { place in
        agents.filter { presence[$0.connection, default: .unknown] == place }
    }
}
