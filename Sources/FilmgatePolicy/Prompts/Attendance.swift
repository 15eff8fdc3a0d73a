/// Whether a person is where an agent would ask them.
public enum Attendance: Hashable, CaseIterable, Sendable {
    /// The agent's session is the one in front at its screen, or one from afar that goes on.
    case active
    /// The agent is in no session, or nobody knows of sessions.
    case unknown
    /// The agent's session lies behind another, or is ending.
    case inactive
}

/// The order in which agents are asked: where the person is now, then where nobody knows, then where they were; among these, those
/// that came first.
public func inOrder(_ agents: [Agent], _ attendance: [String: Attendance]) -> [Agent] {
    [Attendance.active, .unknown, .inactive].flatMap { state in
        agents.filter { attendance[$0.connection, default: .unknown] == state }
    }
}
