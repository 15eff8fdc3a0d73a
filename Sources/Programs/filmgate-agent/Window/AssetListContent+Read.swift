import Filmgate
import FilmgatePrompts
import FilmgateSystem

extension AssetListContent {
    /// Reads a list of assets for a front end. Omits the assets and alt texts that exceed the limits.
    ///
    /// - Returns: a sealed memory file, and the number of assets in the file.
    static func read(
        _ request: FetchRequest<Asset>, in library: PhotoLibrary
    ) async throws -> (file: OwnedDescriptor, count: Int) {
        let properties: Set<AssetProperty> = [.creationDate, .clockOffset, .duration, .favorite, .altText]
        let assets = try await library.fetch(request.reading(properties)).snapshot()
        let count = min(assets.count, mostAssets)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * bytesPerAsset)
        var altTexts: [UInt8] = []
        for index in 0..<count {
            let asset = assets[index]
            append(ListedAsset(asset), to: &bytes)
            if let text = asset.altText, altTexts.count + text.utf8.count + 18 <= altTextBytes {
                append(text, of: asset.id, to: &altTexts)
            }
        }
        return (try .sealedMemory(named: "filmgate-list", holding: bytes + altTexts), count)
    }
}
