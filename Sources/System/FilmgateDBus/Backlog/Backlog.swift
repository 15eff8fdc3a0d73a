/// A state machine that tracks the messages that clients have not read yet, as far as the bus reports them. It takes
/// events, and returns questions for the bus.
///
/// The bus answers questions in order, and after it has handled everything that was sent before them. If many messages
/// may be unread, the connection asks the bus about all clients together. It asks about single clients only if that
/// answer does not show that most messages were read.
struct Backlog {
    enum Question: Hashable, Sendable {
        /// The unread messages of all clients together.
        case all
        case of(BusName)
    }

    private struct Account {
        /// The unread messages according to the last answer.
        var reported = Load()
        /// Messages sent before the pending question, which its answer will therefore include.
        var asked = Load()
        /// Messages sent after the pending question.
        var since = Load()
        /// Replies that were held back and are now being sent.
        var reserved = Load()
        var isAsked = false
        /// Whether a reply is held back for the connection.
        var isHeld = false
        var willBeReminded = false
        var delay = Backlog.shortestDelay

        var sum: Load { reported + asked + since + reserved }

        /// Returns whether the bus has reported unread messages, or whether much was sent and the bus has not answered
        /// yet.
        func isBackpressured(_ limits: BacklogLimits) -> Bool {
            !reported.isNothing || !(asked + since).fits(within: limits.ofConnection)
        }

        var isIdle: Bool { sum.isNothing && !isAsked && !isHeld && !willBeReminded }
    }

    static let shortestDelay: Duration = .milliseconds(2)
    static let longestDelay: Duration = .milliseconds(200)

    let limits: BacklogLimits
    private var accounts: [BusName: Account] = [:]
    /// The sum of all accounts.
    private(set) var outstanding = Load()
    /// Messages sent to all connections since the last question about all clients.
    private var unasked = Load()
    private var isAskingAll = false
    /// Whether the bus answers questions about unread messages. If not, no connection is ever backpressured.
    private(set) var isAnswered = true

    init(_ limits: BacklogLimits) { self.limits = limits }

    /// Returns whether a connection has not read its messages, or may not have read them because much was sent.
    func isBackpressured(_ name: BusName) -> Bool { accounts[name]?.isBackpressured(limits) ?? false }

    /// Returns whether a message may be sent now.
    ///
    /// - Parameter quotaGroup: returns the quota group of a connection.
    func admits(_ load: Load, to name: BusName, quotaGroup: (BusName) -> String) -> Bool {
        guard isAnswered else { return true }
        let own = accounts[name]?.sum ?? Load()
        let isFree = own.fits(within: limits.small)
        guard isFree || (own + load).fits(within: limits.ofConnection) else { return false }
        let all = outstanding + load
        if all.fits(within: limits.ofAll / 4) { return true }
        // A connection that reads its messages does not wait for connections that do not read theirs, unless hardly any
        // room is left.
        if isFree { return outstanding.fits(within: limits.ofAll) || all.fits(within: limits.ofAll + limits.ofAll / 4) }
        let key = quotaGroup(name)
        let share = accounts.reduce(Load()) { quotaGroup($1.key) == key ? $0 + $1.value.sum : $0 }
        return (share + load).fits(within: (limits.ofAll - (outstanding - share)) / 2)
    }

    /// Counts a message that is sent.
    ///
    /// - Returns: the question to ask the bus after the message; nil if there is none.
    mutating func sent(_ load: Load, to name: BusName) -> Question? {
        guard isAnswered else { return nil }
        accounts[name, default: Account()].since += load
        outstanding += load
        unasked += load
        return askAll()
    }

    /// Counts a reply that was held back, until `unreserve`.
    mutating func reserve(_ load: Load, for name: BusName) {
        accounts[name, default: Account()].reserved += load
        outstanding += load
    }

    mutating func unreserve(_ load: Load, for name: BusName) {
        // A connection that left meanwhile has no account, or a new account without this reservation.
        guard let reserved = accounts[name]?.reserved, load.fits(within: reserved) else { return }
        accounts[name]?.reserved -= load
        outstanding -= load
        tidy(name)
    }

    /// Records that a reply is held back for a connection, until it has read more.
    mutating func hold(for name: BusName) -> Question? {
        accounts[name, default: Account()].isHeld = true
        return ask(name)
    }

    /// Records that no reply is held back for a connection any longer.
    mutating func released(_ name: BusName) {
        accounts[name]?.isHeld = false
        accounts[name]?.delay = Self.shortestDelay
        tidy(name)
    }

    /// The actions that an answer requires.
    struct BacklogActions: Equatable {
        var questions: [Question] = []
        /// The connections that were backpressured and no longer are.
        var drained: [BusName] = []
        var reminder: Reminder?
    }

    /// The time at which to call `remind`.
    struct Reminder: Equatable {
        let name: BusName
        let delay: Duration
    }

    /// Handles the bus's answer about all clients together.
    mutating func answered(all load: Load) -> BacklogActions {
        isAskingAll = false
        var outcome = BacklogActions()
        let isQuiet = load.fits(within: limits.quiet)
        for (name, account) in accounts where !account.isAsked {
            if isQuiet {
                settle(name, Load())
                if account.isBackpressured(limits), !isBackpressured(name) { outcome.drained.append(name) }
            } else if !account.asked.fits(within: limits.small) {
                if let question = ask(name) { outcome.questions.append(question) }
            } else if account.reported.isNothing {
                // A small amount of unread messages counts as read. If not, the last few replies to all connections
                // would add up while one connection is backpressured.
                settle(name, Load())
            }
        }
        if let question = askAll() { outcome.questions.append(question) }
        return outcome
    }

    /// Handles the bus's answer about one client.
    mutating func answered(_ load: Load, of name: BusName) -> BacklogActions {
        guard let account = accounts[name], account.isAsked else { return BacklogActions() }
        accounts[name]?.isAsked = false
        let left = load.fits(within: limits.small) ? Load() : load
        let isFaster = left.bytes < account.reported.bytes || left.descriptors < account.reported.descriptors
        accounts[name]?.delay = isFaster ? Self.shortestDelay : min(account.delay * 2, Self.longestDelay)
        settle(name, left)
        var outcome = BacklogActions()
        if account.isBackpressured(limits), !isBackpressured(name) { outcome.drained = [name] }
        if let account = accounts[name], account.isBackpressured(limits) || account.isHeld, !account.willBeReminded {
            accounts[name]?.willBeReminded = true
            outcome.reminder = Reminder(name: name, delay: account.delay)
        }
        return outcome
    }

    /// Handles an error, or a missing answer, by asking the question again.
    mutating func unanswered(_ question: Question) -> BacklogActions {
        switch question {
        case .all:
            isAskingAll = false
            // The next message to one of the other connections causes a new question.
            return BacklogActions(questions: accounts.filter { $1.isBackpressured(limits) }.keys.compactMap { ask($0) })
        case .of(let name):
            guard let account = accounts[name] else { return BacklogActions() }
            accounts[name]?.isAsked = false
            guard account.isBackpressured(limits) || account.isHeld, !account.willBeReminded else {
                return BacklogActions()
            }
            accounts[name]?.willBeReminded = true
            return BacklogActions(reminder: Reminder(name: name, delay: Self.longestDelay))
        }
    }

    /// Asks again about a connection that was backpressured; called at the time of a `Reminder`.
    mutating func remind(_ name: BusName) -> Question? {
        accounts[name]?.willBeReminded = false
        defer { tidy(name) }
        guard let account = accounts[name], account.isBackpressured(limits) || account.isHeld else { return nil }
        return ask(name)
    }

    /// Stops holding back replies, because the bus does not answer questions about unread messages.
    mutating func giveUp() -> [BusName] {
        isAnswered = false
        defer { (accounts, outstanding) = ([:], Load()) }
        return accounts.filter { $1.isBackpressured(limits) }.map(\.key)
    }

    mutating func departed(_ name: BusName) {
        guard let account = accounts.removeValue(forKey: name) else { return }
        outstanding -= account.sum
    }

    // MARK: Accounts

    private mutating func askAll() -> Question? {
        guard isAnswered, !isAskingAll, !unasked.fits(within: limits.noticed) else { return nil }
        isAskingAll = true
        unasked = Load()
        for name in accounts.keys where accounts[name]?.isAsked == false { close(name) }
        return .all
    }

    private mutating func ask(_ name: BusName) -> Question? {
        guard isAnswered, accounts[name]?.isAsked == false else { return nil }
        accounts[name]?.isAsked = true
        close(name)
        return .of(name)
    }

    /// Records that a question about a connection is sent. The answer will include all messages that were sent before.
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

    private mutating func tidy(_ name: BusName) { if accounts[name]?.isIdle == true { accounts[name] = nil } }
}
