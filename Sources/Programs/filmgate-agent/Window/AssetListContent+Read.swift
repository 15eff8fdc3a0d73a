import Filmgate
import FilmgatePrompts
import FilmgateSystem

extension AssetListContent {
    /// Reads a list of assets for a front end.
    ///
    /// - Returns: a sealed memory file, and how many assets it has.
    static func read(
        _ request: FetchRequest<Asset>, in library: PhotoLibrary
    ) async throws -> (file: OwnedDescriptor, count: Int) {
        let assets = try await library.fetch(request.reading([.creationDate, .clockOffset, .duration, .favorite]))
            .snapshot()
        let count = min(assets.count, mostAssets)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * bytesPerAsset)
        for index in 0..<count { append(ListedAsset(assets[index]), to: &bytes) }
        return (try .sealedMemory(named: "filmgate-list", holding: bytes), count)
    }
}
