/// A state machine that combines the broker's signals and its answers to `ChangesSince` into one history without gaps
/// or repetitions.
///
/// A signal contains the changes since the previous signal. If the signal begins at the app's position, the app gets
/// its changes. If not, for example after a restart of the broker, the follower requests the changes since the app's
/// position.
struct ChangeFollower {
    /// The position up to which the app has received changes; `.none` if the app may not read and was notified of that.
    private(set) var appToken: ChangeToken?
    /// The position up to which signals were received; nil if this position is unknown.
    private var signalToken: ChangeToken?

    /// An action that the caller of this type must perform next.
    enum Step: Equatable {
        case deliver(LibraryUpdate)
        case ask(since: ChangeToken)
    }

    /// - Parameter token: the position to begin at; nil to begin at the current one.
    init(since token: ChangeToken?) { appToken = token }

    /// Returns the steps after the broker has begun to send signals.
    ///
    /// - Parameter isComplete: false if signals came before that may be older than `token`.
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

    /// Returns the steps after signals that were not read.
    mutating func missed() -> [Step] {
        signalToken = nil
        return appToken.map { [.ask(since: $0)] } ?? []
    }

    /// Returns the steps after the broker's answer with the changes since `appToken`.
    mutating func answered(_ update: LibraryUpdate, hasMore: Bool) -> [Step] {
        appToken = update.token
        return (update.changes.isEmpty ? [] : [.deliver(update)]) + (hasMore ? [.ask(since: update.token)] : [])
    }

    /// Returns the steps if the broker cannot report the changes since `appToken`. The signals contain the changes
    /// since `token`.
    ///
    /// - Parameter isExpired: whether the broker no longer knows `appToken`, or never did.
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
