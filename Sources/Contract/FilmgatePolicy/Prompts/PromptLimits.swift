/// Timeouts of prompts, and how often a client may ask.
public struct PromptLimits: Hashable, Sendable {
    /// How long an agent has to confirm that it shows a prompt.
    public var takeUp: Duration = .seconds(10)
    /// How long the person has to answer, counted again each time the agent reports activity.
    public var answer: Duration = .seconds(300)
    /// How long a client must wait after the first dismissal, after the second, and after each further one.
    public var waits: [Duration] = [.seconds(60), .seconds(300), .seconds(1800)]
    /// How many prompts may wait behind the one that is shown.
    public var inLine = 8

    /// How often one client may open its settings page within a minute.
    public var settingsPerMinute = 1
    /// How often all clients together may do so.
    public var allSettingsPerMinute = 4

    public init() {}

    /// How often a client may ask a question in a minute. Withdrawn questions count, because the person may have seen
    /// them.
    public func perMinute(_ kind: PromptKind) -> Int {
        switch kind {
        case .addOnlyAccess, .readWriteAccess, .selection, .pick: 10
        case .confirm: 30
        }
    }

    func wait(afterDismissals count: Int) -> Duration {
        waits.isEmpty ? .zero : waits[min(max(count, 1), waits.count) - 1]
    }
}
