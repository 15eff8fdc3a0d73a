import Filmgate
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// Opens the photo that the command line names, in the list of all photos, or alone if the list does not contain it.
final class NamedPhotoOpener {
    /// Called with the position of the photo to show, and the list that contains the photo.
    var onOpen: (Int, [ListedAsset]) -> Void = { _, _ in }
    /// Called when the photo that is shown alone has changed.
    var onChange: ([ListedAsset]) -> Void = { _ in }
    /// Called with an error message if the photo cannot be shown.
    var onFailure: (String) -> Void = { _ in }
    /// The photo that is shown alone; empty if that photo was deleted, nil if no photo is shown alone.
    private(set) var alone: [ListedAsset]?

    private let feed: AssetListReader
    /// The photo to open when the photos are listed.
    private var wanted: AssetID?

    init(_ photos: LibraryPhotoSource) { feed = AssetListReader(of: photos) }

    /// Opens a photo when the photos are listed, unless the person has opened a different page by then.
    func open(_ asset: AssetID) { wanted = asset }

    /// Opens the photo that waits for the list, if there is one. Call this method with each new list of photos.
    func listed(_ assets: [ListedAsset]) {
        guard let asset = wanted else { return }
        wanted = nil
        if let position = assets.firstIndex(where: { $0.id == asset }) { return onOpen(position, assets) }
        // The list lacks most photos of bursts, and the photos that `PhotosFilter` excludes.
        let request = FetchRequest<Asset>.assets(withIdentifiers: [asset]).includingBurstMembers.where { !$0.isHidden }
        feed.follow(request) { [weak self] result in
            switch result {
            case .success(let assets): self?.receive(assets)
            case .failure(let error): self?.onFailure(LibraryEditor.text(of: error))
            }
        }
    }

    /// Cancels the opening, and stops reporting changes.
    func close() {
        feed.stop()
        (wanted, alone) = (nil, nil)
    }

    private func receive(_ assets: [ListedAsset]) {
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
