/// The origin of the decision that an agent reports.
public enum AnswerSource: CaseIterable, Sendable {
    /// The person at the agent decided.
    case person
    /// The decision comes from a rule that the person's own programs may have written.
    case ownRule
    /// The decision comes from a rule that an administrator has written.
    case administratorsRule

    /// - Parameters:
    ///   - rule: the name of the rule that the agent reports; nil if it reports that a person answered.
    ///   - runsInAgentUnit: whether the agent runs in the system's unit for agents, so that only root can write its
    ///     rules.
    public init(rule: String?, runsInAgentUnit: Bool) {
        self =
            switch (rule, runsInAgentUnit) {
            case (nil, _): .person
            case (_?, false): .ownRule
            case (_?, true): .administratorsRule
            }
    }
}
