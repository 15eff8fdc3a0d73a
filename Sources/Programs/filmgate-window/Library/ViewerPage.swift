import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// One photo or video in large, with what can be done with it.
final class ViewerPage {
    let widget: Widget
    var onClose: () -> Void {
        get { preview.onClose }
        set {
            preview.onClose = { [weak self] in
                self?.player.stop()
                self?.details.clear()
                self?.editing.clear()
                newValue()
            }
        }
    }
    /// Is called with the app that the person chooses among those that can see a photo.
    var onOpenApp: (ClientID) -> Void = { _ in }
    /// Is called when the viewer begins to cover the screen, or no longer does.
    var onFullScreen: (Bool) -> Void = { _ in }
    /// Whether a photo is shown.
    var isOpen = false
    /// The photo that is shown, or was shown last.
    var shown: ListedAsset? { preview.shown }

    private let builder = Builder("viewer.ui")
    private let photos: LibraryPhotos
    private let editor: LibraryEditor
    private let actions: ActionGroup
    private let preview: PreviewPage
    private let zoom: ZoomView
    private let player: VideoPlayer
    private let details: DetailsPanel
    private let editing: ViewerEditMenu
    private let screen: FullScreenPresenter
    /// While a photo that is deleted is replaced.
    private var keepsZoom = false
    private lazy var flap = Flap(in: builder, "flap")
    /// The buttons that a narrow window shows in the menu "More" instead.
    private lazy var tools = [Squeezer(in: builder, "zoom-tools"), Squeezer(in: builder, "tools")]
    private lazy var more = Widget(in: builder, "more")
    private let detailsScroller: ScrolledWindow
    /// The photo whose details are shown.
    private var described: AssetID?
    private lazy var favorite = Button(in: builder, "favorite")
    private lazy var title = WindowTitle(in: builder, "title")

    init(_ photos: LibraryPhotos, _ editor: LibraryEditor, over window: Window) {
        self.photos = photos
        self.editor = editor
        widget = Widget(in: builder, "page")
        preview = PreviewPage(builder, photos.images)
        zoom = ZoomView(builder, photos.library)
        player = VideoPlayer(builder, photos.library, live: LivePhotoParts(builder))
        details = DetailsPanel(photos.library, editor)
        actions = ActionGroup("page", on: widget, keysIn: Widget(in: builder, "preview"), beforeChildren: true)
        editing = ViewerEditMenu(builder, actions, photos.library, editor, over: window)
        screen = FullScreenPresenter(builder, actions, of: window)
        detailsScroller = ScrolledWindow(in: builder, "details")
        detailsScroller.setChild(details.widget)
        connect()
        addActions()
    }

    private func connect() {
        preview.onShow = { [weak self] in self?.came($0) }
        details.onOpenApp = { [weak self] in self?.onOpenApp($0) }
        player.onFailure = { [weak self] in self?.editor.say($0) }
        player.onTurn = { [weak self] in self?.turn(isForward: $0) }
        zoom.onFailure = { [weak self] in self?.editor.say($0) }
        zoom.onZoom = { [weak self] percent in
            self?.title.setSubtitle(percent.map { localized("{number}%", ["number": "\($0)"]) } ?? "")
        }
        zoom.onTurn = { [weak self] in self?.preview.move(by: $0 ? 1 : -1) }
        preview.draw = { [weak self] in self?.zoom.setPreview($0) }
        // A photo that is larger than the view moves under it, before the arrows show the next one.
        Widget(in: builder, "preview").onKey(beforeChildren: true) { [weak self] in
            self?.zoom.move($0, $1) ?? false
        }
        screen.onChange = { [weak self] isOn in
            guard let self else { return }
            preview.showsCaption = !isOn
            onFullScreen(isOn)
            if isOpen { focus() }
        }
        screen.onPointerHidden = { [weak self] in self?.zoom.hidesPointer = $0 }
        flap.onRevealedChanged { [weak self] in self?.showDetails() }
        detailsScroller.onKey { [weak self] key, _ in
            guard let self, key == .escape else { return false }
            flap.isRevealed = false
            focus()
            return true
        }
        title.letShrink()
        for part in tools {
            // Nothing may come or go while widgets are being laid out.
            part.onChanged { MainLoop.after(milliseconds: 0) { [weak self] in self?.showMore() } }
        }
    }

    /// The focus goes from the controls of a video to the next photo.
    private func turn(isForward: Bool) {
        preview.move(by: isForward ? 1 : -1)
        focus()
    }

    private func showMore() { more.isVisible = tools.contains { $0.isEmpty } }

    private func addActions() {
        actions.add("zoom-in", zoom, keys: "plus|equal|KP_Add|<Control>plus|<Control>equal|<Control>KP_Add") {
            $0.zoomIn()
        }
        actions.add("zoom-out", zoom, keys: "minus|KP_Subtract|<Control>minus|<Control>KP_Subtract") { $0.zoomOut() }
        actions.add("zoom-fit", zoom, keys: "0|KP_0|<Control>0|<Control>KP_0") { $0.fit() }
        actions.add("zoom-original", zoom, keys: "1|KP_1|<Control>1|<Control>KP_1") { $0.showPixels() }
        actions.add("details", switching: "reveal-flap", of: flap, keys: "i")
        actions.addToggle("favorite", self) { $0.setFavorite($1) }
        actions.add("delete", self, keys: "Delete") { $0.delete() }
        actions.add("restore", self) { $0.restore() }
    }

    /// - Parameter areTrashed: whether the photos are in the trash, and can be restored.
    func show(_ position: Int, of assets: [ListedAsset], areTrashed: Bool) {
        isOpen = true
        for name in ["delete", "favorite"] { actions[name].isEnabled = !areTrashed }
        actions["restore"].isEnabled = areTrashed
        editing.open()
        preview.show(position, of: assets)
        focus()
    }

    func focus() { preview.grabFocus() }

    /// Shows again what was shown before the person went to a different page.
    ///
    /// - Parameter assets: the list as it is now.
    func comeBack(to assets: [ListedAsset]) {
        isOpen = true
        editing.open()
        update(assets)
        if isOpen { focus() }
    }

    /// A different page is shown: nothing plays, and nothing is edited.
    func leave() {
        isOpen = false
        screen.leave()
        player.stop()
        details.clear()
        editing.clear()
    }

    /// Keeps what was typed and not left yet.
    func keepEdits() { details.keepTexts() }

    /// The list has changed.
    func update(_ assets: [ListedAsset]) {
        guard isOpen else { return }
        preview.update(assets)
        if isOpen, let asset = preview.shown { describe(asset) }
    }

    private func came(_ asset: ListedAsset) {
        zoom.show(asset.id, keepsZoom: keepsZoom)
        describe(asset)
        editing.show(asset.id)
        player.show(asset)
        showDetails()
    }

    private func describe(_ asset: ListedAsset) {
        title.setTitle(asset.date(DateText.day) ?? localized("No Date"))
        actions["favorite"].isOn = asset.isFavorite
        favorite.setIcon(FavoriteIcon.name(isOn: asset.isFavorite))
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
        editor.perform(
            ChangeRequest.setting(of: [asset.id]) { $0.isFavorite = isOn })
    }

    private func delete() {
        guard let asset = preview.shown else { return }
        SelectionBar.delete(asset.id, with: editor)
        // The library's list follows later.
        keepsZoom = true
        preview.removeShown()
        keepsZoom = false
    }

    private func restore() {
        guard let asset = preview.shown else { return }
        SelectionBar.restore(asset.id, with: editor)
    }
}
