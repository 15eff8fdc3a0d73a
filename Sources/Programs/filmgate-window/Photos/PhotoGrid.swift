import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// A grid of photos, in which the person can select some.
final class PhotoGrid {
    let view: GridView

    let rows = RowList()
    private let images: ImageLoader
    let scroller: ScrolledWindow
    private(set) var assets: [ListedAsset] = []
    /// The wanted width of a photo. The actual width is a little larger, so that the columns fill the view.
    private(set) var tileSize = 140
    /// The height of each photo, which is equal to its actual width.
    private var side = 140
    private var isNarrow = false
    /// The width of the view, in logical pixels.
    private var width = 0.0
    /// The number of columns until the width is known.
    private static let usualColumns = 7
    private var columns = usualColumns
    /// The padding around each photo, as in the style sheet.
    private static let padding = 6
    /// A view is narrow below the first width, and wide from the second width on. In between, it stays narrow or wide,
    /// because widgets that are shown only in a wide view change the width.
    private static let narrowWidths = 480.0..<540.0
    /// The selection before a double-click, while GTK handles its second press.
    var beforeDoubleClick: [AssetID]?
    /// The selection before the last click.
    var beforeClick: [AssetID] = []
    /// Whether the person has clicked beside the photos. The focus stays where it was, but is not drawn. Keys change no
    /// photo until a key has moved the focus.
    var isClickedAway = false
    /// Whether the person has begun to select with a finger, so that taps toggle until nothing is selected.
    var isSelectingByTouch = false
    private var pace = ScrollPace()
    private var settling: Timeout?
    /// How long a fast movement must have ended before images are requested, in milliseconds.
    private static let pause: UInt32 = 80

    /// The selection, if the person can select.
    var selection: PhotoSelection? {
        didSet { connectSelection() }
    }
    /// Whether the photos are sorted by date, so that the first photo of each day, month or year has a heading.
    var showsDays = false
    /// The towns that the headings of days name; nil if they name no towns.
    var towns: DayTowns? { didSet { connectTowns() } }
    /// The label in front of the grid with the day, the month or the year of the photos at the top.
    var head: Label?
    /// Whether the person picks photos, as for an app: clicks, taps and Enter toggle the mark of a photo, and nothing
    /// unselects others. In other grids, a click selects one photo alone, and Enter shows it enlarged.
    var isPicking = false
    /// Whether photos can be dragged and accept drops. Set it before the first photos are shown.
    var allowsDragging = false
    /// Returns a short text to show on a photo, such as the days until it is deleted.
    var note: (AssetID) -> String? = { _ in nil }
    /// Called when the view becomes narrow, or wide again.
    var onNarrow: (Bool) -> Void = { _ in }
    /// Returns the photos to drag if the person drags this photo.
    var dragged: (AssetID) -> [AssetID] = { [$0] }
    /// Returns the drag content for photos, for other widgets and programs.
    var dragContent: ([AssetID]) -> DragContent? = { _ in nil }
    /// Called with the text that the person drops on a photo, and the position of the photo. Returns whether the drop
    /// is accepted.
    var onDropped: (String, Int) -> Bool = { _, _ in false }
    /// The menu of the selected photos, if they have one.
    var menu: ContextMenu?
    /// The photo at which the menu was opened.
    var menuPosition: Int?
    /// Called before the menu opens.
    var onMenu: () -> Void = {}
    /// Called with the position of the asset that the person wants to see enlarged.
    var onPreview: (Int) -> Void = { _ in }

    /// The keys that move the focus in the grid.
    private static let focusKeys: Set<Key> = [.left, .right, .up, .down, .home, .end, .pageUp, .pageDown]

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
        view.onMenuKey { [weak self] in self?.openMenuByKeyboard() ?? false }
        view.onClick { [weak self] x, y in
            if self?.view.isEmpty(atX: x, y: y) == true { self?.clickedBesidePhotos() }
        }
        view.onLeave { [weak self] in self?.isClickedAway = false }
        view.onKey(beforeChildren: true) { [weak self] key, modifiers in
            guard let self else { return false }
            if Self.focusKeys.contains(key) { isClickedAway = false }
            guard key == .space, modifiers.isDisjoint(with: [.control, .shift]),
                let position = view.focusedPosition
            else { return false }
            openByKeyboard(position)
            return true
        }
    }

    func openByKeyboard(_ position: Int) {
        view.showFocus()
        onPreview(position)
    }

    /// Replaces the shown assets.
    func show(_ assets: [ListedAsset]) {
        let before = rows.count
        self.assets = assets
        towns?.clear()
        rows.replace(0..<before, with: assets.count)
        showHead(isFast: false)
    }

    /// Shows a list that differs little from the previous one, without scrolling.
    func update(_ assets: [ListedAsset]) {
        let old = self.assets
        let focused = view.focusedPosition.flatMap { old.indices.contains($0) ? old[$0].id : nil }
        self.assets = assets
        towns?.renew()
        for part in RowReplacement.all(from: old, to: assets) { rows.replace(part.rows, with: part.added) }
        // The photo after the changed photos may have become the first of its day, or ceased to be, and alt texts may
        // be new.
        view.refresh()
        showHead(isFast: false)
        // GTK moves the focus from a replaced row to the next row.
        if let focused, let position = assets.firstIndex(where: { $0.id == focused }), view.focusedPosition != position
        {
            _ = view.focus(at: position)
        }
    }

    /// Gives the focus to the photo that was opened, or else to the photo that last had the focus.
    func focus(on asset: ListedAsset?) {
        let position = asset.flatMap { shown in assets.firstIndex { $0.id == shown.id } }
        if let position, view.focus(at: position) { return }
        view.grabFocus()
    }

    func setTileSize(_ size: Int) {
        (tileSize, side) = (size, size)
        fitColumns()
        view.refresh()
        showHead(isFast: false)
    }

    private func moved() {
        pace.moved(to: scroller.screensAbove, at: MainLoop.milliseconds)
        if pace.isFast { images.pause(milliseconds: Self.pause) }
        showHead(isFast: pace.isFast)
        settling?.cancel()
        guard pace.isFast else { return settling = nil }
        settling = MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.showHead(isFast: false) }
    }

    /// Computes the number of columns of squares that fit.
    private func fitColumns() {
        guard width > 0 else { return }
        let wasNarrow = isNarrow
        isNarrow = width < (wasNarrow ? Self.narrowWidths.upperBound : Self.narrowWidths.lowerBound)
        let room = Int(width)
        let columns = max(isNarrow ? 3 : 2, min(40, room / (tileSize + Self.padding)))
        view.setMostColumns(columns)
        self.columns = columns
        let fitting = max(1, room / columns - Self.padding)
        if side != fitting {
            side = fitting
            view.each { cell, _ in (cell as? PhotoCell)?.tile.setHeight(fitting) }
        }
        if isNarrow != wasNarrow { onNarrow(isNarrow) }
    }

    /// The position of the asset at the top of the view.
    var firstVisiblePosition: Int? {
        // All rows are equally high.
        let rows = (assets.count + columns - 1) / columns
        let index = Int(scroller.position * Double(rows) + 0.01) * columns
        return assets.indices.contains(index) ? index : nil
    }

    /// Returns the drag content for a cell; nil with Shift, with which a selection rectangle begins.
    func content(draggedFrom cell: PhotoCell, with modifiers: Modifiers) -> DragContent? {
        guard !modifiers.contains(.shift), let asset = asset(of: cell), let content = dragContent(dragged(asset)) else {
            return nil
        }
        // The drag begins at once. If it began later, GTK would begin a selection rectangle with the same movement, and
        // keep it after the drag.
        view.setRubberBand(false)
        return content
    }

    func dragEnded() { view.setRubberBand(selection != nil) }

    /// Shows dragged photos beside the pointer, the photo under the pointer first.
    func icon(draggedFrom cell: PhotoCell) -> Widget {
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

    func bind(_ cell: PhotoCell, to position: Int) {
        guard assets.indices.contains(position) else { return }
        let asset = assets[position]
        cell.tile.show(
            asset, size: tileSize, height: side, note: note(asset.id), heading: heading(position))
        mark(cell, at: position)
    }
}
