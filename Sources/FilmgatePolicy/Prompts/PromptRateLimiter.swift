internal import FilmgateModel

/// Limits how often clients may ask: remembers when each asked, and how often it was dismissed.
///
/// A client that was never dismissed is forgotten after a minute or two. Client names can be made up, so no operation here takes
/// time in proportion to the number of clients that asked.
struct PromptRateLimiter: Sendable {
    private struct Subject: Hashable {
        let client: ClientID
        let kind: PromptKind
    }

    private struct Dismissals {
        var count = 0
        var waitsUntil = MonotonicTime(.zero)
        /// When the client was last dismissed, or asked again.
        var last = MonotonicTime(.zero)
    }

    private static let minute: Duration = .seconds(60)
    /// How long the dismissals of a client that does not ask again are remembered.
    private static let memory: Duration = .seconds(86_400)
    /// How many clients' dismissals are remembered. The person dismissed each of them at least once.
    static let mostDismissed = 1_000

    let limits: PromptLimits
    /// When each client asked: in the current minute, and in the one before, which is discarded as a whole.
    private var asked: [Subject: [MonotonicTime]] = [:]
    private var askedBefore: [Subject: [MonotonicTime]] = [:]
    private var minuteBegan = MonotonicTime(.zero)
    private var dismissed: [ClientID: Dismissals] = [:]

    init(limits: PromptLimits) { self.limits = limits }

    /// The number of entries, for tests of the bounds.
    var size: Int { asked.count + askedBefore.count + dismissed.count }

    func refusal(of kind: PromptKind, by client: ClientID, at now: MonotonicTime) -> PromptRefusal? {
        if kind.waitsAfterDismissal, let until = dismissed[client]?.waitsUntil, now < until { return .tooSoon }
        let subject = Subject(client: client, kind: kind)
        let recent = (askedBefore[subject, default: []] + asked[subject, default: []]).count { now < $0 + Self.minute }
        return recent >= limits.perMinute(kind) ? .tooMany : nil
    }

    mutating func noteAsked(_ kind: PromptKind, by client: ClientID, at now: MonotonicTime) {
        if minuteBegan + Self.minute <= now {
            (askedBefore, asked, minuteBegan) = (asked, [:], now)
        }
        asked[Subject(client: client, kind: kind), default: []].append(now)
        dismissed[client]?.last = now
    }

    mutating func noteDismissed(_ kind: PromptKind, by client: ClientID, at now: MonotonicTime) {
        guard kind.waitsAfterDismissal else { return }
        forget(at: now)
        if dismissed[client] == nil { makeRoom() }
        var dismissals = dismissed[client, default: Dismissals()]
        dismissals.count += 1
        dismissals.last = now
        dismissals.waitsUntil = now + limits.wait(afterDismissals: dismissals.count)
        dismissed[client] = dismissals
    }

    mutating func noteAnswered(_ kind: PromptKind, by client: ClientID) {
        guard kind.waitsAfterDismissal else { return }
        dismissed[client] = nil
    }

    private mutating func forget(at now: MonotonicTime) {
        dismissed = dismissed.filter { now < max($1.last, $1.waitsUntil) + Self.memory }
    }

    /// Forgets the client whose wait ends first, if there are too many.
    private mutating func makeRoom() {
        guard dismissed.count >= Self.mostDismissed else { return }
        if let first = dismissed.min(by: { $0.value.waitsUntil < $1.value.waitsUntil }) { dismissed[first.key] = nil }
    }
}
