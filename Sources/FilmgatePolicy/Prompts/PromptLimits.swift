/// How long the person and the agents are waited for, and how often a client may ask.
public struct PromptLimits: Hashable, Sendable {
    /// Within this an agent shows that it is there.
    public var takeUp: Duration = .seconds(10)
    /// Within this the person answers, or the agent says that they are at it.
    public var answer: Duration = .seconds(300)
    /// What a client waits after the first dismissal, the second, and each further one.
    public var waits: [Duration] = [.seconds(60), .seconds(300), .seconds(1800)]
    /// Prompts that wait behind the one that is shown.
    public var inLine = 8

    public init() {}

    /// Questions that one client may put within a minute: even one that is taken back at once has been on the screen.
    public func perMinute(_ question: Question) -> Int {
        switch question {
        case .addOnlyAccess, .readWriteAccess, .selection, .pick: 10
        case .confirm: 30
        }
    }

    func wait(afterDismissals count: Int) -> Duration {
        waits.isEmpty ? .zero : waits[min(max(count, 1), waits.count) - 1]
    }
}
