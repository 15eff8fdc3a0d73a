import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// The row below the enlarged photo, with the photos before and after it.
///
/// Creates widgets only for the photos in view.
final class Filmstrip {
    /// Called with the position of the photo that the person chooses.
    var onChoose: (Int) -> Void = { _ in }
    /// Called when the person presses Escape in the row.
    var onLeave: () -> Void = {}
    /// Whether the viewer is in full screen, which hides the row.
    var isFullScreen = false {
        didSet { showOrHide() }
    }

    private let scroller: ScrolledWindow
    private let rows = RowList()
    private let view: GridView
    private var assets: [ListedAsset] = []
    /// The position of the enlarged photo.
    private var position = 0
    /// Whether the person has hidden the row.
    private let isOff = RememberedFlag("filmstrip-off")

    /// The side of each photo, in logical pixels.
    private static let side = 56

    /// - Parameter actions: the actions of the page, to which the row adds the action that shows or hides it.
    init(_ builder: Builder, _ actions: ActionGroup, _ images: ImageLoader) {
        scroller = ScrolledWindow(in: builder, "filmstrip")
        var makeCell: () -> any GridCell = { preconditionFailure("replaced below") }
        view = GridView(of: rows, isStrip: true) { makeCell() }
        view.add(cssClass: "filmstrip")
        scroller.setChild(view)
        makeCell = { [weak self, images] in FilmstripCell(PhotoTile(images), of: self) }
        images.watchRenewals { [weak self] _ in self?.view.refresh() }
        rows.isSelected = { [weak self] in $0 == self?.position }
        view.onActivate { [weak self] in self?.onChoose($0) }
        view.onKey { [weak self] key, _ in
            guard key == .escape else { return false }
            self?.onLeave()
            return true
        }
        scroller.onScrollTurn { [weak self] turn in
            guard turn.x == 0, turn.modifiers.isDisjoint(with: [.control, .alt]) else { return false }
            self?.scroller.moveSideways(by: turn.y * (turn.isWheel ? Double(Self.side) : 1))
            return true
        }
        // Waits for the end of the layout, because the row cannot scroll earlier.
        scroller.onContentWidthChanged { MainLoop.after(milliseconds: 0) { [weak self] in self?.center() } }
        let action = actions.addToggle("filmstrip", self) { strip, isOn in
            strip.isOff.value = !isOn
            strip.showOrHide()
        }
        action.isOn = !isOff.value
    }

    /// Shows a list of photos, and centers the photo at a position.
    func show(_ assets: [ListedAsset], at position: Int) {
        let old = self.position
        self.position = position
        if assets != self.assets {
            let count = rows.count
            self.assets = assets
            rows.replace(0..<count, with: assets.count)
        } else if old != position {
            for place in [old, position] where place < rows.count { rows.selectionChanged(in: place..<place + 1) }
        }
        showOrHide()
        center()
    }

    private func showOrHide() { scroller.isVisible = !isOff.value && !isFullScreen && assets.count > 1 }

    private func center() {
        if scroller.isVisible, !assets.isEmpty { scroller.center(at: (Double(position) + 0.5) / Double(assets.count)) }
    }

    private final class FilmstripCell: GridCell {
        var widget: Widget { tile.widget }
        var accessibleName: String { tile.name }
        private let tile: PhotoTile
        private weak var strip: Filmstrip?

        init(_ tile: PhotoTile, of strip: Filmstrip?) {
            (self.tile, self.strip) = (tile, strip)
            // Centers the tile, because the row can be higher than the tile.
            tile.widget.place(horizontally: .center, vertically: .center)
        }

        func bind(to position: Int) {
            guard let strip, strip.assets.indices.contains(position) else { return }
            tile.show(strip.assets[position], size: Filmstrip.side)
        }

        func unbind() { tile.clear() }
    }
}
