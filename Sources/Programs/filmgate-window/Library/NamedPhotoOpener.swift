import Filmgate
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// Opens the photo that the command line names: among all photos if they are listed with it, or else alone.
final class NamedPhotoOpener {
    /// Called with the position of the photo to show, and the photos among which it is shown.
    var onOpen: (Int, [ListedAsset]) -> Void = { _, _ in }
    /// Called when the photo that is shown alone has changed.
    var onChange: ([ListedAsset]) -> Void = { _ in }
    /// Called with a sentence if the photo cannot be shown.
    var onFailure: (String) -> Void = { _ in }
    /// The photo that is shown alone, or was until it was deleted; nil: no photo is shown alone.
    private(set) var alone: [ListedAsset]?

    private let feed: AssetFeed
    /// The photo that is shown once the photos are listed.
    private var wanted: AssetID?

    init(_ photos: LibraryPhotos) { feed = AssetFeed(of: photos) }

    /// Opens a photo once the photos are listed, unless the person has gone elsewhere by then.
    func open(_ asset: AssetID) { wanted = asset }

    /// Called with each list of photos that is shown.
    func listed(_ assets: [ListedAsset]) {
        guard let asset = wanted else { return }
        wanted = nil
        if let position = assets.firstIndex(where: { $0.id == asset }) { return onOpen(position, assets) }
        // Lists leave out other photos of bursts, and what the person has left out of Photos.
        feed.follow(.assets(withIdentifiers: [asset]).includingBurstMembers) { [weak self] result in
            switch result {
            case .success(let assets): self?.came(assets)
            case .failure(let error): self?.onFailure(LibraryEditor.text(of: error))
            }
        }
    }

    /// Ends following the photo, and opens none.
    func close() {
        feed.stop()
        (wanted, alone) = (nil, nil)
    }

    private func came(_ assets: [ListedAsset]) {
        guard alone == nil else {
            alone = assets
            return onChange(assets)
        }
        guard !assets.isEmpty else {
            close()
            return onFailure(localized("This photo is hidden, in the trash, or was deleted."))
        }
        alone = assets
        onOpen(0, assets)
    }
}
