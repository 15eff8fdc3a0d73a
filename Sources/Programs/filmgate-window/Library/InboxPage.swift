import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The inbox page, which shows the photos that apps have added, until the person keeps or rejects them.
final class InboxPage {
    let widget: Widget
    /// Called with the number of waiting items when this number may have changed.
    var onCount: (Int) -> Void = { _ in }

    private let builder = Builder("inbox.ui")
    private let actions: ActionGroup
    private let editor: LibraryEditor
    private let grid: PhotoGrid
    private let selection = PhotoSelection([], limit: nil, isOrdered: false)
    private lazy var stack = Stack(in: builder, "stack")
    private lazy var title = WindowTitle(in: builder, "title")
    private lazy var selected = Label(in: builder, "selected")
    private(set) lazy var bottomBar = Widget(in: builder, "bottom-bar")
    private lazy var closing = Widget(in: builder, "preview-back")
    private let preview: PreviewPage
    private let player: VideoPlayer
    private var apps: [AssetID: String] = [:]
    private var orientations: [AssetID: UInt32] = [:]
    /// The items that the person has kept or rejected. They are in the list until the broker has removed them.
    private var decided: Set<AssetID> = []
    private var isDeciding = false
    /// Whether the photo in the preview is loaded, and whether it has been shown for `settlingTime`.
    private var (isLoaded, isSettled) = (false, false)
    private var settling: Timeout?

    /// The time before the person can decide about a photo in the preview, in milliseconds. If an app withdraws a
    /// photo, the next photo appears at the same place.
    private static let settlingTime: UInt32 = 500

    init(_ photos: LibraryPhotoSource, _ editor: LibraryEditor) {
        self.editor = editor
        widget = Widget(in: builder, "page")
        grid = PhotoGrid(photos.images, in: ScrolledWindow(in: builder, "scroller"))
        preview = PreviewPage(builder, photos.images)
        player = VideoPlayer(builder, photos.library)
        actions = ActionGroup("page", on: widget, keysIn: grid.view)
        connect()
        update()
    }

    private func connect() {
        grid.selection = selection
        grid.setTileSize(150)
        grid.note = { [weak self] in self?.apps[$0] }
        let refresh = selection.onChange
        selection.onChange = { [weak self] in
            refresh()
            self?.update()
        }
        grid.onPreview = { [weak self] in self?.look(at: $0) }
        preview.onClose = { [weak self] in self?.closed() }
        preview.onShow = { [weak self] in self?.receive($0) }
        preview.onLoad = { [weak self] in
            self?.isLoaded = true
            self?.update()
        }
        player.onFailure = { [weak self] in self?.editor.say($0) }
        player.onTurn = { [weak self] isForward in
            self?.preview.move(by: isForward ? 1 : -1)
            self?.preview.grabFocus()
        }
        actions.add("unselect-all", selection, keys: "Escape") { $0.removeAll() }
        actions.add("keep", self, isChange: true) { $0.decide(keeping: true) }
        actions.add("reject", self, isChange: true) { $0.decide(keeping: false) }
    }

    /// Moves the focus to the photos.
    func focus() {
        switch stack.visibleChild {
        case "preview": preview.grabFocus()
        case "grid": grid.view.grabFocus()
        default: _ = widget.moveFocus(isForward: true)
        }
    }

    /// Closes the preview if it is open.
    func leave() { if stack.visibleChild == "preview" { endPreview() } }

    /// Shows the waiting items.
    func show(_ items: [InboxItem]) {
        let names = Dictionary(items.map { ($0.client, AppDescription($0.client).name) }) { first, _ in first }
        apps = Dictionary(items.map { ($0.id, names[$0.client] ?? "") }) { first, _ in first }
        orientations = Dictionary(items.map { ($0.id, $0.orientation) }) { first, _ in first }
        let assets = items.map { item in
            ListedAsset(
                id: item.id, creationDate: item.creationDate,
                duration: item.mediaType == .video ? item.duration ?? 0 : nil)
        }
        let hadFocus = grid.view.containsFocus
        grid.update(assets)
        if hadFocus, !grid.view.containsFocus { grid.view.grabFocus() }
        selection.remove(selection.ids.filter { apps[$0] == nil })
        if stack.visibleChild != "preview" {
            showGrid()
        } else if let shown = preview.shown, apps[shown.id] != nil || decided.contains(shown.id) {
            preview.update(assets)
        } else {
            // The app has withdrawn the photo in the preview.
            preview.close()
        }
        decided.formIntersection(apps.keys)
        title.setSubtitle(items.isEmpty ? "" : CountText.text(items.count))
        update()
        onCount(items.count)
    }

    private func showGrid() { stack.visibleChild = grid.assets.isEmpty ? "empty" : "grid" }

    // MARK: One in large

    private func look(at position: Int) {
        stack.visibleChild = "preview"
        preview.show(position, of: grid.assets)
        preview.grabFocus()
        update()
    }

    private func receive(_ asset: ListedAsset) {
        title.setTitle(apps[asset.id] ?? localized("Inbox"))
        player.show(asset, orientation: orientations[asset.id])
        (isLoaded, isSettled) = (false, false)
        settling?.cancel()
        settling = MainLoop.after(milliseconds: Self.settlingTime) { [weak self] in
            self?.isSettled = true
            self?.update()
        }
        update()
    }

    private func closed() {
        let hadFocus = widget.containsFocus
        let last = preview.shown
        endPreview()
        if hadFocus, stack.visibleChild == "grid" { grid.focus(on: last) } else if hadFocus { focus() }
    }

    private func endPreview() {
        player.stop()
        preview.forget()
        title.setTitle(localized("Inbox"))
        showGrid()
        update()
    }

    // MARK: Deciding

    /// The items to which the buttons apply: the photo in the preview, or the selected items.
    private var chosen: [AssetID] {
        stack.visibleChild == "preview" ? preview.shown.map { [$0.id] } ?? [] : selection.ids
    }

    private func update() {
        let isLarge = stack.visibleChild == "preview"
        closing.isVisible = isLarge
        if !isLarge { player.isPlayable = false }
        let count = chosen.count
        selected.text =
            isLarge || grid.assets.isEmpty
            ? ""
            : count == 0
                ? localized("Select what to keep or to reject") : counted("{n} selected", "{n} selected", count)
        let isReady = !isDeciding && (!isLarge || isLoaded && isSettled)
        actions["unselect-all"].isEnabled = selection.count > 0
        for name in ["keep", "reject"] { actions[name].isEnabled = count > 0 && isReady }
    }

    private func decide(keeping isKept: Bool) {
        let ids = chosen
        guard !ids.isEmpty, !isDeciding else { return }
        let text =
            isKept
            ? counted("{n} item is in your library now", "{n} items are in your library now", ids.count)
            : counted("{n} item rejected", "{n} items rejected", ids.count)
        if stack.visibleChild != "preview" { selection.removeAll() }
        isDeciding = true
        decided.formUnion(ids)
        update()
        let finished: (Bool) -> Void = { [weak self] isDone in
            if !isDone { self?.decided.subtract(ids) }
            self?.isDeciding = false
            self?.update()
        }
        editor.perform(saying: text, finished: finished) { library in
            for part in ids.batches(of: 500) {
                if isKept {
                    try await library.administration.acceptAdded(part)
                } else {
                    try await library.administration.rejectAdded(part)
                }
            }
        }
    }
}
