import Filmgate
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// Reads the photos of an app's page for the viewer, and reports their changes until the person goes back.
final class AppPhotoOpener {
    /// Called with the position of the photo to show, and all photos.
    var onOpen: (Int, [ListedAsset]) -> Void = { _, _ in }
    /// Called when the photos have changed.
    var onChange: ([ListedAsset]) -> Void = { _ in }
    /// Called with an error message if the photo cannot be shown.
    var onFailure: (String) -> Void = { _ in }
    /// The app to whose page the person goes back; nil if no photo of an app's page is shown.
    private(set) var client: ClientID?
    private(set) var assets: [ListedAsset] = []

    private let feed: AssetListReader

    init(_ photos: LibraryPhotoSource) { feed = AssetListReader(of: photos) }

    /// Reads photos of an app's page, and opens one of them.
    func open(_ asset: AssetID, among ids: [AssetID], of client: ClientID) {
        close()
        feed.follow(.assets(withIdentifiers: ids).includingHidden.includingBurstMembers) { [weak self] result in
            switch result {
            case .success(let assets): self?.receive(assets, opening: asset, of: client)
            case .failure(let error): self?.onFailure(LibraryEditor.text(of: error))
            }
        }
    }

    /// Stops reporting changes of the photos.
    func close() {
        feed.stop()
        (client, assets) = (nil, [])
    }

    private func receive(_ assets: [ListedAsset], opening asset: AssetID, of client: ClientID) {
        guard self.client == nil else {
            self.assets = assets
            return onChange(assets)
        }
        guard let position = assets.firstIndex(where: { $0.id == asset }) else {
            close()
            return onFailure(localized("This photo is in the trash, or was deleted."))
        }
        (self.client, self.assets) = (client, assets)
        onOpen(position, assets)
    }
}
