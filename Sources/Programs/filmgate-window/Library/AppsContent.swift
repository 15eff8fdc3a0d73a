import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText
import FoundationEssentials

/// The pages about apps: the list of all apps, the page of one app, and the selection of photos for an app.
final class AppsContent {
    /// Called with the name of the page to show.
    var onPage: (String) -> Void = { _ in }
    /// Called with a photo of an app's page that the person wants to see enlarged, the list that contains it, and the
    /// app.
    var onOpenPhoto: (AssetID, [AssetID], ClientID) -> Void = { _, _, _ in }
    let list: AppsPage

    private let photos: LibraryPhotos
    private let editor: LibraryEditor
    private let page: AppPage
    private let pages: Stack
    private var selecting: SelectionPage?
    private var guarding: InputGuard?
    /// Shows the page from which the person came to an app's page; nil if they came from the list.
    private var back: (() -> Void)?
    private var following: Task<Void, Never>?
    private var recounting: Task<Void, Never>?
    /// The content of the list: the grants, and the requests for access.
    private var listed: (grants: [ClientGrant], requests: [AccessRecord]) = ([], [])

    init(_ photos: LibraryPhotos, _ editor: LibraryEditor, _ pages: Stack, over window: Window) {
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

    /// Whether the access of the app that is shown can be changed.
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
    /// - Parameter back: shows the page from which the person came; nil if they came from the list.
    func open(_ client: ClientID, back: (() -> Void)? = nil) {
        self.back = back
        let name = back == nil ? localized("Back to All Apps") : localized("Back to This Photo")
        page.back.setTooltip(name)
        page.back.setAccessibleLabel(name)
        onPage("app")
        page.open(client)
    }

    /// Shows an app's page again, after the person has seen one of its photos enlarged.
    func comeBack(to client: ClientID, on asset: ListedAsset?) {
        guard page.client == client else { return open(client) }
        onPage("app")
        page.show(client)
        page.focus(on: asset)
    }

    /// Puts the input guard over the controls of these pages, including those of a selection that begins later.
    func cover(by guarding: InputGuard) {
        self.guarding = guarding
        guarding.cover(page.controls)
        guarding.cover(list.resetPart)
    }

    /// Gives the focus to the page that is shown.
    func focus() {
        switch pages.visibleChild {
        case "app": page.back.grabFocus()
        case "selection": selecting?.focus()
        default: list.focus()
        }
    }

    /// Reads the grants, and reads them again after each change.
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

    /// Reads the newest requests for access, the oldest first.
    private static func requests(from library: PhotoLibrary) async throws -> [AccessRecord] {
        var filter = AccessFilter()
        filter.operation = "request-access"
        return try await library.administration.audit(matching: filter, newest: 1000)
    }

    private func show(_ grants: [ClientGrant], _ requests: [AccessRecord]) {
        listed = (grants, requests)
        list.show(
            grants, askedBefore: requests.compactMap { $0.concernedClient ?? $0.client },
            UnansweredRequest.find(in: requests, grants, now: Date()))
    }

    /// Reads the requests for access again. A request that no agent could show to the person changes no grant.
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

    /// Counts the apps' selections again after the library has changed: the photos of selected albums are part of it.
    func libraryChanged() {
        // The page reads everything when it is opened.
        if ["app", "selection"].contains(pages.visibleChild) { page.libraryChanged() }
        guard listed.grants.contains(where: { $0.level == .limited }) else { return }
        recounting?.cancel()
        let library = photos.library
        recounting = Task {
            do {
                let grants = try await library.administration.grants()
                // Showing the list again would move the focus.
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
            // Photos can be selected without albums.
            guard let collections = try? await CollectionList.read(from: library) else { return }
            selection.came(
                collections.albums.map {
                    AlbumSummary(id: $0.id, title: CollectionList.title($0.title), count: $0.count ?? 0)
                })
        }
    }

    /// Ends an open selection without changing anything.
    func endSelecting() {
        guard let selecting else { return }
        onPage("app")
        guarding?.uncover(selecting.answers)
        pages.remove(selecting.widget)
        self.selecting = nil
    }
}
