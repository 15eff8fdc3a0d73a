public import FilmgateModel

/// What an undo did.
public struct UndoReport: Sendable {
    /// Something that stays as it is.
    public struct Skipped: Hashable, Sendable {
        public let id: ObjectID
        public let reason: Reason
        /// The property, or `content`, `trash`, `title`, `parent`, `cover`, `order`, `assets` or `existence`.
        public let aspect: String
    }

    public enum Reason: Hashable, Sendable {
        /// Something else changed it later.
        case changedLater(by: ClientID?)
        /// The asset was deleted for good.
        case purged
        /// The asset that was the album's cover was deleted for good.
        case coverPurged
        /// The album or folder does not exist any more.
        case gone
        /// The edit that it had is not kept any more.
        case editNotKept
        /// The album or folder holds what others put there.
        case holdsOthers
        /// The folder cannot be where it was.
        case placeNotPossible
    }

    /// The assets, albums and folders that were changed, by identifier.
    public var undone: [ObjectID] = []
    public var skipped: [Skipped] = []
    /// If some of the changes are not kept any more: since when all are. Values return to what they were at that time.
    public var keptSince: Timestamp?
}
