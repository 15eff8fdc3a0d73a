public import FilmgateModel

/// The report of an undo.
public struct UndoReport: Sendable {
    /// A value or object that the undo did not change.
    public struct Skipped: Hashable, Sendable {
        public let id: ObjectID
        public let reason: Reason
        /// The property, or `content`, `trash`, `title`, `parent`, `cover`, `order`, `assets` or `existence`.
        public let aspect: String
    }

    public enum Reason: Hashable, Sendable {
        /// A different change happened later.
        case changedLater(by: ClientID?)
        /// The asset was deleted permanently.
        case purged
        /// The asset that was the album's cover was deleted permanently.
        case coverPurged
        /// The album or folder no longer exists.
        case gone
        /// The edit that the asset had is no longer kept.
        case editNotKept
        /// The album or folder holds what other clients put there.
        case holdsOthers
        /// The folder cannot return to where it was.
        case placeNotPossible
    }

    /// The assets, albums and folders that were changed, by identifier.
    public var undone: [ObjectID] = []
    public var skipped: [Skipped] = []
    /// Set if some of the changes are no longer kept: the date from which on all are kept. Values return to what they
    /// were on that date.
    public var keptSince: Timestamp?
}
