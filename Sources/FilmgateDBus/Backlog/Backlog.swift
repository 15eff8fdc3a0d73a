/// What clients have not taken in of what was sent to them, as far as the bus has told: events in, questions out.
///
/// The bus answers questions in the order in which they come, and after it has dealt with all that was sent before them. It is
/// asked of all clients together where something considerable is outstanding, and only where that is not taken in of each
/// whom it may concern.
struct Backlog {
    enum Question: Hashable, Sendable {
        /// What all clients together have not taken in.
        case all
        case of(BusName)
    }

    private struct Account {
        /// By the last answer.
        var reported = Load()
        /// Sent before the question that is under way, for which the answer will stand.
        var asked = Load()
        /// Sent after it.
        var since = Load()
        /// Of what was held back and is just being sent.
        var reserved = Load()
        var isAsked = false
        /// Whether a reply is held back for it.
        var isHeld = false
        /// Whether somebody will `remind`.
        var willBeReminded = false
        var pause = Backlog.shortestPause

        var sum: Load { reported + asked + since + reserved }

        /// Whether what is left is reported, or so much that nobody knows better yet.
        func isBackpressured(_ limits: BacklogLimits) -> Bool {
            !reported.isNothing || !(asked + since).fits(within: limits.ofConnection)
        }

        var isIdle: Bool { sum.isNothing && !isAsked && !isHeld && !willBeReminded }
    }

    static let shortestPause: Duration = .milliseconds(2)
    static let longestPause: Duration = .milliseconds(200)

    let limits: BacklogLimits
    private var accounts: [BusName: Account] = [:]
    /// The sum of all accounts.
    private(set) var outstanding = Load()
    /// Sent to whomever since the last question about all.
    private var unasked = Load()
    private var isAskingAll = false
    /// Whether the bus answers such questions; where it does not, nobody is ever behind.
    private(set) var isTold = true

    init(_ limits: BacklogLimits) { self.limits = limits }

    /// Whether the bus has told that a connection has not taken in what was sent, or will be asked about much that was.
    func isBackpressured(_ name: BusName) -> Bool { accounts[name]?.isBackpressured(limits) ?? false }

    /// Whether a message may be sent now.
    ///
    /// - Parameter party: whom a connection is counted with.
    func admits(_ load: Load, to name: BusName, quotaGroup: (BusName) -> String) -> Bool {
        guard isTold else { return true }
        let own = accounts[name]?.sum ?? Load()
        let isFree = own.fits(within: limits.small)
        guard isFree || (own + load).fits(within: limits.ofConnection) else { return false }
        let all = outstanding + load
        if all.fits(within: limits.ofAll / 4) { return true }
        // Whoever takes in what it is sent never waits for those who do not, until hardly any room is left.
        if isFree { return outstanding.fits(within: limits.ofAll) || all.fits(within: limits.ofAll + limits.ofAll / 4) }
        let key = quotaGroup(name)
        let share = accounts.reduce(Load()) { quotaGroup($1.key) == key ? $0 + $1.value.sum : $0 }
        return (share + load).fits(within: (limits.ofAll - (outstanding - share)) / 2)
    }

    /// Notes what is sent.
    ///
    /// - Returns: what to ask the bus, after the message.
    mutating func sent(_ load: Load, to name: BusName) -> Question? {
        guard isTold else { return nil }
        accounts[name, default: Account()].since += load
        outstanding += load
        unasked += load
        return askAll()
    }

    /// Makes room for something that was held back, until it is sent, or not.
    mutating func reserve(_ load: Load, for name: BusName) {
        accounts[name, default: Account()].reserved += load
        outstanding += load
    }

    mutating func unreserve(_ load: Load, for name: BusName) {
        // Whoever left meanwhile has no account any more, or one anew.
        guard let reserved = accounts[name]?.reserved, load.fits(within: reserved) else { return }
        accounts[name]?.reserved -= load
        outstanding -= load
        tidy(name)
    }

    /// Notes that a reply is held back for a connection, until it has taken in more or is seen to have.
    mutating func hold(for name: BusName) -> Question? {
        accounts[name, default: Account()].isHeld = true
        return ask(name)
    }

    /// Notes that nothing is held back for it any more.
    mutating func released(_ name: BusName) {
        accounts[name]?.isHeld = false
        accounts[name]?.pause = Self.shortestPause
        tidy(name)
    }

    /// What to do after an answer.
    struct Outcome: Equatable {
        var questions: [Question] = []
        /// Who was behind and is not any more.
        var drained: [BusName] = []
        var reminder: Reminder?
    }

    /// When to `remind` of whom.
    struct Reminder: Equatable {
        let name: BusName
        let pause: Duration
    }

    /// The bus told what all clients together have not taken in.
    mutating func answered(all load: Load) -> Outcome {
        isAskingAll = false
        var outcome = Outcome()
        let isQuiet = load.fits(within: limits.quiet)
        for (name, account) in accounts where !account.isAsked {
            if isQuiet {
                settle(name, Load())
                if account.isBackpressured(limits), !isBackpressured(name) { outcome.drained.append(name) }
            } else if !account.asked.fits(within: limits.small) {
                if let question = ask(name) { outcome.questions.append(question) }
            } else if account.reported.isNothing {
                // As little as nothing, or everybody's last few answers would add up while anybody is behind.
                settle(name, Load())
            }
        }
        if let question = askAll() { outcome.questions.append(question) }
        return outcome
    }

    /// The bus told what one has not taken in.
    mutating func answered(_ load: Load, of name: BusName) -> Outcome {
        guard let account = accounts[name], account.isAsked else { return Outcome() }
        accounts[name]?.isAsked = false
        let left = load.fits(within: limits.small) ? Load() : load
        let isFaster = left.bytes < account.reported.bytes || left.descriptors < account.reported.descriptors
        accounts[name]?.pause = isFaster ? Self.shortestPause : min(account.pause * 2, Self.longestPause)
        settle(name, left)
        var outcome = Outcome()
        if account.isBackpressured(limits), !isBackpressured(name) { outcome.drained = [name] }
        if let account = accounts[name], account.isBackpressured(limits) || account.isHeld, !account.willBeReminded {
            accounts[name]?.willBeReminded = true
            outcome.reminder = Reminder(name: name, pause: account.pause)
        }
        return outcome
    }

    /// No answer came, or an error: it is asked again.
    mutating func unanswered(_ question: Question) -> Outcome {
        switch question {
        case .all:
            isAskingAll = false
            // Others are asked about with what is sent next.
            return Outcome(questions: accounts.filter { $1.isBackpressured(limits) }.keys.compactMap { ask($0) })
        case .of(let name):
            guard let account = accounts[name] else { return Outcome() }
            accounts[name]?.isAsked = false
            guard account.isBackpressured(limits) || account.isHeld, !account.willBeReminded else { return Outcome() }
            accounts[name]?.willBeReminded = true
            return Outcome(reminder: Reminder(name: name, pause: Self.longestPause))
        }
    }

    /// The time has come to ask again of one that was behind.
    mutating func remind(_ name: BusName) -> Question? {
        accounts[name]?.willBeReminded = false
        defer { tidy(name) }
        guard let account = accounts[name], account.isBackpressured(limits) || account.isHeld else { return nil }
        return ask(name)
    }

    /// The bus does not answer such questions: nobody is held back any more.
    mutating func giveUp() -> [BusName] {
        isTold = false
        defer { (accounts, outstanding) = ([:], Load()) }
        return accounts.filter { $1.isBackpressured(limits) }.map(\.key)
    }

    mutating func departed(_ name: BusName) {
        guard let account = accounts.removeValue(forKey: name) else { return }
        outstanding -= account.sum
    }

    // MARK: Accounts

    private mutating func askAll() -> Question? {
        guard isTold, !isAskingAll, !unasked.fits(within: limits.noticed) else { return nil }
        isAskingAll = true
        unasked = Load()
        for name in accounts.keys where accounts[name]?.isAsked == false { close(name) }
        return .all
    }

    private mutating func ask(_ name: BusName) -> Question? {
        guard isTold, accounts[name]?.isAsked == false else { return nil }
        accounts[name]?.isAsked = true
        close(name)
        return .of(name)
    }

    /// A question is sent: what was sent before it is in its answer.
    private mutating func close(_ name: BusName) {
        guard let account = accounts[name] else { return }
        accounts[name]?.asked = account.asked + account.since
        accounts[name]?.since = Load()
    }

    private mutating func settle(_ name: BusName, _ reported: Load) {
        guard let account = accounts[name] else { return }
        outstanding += reported - account.reported - account.asked
        accounts[name]?.reported = reported
        accounts[name]?.asked = Load()
        tidy(name)
    }

    private mutating func tidy(_ name: BusName) {
        if accounts[name]?.isIdle == true { accounts[name] = nil }
    }
}
