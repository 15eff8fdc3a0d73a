import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The bar with what can be done with the selected photos.
final class SelectionBar {
    /// Returns which of the listed photos are favorites.
    var favorites: () -> Set<AssetID> = { [] }
    /// Is called when the bar goes while it has the focus.
    var onFocusLost: () -> Void = {}

    private let builder: Builder
    private let actions: ActionGroup
    private let selection: PhotoSelection
    private let editor: LibraryEditor
    private let window: Window
    private lazy var revealer = Revealer(in: builder, "selection-bar")
    private lazy var label = Label(in: builder, "selected")
    private lazy var openHint = Widget(in: builder, "open-hint")
    private let albums: AlbumChooser
    private lazy var addToAlbum = Widget(in: builder, "add-to-album")
    private lazy var favoriteButton = Button(in: builder, "favorite")
    private var item: SidebarItem = .photos
    private var revealing: Timeout?

    /// The time for the second click of a double click, in milliseconds. The bar would move the photos before it.
    private static let doubleClickTime: UInt32 = 400

    init(
        _ builder: Builder, _ actions: ActionGroup, _ selection: PhotoSelection, _ albums: AlbumChooser,
        _ editor: LibraryEditor, over window: Window
    ) {
        self.builder = builder
        self.albums = albums
        self.actions = actions
        self.selection = selection
        self.editor = editor
        self.window = window
        actions.add("unselect-all", selection, keys: "Escape") { $0.removeAll() }
        actions.add("favorite", self) { $0.favorite() }
        actions.add("hide", self) { $0.hide() }
        actions.add("unhide", self) { $0.unhide() }
        actions.add("remove-from-album", self) { $0.removeFromAlbum() }
        actions.add("restore", self) { $0.restore() }
        actions.add("purge", self) { $0.purge() }
        actions.add("delete", self, keys: "Delete") { $0.delete() }
        albums.onAlbum = { [weak self] in self?.add(to: $0) }
        albums.onNew = { [weak self] in self?.addToNewAlbum(titled: $0) }
    }

    func show(_ item: SidebarItem) {
        self.item = item
        var isInAlbum = false
        if case .album = item { isInAlbum = true }
        let isTrash = item == .trash
        addToAlbum.isVisible = !isTrash
        Widget(in: builder, "edit-selected").isVisible = !isTrash
        for (name, isOffered) in [
            ("favorite", !isTrash), ("delete", !isTrash), ("restore", isTrash), ("purge", isTrash),
            ("hide", !isTrash && item != .hidden), ("unhide", item == .hidden), ("remove-from-album", isInAlbum),
            ("edit-details", !isTrash), ("adjust-dates", !isTrash),
        ] { actions[name].isEnabled = isOffered }
    }

    /// The selection has changed.
    func update() {
        actions["unselect-all"].isEnabled = selection.count > 0
        label.text = counted("{n} selected", "{n} selected", selection.count)
        openHint.isVisible = selection.count == 1
        showFavorite()
        revealing?.cancel()
        revealing = nil
        if selection.count == 0, revealer.containsFocus { onFocusLost() }
        guard selection.count > 0, !revealer.isRevealed else { return revealer.isRevealed = selection.count > 0 }
        revealing = MainLoop.after(milliseconds: Self.doubleClickTime) { [weak self] in
            if let self { revealer.isRevealed = selection.count > 0 }
        }
    }

    /// Shows whether the button makes favorites, or undoes that.
    func showFavorite() {
        let areFavorites = selection.count > 0 && selection.isSubset(of: favorites())
        let text = areFavorites ? localized("Remove from Favorites") : localized("Favorite")
        favoriteButton.setIcon(FavoriteIcon.name(isOn: areFavorites))
        favoriteButton.setTooltip(text)
        favoriteButton.setAccessibleLabel(text)
    }

    // MARK: Actions

    /// The selected photos that are not favorites.
    private var others: [AssetID] {
        let favorites = favorites()
        return selection.ids.filter { !favorites.contains($0) }
    }

    /// Makes the selected photos favorites; if all are, none of them.
    private func favorite() {
        let others = others
        let (assets, isOn) = others.isEmpty ? (selection.ids, false) : (others, true)
        editor.perform(
            ChangeRequest.setting(of: assets) { $0.isFavorite = isOn },
            saying: isOn
                ? counted("{n} photo is a favorite now", "{n} photos are favorites now", assets.count)
                : counted("{n} photo is no favorite now", "{n} photos are no favorites now", assets.count))
        selection.removeAll()
    }

    private func hide() {
        let assets = selection.ids
        editor.perform(
            ChangeRequest.setting(of: assets) { $0.isHidden = true },
            saying: counted("{n} photo hidden", "{n} photos hidden", assets.count))
        selection.removeAll()
    }

    private func unhide() {
        let assets = selection.ids
        editor.perform(
            ChangeRequest.setting(of: assets) { $0.isHidden = false },
            saying: counted("{n} photo is shown again", "{n} photos are shown again", assets.count))
        selection.removeAll()
    }

    /// Moves the selected photos to the trash.
    private func delete() {
        guard selection.count > 0 else { return }
        Self.delete(selection.ids, with: editor)
        selection.removeAll()
    }

    static func delete(_ assets: [AssetID], with editor: LibraryEditor) {
        editor.perform(
            ChangeRequest.batches(of: assets) { part, request in request.deleteAssets(part) },
            saying: counted("{n} photo moved to the trash", "{n} photos moved to the trash", assets.count))
    }

    private func restore() {
        Self.restore(selection.ids, with: editor)
        selection.removeAll()
    }

    static func restore(_ assets: [AssetID], with editor: LibraryEditor) {
        editor.perform(
            ChangeRequest.batches(of: assets) { part, request in request.restoreAssets(part) },
            saying: counted("{n} photo restored", "{n} photos restored", assets.count))
    }

    private func purge() {
        let assets = selection.ids
        Dialog.confirm(
            counted("Delete {n} photo for good?", "Delete {n} photos for good?", assets.count),
            localized("This cannot be undone."), action: localized("_Delete"), over: window
        ) { [weak self] in
            self?.editor.purge(assets)
            self?.selection.removeAll()
        }
    }

    // MARK: Albums

    private func addToNewAlbum(titled words: String) {
        let assets = selection.ids
        Dialog.ask(
            localized("New Album"), for: localized("Title"), text: words, action: localized("_Create"), over: window
        ) { [weak self] title in
            self?.editor.performUndoable(saying: localized("Created the album “{album}”", ["album": title])) {
                changes in
                try await changes.createAlbum(title, holding: assets)
            }
            self?.selection.removeAll()
        }
    }

    private func add(to album: AlbumID) {
        let assets = selection.ids
        editor.perform(
            ChangeRequest.batches(of: assets) { part, request in request.add(part, to: album) },
            saying: counted("{n} photo added to the album", "{n} photos added to the album", assets.count))
        selection.removeAll()
    }

    private func removeFromAlbum() {
        guard case .album(let album) = item else { return }
        let assets = selection.ids
        editor.perform(
            ChangeRequest.batches(of: assets) { part, request in request.remove(part, from: album) },
            saying: counted(
                "{n} photo removed from the album", "{n} photos removed from the album", assets.count))
        selection.removeAll()
    }
}
