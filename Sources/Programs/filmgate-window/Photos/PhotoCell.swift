import FilmgateGTK

/// The cell of a photo in a `PhotoGrid`.
final class PhotoCell: GridCell {
    let tile: PhotoTile
    private weak var grid: PhotoGrid?

    var widget: Widget { tile.widget }
    var accessibleName: String { tile.name }

    init(_ tile: PhotoTile, of grid: PhotoGrid?) {
        self.tile = tile
        self.grid = grid
        tile.widget.onClick(pressed: { [weak self] in self?.grid?.pressed($0) }) { [weak self] _, _ in
            guard let self, let grid = self.grid, let position = grid.view.position(of: self) else { return }
            grid.clicked(position)
        }
        tile.widget.onFingerHeld { [weak self] _, _ in
            guard let self, let grid = self.grid, let position = grid.view.position(of: self) else { return true }
            grid.held(position)
            return true
        }
        tile.widget.onSecondButton { [weak self] x, y in
            guard let self, let grid = self.grid, let position = grid.view.position(of: self) else { return false }
            return grid.openMenu(of: position, in: tile.widget, atX: x, y: y)
        }
        guard grid?.allowsDragging == true else { return }
        tile.widget.onDrag { [weak self] modifiers in
            guard let self else { return nil }
            return self.grid?.content(draggedFrom: self, with: modifiers)
        } icon: { [weak self, weak grid] in
            self.flatMap { grid?.icon(draggedFrom: $0) } ?? DragIcon.photos([nil], count: 1)
        } ended: { [weak self] in
            self?.grid?.dragEnded()
        }
        tile.widget.onTextDropped { [weak self] text, _ in
            guard let self, let grid = self.grid, let position = grid.view.position(of: self) else { return false }
            return grid.onDropped(text, position)
        }
    }

    func bind(to position: Int) { grid?.bind(self, to: position) }

    func unbind() { tile.clear() }

    func mark(at position: Int) { grid?.mark(self, at: position) }
}
