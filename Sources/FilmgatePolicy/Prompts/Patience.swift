internal import FilmgateModel

/// What clients have asked of the person's patience: when each asked, and how often it was dismissed.
struct Patience: Sendable {
    private struct Account {
        var dismissals = 0
        var waitsUntil: Moment?
        var asked: [Question: [Moment]] = [:]
    }

    /// After this, nothing of a client is remembered that has not asked again.
    private static let memory: Duration = .seconds(86_400)

    let limits: PromptLimits
    private var accounts: [ClientID: Account] = [:]

    init(limits: PromptLimits) { self.limits = limits }

    func refusal(of question: Question, by client: ClientID, at now: Moment) -> PromptRefusal? {
        guard let account = accounts[client] else { return nil }
        if question.waitsAfterDismissal, let until = account.waitsUntil, now < until { return .tooSoon }
        let recent = account.asked[question, default: []].filter { now < $0 + .seconds(60) }
        return recent.count >= limits.perMinute(question) ? .tooMany : nil
    }

    mutating func noteAsked(_ question: Question, by client: ClientID, at now: Moment) {
        forget(at: now)
        var recent = accounts[client, default: Account()].asked[question, default: []]
        recent.removeAll { $0 + .seconds(60) <= now }
        accounts[client, default: Account()].asked[question] = recent + [now]
    }

    mutating func noteDismissed(_ question: Question, by client: ClientID, at now: Moment) {
        guard question.waitsAfterDismissal else { return }
        var account = accounts[client, default: Account()]
        account.dismissals += 1
        account.waitsUntil = now + limits.wait(afterDismissals: account.dismissals)
        accounts[client] = account
    }

    mutating func noteAnswered(_ question: Question, by client: ClientID) {
        guard question.waitsAfterDismissal else { return }
        accounts[client]?.dismissals = 0
        accounts[client]?.waitsUntil = nil
    }

    private mutating func forget(at now: Moment) {
        accounts = accounts.filter { _, account in
            let last = account.asked.values.joined().max() ?? now
            return now < max(last, account.waitsUntil ?? last) + Patience.memory
        }
    }
}
