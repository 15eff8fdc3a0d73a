/// What has become of what a client sees, between two moments: what happened in between and came to nothing is not in it.
///
/// Applied to what the client saw at the first moment, it gives what the client sees at the second. An identifier stands in one
/// list at most.
public struct LibraryChanges: Hashable, Sendable {
    /// Why what the client sees is another.
    public enum Reason: String, CaseIterable, Sendable {
        /// Something was made, changed or deleted.
        case library
        /// Only the selection has changed, or what is in an album that it follows.
        case selection
        /// The grant is another than at the first moment.
        case grant
    }

    public var reason: Reason
    public var inserted: [AssetID] = []
    /// Changed, hidden and shown among others; or gone for a while, whatever happened to it then.
    public var updated: [AssetID] = []
    /// Into the trash; to whoever sees that too, told again when they go for good.
    public var deleted: [AssetID] = []
    /// There before, and to be seen now.
    public var enteredScope: [AssetID] = []
    /// Still there, as far as the client is told, and to be seen no more.
    public var leftScope: [AssetID] = []
    public var albumsInserted: [AlbumID] = []
    /// Renamed, moved, or with other assets in them.
    public var albumsUpdated: [AlbumID] = []
    public var albumsDeleted: [AlbumID] = []
    public var foldersInserted: [FolderID] = []
    public var foldersUpdated: [FolderID] = []
    public var foldersDeleted: [FolderID] = []
    /// False where it is too much to list, or nothing that a list could say: fetch anew. Then all lists are empty.
    public var isIncremental = true

    public init(reason: Reason = .library) { self.reason = reason }

    /// That all has to be fetched anew.
    public static func anew(_ reason: Reason) -> LibraryChanges {
        var changes = LibraryChanges(reason: reason)
        changes.isIncremental = false
        return changes
    }

    /// How many identifiers it lists.
    public var count: Int {
        let assets = inserted.count + updated.count + deleted.count + enteredScope.count + leftScope.count
        let albums = albumsInserted.count + albumsUpdated.count + albumsDeleted.count
        return assets + albums + foldersInserted.count + foldersUpdated.count + foldersDeleted.count
    }

    /// Whether there is nothing to tell.
    public var isEmpty: Bool { isIncremental && count == 0 }
}
