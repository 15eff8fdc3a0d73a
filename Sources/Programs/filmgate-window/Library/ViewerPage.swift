import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The page that shows one large photo or video, with its actions.
final class ViewerPage {
    let widget: Widget
    var onClose: () -> Void {
        get { preview.onClose }
        set {
            preview.onClose = { [weak self] in
                self?.isOpen = false
                self?.slides.end()
                self?.player.stop()
                self?.details.clear()
                self?.editing.clear()
                newValue()
            }
        }
    }
    /// Called with a photo of a burst that the person opens.
    var onOpenBurst: (AssetID) -> Void = { _ in }
    /// Called with an app that the person chooses in the details of a photo.
    var onOpenApp: (ClientID) -> Void = { _ in }
    /// Called with an album that the person chooses in the details of a photo, and the photo.
    var onOpenAlbum: (AlbumID, AssetID) -> Void {
        get { details.onOpenAlbum }
        set { details.onOpenAlbum = newValue }
    }
    /// Called with the photo that the person wants to crop.
    var onCrop: (ListedAsset) -> Void = { _ in }
    /// Called when the viewer enters or leaves full screen.
    var onFullScreen: (Bool) -> Void = { _ in }
    private(set) var isOpen = false
    var showsSlides: Bool { slides.isOn }
    /// The photo that the viewer shows, or showed before it was closed.
    var shown: ListedAsset? { preview.shown }

    private let builder = Builder("viewer.ui")
    private let photos: LibraryPhotoSource
    private let editor: LibraryEditor
    private let actions: ActionGroup
    private let preview: PreviewPage
    private let zoom: ZoomView
    private let player: VideoPlayer
    private let details: DetailsPanel
    private let editing: ViewerEditMenu
    private let screen: FullScreenPresenter
    private let slides: SlideShow
    private let filmstrip: Filmstrip
    private let sharer: PhotoSharer
    private let bursts: BurstPicker
    private var offersBursts = false
    /// The current list of photos, which the viewer shows again after a slide show.
    private var listed: [ListedAsset] = []
    /// Whether the viewer closes when the slide show ends.
    private var closesAfterSlides = false
    /// Whether the next photo keeps the zoom, because it replaces a deleted photo or has been restored.
    private var keepsZoom = false
    private var deleted = DeletedPhotos()
    private lazy var flap = Flap(in: builder, "flap")
    private let more: MenuButton
    private let share: MenuButton
    /// The context menu of the photo. It has the same items as the menu of the button `more`.
    private let menu: ContextMenu
    private let detailsScroller: ScrolledWindow
    /// The scale of the photo as a percentage; nil if the photo is fitted to the view.
    private var percent: Int?
    /// The photo whose details were shown most recently.
    private var described: AssetID?
    private lazy var favorite = Button(in: builder, "favorite")
    private lazy var title = WindowTitle(in: builder, "title")

    init(_ photos: LibraryPhotoSource, _ copies: SharedPhotoCopier, _ editor: LibraryEditor, over window: Window) {
        self.photos = photos
        self.editor = editor
        widget = Widget(in: builder, "page")
        preview = PreviewPage(builder, photos.images)
        zoom = ZoomView(builder, photos.library)
        player = VideoPlayer(builder, photos.library, live: LivePhotoPlayer(builder, photos.library))
        details = DetailsPanel(photos.library, editor)
        actions = ActionGroup("page", on: widget, keysIn: Widget(in: builder, "preview"), beforeChildren: true)
        editing = ViewerEditMenu(builder, actions, photos.library, editor, over: window)
        let descriptions = Builder("viewer-menu.ui")
        // The sections before it play, zoom and edit.
        descriptions.addSection("share", to: "menu", at: 3)
        more = MenuButton(in: builder, "more")
        more.setMenu(in: descriptions, "menu")
        share = MenuButton(in: builder, "share")
        share.setMenu(in: descriptions, "share")
        for button in [more, share] { button.returnFocus() }
        menu = ContextMenu(in: descriptions, "menu", over: Widget(in: builder, "preview"))
        screen = FullScreenPresenter(builder, actions, of: window)
        sharer = PhotoSharer(actions, photos.library, copies, editor, over: window)
        bursts = BurstPicker(actions, editor, over: window)
        filmstrip = Filmstrip(builder, actions, photos.images)
        slides = SlideShow(builder, photos, preview, player, over: window)
        screen.controls.append(slides.bar)
        detailsScroller = ScrolledWindow(in: builder, "details")
        detailsScroller.setChild(details.widget)
        connect()
        addActions()
    }

    private func closeDetails() {
        flap.isRevealed = false
        focus()
    }

    /// Whether the person can change the details.
    var allowsChanges: Bool {
        get { detailsScroller.isSensitive }
        set { detailsScroller.isSensitive = newValue }
    }

    private func connect() {
        preview.onShow = { [weak self] in self?.receive($0) }
        bursts.target = { [weak self] in self?.shown?.id }
        sharer.picture = { [weak self] in self?.zoom.texture }
        filmstrip.onChoose = { [weak self] position in
            guard let self else { return }
            preview.move(by: position - preview.position)
            // Then the arrow keys show other photos, instead of moving the focus in the filmstrip.
            focus()
        }
        filmstrip.onLeave = { [weak self] in self?.focus() }
        preview.onLoad = { [weak self] in self?.slides.loaded() }
        player.onEnd = { [weak self] in self?.slides.ended() }
        slides.onEnd = { [weak self] in self?.slidesEnded() }
        widget.onKey(beforeChildren: true) { [weak self] key, modifiers in
            guard let self, !menu.isOpen else { return false }
            return slides.handle(key, modifiers)
        }
        details.onOpenApp = { [weak self] in self?.onOpenApp($0) }
        player.onFailure = { [weak self] in self?.editor.say($0) }
        player.onTurn = { [weak self] in self?.turn(isForward: $0) }
        zoom.onFailure = { [weak self] in self?.editor.say($0) }
        zoom.onZoom = { [weak self] in
            self?.percent = $0
            self?.showSubtitle()
        }
        zoom.onTurn = { [weak self] in self?.preview.move(by: $0 ? 1 : -1) }
        preview.draw = { [weak self] in self?.zoom.setPreview($0) }
        // If the photo is larger than the view, the arrow keys first move the photo, and then show the next photo.
        Widget(in: builder, "preview").onKey(beforeChildren: true) { [weak self] in
            self?.zoom.move($0, $1) ?? false
        }
        screen.onChange = { [weak self] isOn in
            guard let self else { return }
            preview.showsCaption = !isOn
            filmstrip.isFullScreen = isOn
            showSubtitle()
            if !isOn { slides.end() }
            onFullScreen(isOn)
            if isOpen { focus() }
        }
        screen.keepsControls = { [weak self] in self?.menu.isOpen == true }
        screen.onPointerHidden = { [weak self] in self?.zoom.hidesPointer = $0 }
        flap.onRevealedChanged { [weak self] in self?.showDetails() }
        details.onClose = { [weak self] in self?.closeDetails() }
        detailsScroller.onKey { [weak self] key, _ in
            guard let self, key == .escape else { return false }
            closeDetails()
            return true
        }
        title.shrinkFirst()
        let photo = Widget(in: builder, "preview")
        photo.onSecondButton { [weak self] x, y in
            self?.menu.open(in: photo, atX: x, y: y)
            return true
        }
        let media = Widget(in: builder, "media")
        media.onFingerHeld { [weak self] x, y in
            // Holding a finger on a live photo plays the photo instead.
            guard let self, !player.isLive else { return false }
            menu.open(in: media, atX: x, y: y)
            return true
        }
    }

    /// Shows the next or the previous photo, and moves the focus from the controls of a video to the photo.
    private func turn(isForward: Bool) {
        preview.move(by: isForward ? 1 : -1)
        focus()
    }

    private func addActions() {
        actions.add("zoom-in", zoom, keys: "plus|equal|KP_Add|<Control>plus|<Control>equal|<Control>KP_Add") {
            $0.zoomIn()
        }
        actions.add("zoom-out", zoom, keys: "minus|KP_Subtract|<Control>minus|<Control>KP_Subtract") { $0.zoomOut() }
        actions.add("zoom-fit", zoom, keys: "0|KP_0|<Control>0|<Control>KP_0") { $0.fit() }
        actions.add("zoom-original", zoom, keys: "1|KP_1|<Control>1|<Control>KP_1") { $0.showPixels() }
        addKeepZoom()
        actions.add("details", switching: "reveal-flap", of: flap, keys: "i")
        actions.addToggle("favorite", self, isChange: true, keys: "f") { $0.setFavorite($1) }
        actions.add("delete", self, isChange: true, keys: "Delete") { $0.delete() }
        actions.add("menu", self, keys: "Menu|<Shift>F10") { $0.menu.open() }
        actions.add("restore", self, isChange: true) { $0.restore() }
        actions.add("rotate-right", self, isChange: true, keys: "<Control>r") { $0.rotate(.right) }
        actions.add("rotate-left", self, isChange: true, keys: "<Control><Shift>r") { $0.rotate(.left) }
        actions.add("crop", self, isChange: true, keys: "c") { $0.crop() }
        actions.add("show-burst", self, keys: "b") { viewer in
            if let asset = viewer.preview.shown { viewer.onOpenBurst(asset.id) }
        }
    }

    /// Adds the action that makes photos of the same size keep the zoom. In a burst, they always keep the zoom.
    private func addKeepZoom() {
        let remembered = RememberedFlag("keep-zoom")
        zoom.keepsAlways = remembered.value
        let action = actions.addToggle("keep-zoom", zoom, keys: "k") { zoom, isOn in
            zoom.keepsAlways = isOn
            remembered.value = isOn
        }
        action.isOn = remembered.value
    }

    /// - Parameters:
    ///   - areTrashed: whether the photos are in the trash, so that the person can restore them.
    ///   - offersBursts: whether the person can open the burst of a photo.
    func show(_ position: Int, of assets: [ListedAsset], areTrashed: Bool, offersBursts: Bool = false) {
        self.offersBursts = offersBursts
        open(assets, areTrashed: areTrashed)
        preview.show(position, of: assets)
        focus()
    }

    private func open(_ assets: [ListedAsset], areTrashed: Bool) {
        isOpen = true
        listed = assets
        deleted.removeAll()
        for name in ["delete", "favorite", "rotate-right", "rotate-left"] { actions[name].isEnabled = !areTrashed }
        actions["restore"].isEnabled = areTrashed
        editing.open()
    }

    /// Begins a slide show.
    ///
    /// - Parameters:
    ///   - visible: the photos to show.
    ///   - assets: all listed photos.
    ///   - first: the photo to show first.
    ///   - showsHidden: whether the slide show may show hidden photos.
    func showSlides(
        _ visible: [ListedAsset], of assets: [ListedAsset], from first: AssetID?, showsHidden: Bool, areTrashed: Bool
    ) {
        closesAfterSlides = !isOpen
        open(assets, areTrashed: areTrashed)
        slides.begin(visible, from: first, showsHidden: showsHidden)
        focus()
    }

    private func slidesEnded() {
        guard isOpen else { return }
        if closesAfterSlides { preview.close() } else { show(listed) }
    }

    /// Shows a changed list.
    private func show(_ assets: [ListedAsset]) {
        preview.update(assets)
        if isOpen { filmstrip.show(preview.assets, at: preview.position) }
    }

    func focus() { preview.grabFocus() }

    /// Shows the last photo again, when the person returns from a different page.
    ///
    /// - Parameter assets: the current list.
    func comeBack(to assets: [ListedAsset]) {
        isOpen = true
        editing.open()
        update(assets)
        if isOpen { focus() }
    }

    /// Ends playback, editing, the slide show and full screen before a different page is shown.
    func leave() {
        isOpen = false
        slides.end()
        screen.leave()
        player.stop()
        details.clear()
        editing.clear()
    }

    /// Saves the text that the person is still editing.
    func keepEdits() { details.keepTexts() }

    /// Updates the viewer after the list has changed.
    func update(_ assets: [ListedAsset]) {
        guard isOpen else { return }
        listed = assets
        let returned = deleted.returned(to: assets.lazy.map(\.id))
        if slides.isOn { slides.update(assets) } else { show(assets) }
        if !slides.isOn, let position = assets.firstIndex(where: { $0.id == returned }) {
            // The person has undone the deletion.
            keepsZoom = true
            preview.show(position, of: assets)
            keepsZoom = false
        }
        if isOpen, let asset = preview.shown { describe(asset) }
    }

    private func receive(_ asset: ListedAsset) {
        slides.receive()
        filmstrip.show(preview.assets, at: preview.position)
        zoom.show(asset.id, keepsZoom: keepsZoom)
        describe(asset)
        editing.show(asset.id)
        sharer.show(asset)
        bursts.offer(asset.badges.contains(.burst) && actions["delete"].isEnabled)
        let opensBurst = offersBursts && asset.badges.contains(.burst) && !slides.isOn
        actions["show-burst"].isEnabled = opensBurst
        Widget(in: builder, "burst").isVisible = opensBurst
        actions["crop"].isEnabled = asset.duration == nil && actions["delete"].isEnabled
        player.show(asset)
        showDetails()
    }

    private func describe(_ asset: ListedAsset) {
        title.setTitle(asset.date(DateText.day) ?? localized("No Date"))
        actions["favorite"].isOn = asset.isFavorite
        favorite.setIcon(FavoriteIcon.name(isOn: asset.isFavorite))
        showSubtitle()
    }

    /// Shows the scale and, in full screen, where the photo has no caption, whether the photo is HDR.
    private func showSubtitle() {
        let badges = screen.isOn ? shown?.badges.intersection(.hdr) ?? [] : []
        let size = percent.map { localized("{number}%", ["number": "\($0)"]) }
        title.setSubtitle((PhotoTile.words(of: badges) + [size]).compactMap(\.self).joined(separator: " · "))
    }

    private func showDetails() {
        guard flap.isRevealed, let asset = preview.shown else { return details.clear() }
        details.show(asset.id)
        if described != asset.id { detailsScroller.scrollToTop() }
        described = asset.id
    }

    private func setFavorite(_ isOn: Bool) {
        guard let asset = preview.shown else { return }
        favorite.setIcon(FavoriteIcon.name(isOn: isOn))
        var request = ChangeRequest()
        request.set([asset.id]) { $0.isFavorite = isOn }
        editor.perform([request])
    }

    private func delete() {
        guard let asset = preview.shown else { return }
        SelectionBar.delete(asset, with: editor)
        deleted.insert(asset.id)
        // Removes the photo immediately, because the library's list is updated later.
        keepsZoom = true
        preview.removeShown()
        keepsZoom = false
    }

    private func rotate(_ rotation: PhotoLibrary.Rotation) {
        if let asset = preview.shown { editor.rotate([asset.id], CountText.text(of: [asset]), by: rotation) }
    }

    private func crop() {
        guard let asset = preview.shown else { return }
        screen.leave()
        onCrop(asset)
    }

    private func restore() {
        guard let asset = preview.shown else { return }
        SelectionBar.restore(asset, with: editor)
    }
}
