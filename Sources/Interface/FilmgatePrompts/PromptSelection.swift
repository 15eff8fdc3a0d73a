public import FilmgateModel
import FilmgateText

/// The photos and the albums that the person selected for an app.
public struct PromptSelection: Hashable, Sendable {
    /// The photos, in the order of selection.
    public var photos: [AssetID]
    /// The albums, including their future contents.
    public var albums: [AlbumID]

    public init(photos: [AssetID] = [], albums: [AlbumID] = []) {
        self.photos = photos
        self.albums = albums
    }

    var identifiers: [ObjectID] { photos.map { ObjectID($0) } + albums.map { ObjectID($0) } }

    public var isEmpty: Bool { photos.isEmpty && albums.isEmpty }

    /// The selection as text: `12 photos`, `1 album`, or `12 photos and 1 album`.
    public var text: String {
        let photoCount = counted("{n} photo", "{n} photos", photos.count)
        guard !albums.isEmpty else { return photoCount }
        let albumCount = counted("{n} album", "{n} albums", albums.count)
        return photos.isEmpty ? albumCount : PhraseJoiner.joined([photoCount, albumCount])
    }
}
