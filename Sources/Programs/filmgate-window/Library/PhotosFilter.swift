import Filmgate
import FilmgateGTK
import FilmgateModel

/// The person's choice of photos that the sidebar item Photos excludes. Searches and other items exclude no photos.
final class PhotosFilter {
    private let withoutScreenshots = RememberedFlag("photos-without-screenshots")
    private let withoutAppPhotos = RememberedFlag("photos-without-app-photos")

    /// The instance that all pages of the program share.
    static let shared = PhotosFilter()

    /// Adds the actions with which the person changes the choice.
    ///
    /// - Parameter changed: called when the person has changed the choice.
    func addActions(to actions: ActionGroup, changed: @escaping () -> Void) {
        actions.addToggle("show-screenshots", self) { filter, isOn in
            filter.withoutScreenshots.value = !isOn
            changed()
        }.isOn = !withoutScreenshots.value
        actions.addToggle("show-app-photos", self) { filter, isOn in
            filter.withoutAppPhotos.value = !isOn
            changed()
        }.isOn = !withoutAppPhotos.value
    }

    /// Returns a request without the excluded photos if the item is Photos; otherwise the same request.
    func filtered(_ request: FetchRequest<Asset>, of item: SidebarItem) -> FetchRequest<Asset> {
        guard item == .photos else { return request }
        var request = request
        if withoutScreenshots.value { request = request.where { !$0.mediaSubtypes.contains(.screenshot) } }
        if withoutAppPhotos.value { request = request.addedByOwner }
        return request
    }
}
