/// Combines the broker's signals and its answers to `ChangesSince` into one history without gaps or repetitions.
///
/// A signal contains what changed after the signal before it. If that continues what the app was told, the app is told
/// the same. Otherwise, such as after a restart of the broker, the broker is asked for the changes since what the app
/// was told.
struct ChangeFollower {
    /// The position up to which the app was told; `.none` if it may read nothing, and was told so.
    private(set) var told: ChangeToken?
    /// The position up to which signals were received; nil if that is unknown.
    private var heard: ChangeToken?

    /// The next action.
    enum Step: Equatable {
        case tell(LibraryUpdate)
        case ask(since: ChangeToken)
    }

    /// - Parameter token: the position to begin at; nil: now.
    init(since token: ChangeToken?) { told = token }

    /// Signals arrive from now on.
    ///
    /// - Parameter isComplete: false if signals came before that may be older than `token`.
    mutating func subscribed(at token: ChangeToken, isComplete: Bool) -> [Step] {
        heard = isComplete ? token : nil
        guard let told, told != .none else {
            let update = LibraryUpdate(token: token, changes: told == nil ? LibraryChanges() : .anew(.grant))
            told = token
            return [.tell(update)] + (isComplete ? [] : [.ask(since: token)])
        }
        return told == heard ? [] : [.ask(since: told)]
    }

    /// A signal arrived.
    mutating func received(_ update: LibraryUpdate) -> [Step] {
        if update.isLossOfAccess { return lost() }
        let before = heard
        heard = update.token
        guard let told, told != update.token else { return [] }
        guard told == .none || told == before && update.changes.isIncremental else { return [.ask(since: told)] }
        self.told = update.token
        return [.tell(update)]
    }

    /// Signals arrived that were not read.
    mutating func missed() -> [Step] {
        heard = nil
        return told.map { [.ask(since: $0)] } ?? []
    }

    /// The broker has answered with the changes since `told`.
    mutating func answered(_ update: LibraryUpdate, hasMore: Bool) -> [Step] {
        told = update.token
        return (update.changes.isEmpty ? [] : [.tell(update)]) + (hasMore ? [.ask(since: update.token)] : [])
    }

    /// The broker cannot give the changes since `told`; signals cover those since `token`.
    ///
    /// - Parameter isExpired: whether the broker no longer knows `told`, or never did.
    mutating func skipped(to token: ChangeToken, isExpired: Bool) -> [Step] {
        let reason: LibraryChanges.Reason = told == ChangeToken.none ? .grant : .library
        (told, heard) = (token, token)
        return [.tell(LibraryUpdate(token: token, changes: .anew(reason), isOfExpiredToken: isExpired))]
    }

    /// The app may no longer read.
    mutating func lost() -> [Step] {
        heard = nil
        guard told != ChangeToken.none else { return [] }
        told = ChangeToken.none
        return [.tell(.accessLost)]
    }
}
