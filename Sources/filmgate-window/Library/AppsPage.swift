internal import Filmgate
internal import FilmgateGTK
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateText

/// All apps that asked for photos.
final class AppsPage {
    let widget: Widget
    let back: Button
    /// Is called with the app that the person chooses.
    var onOpen: (ClientID) -> Void = { _ in }

    private let library: PhotoLibrary
    private let editor: LibraryEditor
    private let list: ListBox
    private let stack: Stack
    private let resetAll: Button
    private var clients: [ClientID] = []
    /// The clients with a grant.
    private var decided: [ClientID] = []

    init(_ library: PhotoLibrary, _ editor: LibraryEditor, over window: Window) {
        self.library = library
        self.editor = editor
        let builder = Builder("apps.ui")
        widget = Widget(in: builder, "page")
        back = Button(in: builder, "back")
        list = ListBox(in: builder, "apps")
        stack = Stack(in: builder, "stack")
        resetAll = Button(in: builder, "reset-all")
        list.onActivated { [weak self] index in
            if let self, clients.indices.contains(index) { onOpen(clients[index]) }
        }
        resetAll.onClicked { [weak self] in self?.askToReset(over: window) }
    }

    func focus() { _ = list.moveFocus(isForward: true) }

    /// Shows the grants, and every other app that asked.
    func show(_ grants: [ClientGrant], askedBefore: [ClientID]) {
        decided = grants.filter { $0.level != .undetermined }.map(\.client)
        let levels = Dictionary(grants.map { ($0.client, $0) }) { first, _ in first }
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
            let icon = Icon.symbolic("application-x-executable")
            icon.setName(app.description.icon, fallback: "application-x-executable")
            icon.setPixelSize(32)
            list.append(LinkRow(app.description.name, Self.text(of: levels[app.client]), icon: icon))
        }
        stack.visibleChild = clients.isEmpty ? "empty" : "list"
        resetAll.isVisible = !decided.isEmpty
    }

    private static func text(of grant: ClientGrant?) -> String {
        guard let grant else { return AppDescription.text(of: .undetermined) }
        guard grant.pause == nil else { return localized("Paused: it took many photos at once") }
        guard grant.level == .limited else { return AppDescription.text(of: grant.level) }
        return counted("{n} selected photo or album", "{n} selected photos and albums", grant.selectionCount)
    }

    private func askToReset(over window: Window) {
        let clients = decided
        Dialog.confirm(
            localized("Take all access back?"),
            counted(
                "{n} app will see nothing, and may ask again, also if you refused it.",
                "{n} apps will see nothing, and may ask again, also those that you refused.", clients.count),
            action: localized("_Take All Access Back"), over: window
        ) { [weak self] in
            self?.editor.perform(saying: localized("All access taken back")) { library in
                for client in clients { try await library.administration.resetGrant(of: client) }
            }
        }
    }
}
