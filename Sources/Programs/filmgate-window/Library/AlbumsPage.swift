import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The page that shows albums and folders with their covers, at the top level or in one folder.
final class AlbumsPage {
    let widget: Widget
    /// Called with the album or the folder that the person opens.
    var onOpen: (SidebarItem) -> Void = { _ in }

    private let builder = Builder("albums.ui")
    private let library: PhotoLibrary
    private let images: ImageLoader
    private let rows = RowList()
    private let view: GridView
    private let actions: ActionGroup
    private let menu: CollectionMenu
    private lazy var stack = Stack(in: builder, "stack")
    private lazy var title = WindowTitle(in: builder, "title")
    private lazy var empty = StatusPage(in: builder, "empty")
    private lazy var sort = DropDown(in: builder, "sort")
    private var item: SidebarItem = .albums
    private var collections = LibraryCollections()
    /// All albums with their covers and dates, by identifier.
    private var details: [AlbumID: AssetCollection] = [:]
    private var shown: [AlbumsPageEntry] = []
    private var reading: Task<Void, Never>?

    init(_ photos: LibraryPhotoSource, _ editor: CollectionEditor) {
        (library, images) = (photos.library, photos.images)
        widget = Widget(in: builder, "page")
        var makeCell: () -> any GridCell = { preconditionFailure("replaced below") }
        view = GridView(of: rows) { makeCell() }
        view.setSingleClick()
        view.add(cssClass: "albums")
        view.setMostColumns(12)
        ScrolledWindow(in: builder, "scroller").setChild(view)
        actions = ActionGroup("folder", on: widget)
        menu = CollectionMenu(over: widget, keysIn: view, arrows: view.arrows, editor)
        makeCell = { [weak self, images] in AlbumCell(images, of: self) }
        sort.setItems(AlbumSortOrder.allCases.map(\.title))
        sort.onSelected { [weak self] in self?.fill() }
        view.onActivate { [weak self] index in
            if let self, shown.indices.contains(index) { onOpen(shown[index].item) }
        }
        view.onMenuKey { [weak self] in
            guard let self, let index = view.focusedPosition, let cell = view.cell(at: index) else { return false }
            return openMenu(of: index, in: cell, atX: Double(cell.width) / 2, y: Double(cell.height) / 2)
        }
        menu.focused = { [weak self] in
            guard let self, let index = view.focusedPosition, shown.indices.contains(index) else { return nil }
            return (shown[index].item, shown[index].title)
        }
        menu.isInOwnOrder = { [weak self] in self?.order == .own }
        menu.onOpen = { [weak self] in self?.onOpen($0) }
        actions.add("rename", self, isChange: true) { page in
            editor.rename(page.item, titled: page.collections.title(of: page.item) ?? "")
        }
        actions.add("delete", self, isChange: true) { page in
            editor.delete(page.item, titled: page.collections.title(of: page.item) ?? "")
        }
    }

    isolated deinit { reading?.cancel() }

    /// Shows the albums and folders of the top level, or of a folder.
    func show(_ item: SidebarItem) {
        self.item = item
        for name in ["rename", "delete"] { actions[name].isEnabled = item != .albums }
        fill()
        read()
    }

    func show(_ collections: LibraryCollections) {
        self.collections = collections
        fill()
        if widget.isOnScreen { read() }
    }

    func focus() {
        if shown.isEmpty { _ = widget.moveFocus(isForward: true) } else { view.grabFocus() }
    }

    private func fill() {
        title.setTitle(item == .albums ? localized("Albums") : collections.title(of: item) ?? "")
        let folder: FolderID? = if case .folder(let id) = item { id } else { nil }
        let entries = AlbumsPageEntry.all(in: folder, of: collections, details, by: order)
        title.setSubtitle(entries.isEmpty ? "" : CountText.text(entries.count))
        empty.describe(
            icon: item.iconName, title(whenEmpty: folder),
            folder == nil
                ? localized("Press Ctrl+N to make one.")
                : localized("Drag albums and folders onto it in the sidebar to put them inside."))
        stack.visibleChild = entries.isEmpty ? "empty" : "grid"
        guard entries != shown else { return }
        let hadFocus = view.containsFocus
        let before = shown
        let focused = view.focusedPosition.flatMap { before.indices.contains($0) ? before[$0].item : nil }
        shown = entries
        rows.replace(0..<before.count, with: entries.count)
        guard hadFocus else { return }
        if let position = entries.firstIndex(where: { $0.item == focused }), view.focus(at: position) { return }
        focus()
    }

    private var order: AlbumSortOrder {
        AlbumSortOrder.allCases[max(0, min(sort.selected, AlbumSortOrder.allCases.count - 1))]
    }

    private func title(whenEmpty folder: FolderID?) -> String {
        folder == nil ? localized("No Albums") : collections.title(of: item) ?? ""
    }

    /// Reads the covers and the dates of all albums.
    private func read() {
        reading?.cancel()
        let library = library
        reading = Task {
            var albums: [AssetCollection] = []
            for request in [FetchRequest<AssetCollection>.albums, .smartAlbums] {
                // If reading fails, the page shows no new covers.
                let found = try? await library.fetch(request.reading([.cover, .startDate, .endDate])).snapshot()
                guard let found, !Task.isCancelled else { return }
                albums += found
            }
            details = Dictionary(albums.map { ($0.id, $0) }) { first, _ in first }
            fill()
        }
    }

    fileprivate func entry(at index: Int) -> AlbumsPageEntry? { shown.indices.contains(index) ? shown[index] : nil }

    fileprivate func openMenu(of cell: AlbumCell, atX x: Double, y: Double) -> Bool {
        guard let index = view.position(of: cell) else { return false }
        return openMenu(of: index, in: cell.widget, atX: x, y: y)
    }

    private func openMenu(of index: Int, in cell: Widget, atX x: Double, y: Double) -> Bool {
        guard let entry = entry(at: index) else { return false }
        return menu.open(of: entry.item, titled: entry.title, in: cell, atX: x, y: y)
    }
}

/// A cell with the cover of an album, or the covers of the albums in a folder, above the title.
private final class AlbumCell: GridCell {
    let widget: Widget
    private weak var page: AlbumsPage?
    private let images: ImageLoader
    private let pictures: [Picture]
    private let title = Label("")
    private let count = Label("")
    private var requested: [(asset: AssetID, form: DisplayImageSize)] = []
    private(set) var accessibleName = ""

    private static let side = 150

    init(_ images: ImageLoader, of page: AlbumsPage?) {
        self.images = images
        self.page = page
        let covers = Box.vertical(spacing: 2)
        covers.add(cssClass: "photo")
        covers.clip()
        covers.setSize(width: Self.side, height: Self.side)
        covers.place(horizontally: .start, vertically: .start)
        pictures = (0..<4).map { _ in Picture(covers: true) }
        for pair in 0..<2 {
            let row = Box.horizontal(spacing: 2)
            for picture in pictures[2 * pair..<2 * pair + 2] {
                picture.expandHorizontally()
                row.append(picture)
            }
            covers.append(row)
        }
        for label in [title, count] {
            label.setEllipsized()
            label.setAlignment(0)
        }
        count.add(cssClass: "dim-label")
        count.add(cssClass: "caption")
        let box = Box.vertical(spacing: 3)
        for part in [covers, title, count] { box.append(part) }
        widget = box
        widget.onSecondButton { [weak self] x, y in
            guard let self else { return false }
            return self.page?.openMenu(of: self, atX: x, y: y) ?? false
        }
    }

    func bind(to position: Int) {
        guard let entry = page?.entry(at: position) else { return }
        unbind()
        title.text = entry.title
        count.text = CountText.text(entry.count)
        accessibleName = "\(entry.title) · \(count.text)"
        // A single cover fills the square. Several covers take a quarter of the square each.
        let isSingle = entry.covers.count < 2
        for (index, picture) in pictures.enumerated() {
            picture.isVisible = index == 0 || !isSingle
            let side = isSingle ? Self.side : Self.side / 2 - 1
            picture.setSize(width: side, height: side)
        }
        for (cover, picture) in zip(entry.covers, pictures) {
            let form = DisplayImageSize.square(of: Self.side * widget.scaleFactor)
            requested.append((cover, form))
            images.load(cover, as: form, for: picture) { [weak self, weak picture] result in
                guard self?.requested.contains(where: { $0.asset == cover }) == true, case .image(let texture) = result
                else { return }
                picture?.texture = texture
            }
        }
    }

    func unbind() {
        for (request, picture) in zip(requested, pictures) {
            images.forget(request.asset, as: request.form, for: picture)
        }
        requested = []
        for picture in pictures { picture.texture = nil }
    }
}
