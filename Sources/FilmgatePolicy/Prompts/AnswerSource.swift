/// Who decided what an agent answers.
public enum AnswerSource: CaseIterable, Sendable {
    /// Somebody in front of the agent.
    case person
    /// A rule that the person's own programs may have written.
    case ownRule
    /// A rule that an administrator wrote.
    case administratorsRule

    /// - Parameters:
    ///   - rule: the name that the agent gives; nil where it says that a person answered.
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
