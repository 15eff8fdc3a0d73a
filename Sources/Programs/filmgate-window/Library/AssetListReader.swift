import Filmgate
import FilmgateModel
import FilmgatePrompts

/// Reads the assets of a fetch, and reads them again whenever they change.
final class AssetListReader {
    private let library: PhotoLibrary
    private let images: ImageLoader
    /// The alt texts of the assets that the feed read most recently.
    private var altTexts: [AssetID: String] = [:]
    private var following: Task<Void, Never>?

    init(of photos: LibraryPhotoSource) { (library, images) = (photos.library, photos.images) }

    isolated deinit { following?.cancel() }

    /// Stops the current fetch, and starts to follow a new one.
    ///
    /// - Parameter show: called with the assets, and again after each change. After an error, it is not called again.
    func follow(_ request: FetchRequest<Asset>, _ show: @escaping (Result<[ListedAsset], any Error>) -> Void) {
        following?.cancel()
        let library = library
        following = Task {
            do {
                let result = try await library.fetch(request.reading(ListedAsset.properties))
                let first = try await Self.assets(of: result)
                guard !Task.isCancelled else { return }
                set(first.altTexts)
                show(.success(first.assets))
                for try await _ in result.updates {
                    let listed = try await Self.assets(of: result)
                    guard !Task.isCancelled else { return }
                    set(listed.altTexts)
                    show(.success(listed.assets))
                }
            } catch {
                if !Task.isCancelled { show(.failure(error)) }
            }
        }
    }

    private func set(_ altTexts: [AssetID: String]) {
        for id in self.altTexts.keys { images.altTexts[id] = nil }
        images.altTexts.merge(altTexts) { $1 }
        self.altTexts = altTexts
    }

    func stop() {
        following?.cancel()
        following = nil
    }

    /// Reads the assets on a different thread, because there can be many.
    @concurrent
    nonisolated static func assets(
        of result: FetchResult<Asset>
    ) async throws -> (assets: [ListedAsset], altTexts: [AssetID: String]) {
        let snapshot = try await result.snapshot()
        var assets: [ListedAsset] = []
        assets.reserveCapacity(snapshot.count)
        var altTexts: [AssetID: String] = [:]
        for index in snapshot.indices {
            let asset = snapshot[index]
            assets.append(ListedAsset(asset))
            if let text = asset.altText { altTexts[asset.id] = text }
        }
        return (assets, altTexts)
    }
}

extension ListedAsset {
    /// The properties that a `ListedAsset` needs, and the alt text.
    nonisolated static let properties: Set<AssetProperty> = [
        .creationDate, .clockOffset, .duration, .favorite, .altText, .subtypes, .hasAdjustments,
    ]

    nonisolated init(_ asset: Asset) {
        var badges: Badges = asset.hasAdjustments ? .edited : []
        let subtypes = asset.mediaSubtypes
        if subtypes.contains(.live) { badges.insert(.live) }
        if subtypes.contains(.burst) { badges.insert(.burst) }
        if subtypes.contains(.hdr) { badges.insert(.hdr) }
        self.init(
            id: asset.id, creationDate: asset.creationDate.map { Timestamp($0) }, clockOffset: asset.clockOffset,
            duration: asset.duration.map { $0 / .seconds(1) }, isFavorite: asset.isFavorite, badges: badges)
    }
}
