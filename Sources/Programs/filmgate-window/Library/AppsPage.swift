import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePolicy
import FilmgateText

/// The list of all apps that have a grant or have requested access.
final class AppsPage {
    let widget: Widget
    /// Called with the app that the person chooses.
    var onOpen: (ClientID) -> Void = { _ in }

    private let builder = Builder("apps.ui")
    private let library: PhotoLibrary
    private let editor: LibraryEditor
    private lazy var list = ListBox(in: builder, "apps")
    private lazy var unansweredList = ListBox(in: builder, "unanswered")
    private lazy var stack = Stack(in: builder, "stack")
    private(set) lazy var resetPart = Widget(in: builder, "reset-part")
    private let menu: AppMenu
    private var clients: [ClientID] = []
    private var grants: [ClientID: ClientGrant] = [:]
    /// The clients whose access can be reset.
    private var resettable: [ClientID] = []
    private var unanswered: [UnansweredRequest] = []

    init(_ library: PhotoLibrary, _ editor: LibraryEditor, over window: Window) {
        self.library = library
        self.editor = editor
        widget = Widget(in: builder, "page")
        menu = AppMenu(builder, over: widget, editor, window)
        list.onActivated { [weak self] index in
            if let self, clients.indices.contains(index) { onOpen(clients[index]) }
        }
        unansweredList.onActivated { [weak self] index in
            if let self, unanswered.indices.contains(index) { onOpen(unanswered[index].client) }
        }
        list.onMenuKey { [weak self] in
            guard let self, let row = list.focusedRow, let index = list.focused else { return false }
            return openMenu(of: index, in: row, atX: Double(row.width) / 2, y: Double(row.height) / 2)
        }
        menu.onOpen = { [weak self] in self?.onOpen($0) }
        Button(in: builder, "reset-all").wrapLabel()
        ActionGroup("page", on: widget).add("reset-all", self, isChange: true) { $0.askToReset(over: window) }
    }

    func focus() { _ = (unanswered.isEmpty ? list : unansweredList).moveFocus(isForward: true) }

    /// Moves the focus to the row of an app.
    func focus(on client: ClientID?) {
        if let index = clients.firstIndex(where: { $0 == client }) { list.focus(index) } else { focus() }
    }

    /// Shows apps with grants, other apps that requested access, and the requests that no prompt agent could show.
    func show(_ grants: [ClientGrant], askedBefore: [ClientID], _ unanswered: [UnansweredRequest]) {
        show(unanswered)
        let focused = list.focused.flatMap { clients.indices.contains($0) ? clients[$0] : nil }
        resettable = grants.filter(\.canBeReset).map(\.client)
        let levels = Dictionary(grants.map { ($0.client, $0) }) { first, _ in first }
        self.grants = levels
        let all = Set(levels.keys).union(askedBefore)
        let apps = all.map { (client: $0, description: AppDescription($0)) }
            .sorted {
                ($0.description.name.lowercased(), $0.client.description) < (
                    $1.description.name.lowercased(), $1.client.description
                )
            }
        clients = apps.map(\.client)
        list.removeAll()
        for app in apps {
            let row = Self.row(of: app.description, AppDescription.summary(of: levels[app.client]))
            let index = list.count
            row.onSecondButton { [weak self, unowned row] x, y in
                self?.openMenu(of: index, in: row, atX: x, y: y) ?? false
            }
            list.append(row)
        }
        if let focused { focus(on: focused) }
        stack.visibleChild = clients.isEmpty ? "empty" : "list"
        resetPart.isVisible = !resettable.isEmpty
    }

    private func show(_ unanswered: [UnansweredRequest]) {
        guard unanswered != self.unanswered else { return }
        let hadFocus = unansweredList.containsFocus
        self.unanswered = unanswered
        unansweredList.removeAll()
        for question in unanswered {
            let date = DateText.moment(Timestamp(question.date).rawValue) ?? ""
            unansweredList.append(
                Self.row(
                    of: AppDescription(question.client), localized("Could not ask you on {date}", ["date": date])))
        }
        Widget(in: builder, "unanswered-part").isVisible = !unanswered.isEmpty
        if hadFocus { focus() }
    }

    private static func row(of app: AppDescription, _ text: String) -> LinkRow {
        let icon = Icon.symbolic("application-x-executable")
        icon.setName(app.icon, fallback: "application-x-executable")
        icon.setPixelSize(32)
        return LinkRow(app.name, text, icon: icon)
    }

    private func openMenu(of index: Int, in row: Widget, atX x: Double, y: Double) -> Bool {
        guard clients.indices.contains(index) else { return false }
        menu.open(of: clients[index], grants[clients[index]], in: row, atX: x, y: y)
        return true
    }

    private func askToReset(over window: Window) {
        let clients = resettable
        Dialog.confirmGuarded(
            localized("Reset the access of all apps?"),
            counted(
                "Then {n} app sees nothing and loses its selected and picked photos. It may ask for access again, also if you denied it.",
                "Then {n} apps see nothing and lose their selected and picked photos. Each may ask for access again, also those that you denied.",
                clients.count),
            action: localized("Reset _All"), over: window
        ) { [weak self] in
            self?.editor.perform(saying: localized("The access of all apps is reset")) { library in
                for client in clients { try await library.administration.resetGrant(of: client) }
            }
        }
    }
}
