import Filmgate
import FilmgateGTK
import FilmgateLibraryTools
import FilmgateModel
import FilmgateText

/// The dialog that shows how many photos were found, and asks the person whether and how to import them.
final class ImportDialog {
    /// Called when the person decides to import.
    var onImport: (ImportChoices) -> Void = { _ in }
    /// Called when the dialog closes, with or without an import.
    var onClosed: () -> Void = {}
    /// Called when the person chooses the kind of library to which the files belong, such as Google Takeout.
    var onKind: (LibraryKind) -> Void = { _ in }

    private let builder = Builder("import.ui")
    private let window: Window
    private lazy var spinner = Widget(in: builder, "spinner")
    private lazy var problem = Label(in: builder, "problem")
    private lazy var button = Button(in: builder, "import")
    private lazy var kind = DropDown(in: builder, "kind")
    private lazy var album = DropDown(in: builder, "album")
    private lazy var title = EntryRow(in: builder, "title")
    private lazy var deleted = Toggle(in: builder, "deleted")
    private var albums: [ImportChoices.AlbumChoice] = [.none]
    /// The albums of the library, except smart albums, with their paths as names.
    private var known: [(name: String, album: ImportChoices.AlbumChoice)] = []
    private var isReady = false
    private var shown = (count: 0, bytes: UInt64(0))
    private let takesEnter: Bool
    /// Keeps this object alive while the dialog is open.
    private var itself: ImportDialog?

    static let kinds: [LibraryKind] = [.folder, .takeout, .apple, .digikam, .shotwell]

    /// - Parameters:
    ///   - places: the paths of the files, or the name of the camera.
    ///   - takesEnter: whether to focus the import button, so that Enter starts the import.
    init(_ heading: String, _ places: String, takesEnter: Bool) {
        self.takesEnter = takesEnter
        window = Window(in: builder, "window")
        window.setTitle(heading)
        Label(in: builder, "heading").text = heading
        let label = Label(in: builder, "places")
        label.text = places
        label.isVisible = !places.isEmpty
        kind.setItems(Self.kinds.map(Self.name))
        title.nameText()
        connect()
    }

    private func connect() {
        Button(in: builder, "cancel").onClicked { [weak self] in self?.close() }
        button.onClicked { [weak self] in self?.decide() }
        album.onSelected { [weak self] in self?.update() }
        title.onChanged { [weak self] in self?.update() }
        title.onActivate { [weak self] in self?.decide() }
        kind.onSelected { [weak self] in
            guard let self, Self.kinds.indices.contains(kind.selected) else { return }
            onKind(Self.kinds[kind.selected])
        }
        window.onClose { [weak self] in
            self?.closed()
            return false
        }
        window.onKeys(escape: { [weak self] in self?.close() }, controlEnter: { [weak self] in self?.decide() })
    }

    func open(over parent: Window) {
        itself = self
        window.present(over: parent)
    }

    // MARK: What is found

    /// Shows that the search for photos has begun.
    func begin() {
        isReady = false
        spinner.isVisible = true
        problem.isVisible = false
        update()
    }

    /// Shows the reason why nothing can be imported.
    func fail(_ reason: String) {
        isReady = false
        spinner.isVisible = false
        problem.text = reason
        problem.isVisible = true
        for name in ["facts", "options"] where name == "facts" || !kind.isVisible {
            Widget(in: builder, name).isVisible = false
        }
        update()
    }

    /// Shows the number and the size of the found photos, and enables the import if there are any.
    func show(count: Int, bytes: UInt64) {
        shown = (count, bytes)
        spinner.isVisible = false
        problem.isVisible = false
        for name in ["facts", "options"] { Widget(in: builder, name).isVisible = true }
        let size = FileSizeText.text(bytes)
        show(counted("{n} item ({size})", "{n} items ({size})", count, ["size": size]), in: "found")
        isReady = count > 0
        update()
        if isReady, takesEnter, !deleted.containsFocus { button.grabFocus() }
    }

    func show(present: Int) { show(present > 0 ? Text.number(present) : nil, in: "present") }

    /// Shows the number of files that cannot be imported, and the reason for the first of them.
    func show(failures: [FailedFile]) {
        guard let first = failures.first else { return show(nil, in: "left-out") }
        let name = Text.shortenedInside(ImportResults.name(first.path), to: 40)
        show("\(Text.number(failures.count)) · \(name): \(Text.singleLine(first.reason) ?? "")", in: "left-out")
    }

    /// Offers to import photos that were deleted or imported earlier.
    ///
    /// - Parameter all: the number and the size to show if the person accepts; nil if the shown number stays the
    ///   same.
    func offerDeleted(_ title: String, _ text: String, all: (count: Int, bytes: UInt64)? = nil) {
        if let all {
            let usual = shown
            deleted.onChanged { [weak self] in
                guard let self else { return }
                let counts = deleted.isActive ? all : usual
                show(count: counts.count, bytes: counts.bytes)
            }
        }
        let row = ActionRow(in: builder, "deleted-row")
        row.setTitle(title)
        row.setSubtitle(text)
        row.isVisible = true
    }

    private func show(_ text: String?, in id: String) {
        let row = ActionRow(in: builder, id)
        row.setSubtitle(text ?? "")
        row.isVisible = text != nil
    }

    // MARK: The choices

    /// Sets the albums that the person can choose.
    func show(_ tree: CollectionTree) {
        known = tree.nodes.compactMap { node in
            guard case .collection(let collection) = node.kind, collection.type == .album else { return nil }
            return (node.path.joined(separator: " / "), .existing(collection.id, path: node.path))
        }
    }

    /// - Parameters:
    ///   - kind: the selected kind of library; nil if the person cannot choose a kind.
    ///   - hasFolders: whether photos are in subfolders, so that the dialog can offer an album for each folder.
    func offer(_ kind: LibraryKind?, hasFolders: Bool) {
        self.kind.isVisible = kind != nil
        self.kind.selected = kind.flatMap { Self.kinds.firstIndex(of: $0) } ?? 0
        let chosen = chosenAlbum
        var offered: [(name: String, album: ImportChoices.AlbumChoice)] = [
            (localized("None"), .none), (localized("New album"), .new("")),
        ]
        let isOfLibrary = kind != nil && kind != .folder
        if isOfLibrary { offered.insert((localized("The same albums as there"), .ofLibrary), at: 0) }
        if hasFolders, !isOfLibrary { offered.append((localized("An album for each folder"), .folders)) }
        offered += known
        albums = offered.map(\.album)
        album.setItems(offered.map { Text.singleLine($0.name) ?? "" })
        album.selected = isOfLibrary ? 0 : albums.firstIndex(of: chosen) ?? 0
        update()
    }

    private var chosenAlbum: ImportChoices.AlbumChoice {
        // The chooser has no selection before `offer` has set its items.
        albums.indices.contains(album.selected) ? albums[album.selected] : .none
    }

    private func update() {
        let isNew = chosenAlbum == .new("")
        title.isVisible = isNew
        let hasTitle = title.text.contains { !$0.isWhitespace }
        button.isSensitive = isReady && (!isNew || hasTitle)
    }

    private func decide() {
        guard button.isSensitive else { return }
        var choices = ImportChoices(album: chosenAlbum)
        if choices.album == .new("") { choices.album = .new(Text.trimmed(title.text)) }
        choices.includesDeleted = deleted.isActive
        let body = onImport
        close()
        body(choices)
    }

    private func close() {
        window.destroy()
        closed()
    }

    private func closed() {
        guard itself != nil else { return }
        onClosed()
        (onImport, onKind, onClosed, itself) = ({ _ in }, { _ in }, {}, nil)
    }

    private static func name(_ kind: LibraryKind) -> String {
        switch kind {
        case .folder, .filmgate: localized("Files and folders")
        case .takeout: localized("Google Takeout")
        case .apple: localized("Apple Photos or iCloud")
        case .digikam: "digiKam"
        case .shotwell: "Shotwell"
        }
    }
}
