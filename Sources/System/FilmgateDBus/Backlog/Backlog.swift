/// A state machine that tracks the messages that clients have not read, as reported by the bus. Its functions take
/// events, and return questions for the bus.
///
/// The bus answers questions in order, after it has processed all messages that were sent before the question. If many
/// messages may be unread, the connection asks the bus about all clients together. The connection asks about a single
/// client only if many messages are still unread, or if it holds back replies to this client.
struct Backlog {
    enum Question: Hashable, Sendable {
        /// The amount of unread messages of all clients together.
        case all
        case of(BusName)
    }

    private struct Account {
        /// The amount of unread messages in the bus's last answer.
        var reported = UnreadMessageSize()
        /// The amount of messages sent between the bus's last answer and the pending question.
        var asked = UnreadMessageSize()
        /// The amount of messages sent after the latest question.
        var since = UnreadMessageSize()
        /// The amount of held-back replies that are being sent.
        var reserved = UnreadMessageSize()
        var isAsked = false
        /// Whether replies to this client are held back.
        var isHeld = false
        var willBeReminded = false
        var delay = Backlog.shortestDelay

        var sum: UnreadMessageSize { reported + asked + since + reserved }

        /// Returns whether the bus has reported unread messages, or whether many messages were sent after the last
        /// answer.
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
    private(set) var outstanding = UnreadMessageSize()
    /// The messages sent to all connections after the last question about all clients.
    private var unasked = UnreadMessageSize()
    private var isAskingAll = false
    /// Whether the bus answers questions about unread messages. If not, no connection is backpressured.
    private(set) var isAnswered = true

    init(_ limits: BacklogLimits) { self.limits = limits }

    /// Returns whether the bus reported unread messages of a connection, or so many were sent that some may be unread.
    func isBackpressured(_ name: BusName) -> Bool { accounts[name]?.isBackpressured(limits) ?? false }

    /// Returns whether a message may be sent now.
    ///
    /// - Parameter quotaGroup: returns a connection's quota group, the connections that share limits with it.
    func admits(_ load: UnreadMessageSize, to name: BusName, quotaGroup: (BusName) -> String) -> Bool {
        guard isAnswered else { return true }
        let own = accounts[name]?.sum ?? UnreadMessageSize()
        let isFree = own.fits(within: limits.small)
        guard isFree || (own + load).fits(within: limits.ofConnection) else { return false }
        let all = outstanding + load
        if all.fits(within: limits.ofAll / 4) { return true }
        // A connection that reads its messages waits for the others only if the unread messages exceed the limit for
        // all connections.
        if isFree { return outstanding.fits(within: limits.ofAll) || all.fits(within: limits.ofAll + limits.ofAll / 4) }
        let key = quotaGroup(name)
        let share = accounts.reduce(UnreadMessageSize()) { quotaGroup($1.key) == key ? $0 + $1.value.sum : $0 }
        return (share + load).fits(within: (limits.ofAll - (outstanding - share)) / 2)
    }

    /// Counts a sent message.
    ///
    /// - Returns: the question to ask the bus next, if any.
    mutating func sent(_ load: UnreadMessageSize, to name: BusName) -> Question? {
        guard isAnswered else { return nil }
        accounts[name, default: Account()].since += load
        outstanding += load
        unasked += load
        return askAll()
    }

    /// Counts a held-back reply as being sent, until `unreserve`.
    mutating func reserve(_ load: UnreadMessageSize, for name: BusName) {
        accounts[name, default: Account()].reserved += load
        outstanding += load
    }

    mutating func unreserve(_ load: UnreadMessageSize, for name: BusName) {
        // If the connection left the bus meanwhile, its account is gone, or is a new one without this reservation.
        guard let reserved = accounts[name]?.reserved, load.fits(within: reserved) else { return }
        accounts[name]?.reserved -= load
        outstanding -= load
        tidy(name)
    }

    /// Records that replies to a connection are being held back. Returns the question to ask the bus next, if any.
    mutating func hold(for name: BusName) -> Question? {
        accounts[name, default: Account()].isHeld = true
        return ask(name)
    }

    /// Records that no more replies to a connection are held back.
    mutating func released(_ name: BusName) {
        accounts[name]?.isHeld = false
        accounts[name]?.delay = Self.shortestDelay
        tidy(name)
    }

    /// The actions to take after the bus has answered a question, or has failed to answer it.
    struct BacklogActions: Equatable {
        var questions: [Question] = []
        /// The connections that are no longer backpressured.
        var drained: [BusName] = []
        var reminder: Reminder?
    }

    /// A request to call `remind` after a delay.
    struct Reminder: Equatable {
        let name: BusName
        let delay: Duration
    }

    /// Processes the bus's answer about all clients together.
    mutating func answered(all load: UnreadMessageSize) -> BacklogActions {
        isAskingAll = false
        var outcome = BacklogActions()
        let isQuiet = load.fits(within: limits.quiet)
        for (name, account) in accounts where !account.isAsked {
            if isQuiet {
                settle(name, UnreadMessageSize())
                if account.isBackpressured(limits), !isBackpressured(name) { outcome.drained.append(name) }
            } else if !account.asked.fits(within: limits.small) {
                if let question = ask(name) { outcome.questions.append(question) }
            } else if account.reported.isNothing {
                // A small number of unread messages counts as read. Without this rule, the last replies to all
                // connections would add up while one connection is backpressured.
                settle(name, UnreadMessageSize())
            }
        }
        if let question = askAll() { outcome.questions.append(question) }
        return outcome
    }

    /// Processes the bus's answer about one client.
    mutating func answered(_ load: UnreadMessageSize, of name: BusName) -> BacklogActions {
        guard let account = accounts[name], account.isAsked else { return BacklogActions() }
        accounts[name]?.isAsked = false
        let left = load.fits(within: limits.small) ? UnreadMessageSize() : load
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

    /// Processes an error reply to a question, or a missing reply. Returns the actions to take next.
    mutating func unanswered(_ question: Question) -> BacklogActions {
        switch question {
        case .all:
            isAskingAll = false
            // Later messages to the other connections cause a new question about all clients.
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

    /// Returns the next question about a connection, if one is needed. Called when a `Reminder` is due.
    mutating func remind(_ name: BusName) -> Question? {
        accounts[name]?.willBeReminded = false
        defer { tidy(name) }
        guard let account = accounts[name], account.isBackpressured(limits) || account.isHeld else { return nil }
        return ask(name)
    }

    /// Stops tracking, because the bus does not answer. Returns the connections that were backpressured.
    mutating func giveUp() -> [BusName] {
        isAnswered = false
        defer { (accounts, outstanding) = ([:], UnreadMessageSize()) }
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
        unasked = UnreadMessageSize()
        for name in accounts.keys where accounts[name]?.isAsked == false { close(name) }
        return .all
    }

    private mutating func ask(_ name: BusName) -> Question? {
        guard isAnswered, accounts[name]?.isAsked == false else { return nil }
        accounts[name]?.isAsked = true
        close(name)
        return .of(name)
    }

    /// Records that a question about a connection is sent. The answer will include all messages sent before it.
    private mutating func close(_ name: BusName) {
        guard let account = accounts[name] else { return }
        accounts[name]?.asked = account.asked + account.since
        accounts[name]?.since = UnreadMessageSize()
    }

    private mutating func settle(_ name: BusName, _ reported: UnreadMessageSize) {
        guard let account = accounts[name] else { return }
        outstanding += reported - account.reported - account.asked
        accounts[name]?.reported = reported
        accounts[name]?.asked = UnreadMessageSize()
        tidy(name)
    }

    private mutating func tidy(_ name: BusName) { if accounts[name]?.isIdle == true { accounts[name] = nil } }
}
