import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The page that shows the photos of a sidebar item in a grid.
final class PhotosPage {
    let widget: Widget
    let grid: PhotoGrid
    /// Called with the position of the photo that the person opens.
    var onOpen: (Int) -> Void = { _ in }
    /// Called with the words of a search that the person repeats in all photos.
    var onSearchAll: (String) -> Void = { _ in }
    /// Called with the new list when the list has changed.
    var onChange: ([ListedAsset]) -> Void = { _ in }

    private let builder = Builder("photos.ui")
    private let actions: ActionGroup
    private let editor: LibraryEditor
    private let feed: AssetListReader
    let copies: SharedPhotoCopier
    private let searcher: PhotoSearcher
    private let library: PhotoLibrary
    private let selection = PhotoSelection([], limit: nil, isOrdered: false)
    private let bar: SelectionBar
    private let albums: AlbumChooser
    private let albumActions: AlbumActions
    private let collections: CollectionEditor
    private let selectionEditor: SelectedPhotosEditor
    private let timeline: TimelineSlider
    private let bursts: BurstOpener
    private let reorderer: AlbumReorderer
    private let trashDays: TrashCountdown
    private lazy var stack = Stack(in: builder, "stack")
    private lazy var title = WindowTitle(in: builder, "title")
    private lazy var empty = StatusPage(in: builder, "empty")
    private lazy var search = SearchEntry(in: builder, "search")
    private lazy var suggestions = SearchSuggestionList(builder, library, search)
    private(set) lazy var bottomBar = Revealer(in: builder, "selection-bar")
    private lazy var zoom = Slider(in: builder, "zoom")
    private lazy var searchBar = SearchBar(in: builder, "search-bar")
    private var item: SidebarItem = .photos
    /// The title of the sidebar item. The page shows this title if no burst is open.
    private var partTitle = ""
    private var isFirst = true
    /// Whether the list could not be read.
    private var isFailed = false
    private var focusing = FocusRequest.none
    private(set) var waitingSearch = ""
    /// The favorites among the listed assets.
    private var favorites: Set<AssetID> = []
    /// The videos among the listed assets.
    private(set) var videos: Set<AssetID> = []

    init(
        _ photos: LibraryPhotoSource, _ editor: LibraryEditor, _ collections: CollectionEditor, over window: Window
    ) {
        library = photos.library
        self.editor = editor
        widget = Widget(in: builder, "page")
        feed = AssetListReader(of: photos)
        searcher = PhotoSearcher(of: photos)
        copies = SharedPhotoCopier(of: photos.library) { [weak editor] in editor?.say($0) }
        let scroller = ScrolledWindow(in: builder, "scroller")
        grid = PhotoGrid(photos.images, in: scroller)
        timeline = TimelineSlider(builder, grid, scroller, photos.library)
        actions = ActionGroup("page", on: widget, keysIn: grid.view, beforeChildren: true)
        albums = AlbumChooser(builder, photos)
        bar = SelectionBar(builder, actions, selection, albums, editor, over: window)
        selectionEditor = SelectedPhotosEditor(actions, selection, photos.library, editor, over: window)
        self.collections = collections
        albumActions = AlbumActions(builder, actions, editor, collections, over: window)
        bursts = BurstOpener(actions, grid, photos.library)
        reorderer = AlbumReorderer(actions, grid, selection, editor)
        trashDays = TrashCountdown(of: photos.library, for: grid, Label(in: builder, "trash-days"))
        connect()
    }

    private func connect() {
        grid.selection = selection
        grid.head = Label(in: builder, "head")
        grid.towns = SectionTowns(library)
        grid.setTileSize(150)
        grid.allowsDragging = true
        // Dragging a selected photo drags all selected photos.
        grid.dragged = { [weak self] asset in
            guard let self, selection.contains(asset) else { return [asset] }
            return selection.ids
        }
        grid.dragContent = { [weak self] ids in
            guard let self else { return nil }
            let only = ids.count == 1 ? grid.assets.first { $0.id == ids[0] && $0.duration == nil } : nil
            return copies.content(for: ids, pictured: only?.id)
        }
        bar.favorites = { [weak self] in self?.favorites ?? [] }
        bar.videos = { [weak self] in self?.videos ?? [] }
        bar.focused = { [weak self] in self?.grid.keyboardAsset }
        bar.listed = { [weak self] in Set(self?.grid.assets.map(\.id) ?? []) }
        selectionEditor.videos = { [weak self] in self?.videos ?? [] }
        selectionEditor.listed = { [weak self] in self?.grid.assets.map(\.id) ?? [] }
        bar.onFocusLost = { [weak self] in self?.focus() }
        grid.menu = ContextMenu(in: builder, "photo-menu", over: widget)
        grid.menu?.onClosed = { [weak self] in
            self?.grid.menuPosition = nil
            self?.bursts.menuClosed()
        }
        grid.onMenu = { [weak self] in
            guard let self else { return }
            bursts.prepareMenu(isInTrash: item == .trash)
            bar.prepareMenu()
        }
        grid.onPreview = { [weak self] in self?.onOpen($0) }
        bar.bursts.onPicked = { [weak self] in self?.grid.view.refresh() }
        grid.note = { [weak self] asset in
            guard let self, item == .trash else { return self?.bar.bursts.note(asset) }
            return trashDays.note(on: asset)
        }
        bursts.onChange = { [weak self] in self?.burstChanged() }
        let refresh = selection.onChange
        selection.onChange = { [weak self] in
            refresh()
            self?.bar.update()
        }
        title.letShrink()
        for name in ["restore", "purge"] { Button(in: builder, name).letShrink() }
        grid.onNarrow = { [weak self] isNarrow in
            guard let self else { return }
            zoom.isVisible = !isNarrow
            timeline.hasMarks = !isNarrow
        }
        zoom.onChanged { [weak self] in
            guard let self else { return }
            grid.setTileSize(Int(zoom.value))
        }
        search.onSearch { [weak self] in self?.searched() }
        searchBar.onOpenChanged { [weak self] in self?.searchBarChanged() }
        // This handler gets keys before the photos' shortcuts, such as Escape, which unselects all photos.
        widget.onKey(beforeChildren: true) { [weak self] key, _ in
            guard let self, key == .escape, !albums.isOpen else { return false }
            if searchBar.isOpen {
                if !suggestions.leave() { closeSearch() }
            } else if bursts.burst != nil, selection.count == 0 {
                bursts.close()
            } else {
                return false
            }
            return true
        }
        actions.add("open", self) { page in
            if let position = page.grid.menuPosition ?? page.grid.view.focusedPosition { page.onOpen(position) }
        }
        actions.add("clear-search", self) { page in
            page.search.grabFocus()
            page.closeSearch()
        }
        actions.add("search-all", self) { $0.onSearchAll($0.waitingSearch) }
        actions.add("show-hidden", self) { $0.load(focusing: .always) }
    }

    /// Shows the photos of a sidebar item.
    func show(_ item: SidebarItem, titled text: String) {
        self.item = item
        bursts.leave()
        bar.bursts.burst = nil
        partTitle = text
        showTitle()
        title.setSubtitle("")
        selection.removeAll()
        bar.show(item, hasRule: collections.hasRule(item))
        albumActions.show(item, titled: text)
        grid.show([])
        (waitingSearch, isFirst) = ("", false)
        reorderer.album = nil
        searchBar.isOpen = false
        guard item == .hidden else { return load(focusing: .ofPart) }
        feed.stop()
        searcher.stop()
        stack.visibleChild = "hidden"
    }

    func show(_ collections: LibraryCollections) {
        albums.show(collections)
        guard let text = collections.title(of: item) else { return }
        partTitle = text
        showTitle()
        albumActions.show(item, titled: text)
    }

    /// Removes the files that are needed only while the window is open.
    func end() { copies.removeAll() }

    /// The photo that gets the focus when the next list is shown.
    var wanted: AssetID?

    /// Returns whether the photos may take the focus when they are shown.
    var mayTakeFocus: () -> Bool = { true }

    /// Moves the focus to the photos, or to the widget that the page shows instead.
    ///
    /// - Parameter asset: the photo that gets the focus; nil for the photo that last had the focus.
    func focus(on asset: ListedAsset? = nil) {
        switch stack.visibleChild {
        case "grid": grid.focus(on: asset)
        case "loading": focusing = .always
        case "hidden": Widget(in: builder, "show-hidden").grabFocus()
        default: _ = widget.moveFocus(isForward: true)
        }
    }

    // MARK: The search

    /// - Parameter words: the words to search for; empty if the person types them.
    func beginSearch(for words: String = "") {
        searchBar.isOpen = true
        // Hidden photos cannot be searched before the person has shown them.
        guard searchBar.isOpen else { return }
        search.grabFocus()
        guard !words.isEmpty else { return }
        search.text = words
        search.moveToEnd()
    }

    /// Ends a search, and shows all photos again.
    func closeSearch() {
        guard searchBar.isOpen else { return }
        let hadFocus = searchBar.containsFocus
        searchBar.isOpen = false
        guard hadFocus else { return }
        // If the complete list is still loading, the photos get the focus later.
        if isFirst { focusing = .always }
        if !isFirst || stack.visibleChild == "grid" { focus() }
    }

    private func searchBarChanged() {
        if searchBar.isOpen {
            // Hidden photos cannot be searched before the person has shown them.
            guard stack.visibleChild != "hidden" else { return searchBar.isOpen = false }
            focusing = .none
            search.grabFocus()
            guard let request = item.request else { return }
            searcher.begin(in: request)
            suggestions.begin(in: request)
        } else {
            suggestions.end()
            if !search.text.isEmpty { search.clear() }
        }
    }

    private func searched() {
        suggestions.update()
        let words = Text.trimmed(search.text)
        guard words != waitingSearch else { return }
        waitingSearch = words
        load(focusing: .none)
    }

    // MARK: The list

    private func showTitle() {
        let text = bursts.burst == nil ? partTitle : localized("Burst")
        title.setTitle(text)
        let isWhole = item == .photos && bursts.burst == nil
        let part = isWhole ? localized("Search all photos") : localized("Search in {part}", ["part": text])
        search.setPlaceholder(part)
        search.setAccessibleLabel(part)
    }

    /// Whether the page shows the photos of a burst.
    var showsBurst: Bool { bursts.burst != nil }

    /// Shows all photos of an asset's burst.
    func openBurst(of asset: AssetID) { bursts.open(asset) }

    private func burstChanged() {
        bar.bursts.burst = bursts.burst
        showTitle()
        selection.removeAll()
        load(focusing: .always)
    }

    /// - Parameter focusing: whether the photos get the focus after loading.
    private func load(focusing: FocusRequest) {
        let burst = bursts.burst
        guard let request = burst.map({ FetchRequest.members(ofBurst: $0) }) ?? item.request else { return }
        self.focusing = focusing
        let isOrdered = waitingSearch.isEmpty && burst == nil && !collections.hasRule(item)
        reorderer.album = if case .album(let album) = item, isOrdered { album } else { nil }
        (isFirst, isFailed) = (true, false)
        // While the person types, the earlier results stay until the new list has loaded.
        if focusing != .none { stack.visibleChild = "loading" }
        let shown = (item, burst)
        let show: (Result<[ListedAsset], any Error>) -> Void = { [weak self] result in
            guard let self, (item, bursts.burst) == shown else { return }
            switch result {
            case .success(let assets): receive(assets)
            case .failure(let error): failed(error)
            }
        }
        searcher.stop()
        if waitingSearch.isEmpty {
            feed.follow(burst == nil ? PhotosFilter.shared.filtered(request, of: item) : request, show)
        } else {
            feed.stop()
            searcher.follow(waitingSearch, in: request, isByDate: isByDate, show)
        }
        if item == .trash { trashDays.read() }
    }

    /// Whether the person can add photos to albums.
    var allowsChanges: Bool {
        get { bar.allowsChanges }
        set { bar.allowsChanges = newValue }
    }

    /// Reads the list again if reading it has failed.
    func loadAgainIfFailed() {
        if isFailed { load(focusing: .ofPart) }
    }

    private func receive(_ assets: [ListedAsset]) {
        grid.showsDays = isByDate
        let hadFocus = grid.view.containsFocus
        if isFirst { grid.show(assets) } else { grid.update(assets) }
        // The update may have removed the focus from the photos.
        if hadFocus, !grid.view.containsFocus { grid.view.grabFocus() }
        if item == .trash, !isFirst { trashDays.read() }
        timeline.show(assets, isByDate: isByDate)
        albumActions.show(assets)
        favorites = Set(assets.lazy.filter(\.isFavorite).map(\.id))
        videos = Set(assets.lazy.filter(\.isVideo).map(\.id))
        selection.keep(only: assets)
        bar.listChanged()
        title.setSubtitle(CountText.text(of: assets))
        if assets.isEmpty { describeEmpty() }
        stack.visibleChild = assets.isEmpty ? "empty" : "grid"
        if hadFocus, assets.isEmpty, searchBar.isOpen { search.grabFocus() }
        if isFirst, !assets.isEmpty, takesFocus { grid.focus(on: assets.first { $0.id == wanted }) }
        wanted = nil
        isFirst = false
        focusing = .none
        onChange(assets)
    }

    private var takesFocus: Bool {
        // If a page that is not visible took the focus, the visible page would get no keys.
        guard widget.isOnScreen else { return false }
        return switch focusing {
        case .none: false
        case .ofPart: mayTakeFocus()
        case .always: true
        }
    }

    private func failed(_ error: any Error) {
        isFailed = true
        editor.availability.note(error)
        selection.removeAll()
        for name in ["clear-search", "search-all"] { actions[name].isEnabled = false }
        empty.describeFailure(LibraryEditor.text(of: error))
        stack.visibleChild = "empty"
    }

    private func describeEmpty() {
        actions["clear-search"].isEnabled = !waitingSearch.isEmpty
        actions["search-all"].isEnabled = !waitingSearch.isEmpty && item != .photos
        if waitingSearch.isEmpty {
            empty.describeEmpty(item)
        } else {
            empty.describeNothingFound(searcher.search?.nothingFoundText)
        }
    }

    /// Whether the list is sorted by the dates on which the photos were taken.
    private var isByDate: Bool { bursts.burst == nil && item.isByDate }
}
