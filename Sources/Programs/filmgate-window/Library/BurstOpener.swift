import Filmgate
import FilmgateGTK
import FilmgatePrompts

/// Opens the burst of a photo: shows the photos of the burst instead of those of the sidebar item. Closes the burst
/// again.
final class BurstOpener {
    /// The open burst.
    private(set) var burst: String?
    /// Called when the person has opened a burst or closed it.
    var onChange: () -> Void = {}

    private let library: PhotoLibrary
    private let grid: PhotoGrid
    private let actions: ActionGroup
    private var opening: Task<Void, Never>?

    init(_ actions: ActionGroup, _ grid: PhotoGrid, _ library: PhotoLibrary) {
        (self.actions, self.grid, self.library) = (actions, grid, library)
        actions.add("show-burst", self, keys: "b") { $0.open() }
        actions.add("close-burst", self) { $0.close() }.isEnabled = false
    }

    /// Closes the burst because another part of the library is shown.
    func leave() {
        opening?.cancel()
        burst = nil
        actions["close-burst"].isEnabled = false
    }

    /// Closes the burst, and shows the sidebar item's photos.
    func close() {
        guard burst != nil else { return }
        leave()
        onChange()
    }

    /// Updates the action in the photo menu.
    func prepareMenu(isInTrash: Bool) {
        actions["show-burst"].isEnabled = isOfBurst(grid.menuPosition) && burst == nil && !isInTrash
    }

    /// Enables the action again, so that its key works for the focused photo.
    func menuClosed() { actions["show-burst"].isEnabled = true }

    private func isOfBurst(_ position: Int?) -> Bool {
        position.map { grid.assets.indices.contains($0) && grid.assets[$0].badges.contains(.burst) } ?? false
    }

    /// Shows all photos of the burst to which the focused or selected photo belongs.
    private func open() {
        guard burst == nil, let position = grid.menuPosition ?? grid.view.focusedPosition, isOfBurst(position)
        else { return }
        let (asset, library) = (grid.assets[position].id, library)
        opening?.cancel()
        opening = Task {
            guard let found = await library.burst(of: asset), !Task.isCancelled else { return }
            burst = found
            actions["close-burst"].isEnabled = true
            onChange()
        }
    }
}
