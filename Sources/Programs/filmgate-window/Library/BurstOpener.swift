import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// Opens and closes bursts. While a burst is open, the page shows the burst's photos instead of those of the sidebar
/// item.
final class BurstOpener {
    /// The identifier of the open burst; nil if no burst is open.
    private(set) var burst: String?
    /// Called when the person has opened or closed a burst.
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

    /// Closes the burst without calling `onChange`, because the page shows a different sidebar item.
    func leave() {
        opening?.cancel()
        burst = nil
        actions["close-burst"].isEnabled = false
    }

    /// Closes the burst, so that the page shows the photos of the sidebar item again.
    func close() {
        guard burst != nil else { return }
        leave()
        onChange()
    }

    /// Enables or disables the action before the photo menu opens.
    func prepareMenu(isInTrash: Bool) {
        actions["show-burst"].isEnabled = isOfBurst(grid.menuPosition) && burst == nil && !isInTrash
    }

    /// Enables the action again, so that its key works for the focused photo.
    func menuClosed() { actions["show-burst"].isEnabled = true }

    private func isOfBurst(_ position: Int?) -> Bool {
        position.map { grid.assets.indices.contains($0) && grid.assets[$0].badges.contains(.burst) } ?? false
    }

    /// Opens the burst of the photo whose menu is open, or of the focused photo.
    private func open() {
        guard burst == nil, let position = grid.menuPosition ?? grid.view.focusedPosition, isOfBurst(position)
        else { return }
        open(grid.assets[position].id)
    }

    /// Opens the burst of a photo.
    func open(_ asset: AssetID) {
        let library = library
        opening?.cancel()
        opening = Task {
            guard let found = await library.burst(of: asset), !Task.isCancelled else { return }
            burst = found
            actions["close-burst"].isEnabled = true
            onChange()
        }
    }
}
