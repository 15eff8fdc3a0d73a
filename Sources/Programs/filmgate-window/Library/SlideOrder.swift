import Filmgate
import FilmgateModel
import FilmgatePrompts

/// The order in which a slide show shows the photos of a list.
enum SlideOrder {
    case listed, shuffled

    /// Returns the photos in the order of the slide show, and the index of the photo to show first.
    ///
    /// - Parameter first: the photo to show first, if the list contains it.
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

    /// Returns the photos of a changed list. A shuffled slide show keeps its order, and adds new photos at the end.
    func update(_ shown: [ListedAsset], to assets: [ListedAsset]) -> [ListedAsset] {
        switch self {
        case .listed: return assets
        case .shuffled:
            var left = Dictionary(assets.map { ($0.id, $0) }) { first, _ in first }
            let kept = shown.compactMap { left.removeValue(forKey: $0.id) }
            return kept + assets.filter { left[$0.id] != nil }
        }
    }

    /// Returns the photos of a list that are not hidden.
    static func unhidden(_ assets: [ListedAsset], in library: PhotoLibrary) async throws -> [ListedAsset] {
        let request = FetchRequest<Asset>.assets.includingHidden.includingTrashed.includingBurstMembers
            .where(\.isHidden).reading([.hidden])
        let hidden = Set(try await library.fetch(request).snapshot().map(\.id))
        return hidden.isEmpty ? assets : assets.filter { !hidden.contains($0.id) }
    }
}
