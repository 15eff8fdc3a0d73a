import Filmgate
import FilmgateModel
import FilmgatePrompts

/// Reads the assets of a fetch, and reads them again whenever they change.
final class AssetFeed {
    private let library: PhotoLibrary
    private var following: Task<Void, Never>?

    init(of library: PhotoLibrary) { self.library = library }

    isolated deinit { following?.cancel() }

    /// Follows a fetch instead of the one before.
    ///
    /// - Parameter show: is called with the assets, and again after each change; with an error, it is the last call.
    func follow(_ request: FetchRequest<Asset>, _ show: @escaping (Result<[ListedAsset], any Error>) -> Void) {
        following?.cancel()
        let library = library
        following = Task {
            do {
                let result = try await library.fetch(request.reading(ListedAsset.properties))
                let first = try await Self.assets(of: result)
                guard !Task.isCancelled else { return }
                show(.success(first))
                for try await _ in result.updates {
                    let assets = try await Self.assets(of: result)
                    guard !Task.isCancelled else { return }
                    show(.success(assets))
                }
            } catch {
                if !Task.isCancelled { show(.failure(error)) }
            }
        }
    }

    func stop() {
        following?.cancel()
        following = nil
    }

    /// Reads a list, which can be long, on a different thread.
    @concurrent
    nonisolated static func assets(of result: FetchResult<Asset>) async throws -> [ListedAsset] {
        let snapshot = try await result.snapshot()
        var assets: [ListedAsset] = []
        assets.reserveCapacity(snapshot.count)
        for index in snapshot.indices { assets.append(ListedAsset(snapshot[index])) }
        return assets
    }
}

extension ListedAsset {
    /// What must be read for it.
    nonisolated static let properties: Set<AssetProperty> = [.creationDate, .clockOffset, .duration, .favorite]

    nonisolated init(_ asset: Asset) {
        self.init(
            id: asset.id, creationDate: asset.creationDate.map { Timestamp($0) }, clockOffset: asset.clockOffset,
            duration: asset.duration.map { $0 / .seconds(1) }, isFavorite: asset.isFavorite)
    }
}
