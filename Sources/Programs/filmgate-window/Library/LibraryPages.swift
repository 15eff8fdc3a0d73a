import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The pages of an open library, which are updated when the library changes.
final class LibraryPages {
    /// Called with the name of the page to show.
    var onPage: (String) -> Void = { _ in }
    /// Called when the viewer enters or leaves full screen.
    var onFullScreen: (Bool) -> Void {
        get { viewer.onFullScreen }
        set { viewer.onFullScreen = newValue }
    }
    let editor: LibraryEditor
    private let fileDialogs: FileDialogSwitch

    let library: PhotoLibrary
    private let images: ImageLoader
    let sidebar: Sidebar
    private let window: Window
    private let collectionEditor: CollectionEditor
    private let sidebarMenu: CollectionMenu
    private let albumsPage: AlbumsPage
    let photosPage: PhotosPage
    let viewer: ViewerPage
    private let crop: CropPage
    private let apps: AppPages
    private let appPhotos: AppPhotoOpener
    private let namedPhoto: NamedPhotoOpener
    private let inbox: InboxPage
    private let inboxReader: InboxReader
    let pages: Stack
    private let photoImport: ImportCoordinator
    private var collections = LibraryCollections()
    private var following: Task<Void, Never>?
    /// The task that finds the photos for a slide show.
    var preparing: Task<Void, Never>?

    init(
        _ builder: Builder, _ library: PhotoLibrary, _ sidebar: Sidebar, _ toasts: ToastOverlay, _ actions: ActionGroup,
        cameraPort: String?, over window: Window
    ) {
        self.library = library
        self.sidebar = sidebar
        self.window = window
        editor = LibraryEditor(of: library, AvailabilityMonitor(builder, library), toasts)
        fileDialogs = FileDialogSwitch(builder, actions, editor)
        photoImport = ImportCoordinator(builder, library, editor, actions, cameraPort: cameraPort, over: window)
        let photos = LibraryPhotoSource(of: library)
        images = photos.images
        collectionEditor = CollectionEditor(editor, over: window)
        sidebarMenu = CollectionMenu(
            over: Widget(in: builder, "sidebar-part"), keysIn: sidebar.list, arrows: ("Up", "Down"), collectionEditor)
        albumsPage = AlbumsPage(photos, collectionEditor)
        photosPage = PhotosPage(photos, editor, collectionEditor, over: window)
        viewer = ViewerPage(photos, photosPage.copies, editor, over: window)
        crop = CropPage(photos.images, editor)
        pages = Stack(in: builder, "pages")
        apps = AppPages(photos, editor, pages, over: window)
        appPhotos = AppPhotoOpener(photos)
        namedPhoto = NamedPhotoOpener(photos)
        pages.add(photosPage.widget, named: "photos")
        pages.add(albumsPage.widget, named: "albums")
        inbox = InboxPage(photos, editor)
        inboxReader = InboxReader(of: library)
        pages.add(viewer.widget, named: "viewer")
        pages.add(crop.widget, named: "crop")
        pages.add(inbox.widget, named: "inbox")
        toasts.stayAbove(photosPage.bottomBar)
        toasts.stayAbove(inbox.bottomBar)
        connect()
        editor.availability.onChange = { [weak self] in self?.availabilityChanged($0) }
        actions.add("undo", self, isChange: true, keys: "<Control>z") { $0.undo() }
        actions.add("search", self, keys: "<Control>f") { $0.beginSearch() }
        // The following shortcuts also work while the sidebar has the focus.
        actions.add("close-search", self, keys: "Escape") { $0.closeSearch() }
        actions.add("slide-show", self, keys: "F5") { $0.beginSlides() }
        actions.add("new-album", self, isChange: true, keys: "<Control>n") { $0.collectionEditor.createAlbum() }
        actions.add("new-smart-album", self, isChange: true, keys: "<Control><Shift>n") {
            $0.collectionEditor.createSmartAlbum()
        }
        actions.add("new-folder", self, isChange: true) { $0.collectionEditor.createFolder() }
        actions.add("back-up", self, isChange: true) { BackupDialog.open(for: $0.library, over: $0.window) }
        PhotosFilter.shared.addActions(to: actions) { [weak self] in
            guard let self, sidebar.selected == .photos else { return }
            // The sidebar, to which the menu belongs, keeps the focus.
            sidebar.isBrowsed = true
            photosPage.show(.photos, titled: sidebar.title(of: .photos))
        }
    }

    isolated deinit { following?.cancel() }

    private func connect() {
        sidebar.onSelect = { [weak self] in self?.show($0) }
        sidebar.onOpen = { [weak self] in self?.open($0) }
        photosPage.mayTakeFocus = { [weak self] in self?.sidebar.isBrowsed != true }
        photosPage.onOpen = { [weak self] position in
            guard let self else { return }
            let isInTrash = sidebar.selected == .trash
            viewer.show(
                position, of: photosPage.grid.assets, areTrashed: isInTrash,
                offersBursts: !isInTrash && !photosPage.showsBurst)
            onPage("viewer")
        }
        viewer.onOpenBurst = { [weak self] in
            guard let self else { return }
            viewer.leave()
            onPage("photos")
            photosPage.openBurst(of: $0)
        }
        photosPage.onChange = { [weak self] in
            guard let self else { return }
            photoImport.isOfferedFirst = $0.isEmpty && sidebar.selected == .photos && photosPage.waitingSearch.isEmpty
            if appPhotos.client == nil, namedPhoto.alone == nil { viewer.update($0) }
            namedPhoto.listed($0)
        }
        photosPage.onSearchAll = { [weak self] words in
            guard let self else { return }
            sidebar.isBrowsed = false
            sidebar.select(.photos)
            photosPage.beginSearch(for: words)
        }
        photoImport.onEnd = { [weak self] in
            // The list of the import before it does not become that of the new one.
            if self?.sidebar.selected == .smartAlbum(.lastImport) { self?.show(.smartAlbum(.lastImport)) }
        }
        photoImport.onShow = { [weak self] in self?.sidebar.select(.smartAlbum(.lastImport)) }
        inbox.onCount = { [weak self] in self?.sidebar.show(waiting: $0) }
        inboxReader.onItems = { [weak self] in self?.inbox.show($0) }
        inboxReader.onFailure = { [weak self] in self?.editor.say($0) }
        apps.onPage = { [weak self] in self?.onPage($0) }
        connectAppPhotos()
        connectNamedPhoto()
        viewer.onOpenApp = { [weak self] in
            guard let self else { return }
            viewer.leave()
            apps.open($0) { [weak self] in
                guard let self else { return }
                onPage("viewer")
                viewer.comeBack(to: viewed)
            }
        }
        viewer.onOpenAlbum = { [weak self] in self?.show($1, in: $0) }
        viewer.onCrop = { [weak self] in
            self?.crop.show($0)
            self?.onPage("crop")
            self?.crop.focus()
        }
        crop.onClose = { [weak self] in
            self?.onPage("viewer")
            self?.viewer.focus()
        }
        viewer.onClose = { [weak self] in
            guard let self else { return }
            let last = viewer.shown
            viewer.leave()
            namedPhoto.close()
            if let client = appPhotos.client {
                appPhotos.close()
                return apps.comeBack(to: client, on: last)
            }
            onPage("photos")
            photosPage.focus(on: last)
        }
        sidebar.onAssets = { [weak self] assets, album in
            guard let self else { return }
            editor.perform(
                ChangeRequest.batches(of: assets) { part, request in request.add(part, to: album) },
                saying: SelectionBar.added(CountText.text(of: assets, videos: photosPage.videos)))
        }
        sidebar.onMenu = { [weak self] entry, row, x, y in
            self?.sidebarMenu.open(of: entry.item, titled: entry.title, in: row, atX: x, y: y) ?? false
        }
        sidebarMenu.focused = { [weak self] in self?.sidebar.focused.map { ($0.item, $0.title) } }
        sidebarMenu.onOpen = { [weak self] in self?.sidebar.select($0) }
        albumsPage.onOpen = { [weak self] item in
            // The person opened the item on the page, so the focus moves to the page of the item.
            self?.sidebar.isBrowsed = false
            self?.sidebar.select(item)
        }
        sidebar.onMove = { [weak self] moved, target, isAtEdge in
            self?.collectionEditor.move(moved, droppedOn: target, isAtEdge: isAtEdge) ?? false
        }
    }

    /// Connects the viewer with the photos of an app's page.
    private func connectAppPhotos() {
        apps.onOpenPhoto = { [weak self] in self?.appPhotos.open($0, among: $1, of: $2) }
        appPhotos.onOpen = { [weak self] position, assets in
            // Meanwhile the person may have gone to a different page.
            guard let self else { return }
            guard pages.visibleChild == "app" else { return appPhotos.close() }
            viewer.show(position, of: assets, areTrashed: false)
            onPage("viewer")
            viewer.focus()
        }
        appPhotos.onChange = { [weak self] in self?.viewer.update($0) }
        appPhotos.onFailure = { [weak self] in self?.editor.say($0) }
    }

    /// Connects the viewer with the photo that the command line names.
    private func connectNamedPhoto() {
        namedPhoto.onOpen = { [weak self] position, assets in
            // Meanwhile the person may have gone to a different page.
            guard let self else { return }
            guard pages.visibleChild == "photos" else { return namedPhoto.close() }
            viewer.show(position, of: assets, areTrashed: false)
            onPage("viewer")
            viewer.focus()
        }
        namedPhoto.onChange = { [weak self] in self?.viewer.update($0) }
        namedPhoto.onFailure = { [weak self] in self?.editor.say($0) }
    }

    /// The list of photos that the person can go through in the viewer.
    var viewed: [ListedAsset] {
        appPhotos.client == nil ? namedPhoto.alone ?? photosPage.grid.assets : appPhotos.assets
    }

    /// Shows the page that the command line names, or the photos by default.
    func start(at first: LibraryInvocation.FirstPage?) {
        show(.photos)
        follow()
        inboxReader.follow()
        switch first {
        case .app(let app):
            sidebar.select(.apps)
            apps.open(app)
        case .photo(let asset): namedPhoto.open(asset)
        case nil: break
        }
    }

    /// Protects the controls of the pages about apps with an input guard.
    func guardApps(by guarding: InputGuard) { apps.cover(by: guarding) }

    /// Performs the waiting changes before the window closes.
    ///
    /// - Returns: whether the window can close; false if a change failed. In that case, the window has shown the error.
    func finish() async -> Bool {
        viewer.keepEdits()
        return await editor.finish()
    }

    /// Removes the files that are needed only while the window is open.
    func end() { photosPage.end() }

    private func beginSearch() {
        // The albums page has no search.
        if pages.visibleChild == "albums" { sidebar.select(.photos) }
        if !viewer.isOpen { photosPage.beginSearch() }
    }

    private func closeSearch() { if pages.visibleChild == "photos" { photosPage.closeSearch() } }

    /// Undoes the last change, except on pages that would not show the effect, such as the pages about apps.
    private func undo() {
        switch pages.visibleChild {
        case "viewer", "photos", "albums", "inbox": editor.undo()
        default: editor.say(localized("There is nothing to undo."))
        }
    }

    // MARK: Pages

    private func show(_ item: SidebarItem) {
        leaveViewer()
        inbox.leave()
        apps.endSelecting()
        switch item {
        case .albums, .folder:
            albumsPage.show(item)
            onPage("albums")
            if !sidebar.isBrowsed { albumsPage.focus() }
        case .photos, .smartAlbum, .album, .hidden, .trash:
            photosPage.show(item, titled: sidebar.title(of: item))
            onPage("photos")
        case .inbox: onPage("inbox")
        case .apps:
            apps.readRequests()
            onPage("apps")
        }
        // The sidebar lists an empty inbox only while it is selected. Updates the list after GTK has handled the click.
        MainLoop.after(milliseconds: 0) { [weak self] in
            if let self { sidebar.show(collections) }
        }
    }

    private func leaveViewer() {
        viewer.leave()
        appPhotos.close()
        namedPhoto.close()
    }

    /// Shows the page of the selected sidebar item again, instead of one of its photos or apps.
    private func open(_ item: SidebarItem) {
        let last = viewer.isOpen ? viewer.shown : nil
        leaveViewer()
        inbox.leave()
        apps.endSelecting()
        switch item {
        case .albums, .folder: onPage("albums")
        case .photos, .smartAlbum, .album, .hidden, .trash: onPage("photos")
        case .inbox: onPage("inbox")
        case .apps:
            apps.readRequests()
            onPage("apps")
        }
        focusPage(on: last)
    }

    /// Closes the list of hidden photos when the person leaves the page.
    func closeHidden() {
        guard sidebar.selected == .hidden else { return }
        viewer.leave()
        pages.visibleChild = "photos"
        photosPage.show(.hidden, titled: sidebar.title(of: .hidden))
    }

    /// Shows an album, and moves the focus to one of its photos.
    private func show(_ asset: AssetID, in album: AlbumID) {
        let item = SidebarItem.album(album)
        // If the album is already selected, its photos are already loaded.
        if sidebar.selected == item { return open(item) }
        photosPage.wanted = asset
        sidebar.isBrowsed = false
        sidebar.select(item)
    }

    /// Moves the focus to the page beside the sidebar.
    ///
    /// - Parameter asset: the photo in a grid that gets the focus; nil for the photo that last had the focus.
    func focusPage(on asset: ListedAsset? = nil) {
        // If a list is still loading, it takes the focus when it has loaded.
        sidebar.isBrowsed = false
        switch pages.visibleChild {
        case "viewer": viewer.focus()
        case "photos": photosPage.focus(on: asset)
        case "albums": albumsPage.focus()
        case "inbox": inbox.focus()
        default: apps.focus()
        }
    }

    /// Updates the albums and folders. If the selected album or folder was deleted, shows a different page.
    private func show(_ collections: LibraryCollections) {
        let replacement = collections.replacement(for: sidebar.selected, in: self.collections)
        self.collections = collections
        collectionEditor.collections = collections
        sidebar.show(collections, selecting: replacement)
        if let replacement { show(replacement) }
    }

    /// Reads the albums and folders, and updates the pages after each change of the library.
    private func follow() {
        let library = library
        let availability = editor.availability
        let changes = library.changes { [weak availability] exists in
            Task { @MainActor in if !exists { availability?.check() } }
        }
        following = Task {
            do {
                for try await update in changes {
                    let renewed = update.changes.contentUpdated
                    if !update.changes.isIncremental {
                        images.renewAll()
                    } else if !renewed.isEmpty {
                        images.renew(Set(renewed))
                    }
                    let collections = try await LibraryCollections.read(from: library)
                    guard !Task.isCancelled else { return }
                    show(collections)
                    photosPage.show(collections)
                    albumsPage.show(collections)
                    apps.libraryChanged()
                }
            } catch {
                guard !Task.isCancelled else { return }
                following = nil
                editor.say(error)
            }
        }
    }

    private func availabilityChanged(_ isAvailable: Bool) {
        photosPage.allowsChanges = isAvailable
        viewer.allowsChanges = isAvailable
        apps.allowsChanges = isAvailable
        guard isAvailable else { return }
        images.loadFailedAgain()
        photosPage.loadAgainIfFailed()
        if following == nil { follow() }
    }
}
