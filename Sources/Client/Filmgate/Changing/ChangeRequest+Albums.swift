import FilmgateModel
import FilmgatePredicates

/// Changes to albums and folders, for apps that may see the whole library.
extension ChangeRequest {
    /// Creates an empty album.
    ///
    /// - Parameters:
    ///   - title: 1 to 1,024 bytes; several albums may have the same title.
    ///   - folder: the folder for the album; nil for the top level.
    @discardableResult
    public mutating func createAlbum(title: String, in folder: (any FolderReference)? = nil) -> AlbumPlaceholder {
        AlbumPlaceholder(index: create { .createAlbum($0, title: title, in: folder?.changeReference) })
    }

    /// Creates a smart album: each app finds in it the assets that meet the condition and that the app may see. Assets
    /// cannot be added, removed or moved.
    ///
    /// - Parameters:
    ///   - title: as for other albums.
    ///   - folder: the folder for the album; nil for the top level.
    ///   - condition: on the properties that this app may read: `QueryCondition("rating >= ?", [4])`.
    /// - Throws: `invalidPredicate` for an invalid condition, with the column in its text.
    @discardableResult
    public mutating func createSmartAlbum(
        title: String, in folder: (any FolderReference)? = nil, where condition: QueryCondition<AssetFields>
    ) throws(PhotoLibraryError) -> AlbumPlaceholder {
        let rule = try condition.rule
        return AlbumPlaceholder(
            index: create { .createAlbum($0, title: title, in: folder?.changeReference, rule: rule) })
    }

    /// Replaces the condition of a smart album that was created with a condition.
    ///
    /// - Throws: `invalidPredicate` for an invalid condition, with the column in its text.
    public mutating func setRule(
        _ condition: QueryCondition<AssetFields>, of album: any AlbumReference
    ) throws(PhotoLibraryError) {
        append(.setRule(try condition.rule, of: album.changeReference))
    }

    /// Creates an empty folder.
    @discardableResult
    public mutating func createFolder(title: String, in folder: (any FolderReference)? = nil) -> FolderPlaceholder {
        FolderPlaceholder(index: create { .createFolder($0, title: title, in: folder?.changeReference) })
    }

    public mutating func rename(_ collection: any CollectionReference, to title: String) {
        append(.rename(collection.changeReference, title: title))
    }

    /// Deletes albums, without their assets.
    public mutating func deleteAlbums(_ albums: [any AlbumReference]) {
        append(.deleteAlbums(Self.references(albums)))
    }

    /// Deletes folders; their contents move up to their parents.
    public mutating func deleteFolders(_ folders: [any FolderReference]) {
        append(.deleteFolders(Self.references(folders)))
    }

    /// Sets the cover of an album to one of its assets; nil to show the newest asset again.
    public mutating func setCover(_ asset: (any AssetReference)?, of album: any AlbumReference) {
        append(.setCover(asset?.changeReference, of: album.changeReference))
    }

    // MARK: The contents of an album

    /// Adds assets at the end; assets that are already in the album keep their place.
    public mutating func add(_ assets: [any AssetReference], to album: any AlbumReference) {
        append(.addAssets(Self.references(assets), to: album.changeReference))
    }

    /// Removes assets; ignores those that are not in the album.
    public mutating func remove(_ assets: [any AssetReference], from album: any AlbumReference) {
        append(.removeAssets(Self.references(assets), from: album.changeReference))
    }

    /// Inserts assets before the asset that is now at this index; assets that are already in the album keep their
    /// place.
    ///
    /// - Parameters:
    ///   - assets: the assets, in the order for the album.
    ///   - album: a user-made album.
    ///   - index: the position among the album's assets outside the trash, including hidden ones; at most their number.
    public mutating func insert(_ assets: [any AssetReference], into album: any AlbumReference, at index: Int) {
        append(.insertAssets(Self.references(assets), into: album.changeReference, at: index))
    }

    /// Moves assets of the album so that they follow one another, the first of them at this index.
    public mutating func move(_ assets: [any AssetReference], in album: any AlbumReference, to index: Int) {
        append(.moveAssets(Self.references(assets), in: album.changeReference, to: index))
    }

    // MARK: The contents of a folder

    /// Moves albums and folders from any place into a folder. A folder cannot move into itself or its contents.
    public mutating func add(_ children: [any CollectionReference], to folder: any FolderReference) {
        append(.addChildren(Self.references(children), to: folder.changeReference))
    }

    /// Moves albums and folders into a folder, the first of them to this index. Children that are already in the folder
    /// keep their place.
    ///
    /// - Parameter folder: the folder; nil for the top level.
    public mutating func insert(
        _ children: [any CollectionReference], into folder: (any FolderReference)?, at index: Int
    ) {
        append(.insertChildren(Self.references(children), into: folder?.changeReference, at: index))
    }

    /// Moves children within a folder, so that the first of them is at this index.
    ///
    /// - Parameter folder: the folder; nil for the top level.
    public mutating func move(
        _ children: [any CollectionReference], in folder: (any FolderReference)?, to index: Int
    ) {
        append(.moveChildren(Self.references(children), in: folder?.changeReference, to: index))
    }

    /// Moves albums and folders from a folder to the top level.
    public mutating func remove(_ children: [any CollectionReference], from folder: any FolderReference) {
        append(.removeChildren(Self.references(children), from: folder.changeReference))
    }
}

extension QueryCondition<AssetFields> {
    /// The condition as a rule, with its values in place of the `?`.
    fileprivate var rule: Predicate<AssetProperty> {
        get throws(PhotoLibraryError) {
            do throws(PredicateError) {
                return try Predicate(parsing: text, arguments: arguments)
            } catch {
                throw .invalidPredicate("\(error)\("\(error)".hasSuffix("?") ? "" : ".")")
            }
        }
    }
}
