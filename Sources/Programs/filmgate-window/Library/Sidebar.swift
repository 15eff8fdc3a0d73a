import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The sidebar beside the page, which lists the parts of the library.
final class Sidebar {
    /// Called with the item that the person selects.
    var onSelect: (SidebarItem) -> Void = { _ in }
    /// Called with the item that the person clicks, or opens with Enter, even if the item is already selected.
    var onOpen: (SidebarItem) -> Void = { _ in }
    /// Called with a dragged item, the item on which it is dropped, and whether the drop is near an edge of the row.
    /// Returns whether the dragged item can move there.
    var onMove: (_ moved: SidebarItem, _ target: SidebarItem, _ isAtEdge: Bool) -> Bool = { _, _, _ in false }

    /// Called with the photos that the person drops on an album, and the album.
    var onAssets: ([AssetID], AlbumID) -> Void = { _, _ in }

    /// Called with the entry and the row whose menu the person opens, and the position in the row. Returns whether the
    /// row has a menu.
    var onMenu: (SidebarEntry, _ row: Widget, Double, Double) -> Bool = { _, _, _, _ in false }

    let list: ListBox
    /// The entries of the rows; nil for a heading.
    private var lines: [SidebarEntry?] = []
    private(set) var selected: SidebarItem = .photos
    private var isFilling = false
    private var collections = LibraryCollections()
    /// The number of assets that wait in the inbox.
    private var waiting = 0

    init(_ builder: Builder) {
        list = ListBox(in: builder, "sidebar")
        list.letTabLeave()
        list.onSelected { [weak self] index in self?.chose(index) }
        list.onActivated { [weak self] index in
            guard let self, lines.indices.contains(index), let entry = lines[index] else { return }
            isBrowsed = false
            onOpen(entry.item)
        }
        list.onMenuKey { [weak self] in
            guard let self, let entry = focused, let row = list.focusedRow else { return false }
            return onMenu(entry, row, Double(row.width) / 2, Double(row.height) / 2)
        }
    }

    /// The entry whose row has the focus.
    var focused: SidebarEntry? { list.focused.flatMap { lines.indices.contains($0) ? lines[$0] : nil } }

    /// Whether the person is moving through the list with the keyboard, so that no page takes the focus.
    var isBrowsed = false

    func focus() { list.focusSelected() }

    func title(of item: SidebarItem) -> String { entry(of: item)?.title ?? "" }

    private func entry(of item: SidebarItem) -> SidebarEntry? {
        lines.lazy.compactMap(\.self).first { $0.item == item }
    }

    /// Shows the number of assets that wait in the inbox. The inbox is listed only while assets wait in it, or while it
    /// is selected.
    func show(waiting: Int) {
        self.waiting = waiting
        show(collections)
    }

    /// - Parameter replacement: the item to select instead of the selected item; nil to keep the selection.
    func show(_ collections: LibraryCollections, selecting replacement: SidebarItem? = nil) {
        if let replacement { selected = replacement }
        self.collections = collections
        let inbox = waiting > 0 || selected == .inbox ? waiting : nil
        let new =
            SidebarEntry.first(collections.entries) + SidebarEntry.smart(collections.smartCounts, selected: selected)
            + [nil] + SidebarEntry.last(waiting: inbox)
        guard new != lines else { return }
        let hadFocus = list.containsFocus
        isFilling = true
        lines = new
        list.removeAll()
        for line in lines {
            if let line {
                list.append(row(line))
            } else {
                let label = Label(localized("More"))
                label.add(cssClass: "sidebar-heading")
                label.add(cssClass: "dim-label")
                label.setAlignment(0)
                let row = ListRow(label)
                row.setHeading()
                row.setAccessibleLabel(label.text)
                list.append(row)
            }
        }
        if entry(of: selected) == nil { selected = .photos }
        list.selected = lines.firstIndex { $0?.item == selected }
        isFilling = false
        if hadFocus { list.focusSelected() }
    }

    func select(_ item: SidebarItem) {
        guard let index = lines.firstIndex(where: { $0?.item == item }) else { return }
        list.selected = index
    }

    private func row(_ entry: SidebarEntry) -> ListRow {
        let box = Box.horizontal(spacing: 9)
        let icon = Icon.symbolic(entry.iconName)
        box.setMargins(start: 3 + 15 * entry.depth, end: 3, vertical: 3)
        box.append(icon)
        let label = Label(entry.title)
        label.setEllipsized()
        label.setAlignment(0)
        label.expandHorizontally()
        box.append(label)
        if let count = entry.count {
            let number = Label(Text.number(count))
            number.add(cssClass: "dim-label")
            number.add(cssClass: "caption")
            box.append(number)
        }
        let row = ListRow(box)
        row.setAccessibleLabel(entry.accessibleName)
        row.onSecondButton { [weak self, unowned row] x, y in self?.onMenu(entry, row, x, y) ?? false }
        if let text = entry.item.dragText {
            row.setDragged(as: text) { DragIcon.collection(entry.title, icon: entry.iconName) }
        }
        if entry.item.dragText != nil || entry.item == .albums {
            row.onTextDropped { [weak self] text, part in
                if case .album(let album) = entry.item, !entry.hasRule, let assets = SharedPhotoCopier.assets(in: text)
                {
                    self?.onAssets(assets, album)
                    return true
                }
                guard let moved = SidebarItem(dragText: text) else { return false }
                return self?.onMove(moved, entry.item, !(0.25...0.75).contains(part)) ?? false
            }
        }
        return row
    }

    private func chose(_ index: Int) {
        guard !isFilling, lines.indices.contains(index), let entry = lines[index] else { return }
        // When Tab enters the list, GTK selects the row again. This must not change the page.
        guard entry.item != selected else { return }
        selected = entry.item
        isBrowsed = list.containsFocus
        onSelect(entry.item)
    }
}
