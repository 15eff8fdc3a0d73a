import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText
import FoundationEssentials

/// The pages about apps: the list of all apps, the page of one app, and the page that selects photos for an app.
final class AppPages {
    /// Called with the name of the page to show.
    var onPage: (String) -> Void = { _ in }
    /// Called when the person opens a photo on an app's page, with the photo, all photos of its grid, and the app.
    var onOpenPhoto: (AssetID, [AssetID], ClientID) -> Void = { _, _, _ in }
    let list: AppsPage

    private let photos: LibraryPhotoSource
    private let editor: LibraryEditor
    private let page: AppPage
    private let pages: Stack
    private var selecting: SelectionPage?
    private var guarding: InputGuard?
    /// Returns to the page from which the person opened the app's page; nil for the list of apps.
    private var back: (() -> Void)?
    private var following: Task<Void, Never>?
    private var recounting: Task<Void, Never>?
    /// The content of the list: the grants, and the requests for access.
    private var listed: (grants: [ClientGrant], requests: [AuditLogRow]) = ([], [])

    init(_ photos: LibraryPhotoSource, _ editor: LibraryEditor, _ pages: Stack, over window: Window) {
        self.photos = photos
        self.editor = editor
        self.pages = pages
        list = AppsPage(photos.library, editor, over: window)
        page = AppPage(photos, editor, over: window)
        pages.add(list.widget, named: "apps")
        pages.add(page.widget, named: "app")
        list.onOpen = { [weak self] in self?.open($0) }
        page.onBack = { [weak self] in
            guard let self else { return }
            if let back { return back() }
            onPage("apps")
            list.focus(on: page.client)
        }
        page.onOpen = { [weak self] asset, others in
            if let self, let client = page.client { onOpenPhoto(asset, others, client) }
        }
        page.onSelect = { [weak self] client, selected in self?.select(for: client, selected) }
        follow()
    }

    /// Whether the person can change the access of the shown app.
    var allowsChanges: Bool {
        get { Widget(in: page.builder, "scroller").isSensitive }
        set { Widget(in: page.builder, "scroller").isSensitive = newValue }
    }

    isolated deinit {
        following?.cancel()
        recounting?.cancel()
    }

    /// Shows an app's page.
    ///
    /// - Parameter back: returns to the page from which the person opens the app's page; nil for the list of apps.
    func open(_ client: ClientID, back: (() -> Void)? = nil) {
        self.back = back
        let name = back == nil ? localized("Back to All Apps") : localized("Back to This Photo")
        page.back.setTooltip(name)
        page.back.setAccessibleLabel(name)
        onPage("app")
        page.open(client)
    }

    /// Shows an app's page again after the person has closed the viewer.
    func comeBack(to client: ClientID, on asset: ListedAsset?) {
        guard page.client == client else { return open(client) }
        onPage("app")
        page.show(client)
        page.focus(on: asset)
    }

    /// Protects the controls of these pages with an input guard, including the controls of later selection pages.
    func cover(by guarding: InputGuard) {
        self.guarding = guarding
        guarding.cover(page.controls)
        guarding.cover(list.resetPart)
    }

    /// Moves the focus to the visible page.
    func focus() {
        switch pages.visibleChild {
        case "app": page.back.grabFocus()
        case "selection": selecting?.focus()
        default: list.focus()
        }
    }

    /// Reads the grants and the requests for access, and reads them again when the grants have changed.
    private func follow() {
        let library = photos.library
        following = Task {
            for await _ in library.administration.grantsChanged {
                do {
                    let requests = try await Self.requests(from: library)
                    let grants = try await library.administration.grants()
                    guard !Task.isCancelled else { return }
                    show(grants, requests)
                    if let client = page.client { page.show(client) }
                } catch {
                    if !Task.isCancelled { editor.say(error) }
                }
            }
        }
    }

    /// Reads the 1000 newest requests for access, sorted from the oldest to the newest.
    private static func requests(from library: PhotoLibrary) async throws -> [AuditLogRow] {
        var filter = AuditLogFilter()
        filter.operation = "request-access"
        return try await library.administration.audit(matching: filter, newest: 1000)
    }

    private func show(_ grants: [ClientGrant], _ requests: [AuditLogRow]) {
        listed = (grants, requests)
        list.show(
            grants, askedBefore: requests.compactMap { $0.concernedClient ?? $0.client },
            UnansweredRequest.find(in: requests, grants, now: Date()))
    }

    /// Reads the requests for access again. `follow` does not notice requests that no prompt agent could show.
    func readRequests() {
        let library = photos.library
        Task {
            do {
                let requests = try await Self.requests(from: library)
                show(listed.grants, requests)
            } catch {
                editor.say(error)
            }
        }
    }

    /// Updates the numbers of selected photos after a change of the library, because selected albums may have changed.
    func libraryChanged() {
        // A page that is not visible reads everything when it is opened.
        if ["app", "selection"].contains(pages.visibleChild) { page.libraryChanged() }
        guard listed.grants.contains(where: { $0.level == .limited }) else { return }
        recounting?.cancel()
        let library = photos.library
        recounting = Task {
            do {
                let grants = try await library.administration.grants()
                // Does not show unchanged numbers again, because that would move the focus.
                guard !Task.isCancelled, grants.map(\.selectionCount) != listed.grants.map(\.selectionCount) else {
                    return
                }
                show(grants, listed.requests)
            } catch {
                if !Task.isCancelled { editor.say(error) }
            }
        }
    }

    // MARK: The selection

    private func select(for client: ClientID, _ selected: [AssetID]) {
        endSelecting()
        let app = AppDescription(client)
        let question = AgentPrompt(
            id: "selection",
            app: AgentPrompt.App(
                id: client.description, name: app.name, icon: app.icon, isVerified: client.kind.isVerified),
            assetCount: 0, subject: .selection(selected))
        let selection = SelectionPage(question, photos, selected: selected) { [weak self] chosen in
            self?.page.select(chosen.items, insteadOf: selected, for: client)
            self?.endSelecting()
        }
        selection.onCancel = { [weak self] in self?.endSelecting() }
        selection.keepsFocus = false
        selecting = selection
        pages.add(selection.widget, named: "selection")
        guarding?.cover(selection.answers)
        onPage("selection")
        selection.start()
        let library = photos.library
        Task {
            // Without the list of albums, the person can still select photos.
            guard let collections = try? await LibraryCollections.read(from: library) else { return }
            selection.receive(
                collections.albums.map {
                    AlbumSummary(id: $0.id, title: LibraryCollections.title($0.title), count: $0.count ?? 0)
                })
        }
    }

    /// Closes the selection page if it is open, without changing the selection.
    func endSelecting() {
        guard let selecting else { return }
        onPage("app")
        guarding?.uncover(selecting.answers)
        pages.remove(selecting.widget)
        self.selecting = nil
    }
}
