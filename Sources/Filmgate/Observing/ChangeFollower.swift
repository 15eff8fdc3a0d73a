/// Makes one history without gaps or repetitions of what the broker's signals tell and what it answers to `ChangesSince`.
///
/// A signal tells what came after the signal before it. Where that is up to where the app was told, the app is told the same;
/// otherwise, as after the broker was started anew, the broker is asked what came after what the app knows.
struct ChangeFollower {
    /// Up to where the app was told; `.none` where it may read nothing, and was told so.
    private(set) var told: ChangeToken?
    /// Up to where the signals have told; nil where that is not known.
    private var heard: ChangeToken?

    /// What is to be done.
    enum Step: Equatable {
        case tell(LibraryUpdate)
        case ask(since: ChangeToken)
    }

    /// - Parameter token: where the app wants to begin; nil: now.
    init(since token: ChangeToken?) { told = token }

    /// Signals come from now on.
    ///
    /// - Parameter isComplete: false where some have come of which it is not known whether they were sent before.
    mutating func subscribed(at token: ChangeToken, isComplete: Bool) -> [Step] {
        heard = isComplete ? token : nil
        guard let told, told != .none else {
            let update = LibraryUpdate(token: token, changes: told == nil ? LibraryChanges() : .anew(.grant))
            told = token
            return [.tell(update)] + (isComplete ? [] : [.ask(since: token)])
        }
        return told == heard ? [] : [.ask(since: told)]
    }

    /// A signal came.
    mutating func received(_ update: LibraryUpdate) -> [Step] {
        if update.isLossOfAccess { return lost() }
        let before = heard
        heard = update.token
        guard let told, told != update.token else { return [] }
        guard told == .none || told == before && update.changes.isIncremental else { return [.ask(since: told)] }
        self.told = update.token
        return [.tell(update)]
    }

    /// Signals came that nobody has read.
    mutating func missed() -> [Step] {
        heard = nil
        return told.map { [.ask(since: $0)] } ?? []
    }

    /// The broker has answered what came after `told`.
    mutating func answered(_ update: LibraryUpdate, hasMore: Bool) -> [Step] {
        told = update.token
        return (update.changes.isEmpty ? [] : [.tell(update)]) + (hasMore ? [.ask(since: update.token)] : [])
    }

    /// The broker cannot tell what came after `told`; what comes after `token` will be heard.
    ///
    /// - Parameter isExpired: whether it does not know it any more, or never did.
    mutating func skipped(to token: ChangeToken, isExpired: Bool) -> [Step] {
        let reason: LibraryChanges.Reason = told == ChangeToken.none ? .grant : .library
        (told, heard) = (token, token)
        return [.tell(LibraryUpdate(token: token, changes: .anew(reason), isOfExpiredToken: isExpired))]
    }

    /// The app may read no more.
    mutating func lost() -> [Step] {
        heard = nil
        guard told != ChangeToken.none else { return [] }
        told = ChangeToken.none
        return [.tell(.accessLost)]
    }
}
