import Filmgate
import FilmgateModel
import FilmgatePrompts

/// The order in which a slide show shows a list.
enum SlideOrder {
    case listed, shuffled

    /// Returns the photos in the order in which they are shown, and the place of the first photo.
    ///
    /// - Parameter first: the photo to show first; if it is nil or not in the list, any photo comes first.
    func arrange(
        _ assets: [ListedAsset], from first: AssetID?, using generator: inout some RandomNumberGenerator
    ) -> (assets: [ListedAsset], start: Int) {
        switch self {
        case .listed: return (assets, assets.firstIndex { $0.id == first } ?? 0)
        case .shuffled:
            var shuffled = assets.shuffled(using: &generator)
            if let place = shuffled.firstIndex(where: { $0.id == first }) { shuffled.swapAt(0, place) }
            return (shuffled, 0)
        }
    }

    /// Returns the photos of a list that has changed, in the order in which they were shown before. New photos follow.
    func update(_ shown: [ListedAsset], to assets: [ListedAsset]) -> [ListedAsset] {
        switch self {
        case .listed: return assets
        case .shuffled:
            var left = Dictionary(assets.map { ($0.id, $0) }) { first, _ in first }
            let kept = shown.compactMap { left.removeValue(forKey: $0.id) }
            return kept + assets.filter { left[$0.id] != nil }
        }
    }

    /// Leaves out the hidden photos of a list.
    static func unhidden(_ assets: [ListedAsset], in library: PhotoLibrary) async throws -> [ListedAsset] {
        let request = FetchRequest<Asset>.assets.includingHidden.includingTrashed.includingBurstMembers
            .where(\.isHidden).reading([.hidden])
        let hidden = Set(try await library.fetch(request).snapshot().map(\.id))
        return hidden.isEmpty ? assets : assets.filter { !hidden.contains($0.id) }
    }
}
