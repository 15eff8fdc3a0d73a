internal import Filmgate
internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// The photos and albums that are selected for an app.
struct SelectedParts {
    /// All of them.
    var ids: [ObjectID] = []
    /// The assets, in the order of selection.
    var assets: [ListedAsset] = []
    /// The titles of the albums.
    var albums: [String] = []

    /// The most assets that are shown.
    private static let mostAssets = 2000
    /// The most titles that are named.
    private static let mostTitles = 10

    static func read(_ ids: [ObjectID], from library: PhotoLibrary) async throws -> SelectedParts {
        guard !ids.isEmpty else { return SelectedParts() }
        let some = ids.prefix(mostAssets)
        let request = FetchRequest.assets(withIdentifiers: some.map { AssetID(uuid: $0.uuid) }).includingHidden
        let assets = try await AssetFeed.assets(
            of: library.fetch(request.reading(ListedAsset.properties)))
        let known = Set(assets.map(\.id.uuid))
        let others = some.filter { !known.contains($0.uuid) }.map { AlbumID(uuid: $0.uuid) }
        var albums: [String] = []
        if !others.isEmpty {
            let found = try await library.fetch(.collections(withIdentifiers: others).reading([.title])).snapshot()
            albums = found.map { CollectionList.title($0.title) }
        }
        return SelectedParts(ids: ids, assets: assets, albums: albums)
    }

    /// What the selection is, in words.
    var text: String {
        if ids.isEmpty { return localized("It sees only the photos that it adds.") }
        let photos = counted("{n} photo", "{n} photos", ids.count - albums.count)
        guard !albums.isEmpty else { return photos }
        let titles = albums.prefix(Self.mostTitles).map { "“\(Text.shortened($0, to: 40))”" }.joined(separator: ", ")
        return localized("{photos}, and what is in {albums}", ["photos": photos, "albums": titles])
    }
}
