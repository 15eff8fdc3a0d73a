import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// Moves photos of the shown album to a new position when the person presses a key, or drops photos on a photo.
final class AlbumReorderer {
    /// The shown album; nil if the person cannot change the order of the shown photos.
    var album: AlbumID? {
        didSet { for name in ["move-earlier", "move-later"] { actions[name].isEnabled = album != nil } }
    }

    private let actions: ActionGroup
    private let grid: PhotoGrid
    private let selection: PhotoSelection
    private let editor: LibraryEditor

    init(_ actions: ActionGroup, _ grid: PhotoGrid, _ selection: PhotoSelection, _ editor: LibraryEditor) {
        (self.actions, self.grid, self.selection, self.editor) = (actions, grid, selection, editor)
        let (back, forth) = grid.view.arrows
        actions.add("move-earlier", self, isChange: true, keys: "<Control><Shift>\(back)") { $0.move(by: .earlier) }
        actions.add("move-later", self, isChange: true, keys: "<Control><Shift>\(forth)") { $0.move(by: .later) }
        grid.onDropped = { [weak self] in self?.move($0, to: $1) ?? false }
    }

    private var order: [AssetID] { grid.assets.map(\.id) }

    /// Moves dropped photos next to the photo at `position`.
    ///
    /// - Returns: whether the photos can move there.
    private func move(_ text: String, to position: Int) -> Bool {
        guard let album, let moved = SharedPhotoCopier.assets(in: text),
            let index = AlbumMove.index(of: moved, droppedOn: position, in: order)
        else { return false }
        move(moved, in: album, to: index)
        return true
    }

    /// Moves the selected photos by one position. If none is selected, selects and moves the focused photo.
    private func move(by step: AlbumMove.Step) {
        guard let album else { return }
        let order = order
        if selection.count == 0, let focused = grid.view.focusedPosition, order.indices.contains(focused) {
            selection.add([order[focused]])
        }
        let moved = order.filter(selection.contains)
        guard let index = AlbumMove.index(of: moved, after: step, in: order) else { return }
        move(moved, in: album, to: index)
    }

    private func move(_ moved: [AssetID], in album: AlbumID, to index: Int) {
        editor.move(moved, in: album, to: index, among: order)
    }
}
