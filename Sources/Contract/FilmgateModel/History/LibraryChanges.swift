/// The net changes in a client's view between two points in time. Changes that cancel each other out are not listed.
///
/// Applying the changes to the view at the first point gives the view at the second. An identifier is in at most one
/// list, apart from `contentUpdated`.
public struct LibraryChanges: Hashable, Sendable {
    /// The reason why the client's view changed.
    public enum Reason: String, CaseIterable, Sendable {
        /// Assets, albums or folders were created, changed or deleted.
        case library
        /// Only the client's selection, or the content of a selected album, changed.
        case selection
        /// The client's grant changed.
        case grant
    }

    public var reason: Reason
    public var inserted: [AssetID] = []
    /// Assets that were changed, hidden, unhidden, or temporarily outside the client's scope.
    public var updated: [AssetID] = []
    /// The assets in `updated` whose pixels may have changed. A viewer must redraw them.
    public var contentUpdated: [AssetID] = []
    /// Assets that were trashed. If the client sees the trash, an asset is listed again when it is purged.
    public var deleted: [AssetID] = []
    /// Existing assets that the client now sees but did not see before.
    public var enteredScope: [AssetID] = []
    /// Assets that the client no longer sees, but that may still exist.
    public var leftScope: [AssetID] = []
    public var albumsInserted: [AlbumID] = []
    /// Albums that were renamed or moved, or whose assets changed.
    public var albumsUpdated: [AlbumID] = []
    public var albumsDeleted: [AlbumID] = []
    public var foldersInserted: [FolderID] = []
    public var foldersUpdated: [FolderID] = []
    public var foldersDeleted: [FolderID] = []
    /// Whether the lists are complete. If not, there were too many changes, or they could not be determined. The lists
    /// are then empty, and the client must fetch again.
    public var isIncremental = true

    public init(reason: Reason = .library) { self.reason = reason }

    /// Returns changes without lists, after which the client must fetch again.
    public static func anew(_ reason: Reason) -> LibraryChanges {
        var changes = LibraryChanges(reason: reason)
        changes.isIncremental = false
        return changes
    }

    /// The number of listed identifiers.
    public var count: Int {
        let assets = inserted.count + updated.count + deleted.count + enteredScope.count + leftScope.count
        let albums = albumsInserted.count + albumsUpdated.count + albumsDeleted.count
        return assets + albums + foldersInserted.count + foldersUpdated.count + foldersDeleted.count
    }

    public var isEmpty: Bool { isIncremental && count == 0 }
}

/// A client's position in the history of its view. The client stores it, and later passes it back unchanged.
///
/// Two tokens are equal if and only if nothing in the client's view changed between them.
public struct ChangeToken: Hashable, Sendable {
    public let text: String

    /// Accepts any text that a client passes. The library checks whether it has issued the token.
    public init(_ text: String) { self.text = text }
}
