public import FilmgateModel
internal import FilmgateWire

/// Changes of albums, for apps that may see all of the library.
extension ChangeRequest {
    @discardableResult
    public mutating func createAlbum(title: String) -> AlbumPlaceholder {
        let placeholder = AlbumPlaceholder(index: changes.count)
        append(Change(.createAlbum(title: title), placeholder: placeholder.name))
        return placeholder
    }

    public mutating func rename(_ album: AlbumID, to title: String) {
        append(Change(.rename(.id(ObjectID(album)), title: title)))
    }

    /// The albums alone; their assets stay.
    public mutating func deleteAlbums(_ albums: [AlbumID]) {
        append(Change(.deleteAlbums(albums.map { .id(ObjectID($0)) })))
    }

    /// At its end; what is in it already stays where it is.
    public mutating func add(_ assets: [AssetID], to album: AlbumID) {
        append(Change(.addAssets(assets.map { .id(ObjectID($0)) }, to: .id(ObjectID(album)))))
    }

    /// Assets and an album that this batch creates.
    public mutating func add(_ assets: [AssetPlaceholder], to album: AlbumPlaceholder) {
        append(Change(.addAssets(assets.map { .placeholder($0.name) }, to: .placeholder(album.name))))
    }

    public mutating func remove(_ assets: [AssetID], from album: AlbumID) {
        append(Change(.removeAssets(assets.map { .id(ObjectID($0)) }, from: .id(ObjectID(album)))))
    }
}
