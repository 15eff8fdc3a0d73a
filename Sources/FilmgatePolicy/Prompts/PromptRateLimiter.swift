internal import FilmgateModel

/// What clients have asked of the person's patience: when each asked, and how often it was dismissed.
///
/// Whoever was never dismissed is remembered for a minute or two. Names of clients can be made up, so nothing here looks at all
/// that asked.
struct PromptRateLimiter: Sendable {
    private struct Subject: Hashable {
        let client: ClientID
        let question: Question
    }

    private struct Dismissals {
        var count = 0
        var waitsUntil = Moment(.zero)
        /// When it was dismissed, or asked again.
        var last = Moment(.zero)
    }

    private static let minute: Duration = .seconds(60)
    /// After this, dismissals of a client are forgotten that has not asked again.
    private static let memory: Duration = .seconds(86_400)
    /// Clients whose dismissals are remembered; each of them cost the person one.
    static let mostDismissed = 1_000

    let limits: PromptLimits
    /// When each asked, since this minute began and in the one before: an old minute goes as a whole.
    private var asked: [Subject: [Moment]] = [:]
    private var askedBefore: [Subject: [Moment]] = [:]
    private var minuteBegan = Moment(.zero)
    private var dismissed: [ClientID: Dismissals] = [:]

    init(limits: PromptLimits) { self.limits = limits }

    /// How many entries there are about clients.
    var size: Int { asked.count + askedBefore.count + dismissed.count }

    func refusal(of question: Question, by client: ClientID, at now: Moment) -> PromptRefusal? {
        if question.waitsAfterDismissal, let until = dismissed[client]?.waitsUntil, now < until { return .tooSoon }
        let subject = Subject(client: client, question: question)
        let recent = (askedBefore[subject, default: []] + asked[subject, default: []]).count { now < $0 + Self.minute }
        return recent >= limits.perMinute(question) ? .tooMany : nil
    }

    mutating func noteAsked(_ question: Question, by client: ClientID, at now: Moment) {
        if minuteBegan + Self.minute <= now {
            (askedBefore, asked, minuteBegan) = (asked, [:], now)
        }
        asked[Subject(client: client, question: question), default: []].append(now)
        dismissed[client]?.last = now
    }

    mutating func noteDismissed(_ question: Question, by client: ClientID, at now: Moment) {
        guard question.waitsAfterDismissal else { return }
        forget(at: now)
        if dismissed[client] == nil { makeRoom() }
        var account = dismissed[client, default: Dismissals()]
        account.count += 1
        account.last = now
        account.waitsUntil = now + limits.wait(afterDismissals: account.count)
        dismissed[client] = account
    }

    mutating func noteAnswered(_ question: Question, by client: ClientID) {
        guard question.waitsAfterDismissal else { return }
        dismissed[client] = nil
    }

    private mutating func forget(at now: Moment) {
        dismissed = dismissed.filter { now < max($1.last, $1.waitsUntil) + Self.memory }
    }

    /// Forgets whoever waits for the shortest time, or has waited.
    private mutating func makeRoom() {
        guard dismissed.count >= Self.mostDismissed else { return }
        if let first = dismissed.min(by: { $0.value.waitsUntil < $1.value.waitsUntil }) { dismissed[first.key] = nil }
    }
}
