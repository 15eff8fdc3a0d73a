import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// A grid of photos, in which the person can select photos.
final class PhotoGrid {
    let view: GridView

    let rows = RowList()
    private let images: ImageLoader
    let scroller: ScrolledWindow
    private(set) var assets: [ListedAsset] = []
    /// The requested width of a photo. The actual width is a little larger, so that the columns fill the view.
    private(set) var tileSize = 140
    /// The height of each photo, which is equal to its actual width.
    private var side = 140
    private var isNarrow = false
    /// The width of the view, in logical pixels.
    private var width = 0.0
    /// The number of columns before the width is known.
    private static let usualColumns = 7
    private var columns = usualColumns
    /// The padding around each photo, in logical pixels, as in the style sheet.
    private static let padding = 6
    /// The widths at which a view becomes narrow or wide. Between these widths, the view does not change, because the
    /// widgets that only a wide view shows affect the width.
    private static let narrowWidths = 480.0..<540.0
    /// The selection before a double-click; nil unless GTK is handling the second press.
    var beforeDoubleClick: [AssetID]?
    /// The selection before the last click.
    var beforeClick: [AssetID] = []
    /// Whether the last click was beside the photos, and no key has moved the focus since. Then keys change no photo.
    var isClickedAway = false
    /// Whether the person is selecting with a finger. Then taps toggle photos, until no photo is selected.
    var isSelectingByTouch = false
    private var speedMeter = ScrollSpeedMeter()
    private var settling: Timeout?
    /// The time after fast scrolling before images are requested, in milliseconds.
    private static let pause: UInt32 = 80

    /// The selection; nil if the person cannot select photos.
    var selection: PhotoSelection? {
        didSet { connectSelection() }
    }
    /// Whether the photos are sorted by date, so that the first photo of each day, month or year has a heading.
    var showsDays = false
    /// The towns that the headings of days and months name; nil for headings without towns.
    var towns: SectionTowns? { didSet { connectTowns() } }
    /// The label in front of the grid with the day, the month or the year of the photos at the top.
    var head: Label?
    /// Whether the person picks photos, such as for an app. Then clicks, taps and Enter select or unselect one photo.
    /// In other grids, a click also unselects all other photos, and Enter opens a photo.
    var isPicking = false
    /// Whether photos can be dragged and accept drops. Set this before the first photos are shown.
    var allowsDragging = false
    /// Returns short text to show on a photo, such as the days until it is deleted.
    var note: (AssetID) -> String? = { _ in nil }
    /// Called when the view becomes narrow, or wide again.
    var onNarrow: (Bool) -> Void = { _ in }
    /// Returns the photos to drag if the person drags this photo.
    var dragged: (AssetID) -> [AssetID] = { [$0] }
    /// Returns the drag content for photos.
    var dragContent: ([AssetID]) -> DragContent? = { _ in nil }
    /// Called with the text that the person drops on a photo, and the position of the photo. Returns whether the drop
    /// is accepted.
    var onDropped: (String, Int) -> Bool = { _, _ in false }
    /// The menu of the selected photos; nil if they have no menu.
    var menu: ContextMenu?
    /// The position of the photo whose menu is open.
    var menuPosition: Int?
    /// Called before the menu opens.
    var onMenu: () -> Void = {}
    /// Called with the position of the asset that the person opens.
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
        // Waits for the end of the layout, during which the columns cannot change.
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

    /// Updates the shown assets after small changes of the list, without scrolling.
    func update(_ assets: [ListedAsset]) {
        let old = self.assets
        let focused = view.focusedPosition.flatMap { old.indices.contains($0) ? old[$0].id : nil }
        self.assets = assets
        towns?.renew()
        for part in RowReplacement.all(from: old, to: assets) { rows.replace(part.rows, with: part.added) }
        // Updates the headings and the alt texts of photos that are still in the list.
        view.refresh()
        showHead(isFast: false)
        // If the focused row was replaced, GTK has moved the focus to the next row.
        if let focused, let position = assets.firstIndex(where: { $0.id == focused }), view.focusedPosition != position
        {
            _ = view.focus(at: position)
        }
    }

    /// Moves the focus to a photo, or, if it is not listed, to the photo that last had the focus.
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
        speedMeter.moved(to: scroller.screensAbove, at: MainLoop.milliseconds)
        if speedMeter.isFast { images.pause(milliseconds: Self.pause) }
        showHead(isFast: speedMeter.isFast)
        settling?.cancel()
        guard speedMeter.isFast else { return settling = nil }
        settling = MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.showHead(isFast: false) }
    }

    /// Computes the number of columns that fit, and the size of the photos.
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

    /// The position of the first asset in the topmost visible row.
    var firstVisiblePosition: Int? {
        // All rows have the same height.
        let rows = (assets.count + columns - 1) / columns
        let index = Int(scroller.position * Double(rows) + 0.01) * columns
        return assets.indices.contains(index) ? index : nil
    }

    /// Returns the drag content for a cell; nil if Shift is pressed, which starts a selection rectangle.
    func content(draggedFrom cell: PhotoCell, with modifiers: Modifiers) -> DragContent? {
        guard !modifiers.contains(.shift), let asset = asset(of: cell), let content = dragContent(dragged(asset)) else {
            return nil
        }
        // Disables the selection rectangle. Otherwise GTK would start one with the same movement, and keep it after the
        // drag.
        view.setRubberBand(false)
        return content
    }

    func dragEnded() { view.setRubberBand(selection != nil) }

    /// Returns the icon for dragged photos, which shows the photo under the pointer first.
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
