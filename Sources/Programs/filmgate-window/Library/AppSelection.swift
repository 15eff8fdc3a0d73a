import Filmgate
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The photos and albums that are selected for an app.
struct AppSelection {
    /// The identifiers of all selected photos and albums.
    var ids: [ObjectID] = []
    /// The selected assets in the order of their selection, followed by the assets of the selected albums.
    var assets: [ListedAsset] = []
    /// The titles of the selected albums.
    var albums: [String] = []

    /// The maximum number of assets in `assets`.
    private static let mostAssets = 2000
    static func read(_ ids: [ObjectID], from library: PhotoLibrary) async throws -> AppSelection {
        guard !ids.isEmpty else { return AppSelection() }
        let some = ids.prefix(mostAssets)
        var assets = try await all(of: .assets(withIdentifiers: some.map { AssetID(uuid: $0.uuid) }), in: library)
        var known = Set(assets.map(\.id.uuid))
        let others = some.filter { !known.contains($0.uuid) }.map { AlbumID(uuid: $0.uuid) }
        var albums: [String] = []
        if !others.isEmpty {
            let found = try await library.fetch(.collections(withIdentifiers: others).reading([.title])).snapshot()
            albums = found.map { LibraryCollections.title($0.title) }
            for album in found where assets.count < mostAssets {
                let members = try await all(of: .assets(in: AlbumID(uuid: album.id.uuid)), in: library)
                assets += members.prefix(mostAssets - assets.count).filter { known.insert($0.id.uuid).inserted }
            }
        }
        return AppSelection(ids: ids, assets: assets, albums: albums)
    }

    /// Reads all assets of a fetch, including hidden and trashed assets, and all photos of bursts.
    private static func all(
        of request: FetchRequest<Asset>, in library: PhotoLibrary
    ) async throws -> [ListedAsset] {
        let whole = request.includingHidden.includingTrashed.includingBurstMembers
        return try await AssetListReader.assets(of: library.fetch(whole.reading(ListedAsset.properties))).assets
    }
}
