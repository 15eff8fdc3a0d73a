import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// A grid of photos, in which the person can select some.
final class PhotoGrid {
    let view: GridView

    private let rows = RowList()
    private let images: ImageLoader
    private let scroller: ScrolledWindow
    private(set) var assets: [ListedAsset] = []
    /// The minimum width of a photo; photos are a little wider, so that the columns fill the view.
    private var tileSize = 140
    /// The height of each photo, which is equal to its width.
    private var side = 140
    private var isNarrow = false
    /// The width of the view, in units of the screen.
    private var width = 0.0
    /// The default until the width is known.
    private static let usualColumns = 7
    /// The space around each photo, as in the style sheet.
    private static let padding = 6
    /// Below the first width a view is narrow, and from the second on it no longer is. In between, it stays as it was,
    /// because widgets that are shown only in a wide view change the width.
    private static let narrowWidths = 480.0..<540.0
    /// The selection before a double-click, while GTK handles its second press.
    private var beforeDoubleClick: [AssetID]?
    /// The selection before the last click.
    private var beforeClick: [AssetID] = []
    private var pace = ScrollPace()
    /// How long a fast movement must have ended before images are requested, in milliseconds.
    private static let pause: UInt32 = 80

    /// The selection, if the person can select.
    var selection: PhotoSelection? {
        didSet { connectSelection() }
    }
    /// Whether the photos are sorted by date, so that the first photo of each day shows the date.
    var showsDays = false
    /// Whether Enter shows a photo in large, rather than selecting it.
    var opensOnEnter = false
    /// Whether photos can be dragged, and accept drops. Set it before the first photos are shown.
    var allowsDragging = false
    /// Returns a short text to show on a photo, such as the days until it is deleted.
    var note: (AssetID) -> String? = { _ in nil }
    /// Called when the view becomes narrow, or wide again.
    var onNarrow: (Bool) -> Void = { _ in }
    /// Returns the photos that the person drags from one of them.
    var dragged: (AssetID) -> [AssetID] = { [$0] }
    /// Returns the drag content for photos, for other widgets and programs.
    var dragContent: ([AssetID]) -> DragContent? = { _ in nil }
    /// Called with the text that the person drops on a photo, and the position of the photo. Returns whether the drop
    /// is accepted.
    var onDropped: (String, Int) -> Bool = { _, _ in false }
    /// Called with the asset that the person opens.
    var onPreview: (Int) -> Void = { _ in }

    init(_ images: ImageLoader, in scroller: ScrolledWindow) {
        self.images = images
        self.scroller = scroller
        var makeCell: () -> any GridCell = { preconditionFailure("replaced below") }
        view = GridView(of: rows) { makeCell() }
        view.add(cssClass: "photos")
        view.setMostColumns(Self.usualColumns)
        scroller.setChild(view)
        // The columns cannot change while the view is being laid out.
        scroller.onWidthChanged { [weak self] width in
            self?.width = width
            MainLoop.after(milliseconds: 0) { [weak self] in self?.fitColumns() }
        }
        scroller.onScroll { [weak self] in self?.moved() }
        makeCell = { [weak self, images] in PhotoCell(PhotoTile(images), of: self) }
        images.watchRenewals { [weak self] _ in self?.view.refresh() }
        view.onActivate { [weak self] position in self?.activated(position) }
        view.onKey(beforeChildren: true) { [weak self] key, modifiers in
            guard let self, key == .space, modifiers.isDisjoint(with: [.control, .shift]),
                let position = view.focusedPosition
            else { return false }
            openByKeyboard(position)
            return true
        }
    }

    private func openByKeyboard(_ position: Int) {
        view.showFocus()
        onPreview(position)
    }

    /// Replaces the shown assets.
    func show(_ assets: [ListedAsset]) {
        let before = rows.count
        self.assets = assets
        rows.replace(0..<before, with: assets.count)
    }

    /// Shows a list that differs little from the previous one, without scrolling.
    func update(_ assets: [ListedAsset]) {
        let old = self.assets
        let most = min(old.count, assets.count)
        let start = (0..<most).first { old[$0] != assets[$0] } ?? most
        let end = (0..<most - start).first { old[old.count - 1 - $0] != assets[assets.count - 1 - $0] } ?? most - start
        self.assets = assets
        if start + end < max(old.count, assets.count) {
            rows.replace(start..<old.count - end, with: assets.count - end - start)
        }
        // The photo after the changed ones may now be the first of its day, or no longer be, and alt texts may be new.
        view.refresh()
    }

    /// Gives the focus to the photo that was opened, or else to the one that had it last.
    func focus(on asset: ListedAsset?) {
        let position = asset.flatMap { shown in assets.firstIndex { $0.id == shown.id } }
        if let position, view.focus(at: position) { return }
        view.grabFocus()
    }

    func setTileSize(_ size: Int) {
        (tileSize, side) = (size, size)
        fitColumns()
        view.refresh()
    }

    private func moved() {
        pace.moved(to: scroller.screensAbove, at: MainLoop.milliseconds)
        if pace.isFast { images.pause(milliseconds: Self.pause) }
    }

    /// Computes how many columns of squares fit.
    private func fitColumns() {
        guard width > 0 else { return }
        let wasNarrow = isNarrow
        isNarrow = width < (wasNarrow ? Self.narrowWidths.upperBound : Self.narrowWidths.lowerBound)
        let room = Int(width)
        let columns = max(isNarrow ? 3 : 2, min(40, room / (tileSize + Self.padding)))
        view.setMostColumns(columns)
        let fitting = max(1, room / columns - Self.padding)
        if side != fitting {
            side = fitting
            view.each { cell, _ in (cell as? PhotoCell)?.tile.setHeight(fitting) }
        }
        if isNarrow != wasNarrow { onNarrow(isNarrow) }
    }

    /// The asset at the top of the view.
    var firstVisible: ListedAsset? { firstVisiblePosition.map { assets[$0] } }

    var firstVisiblePosition: Int? {
        let index = Int(scroller.position * Double(assets.count))
        return assets.indices.contains(index) ? index : nil
    }

    // MARK: Selection

    private func connectSelection() {
        guard let selection else { return }
        view.setRubberBand(true)
        rows.isSelected = { [weak self] in
            guard let self, assets.indices.contains($0) else { return false }
            return selection.contains(assets[$0].id)
        }
        rows.changeSelection = { [weak self] change in
            guard let self else { return }
            switch change {
            case .add(let positions): selection.add(ids(positions))
            case .addEach(let positions): selection.add(ids(positions))
            case .remove(let positions): selection.remove(ids(positions))
            }
        }
        selection.onChange = { [weak self] in
            guard let self else { return }
            rows.selectionChanged(in: 0..<rows.count)
            view.refreshMarks()
        }
    }

    private func ids(_ positions: some Sequence<Int>) -> [AssetID] {
        positions.compactMap { assets.indices.contains($0) ? assets[$0].id : nil }
    }

    fileprivate func pressed(_ clicks: Int) {
        if clicks == 2 {
            beforeDoubleClick = beforeClick
            // GTK activates the photo at once, if at all.
            MainLoop.after(milliseconds: 0) { [weak self] in self?.beforeDoubleClick = nil }
        }
        beforeClick = selection?.ids ?? []
    }

    /// Returns the drag content of a cell; nil with Shift, which begins a selection rectangle instead.
    fileprivate func content(draggedFrom cell: PhotoCell, with modifiers: Modifiers) -> DragContent? {
        guard !modifiers.contains(.shift), let asset = asset(of: cell), let content = dragContent(dragged(asset)) else {
            return nil
        }
        // The drag begins at once. Otherwise GTK would begin a selection rectangle with the same movement, and keep it
        // after the drag.
        view.setRubberBand(false)
        return content
    }

    fileprivate func dragEnded() { view.setRubberBand(selection != nil) }

    /// Shows dragged photos beside the pointer, the one under the pointer first.
    fileprivate func icon(draggedFrom cell: PhotoCell) -> Widget {
        let assets = asset(of: cell).map(dragged) ?? []
        let moved = Set(assets)
        var others: [(position: Int, texture: Texture?)] = []
        view.each { other, position in
            guard let other = other as? PhotoCell, other !== cell, self.assets.indices.contains(position),
                moved.contains(self.assets[position].id)
            else { return }
            others.append((position, other.tile.texture))
        }
        let textures = [cell.tile.texture] + others.sorted { $0.position < $1.position }.map(\.texture)
        return DragIcon.photos(textures, count: assets.count)
    }

    private func asset(of cell: PhotoCell) -> AssetID? {
        guard let position = view.position(of: cell), assets.indices.contains(position) else { return nil }
        return assets[position].id
    }

    private func activated(_ position: Int) {
        if let before = beforeDoubleClick {
            beforeDoubleClick = nil
            // The first click has selected or unselected the photo, which a person who opens it did not intend.
            selection?.replace(with: before)
            // After this handler, GTK gives the focus to the photo, so that the preview would get no keys.
            MainLoop.after(milliseconds: 0) { [weak self] in self?.onPreview(position) }
            return
        }
        if selection == nil || opensOnEnter { openByKeyboard(position) } else { toggle(position) }
    }

    func toggle(_ position: Int) {
        guard assets.indices.contains(position) else { return }
        selection?.toggle(assets[position].id)
    }

    fileprivate func bind(_ cell: PhotoCell, to position: Int) {
        guard assets.indices.contains(position) else { return }
        let asset = assets[position]
        cell.tile.show(
            asset, size: tileSize, height: side, note: note(asset.id), startsDay: startsDay(position))
        mark(cell, at: position)
    }

    private func startsDay(_ position: Int) -> Bool {
        showsDays && DayHeadings.startsDay(position, in: assets) { day($0) }
    }

    private func day(_ position: Int) -> Int64? {
        assets[position].date(DateText.dayNumber)
    }

    fileprivate func mark(_ cell: PhotoCell, at position: Int) {
        guard assets.indices.contains(position), let selection else { return }
        cell.tile.setMark(selection.mark(of: assets[position].id))
    }
}

/// A photo in a grid.
private final class PhotoCell: GridCell {
    let tile: PhotoTile
    private weak var grid: PhotoGrid?

    var widget: Widget { tile.widget }
    var accessibleName: String { tile.name }

    init(_ tile: PhotoTile, of grid: PhotoGrid?) {
        self.tile = tile
        self.grid = grid
        tile.widget.onClick(pressed: { [weak self] in self?.grid?.pressed($0) }) { [weak self] in
            guard let self, let grid = self.grid, let position = grid.view.position(of: self) else { return }
            grid.toggle(position)
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
        tile.widget.onTextDropped { [weak self] text in
            guard let self, let grid = self.grid, let position = grid.view.position(of: self) else { return false }
            return grid.onDropped(text, position)
        }
    }

    func bind(to position: Int) { grid?.bind(self, to: position) }

    func unbind() { tile.clear() }

    func mark(at position: Int) { grid?.mark(self, at: position) }
}

extension GridView {
    /// Redraws the marks of all cells.
    fileprivate func refreshMarks() { each { cell, position in (cell as? PhotoCell)?.mark(at: position) } }
}
