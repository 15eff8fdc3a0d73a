import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The page on which the person selects photos from the library, from an album, or from the results of a search.
final class SelectionPage {
    let widget: Widget
    /// The bar with the buttons.
    let answers: Widget
    var onCancel: () -> Void = {}
    /// Called when the person wants to choose files outside the library, which some picks allow.
    var onOtherFiles: () -> Void = {}

    private let builder = Builder("selection.ui")
    private let actions: ActionGroup
    private let question: AgentPrompt
    private let photos: any PhotoSource
    private let grid: PhotoGrid
    private let selection: PhotoSelection
    private let stack: Stack
    private lazy var title = WindowTitle(in: builder, "title")
    private lazy var hint = Label(in: builder, "hint")
    private lazy var notice = Label(in: builder, "notice")
    private let parts: PhotoSourceChooser
    private lazy var empty = StatusPage(in: builder, "empty")
    private lazy var search = SearchEntry(in: builder, "search")
    private let preview: PreviewPage
    private lazy var previewSelect = Button(in: builder, "preview-select")
    private let panes: FocusPanes
    private lazy var zoom = Slider(in: builder, "zoom")
    private var wanted: AssetListRequest?
    /// The timer that requests the whole list.
    private var continuing: Timeout?
    /// The assets of the list that was loaded most recently.
    private var listed: [ListedAsset] = []
    /// Whether the preview of a photo is open.
    private var isPreviewing = false
    private let options: PickSettings?
    private let trimming: TrimEditor?
    /// All listed assets that are not videos, including those of earlier lists.
    private var images: Set<AssetID> = []

    /// The number of photos that are shown before the whole list has loaded. They fill more than one screen.
    private static let firstCount = 100
    /// The time limit for the first photos, and the pause between them and the whole list, in milliseconds.
    private static let (firstTime, imagesTime): (UInt32, UInt32) = (500, 150)

    /// - Parameter done: called with the selected photos and, for a pick, with the person's other choices.
    init(_ question: AgentPrompt, _ photos: any PhotoSource, selected: [AssetID], done: @escaping (PickAnswer) -> Void)
    {
        self.question = question
        self.photos = photos
        widget = Widget(in: builder, "page")
        answers = Widget(in: builder, "header")
        stack = Stack(in: builder, "stack")
        parts = PhotoSourceChooser(question, builder)
        selection = PhotoSelection(
            selected, limit: question.picker?.limit, isOrdered: question.picker?.isOrdered ?? false)
        let scroller = ScrolledWindow(in: builder, "scroller")
        let grid = PhotoGrid(photos.images, in: scroller)
        self.grid = grid
        let preview = PreviewPage(builder, photos.images)
        self.preview = preview
        let (builder, stack) = (builder, stack)
        var panes = ["header", "filters", "options"].map { id in
            let bar = Widget(in: builder, id)
            return FocusPanes.Pane(widget: bar) { bar.moveFocus(isForward: true) }
        }
        let photosPane = FocusPanes.Pane(widget: stack) {
            switch stack.visibleChild {
            case "preview": preview.grabFocus()
            case "grid": grid.view.grabFocus()
            default: false
            }
        }
        panes.insert(photosPane, at: 2)
        self.panes = FocusPanes(panes)
        options = question.kind == .pick ? PickSettings(question, builder) : nil
        trimming = options.map { TrimEditor($0, builder) }
        actions = ActionGroup("page", on: widget, beforeChildren: true)
        connect(done)
        // Shows the search that the app requests, so that the person sees why some photos are missing.
        if let words = Text.singleLine(question.picker?.search) {
            search.text = words
            SearchBar(in: builder, "search-bar").isOpen = true
        }
        var text = PromptText(question)
        text.nameColumns = 40
        title.setTitle(text.selectionTitle)
        say(Self.hint)
        selectionChanged()
    }

    /// Loads the photos, and moves the focus to them.
    func start() {
        if listed.isEmpty { load() }
        grid.view.grabFocus()
    }

    func focus() {
        if isPreviewing { preview.grabFocus() } else { grid.view.grabFocus() }
    }

    /// Whether F6 moves the focus only within this page, and not to other parts of the window.
    var keepsFocus: Bool {
        get { panes.isRound }
        set { panes.isRound = newValue }
    }

    // MARK: Contents

    private func connect(_ done: @escaping (PickAnswer) -> Void) {
        grid.isPicking = true
        grid.head = Label(in: builder, "head")
        grid.selection = selection
        let refresh = selection.onChange
        selection.onChange = { [weak self] in
            refresh()
            self?.selectionChanged()
        }
        selection.onLimit = { [weak self] in
            guard let self, let limit = question.picker?.limit else { return }
            notice.text = localized(
                "The app takes at most {items}. Deselect one first.", ["items": CountText.text(limit)])
            // Hides the text first, because a screen reader reads the text each time it appears.
            notice.isVisible = false
            notice.isVisible = true
        }
        let searchBar = SearchBar(in: builder, "search-bar")
        // If `keepsFocus` is false, the window handles the key in the last pane.
        widget.onKey { [weak self] key, modifiers in
            key == .f6 && self?.panes.move(isForward: !modifiers.contains(.shift)) == true
        }
        actions.add("search", self, keys: "<Control>f") {
            searchBar.isOpen = true
            $0.search.selectAll()
            $0.search.grabFocus()
        }
        actions.add("cancel", self) { $0.onCancel() }
        let offersOtherFiles = question.picker?.offersOtherFiles == true
        actions.add("other-files", self, keys: "<Control>o") { $0.onOtherFiles() }
        actions["other-files"].isEnabled = offersOtherFiles
        Widget(in: builder, "other-files").isVisible = offersOtherFiles
        actions.add("done", self, keys: "<Control>Return|<Control>KP_Enter") { $0.finish(done) }
        actions.add("retry", self) { $0.loadAgain() }.isEnabled = false
        actions.addToggle("only-selected", self) { page, _ in page.show() }
        parts.onSelected = { [weak self] in self?.load() }
        search.onSearch { [weak self] in self?.load() }
        search.onStop { [weak self] in
            guard let self else { return }
            searchBar.isOpen = false
            if !search.text.isEmpty { search.clear() }
            grid.view.grabFocus()
        }
        zoom.onChanged { [weak self] in
            guard let self else { return }
            grid.setTileSize(Int(zoom.value))
        }
        grid.onPreview = { [weak self] position in self?.look(at: position) }
        connectPreview()
    }

    private func connectPreview() {
        preview.onDescribe = { [weak self] asset in
            guard let self else { return }
            let isSelected = selection.contains(asset.id)
            previewSelect.setLabel(isSelected ? localized("Deselect _Photo") : localized("Select _Photo"))
            say(
                isSelected
                    ? localized("Press Enter to deselect, Space to go back")
                    : localized("Press Enter to select, Space to go back"))
        }
        preview.onShow = { [weak self] in self?.trimming?.show($0) }
        preview.onClose = { [weak self] in
            guard let self else { return }
            let last = preview.shown
            leavePreview()
            stack.visibleChild = "grid"
            grid.focus(on: last)
        }
        preview.onToggle = { [weak self] position in self?.grid.toggle(position) }
        preview.isSelected = { [weak self] in self?.selection.contains($0) ?? false }
    }

    private func finish(_ done: (PickAnswer) -> Void) {
        done(options?.pick(selection.ids) ?? PickAnswer(selection.ids))
    }

    func receive(_ albums: [AlbumSummary]) { parts.show(albums) }

    /// Returns the identifiers in `ids` that belong to listed images, in the order of `ids`.
    func images(in ids: [AssetID]) -> [AssetID] { ids.filter(images.contains) }

    private func load() {
        let request = parts.request(searching: Text.trimmed(search.text))
        guard wanted != request else { return }
        wanted = request
        actions["retry"].isEnabled = false
        if listed.isEmpty { stack.visibleChild = "loading" }
        guard request.search == nil, request.addedAfter == nil else { return loadAll(request, isContinued: false) }
        loadAll(request, isContinued: false, after: Self.firstTime)
        photos.wantFirst(Self.firstCount, in: request.album) { [weak self] assets, areAll in
            guard let self, wanted == request, continuing != nil else { return }
            guard !assets.isEmpty else { return loadAll(request, isContinued: false) }
            receive(assets, for: request, isContinued: false)
            if areAll { stopContinuing() } else { loadAll(request, isContinued: true, after: Self.imagesTime) }
        }
    }

    private func stopContinuing() {
        continuing?.cancel()
        continuing = nil
    }

    private func loadAll(_ request: AssetListRequest, isContinued: Bool, after time: UInt32) {
        stopContinuing()
        continuing = MainLoop.after(milliseconds: time) { [weak self] in
            self?.loadAll(request, isContinued: isContinued)
        }
    }

    /// Reads the whole list, which takes some time in a large library.
    private func loadAll(_ request: AssetListRequest, isContinued: Bool) {
        stopContinuing()
        photos.want(request) { [weak self] assets in
            guard let self, wanted == request else { return }
            guard let assets else { return failed() }
            receive(assets, for: request, isContinued: isContinued)
        }
    }

    /// Shows that the list cannot be read.
    private func failed() {
        listed = []
        actions["retry"].isEnabled = true
        show()
        if !search.containsFocus { Widget(in: builder, "retry").grabFocus() }
    }

    private func loadAgain() {
        wanted = nil
        load()
    }

    /// - Parameter isContinued: whether the first photos of the list are already shown.
    private func receive(_ assets: [ListedAsset], for request: AssetListRequest, isContinued: Bool) {
        let isFirst = listed.isEmpty
        listed = assets
        images.formUnion(assets.lazy.filter { $0.duration == nil }.map(\.id))
        // Albums are not sorted by date.
        grid.showsDays = request.album == nil
        if isContinued {
            grid.update(shown)
            // The person may already have opened one of the first photos.
            if isPreviewing { return preview.update(shown) }
            showGrid()
        } else {
            show()
        }
        // The person may be typing in the search field.
        if isFirst, !listed.isEmpty, !search.containsFocus { grid.view.grabFocus() }
    }

    /// The assets to show: all listed assets, or only the selected ones.
    private var shown: [ListedAsset] {
        actions["only-selected"].isOn ? listed.filter { selection.contains($0.id) } : listed
    }

    private func show() {
        leavePreview()
        grid.show(shown)
        showGrid()
    }

    private func showGrid() {
        let isEmpty = shown.isEmpty
        stack.visibleChild = isEmpty ? "empty" : "grid"
        guard isEmpty else { return }
        if actions["retry"].isEnabled {
            empty.describeFailure("")
        } else if actions["only-selected"].isOn {
            empty.describe(icon: "image-missing-symbolic", localized("No Photos Selected"))
        } else if wanted?.search != nil {
            empty.describeNothingFound()
        } else {
            empty.describe(
                icon: "image-missing-symbolic", parts.isLibrary ? localized("No Photos") : localized("No Photos Here"))
        }
    }

    private func selectionChanged() {
        title.setSubtitle(
            question.picker.flatMap { picker in
                picker.takesAnyNumber
                    ? nil
                    : localized(
                        "{n} of at most {limit} selected",
                        ["n": Text.number(selection.count), "limit": Text.number(picker.limit)])
            } ?? counted("{n} selected", "{n} selected", selection.count))
        // Hides the message about the limit.
        if selection.count < question.picker?.limit ?? .max { notice.isVisible = false }
        // The person can confirm an empty selection only if this removes photos that the app sees.
        actions["done"].isEnabled = selection.count > 0 || (question.kind != .pick && !question.selection.isEmpty)
    }

    private static var hint: String {
        localized("Click or press Enter to select, double-click or press Space to open")
    }

    private func look(at position: Int) {
        isPreviewing = true
        preview.show(position, of: grid.assets)
        stack.visibleChild = "preview"
        preview.grabFocus()
    }

    private func leavePreview() {
        guard isPreviewing else { return }
        isPreviewing = false
        preview.forget()
        say(Self.hint)
    }

    /// Shows a hint about keys and clicks. The tooltip contains the whole text, which the label may cut off.
    private func say(_ text: String) {
        hint.text = text
        hint.setTooltip(text)
    }
}
