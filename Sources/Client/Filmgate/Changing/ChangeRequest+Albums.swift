import FilmgateModel
import FilmgatePredicates

/// Changes to albums and folders, for apps that may see the whole library.
extension ChangeRequest {
    /// Creates an empty album.
    ///
    /// - Parameters:
    ///   - title: the title, of 1 to 1,024 bytes; several albums may have the same title.
    ///   - folder: the folder for the album; nil for the top level.
    @discardableResult
    public mutating func createAlbum(title: String, in folder: (any FolderReference)? = nil) -> AlbumPlaceholder {
        AlbumPlaceholder(index: create { .createAlbum($0, title: title, in: folder?.changeReference) })
    }

    /// Creates a smart album, which shows each app the assets that meet the condition and that the app may see. Apps
    /// cannot add, remove or move assets in a smart album.
    ///
    /// - Parameters:
    ///   - title: the title, of 1 to 1,024 bytes; several albums may have the same title.
    ///   - folder: the folder for the album; nil for the top level.
    ///   - condition: a condition on properties that this app may read, such as `QueryCondition("rating >= ?", [4])`.
    /// - Throws: `invalidPredicate` if the condition is invalid. The error's message contains the column of the fault.
    @discardableResult
    public mutating func createSmartAlbum(
        title: String, in folder: (any FolderReference)? = nil, where condition: QueryCondition<AssetFields>
    ) throws(PhotoLibraryError) -> AlbumPlaceholder {
        let rule = try condition.rule
        return AlbumPlaceholder(
            index: create { .createAlbum($0, title: title, in: folder?.changeReference, rule: rule) })
    }

    /// Replaces the condition of a smart album that was created with `createSmartAlbum`.
    ///
    /// - Throws: `invalidPredicate` if the condition is invalid. The error's message contains the column of the fault.
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

    /// Deletes albums. Their assets stay in the library.
    public mutating func deleteAlbums(_ albums: [any AlbumReference]) {
        append(.deleteAlbums(Self.references(albums)))
    }

    /// Deletes folders. Moves their contents to their parent folders.
    public mutating func deleteFolders(_ folders: [any FolderReference]) {
        append(.deleteFolders(Self.references(folders)))
    }

    /// Sets the cover of an album to one of its assets; nil restores the default cover, the newest asset.
    public mutating func setCover(_ asset: (any AssetReference)?, of album: any AlbumReference) {
        append(.setCover(asset?.changeReference, of: album.changeReference))
    }

    // MARK: The contents of an album

    /// Adds assets at the end of an album. Assets that are already in the album keep their positions.
    public mutating func add(_ assets: [any AssetReference], to album: any AlbumReference) {
        append(.addAssets(Self.references(assets), to: album.changeReference))
    }

    /// Removes assets from an album. Ignores assets that are not in the album.
    public mutating func remove(_ assets: [any AssetReference], from album: any AlbumReference) {
        append(.removeAssets(Self.references(assets), from: album.changeReference))
    }

    /// Inserts assets before the asset that is now at this index. Assets that are already in the album keep their
    /// positions.
    ///
    /// - Parameters:
    ///   - assets: the assets, in their order in the album.
    ///   - album: a user-made album.
    ///   - index: the position among the album's assets outside the trash, including hidden ones; at most their number.
    public mutating func insert(_ assets: [any AssetReference], into album: any AlbumReference, at index: Int) {
        append(.insertAssets(Self.references(assets), into: album.changeReference, at: index))
    }

    /// Moves assets within an album to consecutive positions, starting at this index.
    public mutating func move(_ assets: [any AssetReference], in album: any AlbumReference, to index: Int) {
        append(.moveAssets(Self.references(assets), in: album.changeReference, to: index))
    }

    // MARK: The contents of a folder

    /// Moves albums and folders into a folder. A folder cannot be moved into itself or into its own contents.
    public mutating func add(_ children: [any CollectionReference], to folder: any FolderReference) {
        append(.addChildren(Self.references(children), to: folder.changeReference))
    }

    /// Moves albums and folders into a folder, starting at this index. Children that are already in the folder keep
    /// their positions.
    ///
    /// - Parameter folder: the folder; nil for the top level.
    public mutating func insert(
        _ children: [any CollectionReference], into folder: (any FolderReference)?, at index: Int
    ) {
        append(.insertChildren(Self.references(children), into: folder?.changeReference, at: index))
    }

    /// Moves children within a folder to consecutive positions, starting at this index.
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
    /// The condition as a predicate, with its arguments in place of each `?`.
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
