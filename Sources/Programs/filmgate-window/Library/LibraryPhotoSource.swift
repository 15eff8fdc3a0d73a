import Filmgate
import FilmgateModel
import FilmgatePrompts
import FoundationEssentials

/// Provides the photo lists and images of the library window, which has full access to the library.
final class LibraryPhotoSource: PhotoSource {
    let library: PhotoLibrary
    let images: ImageLoader

    init(of library: PhotoLibrary) {
        self.library = library
        let source = LibraryImages(from: library)
        images = ImageLoader(from: source)
        source.loader = images
    }

    func wantFirst(_ count: Int, in album: AlbumID?, _ body: @escaping ([ListedAsset], Bool) -> Void) {
        let library = library
        let fetch = album.map { FetchRequest.assets(in: $0) } ?? .assets.newestFirst
        Task {
            do {
                let result = try await library.fetch(fetch.reading(ListedAsset.properties))
                let assets = try await result.elements(from: 0, count: count)
                for asset in assets { images.altTexts[asset.id] = asset.altText }
                body(assets.map { ListedAsset($0) }, assets.count >= result.count)
            } catch { body([], false) }
        }
    }

    func want(_ request: AssetListRequest, _ body: @escaping ([ListedAsset]?) -> Void) {
        let library = library
        let all = request.album.map { FetchRequest.assets(in: $0) } ?? .assets.newestFirst
        // Includes all photos of bursts, because another photo may represent the burst of a new photo.
        let added =
            request.addedAfter.map { date in all.includingBurstMembers.where { $0.addedDate > Date(date) } } ?? all
        let fetch = request.search.map { added.matching($0) } ?? added
        Task {
            var assets: [ListedAsset]?
            do {
                let result = try await library.fetch(fetch.reading(ListedAsset.properties))
                let listed = try await AssetListReader.assets(of: result)
                images.altTexts.merge(listed.altTexts) { $1 }
                assets = listed.assets
            } catch {}  // `body` gets nil, and the page says so.
            body(assets)
        }
    }
}

extension PhotoLibrary {
    /// Returns the first asset that a request finds; nil if there is none, or if the asset cannot be read.
    func first(_ request: FetchRequest<Asset>) async -> Asset? {
        // An asset that cannot be read is treated as missing.
        try? await fetch(request).elements(from: 0, count: 1).first
    }
}
