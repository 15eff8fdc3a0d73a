internal import FilmgateWire

/// Changes of albums and folders, for apps that may see all of the library.
extension ChangeRequest {
    /// Makes an empty album.
    ///
    /// - Parameters:
    ///   - title: 1 to 1,024 bytes; several albums may have the same.
    ///   - folder: where it is to be; nil: at the top.
    @discardableResult
    public mutating func createAlbum(title: String, in folder: (any FolderReference)? = nil) -> AlbumPlaceholder {
        AlbumPlaceholder(index: create(.createAlbum(title: title, parent: folder?.changeReference.wire)))
    }

    /// Makes an empty folder.
    @discardableResult
    public mutating func createFolder(title: String, in folder: (any FolderReference)? = nil) -> FolderPlaceholder {
        FolderPlaceholder(index: create(.createFolder(title: title, parent: folder?.changeReference.wire)))
    }

    public mutating func rename(_ collection: any CollectionReference, to title: String) {
        append(.rename(collection.changeReference.wire, title: title))
    }

    /// The albums alone; their assets stay.
    public mutating func deleteAlbums(_ albums: [any AlbumReference]) {
        append(.deleteAlbums(Self.references(albums)))
    }

    /// The folders alone; what is in them moves up to where they were.
    public mutating func deleteFolders(_ folders: [any FolderReference]) {
        append(.deleteFolders(Self.references(folders)))
    }

    // MARK: What is in an album

    /// At its end; what is in it already stays where it is.
    public mutating func add(_ assets: [any AssetReference], to album: any AlbumReference) {
        append(.addAssets(Self.references(assets), to: album.changeReference.wire))
    }

    /// What is not in it is passed over.
    public mutating func remove(_ assets: [any AssetReference], from album: any AlbumReference) {
        append(.removeAssets(Self.references(assets), from: album.changeReference.wire))
    }

    /// Before the asset that is at this index now; what is in it already stays where it is.
    ///
    /// - Parameters:
    ///   - assets: in the order that they are to have.
    ///   - album: which must be one that somebody made.
    ///   - index: among the album's assets outside the trash, the hidden ones counted; at most how many there are.
    public mutating func insert(_ assets: [any AssetReference], into album: any AlbumReference, at index: Int) {
        append(
            .insertAssets(
                Self.references(assets), into: album.changeReference.wire, at: UInt32(clamping: index)))
    }

    /// Takes assets out of the album's order, and puts them in again so that the first of them is at this index.
    public mutating func move(_ assets: [any AssetReference], in album: any AlbumReference, to index: Int) {
        append(
            .moveAssets(Self.references(assets), in: album.changeReference.wire, to: UInt32(clamping: index)))
    }

    // MARK: What is in a folder

    /// Moves albums and folders into a folder, from wherever they are; never a folder into itself or what it holds.
    public mutating func add(_ children: [any CollectionReference], to folder: any FolderReference) {
        append(.addChildren(Self.references(children), to: folder.changeReference.wire))
    }

    /// Moves albums and folders out of a folder to the top.
    public mutating func remove(_ children: [any CollectionReference], from folder: any FolderReference) {
        append(.removeChildren(Self.references(children), from: folder.changeReference.wire))
    }
}
