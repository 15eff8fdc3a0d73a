import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The bar with the actions for the selected photos.
final class SelectionBar {
    /// Returns the favorites among the listed photos.
    var favorites: () -> Set<AssetID> = { [] }
    /// Returns the videos among the listed photos.
    var videos: () -> Set<AssetID> = { [] }
    /// Returns the photo that has the keyboard focus.
    var focused: () -> AssetID? = { nil }
    /// Returns the photos that the page lists.
    var listed: () -> Set<AssetID> = { [] }
    /// Called when the bar is hidden while it has the focus.
    var onFocusLost: () -> Void = {}

    let bursts: BurstPicker

    private let builder: Builder
    private let actions: ActionGroup
    private let selection: PhotoSelection
    private let editor: LibraryEditor
    private let window: Window
    private lazy var revealer = Revealer(in: builder, "selection-bar")
    private lazy var label = Label(in: builder, "selected")
    private lazy var openHint = Widget(in: builder, "open-hint")
    private let albums: AlbumChooser
    private lazy var addToAlbum = MenuButton(in: builder, "add-to-album")
    private lazy var favoriteButton = Button(in: builder, "favorite")
    private var item: SidebarItem = .photos
    /// Whether the item is an album from which the person can remove photos.
    private var isInAlbum = false
    private var revealing: Timeout?
    /// Whether the list of albums opens when the bar has appeared.
    private var isChoosingAlbum = false

    /// The time for the second click of a double click, in milliseconds. The bar appears after this time, because it
    /// moves the photos.
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
        bursts = BurstPicker(actions, editor, over: window)
        actions.add("unselect-all", selection, keys: "Escape") { $0.removeAll() }
        actions.add("favorite", self, isChange: true, keys: "f") { $0.favorite() }
        actions.add("hide", self, isChange: true) { $0.hide(true) }
        actions.add("unhide", self, isChange: true) { $0.hide(false) }
        // One action hides and unhides, because GTK uses only the first action that has a key, even if it is disabled.
        actions.add("hide-or-unhide", self, isChange: true, keys: "h") { $0.hide($0.item != .hidden) }
        actions.add("make-favorite", self, isChange: true) { $0.favorite() }
        actions.add("end-favorite", self, isChange: true) { $0.favorite() }
        actions.add("choose-album", self, isChange: true, keys: "l") { $0.chooseAlbum() }
        actions.add("set-cover", self, isChange: true) { $0.setCover() }
        actions.add("remove-from-album", self, isChange: true) { $0.removeFromAlbum() }
        actions.add("restore", self, isChange: true) { $0.restore() }
        actions.add("purge", self, isChange: true) { $0.purge() }
        actions.add("delete", self, isChange: true, keys: "Delete") { $0.delete() }
        actions.add("rotate-right", self, isChange: true, keys: "<Control>r") { $0.rotate(.right) }
        actions.add("rotate-left", self, isChange: true, keys: "<Control><Shift>r") { $0.rotate(.left) }
        bursts.target = { [weak self] in
            guard let self, targets.count == 1 else { return nil }
            return targets.first
        }
        revealer.onFinished { [weak self] in self?.openAlbums() }
        addToAlbum.returnFocus()
        albums.onAlbum = { [weak self] in self?.add(to: $0) }
        albums.onNew = { [weak self] in self?.addToNewAlbum(titled: $0) }
    }

    /// Whether the person can add photos to albums.
    var allowsChanges: Bool {
        get { addToAlbum.isSensitive }
        set { addToAlbum.isSensitive = newValue }
    }

    /// - Parameter hasRule: whether the item is a smart album, whose photos a rule selects.
    func show(_ item: SidebarItem, hasRule: Bool = false) {
        self.item = item
        isInAlbum = false
        if case .album = item { isInAlbum = !hasRule }
        let isTrash = item == .trash
        addToAlbum.isVisible = !isTrash
        Widget(in: builder, "edit-selected").isVisible = !isTrash
        for (name, isOffered) in [
            ("favorite", !isTrash), ("rotate-right", !isTrash), ("rotate-left", !isTrash), ("delete", !isTrash),
            ("restore", isTrash), ("purge", isTrash),
            ("hide", !isTrash && item != .hidden), ("unhide", item == .hidden), ("remove-from-album", isInAlbum),
            ("set-cover", isInAlbum), ("choose-album", !isTrash), ("hide-or-unhide", !isTrash),
            ("edit-details", !isTrash), ("adjust-dates", !isTrash), ("export", !isTrash),
        ] { actions[name].isEnabled = isOffered }
    }

    /// Updates the actions before the menu of the selected photos opens.
    func prepareMenu() {
        actions["set-cover"].isEnabled = isInAlbum && selection.count == 1
        showFavorite()
    }

    /// Updates the bar after the selection has changed.
    func update() {
        actions["unselect-all"].isEnabled = selection.count > 0
        let videos = selection.count(in: videos())
        let items = CountText.text(photos: selection.count - videos, videos: videos)
        label.text = localized("{items} selected", ["items": items])
        label.setTooltip(label.text)
        openHint.isVisible = selection.count == 1
        bursts.hasTarget = selection.count < 2
        showFavorite()
        revealing?.cancel()
        revealing = nil
        if selection.count == 0, revealer.containsFocus { onFocusLost() }
        guard selection.count > 0, !revealer.isRevealed else { return revealer.isRevealed = selection.count > 0 }
        revealing = MainLoop.after(milliseconds: Self.doubleClickTime) { [weak self] in
            if let self { revealer.isRevealed = selection.count > 0 }
        }
    }

    /// Updates the bar after the list of photos has changed.
    func listChanged() {
        showFavorite()
        bursts.read()
    }

    /// Updates the button that marks photos as favorites or removes the mark.
    func showFavorite() {
        let areFavorites = selection.count > 0 && selection.isSubset(of: favorites())
        let text = areFavorites ? localized("Remove from Favorites") : localized("Favorite")
        actions["make-favorite"].isEnabled = item != .trash && !areFavorites
        actions["end-favorite"].isEnabled = item != .trash && areFavorites
        favoriteButton.setIcon(FavoriteIcon.name(isOn: areFavorites))
        favoriteButton.setTooltip(text)
        favoriteButton.setAccessibleLabel(text)
    }

    // MARK: Actions

    /// The photos that an action changes: the selected photos, or else the photo with the keyboard focus.
    private var targets: [AssetID] { selection.count > 0 ? selection.ids : focused().map { [$0] } ?? [] }

    /// Marks the photos as favorites. If all photos already are favorites, removes the mark from all of them.
    private func favorite() {
        let (all, favorites) = (targets, favorites())
        guard !all.isEmpty else { return }
        let others = all.filter { !favorites.contains($0) }
        let (assets, isOn) = others.isEmpty ? (all, false) : (others, true)
        editor.change(
            assets,
            saying: saying {
                isOn
                    ? localized("{items} added to favorites", ["items": $0])
                    : localized("{items} removed from favorites", ["items": $0])
            }, failed: reselect
        ) { part, request in request.set(part) { $0.isFavorite = isOn } }
    }

    private func hide(_ isHidden: Bool) {
        let assets = takeTargets()
        guard !assets.isEmpty else { return }
        editor.change(
            assets,
            saying: saying {
                isHidden
                    ? localized("{items} hidden", ["items": $0])
                    : localized("{items} shown everywhere again", ["items": $0])
            }, failed: reselect
        ) { part, request in request.set(part) { $0.isHidden = isHidden } }
    }

    /// Moves photos to the trash.
    private func delete() {
        let assets = takeTargets()
        guard !assets.isEmpty else { return }
        editor.change(assets, saying: saying(Self.moved), failed: reselect) { part, request in
            request.deleteAssets(part)
        }
    }

    private func restore() {
        let assets = takeTargets()
        guard !assets.isEmpty else { return }
        editor.change(assets, saying: saying(Self.restored), failed: reselect) { part, request in
            request.restoreAssets(part)
        }
    }

    private func purge() {
        let assets = targets
        guard !assets.isEmpty else { return }
        let text = text
        Dialog.confirm(
            localized("Delete {items} for good?", ["items": text(assets)]),
            localized("This cannot be undone."), action: localized("_Delete"), over: window
        ) { [weak self] in
            guard let self else { return }
            selection.remove(assets)
            editor.purge(assets, counting: text, failed: reselect)
        }
    }

    /// Rotates photos. Keeps the selection, so that the person can rotate the photos again.
    private func rotate(_ rotation: PhotoLibrary.Rotation) {
        let assets = targets
        if !assets.isEmpty { editor.rotate(assets, text(assets), by: rotation) }
    }

    /// Returns the photos to change, and unselects them, because the change removes them from the list. `reselect`
    /// selects the photos that could not be changed.
    private func takeTargets() -> [AssetID] {
        let assets = targets
        selection.remove(assets)
        return assets
    }

    /// Selects photos that could not be changed, so that the person sees which photos failed.
    private func reselect(_ assets: [AssetID]) { selection.replace(with: assets.filter(listed().contains)) }

    /// Moves one photo to the trash.
    static func delete(_ asset: ListedAsset, with editor: LibraryEditor) {
        var request = ChangeRequest()
        request.deleteAssets([asset.id])
        editor.perform([request], saying: moved(CountText.text(of: [asset])))
    }

    /// Restores one photo from the trash.
    static func restore(_ asset: ListedAsset, with editor: LibraryEditor) {
        var request = ChangeRequest()
        request.restoreAssets([asset.id])
        editor.perform([request], saying: restored(CountText.text(of: [asset])))
    }

    // MARK: Messages

    /// Returns the number of photos and videos as text. The text does not change after the photos have left the list.
    private var text: ([AssetID]) -> String {
        let videos = videos()
        return { CountText.text(of: $0, videos: videos) }
    }

    /// Returns a message about photos.
    ///
    /// - Parameter sentence: returns the message for the number of photos and videos as text.
    private func saying(_ sentence: @escaping (String) -> String) -> ([AssetID]) -> String {
        let text = text
        return { sentence(text($0)) }
    }

    static func moved(_ items: String) -> String { localized("{items} moved to the trash", ["items": items]) }

    private static func restored(_ items: String) -> String { localized("{items} restored", ["items": items]) }

    static func added(_ items: String) -> String { localized("{items} added to the album", ["items": items]) }

    // MARK: Albums

    /// Shows the bar, and opens the list of albums at the button in the bar.
    private func chooseAlbum() {
        let assets = targets
        guard !assets.isEmpty else { return }
        selection.add(assets)
        revealing?.cancel()
        isChoosingAlbum = true
        revealer.isRevealed = true
        if revealer.isFullyRevealed { openAlbums() }
    }

    private func openAlbums() {
        guard isChoosingAlbum, selection.count > 0 else { return }
        isChoosingAlbum = false
        addToAlbum.open()
    }

    // The photos stay selected, because the person may want to add them to a second album.

    private func addToNewAlbum(titled words: String) {
        let assets = selection.ids
        Dialog.ask(
            localized("New Album"), for: localized("Title"), text: words, action: localized("C_reate"), over: window
        ) { [weak self] title in
            self?.editor.performUndoable(saying: localized("Created the album “{album}”", ["album": title])) {
                changes in
                try await changes.createAlbum(title, holding: assets)
            }
        }
    }

    private func add(to album: AlbumID) {
        let assets = selection.ids
        editor.perform(
            ChangeRequest.batches(of: assets) { part, request in request.add(part, to: album) },
            saying: Self.added(text(assets)))
    }

    private func removeFromAlbum() {
        guard case .album(let album) = item else { return }
        let assets = takeTargets()
        guard !assets.isEmpty else { return }
        editor.change(
            assets, saying: saying { localized("{items} removed from the album", ["items": $0]) }, failed: reselect
        ) { part, request in request.remove(part, from: album) }
    }

    private func setCover() {
        guard case .album(let album) = item, let asset = targets.first else { return }
        var request = ChangeRequest()
        request.setCover(asset, of: album)
        editor.perform([request], saying: localized("The album has a new cover"))
    }
}
