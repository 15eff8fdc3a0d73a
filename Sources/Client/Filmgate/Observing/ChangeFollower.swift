/// A state machine that combines the broker's signals and its replies to `ChangesSince` into one history without gaps
/// or repetitions.
///
/// A signal contains the changes since the previous signal. If the changes begin at the app's position, the app gets
/// them. If not, for example after a restart of the broker, the follower requests the changes since the app's position.
struct ChangeFollower {
    /// The position up to which the app has received changes; nil before the start, `.none` after a loss of access.
    private(set) var appToken: ChangeToken?
    /// The position of the last received signal; nil if unknown.
    private var signalToken: ChangeToken?

    /// An action that the caller must perform next.
    enum Step: Equatable {
        case deliver(LibraryUpdate)
        case ask(since: ChangeToken)
    }

    /// - Parameter token: the position at which to begin; nil for the current position.
    init(since token: ChangeToken?) { appToken = token }

    /// Returns the steps after a subscription to the broker's signals.
    ///
    /// - Parameter isComplete: false if signals arrived earlier whose changes may be older than `token`.
    mutating func subscribed(at token: ChangeToken, isComplete: Bool) -> [Step] {
        signalToken = isComplete ? token : nil
        guard let appToken, appToken != .none else {
            let update = LibraryUpdate(token: token, changes: appToken == nil ? LibraryChanges() : .anew(.grant))
            appToken = token
            return [.deliver(update)] + (isComplete ? [] : [.ask(since: token)])
        }
        return appToken == signalToken ? [] : [.ask(since: appToken)]
    }

    /// Returns the steps after a signal.
    mutating func received(_ update: LibraryUpdate) -> [Step] {
        if update.isLossOfAccess { return lost() }
        let before = signalToken
        signalToken = update.token
        guard let appToken, appToken != update.token else { return [] }
        guard appToken == .none || appToken == before && update.changes.isIncremental else {
            return [.ask(since: appToken)]
        }
        self.appToken = update.token
        return [.deliver(update)]
    }

    /// Returns the steps after signals were dropped unread.
    mutating func missed() -> [Step] {
        signalToken = nil
        return appToken.map { [.ask(since: $0)] } ?? []
    }

    /// Returns the steps after the broker's reply with the changes since `appToken`.
    mutating func answered(_ update: LibraryUpdate, hasMore: Bool) -> [Step] {
        appToken = update.token
        return (update.changes.isEmpty ? [] : [.deliver(update)]) + (hasMore ? [.ask(since: update.token)] : [])
    }

    /// Returns the steps if the broker cannot report the changes since `appToken`. Later signals contain the changes
    /// since `token`.
    ///
    /// - Parameter isExpired: whether the reason is that the broker does not know `appToken`, or no longer knows it.
    mutating func skipped(to token: ChangeToken, isExpired: Bool) -> [Step] {
        let reason: LibraryChanges.Reason = appToken == ChangeToken.none ? .grant : .library
        (appToken, signalToken) = (token, token)
        return [.deliver(LibraryUpdate(token: token, changes: .anew(reason), isOfExpiredToken: isExpired))]
    }

    /// Returns the steps after the app has lost the right to read.
    mutating func lost() -> [Step] {
        signalToken = nil
        guard appToken != ChangeToken.none else { return [] }
        appToken = ChangeToken.none
        return [.deliver(.accessLost)]
    }
}
