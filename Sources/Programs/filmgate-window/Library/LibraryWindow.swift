import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The library window, which shows a sidebar and one page beside the sidebar.
final class LibraryWindow {
    private let window: Window
    private lazy var toasts = ToastOverlay(in: builder, "toasts")
    private lazy var leaflet = Leaflet(in: builder, "leaflet")
    private lazy var viewerRoom = Squeezer(in: builder, "viewer-room")
    private let sidebarPart: Widget
    private let contentPart: Widget
    private lazy var pages = Stack(in: builder, "pages")
    private lazy var message = StatusPage(in: builder, "message")
    private let sidebar: Sidebar
    private let actions: ActionGroup
    private let builder = Builder("library.ui")
    private let invocation: LibraryInvocation
    /// Ignores input for a moment if the window opens with an app's page, because the app may have opened the window.
    private let guarding = InputGuard()
    private var content: LibraryPages?
    private var opening: Task<Void, Never>?
    private var quitting: Task<Void, Never>?

    init(_ invocation: LibraryInvocation) {
        self.invocation = invocation
        window = Window(in: builder, "window")
        sidebarPart = Widget(in: builder, "sidebar-part")
        contentPart = Widget(in: builder, "content-part")
        sidebar = Sidebar(builder)
        actions = ActionGroup("win", on: window)
        window.setDefaultWidth(1100, height: 720)
        if case .app = invocation.firstPage { guarding.protect(window) }
        window.onClose { [weak self] in
            self?.quit()
            return true
        }
        addActions()
        viewerRoom.onRoomChanged { [weak self] in self?.updateFolding() }
        pages.onVisibleChildChanged { [weak self] in self?.updateFolding() }
        let (sidebarPart, contentPart) = (sidebarPart, contentPart)
        for (part, other) in [(sidebarPart, contentPart), (contentPart, sidebarPart)] {
            part.onKey { [weak self, unowned part, unowned other] key, _ in
                self?.moveFocus(key, from: part, to: other) ?? false
            }
        }
    }

    private func addActions() {
        actions.add("close", self, keys: "<Control>q|<Control>w") { $0.quit() }
        actions.add("next-pane", self, keys: "F6|<Shift>F6") { $0.changePart() }
        actions.add("show-help-overlay", window, keys: "<Control>question") { $0.showShortcuts() }
        actions.add("about", window) { $0.showAbout() }
        actions.add("retry", self) { $0.open() }
        let showSidebar = actions.add("show-sidebar", self) { $0.showSidebar() }
        showSidebar.isEnabled = leaflet.isFolded
        leaflet.onFoldedChanged { [weak self] in showSidebar.isEnabled = self?.leaflet.isFolded == true }
    }

    /// Shows one large photo beside the sidebar only if there is room for the viewer's tools.
    private func updateFolding() {
        leaflet.canUnfold = viewerRoom.hasRoom || !["viewer", "crop"].contains(pages.visibleChild)
    }

    func start() {
        MainLoop.onTermination { [weak self] in
            // Removes the copies of dragged photos first, because the program may be killed during the last changes.
            self?.content?.end()
            self?.quit()
        }
        sidebar.show(LibraryCollections())
        guarding.close()
        window.present()
        open()
    }

    // MARK: Opening

    private func open() {
        say(localized("Opening the Library"), "", icon: "org.filmgate.Filmgate", canRetry: false)
        let bus = invocation.bus.map(PhotoLibrary.Bus.address) ?? .usual
        opening = Task {
            do {
                // If polkit requires a password, the desktop asks the person for it.
                let library = try await PhotoLibrary.connect(to: bus, authenticate: { true })
                // The broker gives full access only to the owner's tools.
                let status = try await library.authorizationStatus(for: .readWrite)
                guard status == .authorized else { return refused() }
                opened(library)
            } catch {
                say(
                    localized("The Library Cannot Be Opened"), LibraryEditor.text(of: error),
                    icon: "dialog-error-symbolic", canRetry: true)
            }
        }
    }

    private func refused() {
        say(
            localized("This Window Is Not One of the Owner's Tools"),
            localized("The broker's configuration names the programs that show your library: [owner] tools."),
            icon: "dialog-password-symbolic", canRetry: true)
    }

    private func opened(_ library: PhotoLibrary) {
        let content = LibraryPages(
            builder, library, sidebar, toasts, actions, cameraPort: invocation.cameraPort, over: window)
        self.content = content
        content.onPage = { [weak self] in
            guard let self else { return }
            pages.visibleChild = $0
            // In a narrow window, the sidebar stays visible while the person moves through it with the arrow keys.
            if !leaflet.isFolded || !sidebar.isBrowsed { leaflet.show(contentPart) }
        }
        content.onFullScreen = { [weak self] isOn in
            guard let self else { return }
            sidebarPart.isVisible = !isOn
            leaflet.show(contentPart)
        }
        content.start(at: invocation.firstPage)
        // Ignores input for a moment, because the person may have meant it for a different window.
        if case .app = invocation.firstPage { content.guardApps(by: guarding) }
        guarding.close()
    }

    private func say(_ title: String, _ text: String, icon: String, canRetry: Bool) {
        message.setIcon(icon)
        message.setTitle(title)
        message.setDescription(text)
        actions["retry"].isEnabled = canRetry
        pages.visibleChild = "message"
    }

    /// Ends the program after the last changes, unless a change fails. A second call does not wait for the changes.
    private func quit() {
        guard let content, quitting == nil else { return end() }
        quitting = Task {
            // Hides the window if the changes take longer than 100 ms.
            let hiding = MainLoop.after(milliseconds: 100) { [weak self] in self?.window.isVisible = false }
            let isDone = await content.finish()
            hiding.cancel()
            guard !isDone else { return end() }
            quitting = nil
            window.present()
        }
    }

    private func end() {
        content?.end()
        MainLoop.quit()
    }

    // MARK: The focus

    /// Shows the sidebar instead of the page, in a narrow window.
    private func showSidebar() {
        content?.closeHidden()
        leaflet.show(sidebarPart)
    }

    /// Lets Tab move the focus to the other pane. Without this, the leaflet would keep the focus in one pane.
    private func moveFocus(_ key: Key, from part: Widget, to other: Widget) -> Bool {
        guard key == .tab || key == .backTab, !leaflet.isFolded else { return false }
        let isForward = key == .tab
        return part.moveFocus(isForward: isForward) || other.moveFocus(isForward: isForward)
    }

    /// Moves the focus from the sidebar to the page, or back.
    private func changePart() {
        // In full screen, only the page is visible.
        guard sidebarPart.isVisible else {
            content?.focusPage()
            return
        }
        let isInSidebar = sidebarPart.containsFocus
        // If both panes are visible, showing one of them would move the focus.
        if leaflet.isFolded { if isInSidebar { leaflet.show(contentPart) } else { showSidebar() } }
        if isInSidebar { content?.focusPage() } else { sidebar.focus() }
    }
}
