/// The timeouts of prompts, and the limits on how often a client may ask.
public struct PromptLimits: Hashable, Sendable {
    /// The time within which an agent must confirm that it shows a prompt.
    public var takeUp: Duration = .seconds(10)
    /// The time within which the person must answer. It starts again whenever the agent reports activity.
    public var answer: Duration = .seconds(300)
    /// The times that a client must wait after its first dismissal, its second, and each further dismissal.
    public var waits: [Duration] = [.seconds(60), .seconds(300), .seconds(1800)]
    /// The maximum number of prompts that wait behind the prompt on the screen.
    public var inLine = 8

    /// The number of times that one client may open its settings page within a minute.
    public var settingsPerMinute = 1
    /// The number of times that all clients together may open their settings pages within a minute.
    public var allSettingsPerMinute = 4

    public init() {}

    /// Returns the number of times that a client may ask a question within a minute. Withdrawn questions count, because
    /// the person may have seen them.
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
