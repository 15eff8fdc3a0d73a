import Filmgate
import FilmgateGTK
import FilmgateModel

/// The photos that the person chose to leave out of the sidebar item Photos. Searches and all other items leave out
/// nothing.
final class PhotosFilter {
    private let withoutScreenshots = RememberedFlag("photos-without-screenshots")
    private let withoutAppPhotos = RememberedFlag("photos-without-app-photos")

    /// The choice that all pages of the program share.
    static let shared = PhotosFilter()

    /// Adds the actions with which the person chooses.
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

    /// Returns the request without the photos that the person chose to leave out, if the part of the library is Photos.
    func filtered(_ request: FetchRequest<Asset>, of item: SidebarItem) -> FetchRequest<Asset> {
        guard item == .photos else { return request }
        var request = request
        if withoutScreenshots.value { request = request.where { !$0.mediaSubtypes.contains(.screenshot) } }
        if withoutAppPhotos.value { request = request.addedByOwner }
        return request
    }
}
