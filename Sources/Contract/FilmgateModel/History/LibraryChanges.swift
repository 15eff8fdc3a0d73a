/// The net changes of what a client sees between two points in time. Changes that cancel each other out are not listed.
///
/// Applied to what the client saw at the first point, they give what the client sees at the second. An identifier is in one list at
/// most.
public struct LibraryChanges: Hashable, Sendable {
    /// Why the client sees something different.
    public enum Reason: String, CaseIterable, Sendable {
        /// Something was created, changed or deleted.
        case library
        /// Only the selection changed, or the content of a selected album.
        case selection
        /// The grant changed.
        case grant
    }

    public var reason: Reason
    public var inserted: [AssetID] = []
    /// Changed, including hidden and unhidden, or out of the client's scope in between.
    public var updated: [AssetID] = []
    /// Those of `updated` whose pixels may have changed: a viewer must draw them anew.
    public var contentUpdated: [AssetID] = []
    /// Trashed. A client that sees the trash is told again when they are purged.
    public var deleted: [AssetID] = []
    /// Existing assets that the client sees now but did not see before.
    public var enteredScope: [AssetID] = []
    /// Assets that the client no longer sees, and that may still exist.
    public var leftScope: [AssetID] = []
    public var albumsInserted: [AlbumID] = []
    /// Renamed, moved, or with different assets.
    public var albumsUpdated: [AlbumID] = []
    public var albumsDeleted: [AlbumID] = []
    public var foldersInserted: [FolderID] = []
    public var foldersUpdated: [FolderID] = []
    public var foldersDeleted: [FolderID] = []
    /// False if there are too many changes to list, or if they cannot be listed. Then all lists are empty, and the client must
    /// fetch again.
    public var isIncremental = true

    public init(reason: Reason = .library) { self.reason = reason }

    /// Returns changes that say that the client must fetch again.
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

/// A client's position in the history of what it sees. The client stores it and hands it back; its text is opaque.
///
/// Two tokens are equal exactly if nothing that the client may see happened in between.
public struct ChangeToken: Hashable, Sendable {
    public let text: String

    /// Takes any text that a client hands back. The library checks whether it issued it.
    public init(_ text: String) { self.text = text }
}
