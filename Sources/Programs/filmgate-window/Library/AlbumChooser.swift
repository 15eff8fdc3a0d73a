import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The popover in which the person chooses an album for the selected photos. It has a search entry, a list of albums
/// with their covers, and a row for a new album.
final class AlbumChooser {
    /// Called with the album that the person chooses.
    var onAlbum: (AlbumID) -> Void = { _ in }
    /// Called with the text of the search when the person chooses to create an album.
    var onNew: (String) -> Void = { _ in }

    private let library: PhotoLibrary
    private let images: ImageLoader
    private let list: ListBox
    private let popover: Popover
    private let search: SearchEntry
    private var albums: [AssetCollection] = []
    private var covers: [AlbumID: AssetID] = [:]
    /// The rows of the albums, without the row for a new album.
    private var lines: [AlbumRow] = []
    private var reading: Task<Void, Never>?

    /// The maximum number of rows that show covers. The other rows show an icon.
    private static let mostCovers = 200

    init(_ builder: Builder, _ photos: LibraryPhotoSource) {
        (library, images) = (photos.library, photos.images)
        list = ListBox(in: builder, "albums")
        popover = Popover(in: builder, "albums-popover")
        search = SearchEntry(in: builder, "albums-search")
        popover.onShown { [weak self] in self?.open() }
        search.onSearch { [weak self] in self?.fill() }
        search.onActivate { [weak self] in self?.chooseFirst() }
        search.onStop { [weak self] in self?.popover.close() }
        list.onActivated { [weak self] in self?.choose($0) }
    }

    isolated deinit { reading?.cancel() }

    /// Sets the albums. An open list does not change until the person searches in it or opens it again.
    func show(_ collections: LibraryCollections) {
        albums = collections.albums
        if !isOpen { fill() }
    }

    var isOpen: Bool { popover.isVisible }

    private func open() {
        search.clear()
        fill()
        readCovers()
        // Waits because GTK moves the focus to the list when the list is shown again.
        MainLoop.after(milliseconds: 0) { [weak self] in
            if let self, isOpen { search.grabFocus() }
        }
    }

    private var words: String { Text.trimmed(search.text) }

    private func fill() {
        for line in lines { line.clear() }
        list.removeAll()
        let wanted = words.lowercased()
        let found = albums.filter { wanted.isEmpty || LibraryCollections.title($0.title).lowercased().contains(wanted) }
        list.append(Self.lineForNew())
        lines = found.map { AlbumRow($0, images) }
        for line in lines { list.append(line.row) }
        showCovers()
    }

    private static func lineForNew() -> ListRow {
        let icon = Icon.symbolic("list-add-symbolic")
        icon.setSize(width: AlbumRow.coverSize, height: AlbumRow.coverSize)
        let label = Label(localized("New Album…"))
        label.setAlignment(0)
        let row = ListRow(AlbumRow.box(icon, label))
        row.setAccessibleLabel(label.text)
        return row
    }

    /// Reads the covers of the albums. Only an open list shows covers.
    private func readCovers() {
        reading?.cancel()
        let library = library
        reading = Task {
            // If reading fails, the list shows icons.
            guard let read = try? await library.fetch(.albums.reading([.cover])).snapshot(), !Task.isCancelled else {
                return
            }
            for album in read { covers[album.id] = album.cover }
            showCovers()
        }
    }

    private func showCovers() {
        guard isOpen else { return }
        for line in lines.prefix(Self.mostCovers) { if let cover = covers[line.album] { line.show(cover) } }
    }

    // MARK: Choosing

    private func choose(_ index: Int) {
        guard index > 0 else {
            let words = words
            popover.close()
            return onNew(words)
        }
        guard lines.indices.contains(index - 1) else { return }
        let album = lines[index - 1].album
        popover.close()
        onAlbum(album)
    }

    /// Handles Enter: chooses the first album that matches the search, or a new album if no album matches.
    private func chooseFirst() {
        guard !words.isEmpty else { return }
        // Updates the list, because GTK reports the typed text only after a pause in typing.
        fill()
        choose(lines.isEmpty ? 0 : 1)
    }
}

/// A row with the cover, the title and the number of items of an album.
private final class AlbumRow {
    let album: AlbumID
    let row: ListRow
    private let cover: Icon
    private let images: ImageLoader
    private var shown: (asset: AssetID, form: DisplayImageSize)?

    /// The side of a cover, in logical pixels.
    static let coverSize = 40

    init(_ album: AssetCollection, _ images: ImageLoader) {
        self.album = album.id
        self.images = images
        cover = Icon.symbolic(SidebarItem.album(album.id).iconName)
        cover.setSize(width: Self.coverSize, height: Self.coverSize)
        cover.add(cssClass: "photo")
        cover.clip()
        let title = Label(LibraryCollections.title(album.title))
        title.setAlignment(0)
        title.setEllipsized()
        let count = Label(CountText.text(album.count ?? 0))
        count.setAlignment(0)
        count.add(cssClass: "dim-label")
        count.add(cssClass: "caption")
        let texts = Box.vertical(spacing: 0)
        texts.append(title)
        texts.append(count)
        row = ListRow(Self.box(cover, texts))
        row.setAccessibleLabel("\(title.text) · \(count.text)")
    }

    static func box(_ picture: Widget, _ text: Widget) -> Box {
        let box = Box.horizontal(spacing: 9)
        box.setMargins(start: 3, end: 6, vertical: 3)
        box.append(picture)
        text.expandHorizontally()
        text.place(horizontally: .fill, vertically: .center)
        box.append(text)
        return box
    }

    func show(_ asset: AssetID) {
        guard shown?.asset != asset else { return }
        clear()
        let form = DisplayImageSize.square(of: Self.coverSize * cover.scaleFactor)
        shown = (asset, form)
        images.load(asset, as: form, for: self) { [weak self] result in
            guard let self, case .image(let texture) = result, shown?.asset == asset else { return }
            cover.setTexture(texture, size: Self.coverSize)
        }
    }

    /// Cancels the request for the cover.
    func clear() {
        if let shown { images.forget(shown.asset, as: shown.form, for: self) }
        shown = nil
    }
}
