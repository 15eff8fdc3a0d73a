import FilmgateModel

/// Limits how often clients may ask. Records when each client asked, and how often in a row its questions were
/// dismissed.
///
/// Records of clients without dismissals are deleted after a minute or two. Programs can invent client names, so no
/// operation takes time in proportion to the number of clients that asked.
struct PromptRateLimiter: Sendable {
    private struct LimitKey: Hashable {
        /// The client; nil means all clients together.
        let client: ClientID?
        /// The question; nil means a settings page, which is not a question.
        let kind: PromptKind?
    }

    /// The reason why a client has to wait.
    private struct WaitCause: Hashable {
        enum Kind: CaseIterable {
            /// The person dismissed a question about access.
            case question
            /// The person cancelled a picker.
            case picker
            /// While the person saw a picker, the client closed it or disconnected from the bus.
            case closedPicker
            /// Polkit did not authorize the person's answer. The client must then wait before any kind of question.
            case refusal
        }

        let client: ClientID
        let kind: Kind

        init(_ kind: Kind, of client: ClientID) {
            self.client = client
            self.kind = kind
        }

        /// Creates the cause of the wait that can follow when the person dismisses this kind of question.
        init(_ kind: PromptKind, of client: ClientID) { self.init(kind == .pick ? .picker : .question, of: client) }
    }

    private struct Dismissals {
        var count = 0
        var waitsUntil = MonotonicTime(.zero)
        /// The time of the last dismissal, or of the client's last question if that is later.
        var last = MonotonicTime(.zero)
    }

    private static let minute: Duration = .seconds(60)
    /// The time for which a client's dismissals count if it does not ask again.
    private static let memory: Duration = .seconds(86_400)
    /// The maximum number of entries in `dismissed`.
    static let mostDismissed = 1_000

    let limits: PromptLimits
    /// The times at which each client asked in the current minute; `askedBefore` has the times in the previous minute,
    /// which are discarded together.
    private var asked: [LimitKey: [MonotonicTime]] = [:]
    private var askedBefore: [LimitKey: [MonotonicTime]] = [:]
    private var minuteBegan = MonotonicTime(.zero)
    private var dismissed: [WaitCause: Dismissals] = [:]

    init(limits: PromptLimits) { self.limits = limits }

    /// The number of entries, for tests of the bounds.
    var size: Int { asked.count + askedBefore.count + dismissed.count }

    func refusal(of kind: PromptKind, by client: ClientID, at now: MonotonicTime) -> PromptRefusal? {
        if waits(WaitCause(.refusal, of: client), at: now) { return .tooSoon }
        if kind.dismissalsWithoutWait != nil, waits(WaitCause(kind, of: client), at: now) { return .tooSoon }
        if kind == .pick, waits(WaitCause(.closedPicker, of: client), at: now) { return .tooSoon }
        return recent(LimitKey(client: client, kind: kind), at: now) >= limits.perMinute(kind) ? .tooMany : nil
    }

    /// Returns the reason why the client may not open a settings page now; nil if the client may.
    func settingsRefusal(of client: ClientID, at now: MonotonicTime) -> PromptRefusal? {
        if recent(LimitKey(client: client, kind: nil), at: now) >= limits.settingsPerMinute { return .tooMany }
        return recent(LimitKey(client: nil, kind: nil), at: now) >= limits.allSettingsPerMinute ? .queueIsFull : nil
    }

    private func recent(_ subject: LimitKey, at now: MonotonicTime) -> Int {
        (askedBefore[subject, default: []] + asked[subject, default: []]).count { now < $0 + Self.minute }
    }

    private func waits(_ cause: WaitCause, at now: MonotonicTime) -> Bool {
        dismissed[cause].map { now < $0.waitsUntil } ?? false
    }

    mutating func noteAsked(_ kind: PromptKind, by client: ClientID, at now: MonotonicTime) {
        count(LimitKey(client: client, kind: kind), at: now)
        for cause in WaitCause.Kind.allCases { dismissed[WaitCause(cause, of: client)]?.last = now }
    }

    mutating func noteSettings(by client: ClientID, at now: MonotonicTime) {
        count(LimitKey(client: client, kind: nil), at: now)
        count(LimitKey(client: nil, kind: nil), at: now)
    }

    private mutating func count(_ subject: LimitKey, at now: MonotonicTime) {
        if minuteBegan + Self.minute <= now {
            (askedBefore, asked, minuteBegan) = (asked, [:], now)
        }
        asked[subject, default: []].append(now)
    }

    mutating func noteDismissed(_ kind: PromptKind, by client: ClientID, at now: MonotonicTime) {
        guard let free = kind.dismissalsWithoutWait else { return }
        note(WaitCause(kind, of: client), free: free, at: now)
    }

    /// Records that a client withdrew a picker that was on the screen; ignores other questions. Without this record, a
    /// client could show one picker after another, and close each before the person does.
    mutating func noteWithdrawn(_ kind: PromptKind, by client: ClientID, at now: MonotonicTime) {
        if kind == .pick { note(WaitCause(.closedPicker, of: client), free: limits.perMinute(.pick), at: now) }
    }

    /// Records that polkit did not authorize an answer. Without this record, a client could open polkit's dialog
    /// repeatedly.
    mutating func noteRefused(by client: ClientID, at now: MonotonicTime) {
        note(WaitCause(.refusal, of: client), free: 0, at: now)
    }

    /// - Parameter free: the number of dismissals in a row that have no consequence.
    private mutating func note(_ cause: WaitCause, free: Int, at now: MonotonicTime) {
        forget(at: now)
        if dismissed[cause] == nil { makeRoom() }
        var dismissals = dismissed[cause, default: Dismissals()]
        dismissals.count += 1
        dismissals.last = now
        if dismissals.count > free {
            dismissals.waitsUntil = now + limits.wait(afterDismissals: dismissals.count - free)
        }
        dismissed[cause] = dismissals
    }

    mutating func noteAnswered(_ kind: PromptKind, by client: ClientID) {
        dismissed[WaitCause(.refusal, of: client)] = nil
        if kind.dismissalsWithoutWait != nil { dismissed[WaitCause(kind, of: client)] = nil }
        if kind == .pick { dismissed[WaitCause(.closedPicker, of: client)] = nil }
    }

    private mutating func forget(at now: MonotonicTime) {
        dismissed = dismissed.filter { now < max($1.last, $1.waitsUntil) + Self.memory }
    }

    /// Deletes the entry whose wait ends first, if there are too many entries.
    private mutating func makeRoom() {
        guard dismissed.count >= Self.mostDismissed else { return }
        if let first = dismissed.min(by: { $0.value.waitsUntil < $1.value.waitsUntil }) { dismissed[first.key] = nil }
    }
}
