/// Who made the decision that an agent reports.
public enum AnswerSource: CaseIterable, Sendable {
    /// A person at the agent.
    case person
    /// A rule that the person's own programs may have written.
    case ownRule
    /// A rule that an administrator wrote.
    case administratorsRule

    /// - Parameters:
    ///   - rule: the name of the rule that the agent reports; nil if it reports that a person answered.
    ///   - isSystemAgent: whether the system started the agent in a unit of its own, whose rules only root can write.
    public init(rule: String?, isSystemAgent: Bool) {
        self =
            switch (rule, isSystemAgent) {
            case (nil, _): .person
            case (_?, false): .ownRule
            case (_?, true): .administratorsRule
            }
    }
}
