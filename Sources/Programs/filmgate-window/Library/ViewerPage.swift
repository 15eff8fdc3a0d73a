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
    /// Whether a photo is shown.
    var isOpen = false
    /// The photo that is shown, or was shown last.
    var shown: ListedAsset? { preview.shown }

    private let photos: LibraryPhotos
    private let editor: LibraryEditor
    private let preview: PreviewPage
    private let zoom: ZoomView
    private let player: VideoPlayer
    private let details: DetailsPanel
    private let editing: ViewerEditing
    private let detailsButton: Toggle
    private let detailsScroller: ScrolledWindow
    /// The photo whose details are shown.
    private var described: AssetID?
    private let favorite: ToggleButton
    private let play: Button
    private let deleting: Button
    private let restoring: Button
    private let title: WindowTitle
    /// Whether the buttons are being set, rather than clicked.
    private var isShowing = false

    init(_ photos: LibraryPhotos, _ editor: LibraryEditor, over window: Window) {
        self.photos = photos
        self.editor = editor
        let builder = Builder("viewer.ui")
        widget = Widget(in: builder, "page")
        preview = PreviewPage(builder, photos.images)
        zoom = ZoomView(builder, photos.library)
        player = VideoPlayer(builder, photos.library)
        details = DetailsPanel(photos.library, editor)
        editing = ViewerEditing(builder, photos.library, editor, over: window)
        detailsScroller = ScrolledWindow(in: builder, "details")
        detailsScroller.setChild(details.widget)
        detailsButton = Toggle(in: builder, "details-button")
        favorite = ToggleButton(in: builder, "favorite")
        play = Button(in: builder, "play")
        deleting = Button(in: builder, "delete")
        restoring = Button(in: builder, "restore")
        title = WindowTitle(in: builder, "title")
        connect(builder)
    }

    private func connect(_ builder: Builder) {
        preview.onShow = { [weak self] in self?.came($0) }
        details.onOpenApp = { [weak self] in self?.onOpenApp($0) }
        player.onFailure = { [weak self] in self?.editor.say($0) }
        zoom.onFailure = { [weak self] in self?.editor.say($0) }
        Button(in: builder, "back").onClicked { [weak self] in self?.preview.close() }
        Button(in: builder, "zoom-in").onClicked { [weak self] in self?.zoom.zoomIn() }
        Button(in: builder, "zoom-out").onClicked { [weak self] in self?.zoom.zoomOut() }
        deleting.onClicked { [weak self] in self?.delete() }
        restoring.onClicked { [weak self] in self?.restore() }
        play.onClicked { [weak self] in self?.player.play() }
        favorite.onChanged { [weak self] in self?.setFavorite() }
        detailsButton.onChanged { [weak self] in self?.showDetails() }
        Widget(in: builder, "preview").onKey(beforeChildren: true) { [weak self] key, _ in
            guard let self else { return false }
            switch key {
            case .plus, .equal: zoom.zoomIn()
            case .minus: zoom.zoomOut()
            case .zero: zoom.fit()
            case .one: zoom.showPixels()
            case .delete: delete()
            case .e: return editing.openMenu()
            case .i: detailsButton.isActive.toggle()
            case .enter where player.isVideo: player.play()
            default: return false
            }
            return true
        }
    }

    /// - Parameter areTrashed: whether the photos are in the trash, and can be restored.
    func show(_ position: Int, of assets: [ListedAsset], areTrashed: Bool) {
        isOpen = true
        deleting.isVisible = !areTrashed
        restoring.isVisible = areTrashed
        favorite.isVisible = !areTrashed
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
        player.stop()
        details.clear()
        editing.clear()
    }

    /// Keeps what was typed and not left yet.
    func keepEdits() { details.keepCaption() }

    /// The list has changed.
    func update(_ assets: [ListedAsset]) {
        guard isOpen else { return }
        preview.update(assets)
        if isOpen, let asset = preview.shown { describe(asset) }
    }

    private func came(_ asset: ListedAsset) {
        zoom.show(asset.id)
        describe(asset)
        editing.show(asset.id)
        play.isVisible = asset.duration != nil
        player.show(asset) { [weak self] isLive in
            if isLive, self?.preview.shown?.id == asset.id { self?.play.isVisible = true }
        }
        showDetails()
    }

    private func describe(_ asset: ListedAsset) {
        title.setTitle(asset.date(DateText.day) ?? localized("No Date"))
        isShowing = true
        favorite.isActive = asset.isFavorite
        isShowing = false
        favorite.setIcon(FavoriteIcon.name(isOn: asset.isFavorite))
    }

    private func showDetails() {
        guard detailsButton.isActive, let asset = preview.shown else { return details.clear() }
        details.show(asset.id)
        if described != asset.id { detailsScroller.scrollToTop() }
        described = asset.id
    }

    private func setFavorite() {
        guard !isShowing, let asset = preview.shown else { return }
        let isOn = favorite.isActive
        favorite.setIcon(FavoriteIcon.name(isOn: isOn))
        editor.perform(
            ChangeRequest.setting(of: [asset.id]) { $0.isFavorite = isOn },
            undo: ChangeRequest.setting(of: [asset.id]) { $0.isFavorite = !isOn })
    }

    private func delete() {
        guard deleting.isVisible, let asset = preview.shown else { return }
        SelectionBar.delete([asset.id], with: editor)
    }

    private func restore() {
        guard let asset = preview.shown else { return }
        SelectionBar.restore([asset.id], with: editor)
    }
}
