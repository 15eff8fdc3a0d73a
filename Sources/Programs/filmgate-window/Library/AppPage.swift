import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePolicy
import FilmgatePrompts
import FilmgateText
import FoundationEssentials

/// The page of one app, which shows the app's access and its history.
final class AppPage {
    let widget: Widget
    let back: Button
    /// The content below the header bar.
    var controls: Widget { scroller }
    /// Called when the person wants to go back.
    var onBack: () -> Void = {}
    /// Called with the app and its selected photos when the person wants to change the selection.
    var onSelect: (ClientID, [AssetID]) -> Void = { _, _ in }
    /// Called with a photo that the person opens, and all photos of the grid that contains it.
    var onOpen: (AssetID, [AssetID]) -> Void = { _, _ in }
    private(set) var client: ClientID?
    private var app: AppDescription?

    private let library: PhotoLibrary
    private let editor: LibraryEditor
    let builder = Builder("app.ui")
    private lazy var level = DropDown(in: builder, "level")
    private lazy var ends = AccessEndRow(builder) { [weak self] in self?.changed() }
    private lazy var places = DropDown(in: builder, "places")
    private let actions: ActionGroup
    private let selected: PhotoGrid
    private let opened: PhotoGrid
    private let selectedScroller: ScrolledWindow
    private let openedScroller: ScrolledWindow
    private let kept: PhotoGrid
    private let keptScroller: ScrolledWindow
    /// The grid with the photo that the person opened most recently.
    private var viewed: PhotoGrid
    private let chart: AccessChart
    private let scroller: ScrolledWindow
    private lazy var identity = Label(in: builder, "identity")
    private var grant: ClientGrant?
    private var selection: [ObjectID] = []
    private var reading: Task<Void, Never>?
    /// Whether to read the history again. This is not needed after changes of the library.
    private var needsHistory = false
    /// Whether changes of the library can change the app's selection. The value is also true while the grant is read.
    private var selectionMayChange = false
    /// The number of changes of the app's grant that are not completed yet.
    private var pending = 0

    /// The levels in the order of the chooser.
    private static let levels: [Level] = [.none, .addOnly, .limited, .full]
    /// The names of the switches' actions, and the right that each switch changes.
    private static let switches: [(name: String, right: Rights)] = [
        ("captions", .captions), ("metadata", .metadata), ("originals", .originals), ("write", .write),
        ("manage", .manage),
    ]

    init(_ photos: LibraryPhotoSource, _ editor: LibraryEditor, over window: Window) {
        library = photos.library
        self.editor = editor
        widget = Widget(in: builder, "page")
        back = Button(in: builder, "back")
        actions = ActionGroup("page", on: widget)
        selectedScroller = ScrolledWindow(in: builder, "selection-scroller")
        openedScroller = ScrolledWindow(in: builder, "opened-scroller")
        selected = PhotoGrid(photos.images, in: selectedScroller)
        opened = PhotoGrid(photos.images, in: openedScroller)
        keptScroller = ScrolledWindow(in: builder, "kept-scroller")
        kept = PhotoGrid(photos.images, in: keptScroller)
        viewed = opened
        chart = AccessChart(builder)
        scroller = ScrolledWindow(in: builder, "scroller")
        for grid in [selected, opened, kept] {
            grid.setTileSize(90)
            grid.onPreview = { [weak self, unowned grid] in self?.open($0, in: grid) }
        }
        for inner in [selectedScroller, openedScroller, keptScroller] { inner.passWheel(to: scroller) }
        places.setItems([localized("None"), localized("Nearest town"), localized("Exact")])
        connect(over: window)
    }

    private func connect(over window: Window) {
        for chooser in [level, places] { chooser.onSelected { [weak self] in self?.changed() } }
        for (name, _) in Self.switches { actions.addToggle(name, self, isChange: true) { page, _ in page.changed() } }
        actions.addToggle("mute", self, isChange: true) { page, _ in page.muteChanged() }
        actions.add("revoke", self, isChange: true) { $0.askToRevoke(over: window) }
        actions.add("reset", self, isChange: true) { $0.askToReset(over: window) }
        actions.add("forget-kept", self, isChange: true) { $0.forgetKept() }
        actions.add("resume", self, isChange: true) { $0.resume() }
        actions.add("pause", self, isChange: true) { $0.pause() }
        actions.add("change-selection", self, isChange: true) { page in
            if let client = page.client { page.onSelect(client, page.selection.map { AssetID(uuid: $0.uuid) }) }
        }
        actions.add("back", self, keys: "Escape|<Alt>\(widget.arrows.back)") { $0.onBack() }
    }

    /// Shows an app, and scrolls to the top of the page.
    func open(_ client: ClientID) {
        show(client)
        toTop()
        // When the page is shown, GTK may move the focus to the widget that last had the focus, and scroll there.
        MainLoop.after(milliseconds: 0) { [weak self] in self?.toTop() }
    }

    private func open(_ position: Int, in grid: PhotoGrid) {
        guard grid.assets.indices.contains(position) else { return }
        viewed = grid
        onOpen(grid.assets[position].id, grid.assets.map(\.id))
    }

    /// Moves the focus to a photo, after the person has closed the viewer.
    func focus(on asset: ListedAsset?) { viewed.focus(on: asset) }

    private func toTop() {
        identity.deselect()
        back.grabFocus()
        scroller.scrollToTop()
    }

    /// Shows an app. Call this method again when the app's grant may have changed.
    func show(_ client: ClientID) {
        let isNew = client != self.client
        if isNew { pending = 0 }
        self.client = client
        if isNew { introduce(client) }
        reading?.cancel()
        // While a change is running, the controls show the state that the person chose.
        guard isNew || pending == 0 else { return }
        needsHistory = true
        read(client)
    }

    /// Updates the selection after a change of the library, because the photos of selected albums may have changed.
    func libraryChanged() {
        // If a change of the grant is running, the page is updated when that change ends.
        if let client, selectionMayChange, pending == 0 { read(client) }
    }

    private func read(_ client: ClientID) {
        reading?.cancel()
        selectionMayChange = true
        let library = library
        reading = Task {
            do {
                let administration = library.administration
                let grant = try await administration.grants(of: client).first
                var selection: [ObjectID] = []
                if grant?.level == .limited { selection = try await administration.selection(of: client) }
                let parts = try await AppSelection.read(selection, from: library)
                let kept = try await administration.keptItems(of: client).map(\.asset)
                let isConnected = try await administration.clients().contains { $0.client == client }
                guard !Task.isCancelled else { return }
                selectionMayChange = grant?.level == .limited
                show(grant, parts)
                show(kept)
                ends.show(grant, isConnected: isConnected)
                if grant != nil { showIdentity(isKnown: true) }
                guard needsHistory else { return }
                var filter = AuditLogFilter()
                filter.client = client
                let records = try await administration.audit(matching: filter, newest: AppHistory.mostEntries)
                guard !Task.isCancelled else { return }
                needsHistory = false
                show(AppHistory(records, of: client, today: AppHistory.today))
                showIdentity(
                    isKnown: grant != nil || !records.isEmpty || app?.isInstalled == true || isConnected)
            } catch {
                if !Task.isCancelled { editor.say(error) }
            }
        }
    }

    // MARK: Contents

    private func introduce(_ client: ClientID) {
        let app = AppDescription(client)
        WindowTitle(in: builder, "title").setTitle(app.name)
        Icon(in: builder, "icon").setName(app.icon, fallback: "application-x-executable")
        Label(in: builder, "name").text = app.name
        self.app = app
        showParts(true)
        // Once the app turns out to be known, `showIdentity` adds whether its name is verified.
        identity.text = app.identifier
        show(nil, AppSelection())
        show([AssetID]())
        ends.reset()
        show(AppHistory([], of: client, today: AppHistory.today))
    }

    /// - Parameter isKnown: whether the app has a grant or picked photos, is in the log, is connected or is installed.
    ///   The name of an unknown app may be misspelled, so the page then shows only the identifier.
    private func showIdentity(isKnown: Bool) {
        guard let app else { return }
        identity.text =
            isKnown
            ? app.identity
            : localized("No app with the identifier {identifier} is known here.", ["identifier": app.identifier])
        showParts(isKnown)
    }

    private func showParts(_ areShown: Bool) {
        for part in ["access", "accesses", "decisions"] { Widget(in: builder, part).isVisible = areShown }
    }

    private func show(_ grant: ClientGrant?, _ parts: AppSelection) {
        self.grant = grant
        selection = parts.ids
        let level = grant?.level ?? .undetermined
        let listed = grant?.pause == nil ? Self.levels.firstIndex(of: level) : nil
        self.level.setItems(
            Self.levels.map { AppDescription.text(of: $0) } + (listed == nil ? [AppDescription.text(of: grant)] : []))
        self.level.selected = listed ?? Self.levels.count
        self.level.isSensitive = level != .restricted && grant?.isOnce != true
        let rights = grant?.rights ?? []
        places.selected =
            !rights.contains(.location) ? 0 : grant?.limits.locationPrecision == .town ? 1 : 2
        for (name, right) in Self.switches { actions[name].isOn = rights.contains(right) }
        Widget(in: builder, "manage-row").isSensitive = rights.contains(.write)
        // A change would extend one-time access to all connections of the app.
        Widget(in: builder, "rights").isSensitive = grant?.isOnce != true
        Widget(in: builder, "rights").isVisible = level == .limited || level == .full
        Widget(in: builder, "selection").isVisible = level == .limited
        selected.update(parts.assets)
        selectedScroller.isVisible = !parts.assets.isEmpty
        selectedScroller.setContentHeight(Self.height(of: parts.assets.count))
        Label(in: builder, "selection-text").text = Text.capitalized(
            SelectionText.text(
                photos: grant?.selectionCount ?? 0, albums: grant?.selectedAlbums ?? 0, titles: parts.albums))
        showMute(grant, isLevelSettable: listed != nil)
        describe(grant, level)
    }

    private func showMute(_ grant: ClientGrant?, isLevelSettable: Bool) {
        let isMuted = grant?.isMuted == true
        actions["mute"].isOn = isMuted
        let row = ActionRow(in: builder, "mute-row")
        // Muting and unmuting set the grant again. Without a level to set, only unmuting is possible, by a reset.
        row.isSensitive = isLevelSettable ? grant?.isOnce != true : isMuted && grant?.isDecided == false
        row.setSubtitle(
            grant?.isDecided == true || isMuted
                ? localized("A muted app cannot ask you anything, not even to pick photos")
                : localized("To mute the app, first choose a level"))
    }

    private func describe(_ grant: ClientGrant?, _ level: Level) {
        let isDecided = grant?.isDecided == true
        let (granted, used) = (ActionRow(in: builder, "granted"), ActionRow(in: builder, "used"))
        granted.isVisible = isDecided
        used.isVisible = grant?.lastUsed != nil
        actions["revoke"].isEnabled = grant?.canBeReset == true && level != .none && level != .restricted
        actions["reset"].isEnabled = grant?.canBeReset == true
        actions["pause"].isEnabled = grant?.pause == nil && (level == .limited || level == .full)
        Widget(in: builder, "pausing").isVisible = actions["pause"].isEnabled
        if let grant, grant.pause != nil { Label(in: builder, "pause-text").text = AppDescription.sentence(of: grant) }
        Widget(in: builder, "pause").isVisible = grant?.pause != nil
        actions["resume"].isEnabled = grant?.pausedLevel != nil
        guard let grant else { return }
        var text = DateText.moment(Timestamp(grant.grantedDate).rawValue) ?? ""
        if grant.isOnce {
            text += " · " + localized("until the app ends")
        } else if let expires = grant.expires.flatMap({ DateText.moment(Timestamp($0).rawValue) }) {
            text += " · " + localized("until {date}", ["date": expires])
        }
        if grant.pause != nil { text = AppDescription.text(of: grant) + " · " + text }
        granted.setSubtitle(text)
        used.setSubtitle(grant.lastUsed.flatMap { DateText.moment(Timestamp($0).rawValue) } ?? "")
    }

    /// Shows the photos that the app can open again, without duplicates.
    private func show(_ kept: [AssetID]) {
        var seen: Set<AssetID> = []
        let assets = kept.filter { seen.insert($0).inserted }
        Widget(in: builder, "kept").isVisible = !assets.isEmpty
        self.kept.update(assets.map { ListedAsset(id: $0) })
        keptScroller.setContentHeight(Self.height(of: assets.count))
    }

    private func show(_ history: AppHistory) {
        chart.show(history)
        Widget(in: builder, "opened").isVisible = !history.opened.isEmpty
        Widget(in: builder, "opened-note").isVisible = history.hasFileDialogPicks
        opened.update(history.opened.map { ListedAsset(id: $0) })
        openedScroller.setContentHeight(Self.height(of: history.opened.count))
    }

    /// Returns the height of a grid in logical pixels: at most three and a half rows of six photos.
    private static func height(of count: Int) -> Int {
        let (row, padding) = (96, 12)
        return padding + (count > 18 ? row * 7 / 2 : row * max(1, (count + 5) / 6))
    }

    // MARK: Changes

    private func changed() {
        guard Self.levels.indices.contains(level.selected) else { return }
        set(Self.levels[level.selected])
    }

    private func muteChanged() {
        guard let client else { return }
        if Self.levels.indices.contains(level.selected) { return changed() }
        guard !actions["mute"].isOn else { return }
        perform { library in try await library.administration.resetGrant(of: client) }
    }

    /// Changes the grant. While the change is running, the controls show the state that the person chose.
    private func perform(_ work: @escaping LibraryEditor.Work) {
        let client = client
        pending += 1
        editor.perform(
            saying: nil,
            finished: { [weak self] _ in
                guard let self, let client, self.client == client else { return }
                pending = max(0, pending - 1)
                show(client)
            }, work)
    }

    private func set(_ level: Level) {
        guard let client else { return }
        var (rights, limits) = (Rights(), grant?.limits ?? ContentLimits())
        for (name, right) in Self.switches where actions[name].isOn { rights.insert(right) }
        if places.selected > 0 { rights.insert(.location) }
        limits.locationPrecision = places.selected == 1 ? .town : .exact
        // A new grant does not specify rights, so that the app gets the usual rights of its kind.
        let isNew = grant.map { $0.level != .limited && $0.level != .full && $0.pause == nil } ?? true
        let usual = isNew ? nil : rights.effective
        // A denial does not end, even if the access that it replaces would have ended.
        let end = level == .none ? .never : ends.end
        let expires = end.date(from: Date())
        let (isOnce, isMuted) = (end == .withApp, actions["mute"].isOn)
        let wanted = limits
        perform { library in
            let decision = GrantDecision(
                level,
                GrantOptions(
                    keepsSelection: level == .limited, expires: expires.map { Timestamp($0) }, isOnce: isOnce,
                    isMuted: isMuted, rights: usual, limits: wanted))
            try await library.administration.setGrant(of: client, decision)
        }
    }

    /// Removes the app's permission to open photos again.
    private func forgetKept() {
        guard let client else { return }
        editor.perform(
            saying: localized("The app cannot open them again"), finished: { [weak self] _ in self?.show(client) }
        ) { library in try await library.administration.forgetKeptItems(of: client) }
    }

    /// Pauses the app for a day.
    private func pause() {
        guard let client else { return }
        perform { library in try await library.administration.pause(client, until: Date() + 86_400) }
    }

    /// Ends a pause by granting the same access again.
    private func resume() {
        guard let client, let grant, let level = grant.pausedLevel else { return }
        perform { library in
            try await library.administration.setGrant(of: client, grant.decision(at: level, muted: grant.isMuted))
        }
    }

    /// Changes the photos that are selected for an app.
    ///
    /// - Parameter shown: the selection when the person began to edit it. Changes that other programs have made since
    ///   then stay.
    func select(_ assets: [AssetID], insteadOf shown: [AssetID], for client: ClientID) {
        let before = Set(shown.map { ObjectID($0) })
        // Selected albums stay selected: `shown` and `assets` both contain their identifiers.
        let after = Set(assets.map { ObjectID($0) })
        let (added, removed) = (Array(after.subtracting(before)), Array(before.subtracting(after)))
        editor.perform(saying: nil, finished: { [weak self] _ in self?.show(client) }) { library in
            try await library.administration.changeSelection(of: client, adding: added, removing: removed)
        }
    }

    private func askToRevoke(over window: Window) {
        guard let client else { return }
        Dialog.confirmDenial(over: window) { [weak self] in
            if self?.client == client { self?.set(.none) }
        }
    }

    private func askToReset(over window: Window) {
        guard let client else { return }
        Dialog.confirmReset(over: window) { [weak self] in
            self?.editor.perform(
                saying: localized("Access reset"),
                finished: { _ in if self?.client == client { self?.show(client) } }
            ) { library in
                try await library.administration.resetGrant(of: client)
            }
        }
    }
}
