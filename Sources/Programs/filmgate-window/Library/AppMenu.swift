import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePolicy
import FilmgateText

/// The context menu of an app in the list of all apps.
final class AppMenu {
    /// Called with the app whose page the person wants to see.
    var onOpen: (ClientID) -> Void = { _ in }

    private let actions: ActionGroup
    private let menu: ContextMenu
    private let editor: LibraryEditor
    private let window: Window
    private var client: ClientID?
    private var grant: ClientGrant?

    init(_ builder: Builder, over page: Widget, _ editor: LibraryEditor, _ window: Window) {
        self.editor = editor
        self.window = window
        actions = ActionGroup("app", on: page)
        menu = ContextMenu(in: builder, "app-menu", over: page)
        actions.add("open", self) { menu in if let client = menu.client { menu.onOpen(client) } }
        actions.add("mute", self, isChange: true) { $0.set(muted: true) }
        actions.add("unmute", self, isChange: true) { $0.set(muted: false) }
        actions.add("deny", self, isChange: true) { $0.askToDeny() }
        actions.add("reset", self, isChange: true) { $0.askToReset() }
    }

    /// - Parameter grant: the app's grant; nil if the app has no grant.
    func open(of client: ClientID, _ grant: ClientGrant?, in row: Widget, atX x: Double, y: Double) {
        (self.client, self.grant) = (client, grant)
        let isDecided = grant?.isDecided == true && grant?.level != .restricted
        let isMuted = grant?.isMuted == true
        // Muting or unmuting an app sets its current grant again. This is not possible if the app is paused, or if the
        // grant is a one-time grant or has no level.
        let isRepeatable = grant.map { $0.pause == nil && !$0.isOnce && $0.level != .undetermined } ?? false
        actions["mute"].isEnabled = isDecided && isRepeatable && !isMuted
        actions["unmute"].isEnabled = isDecided && isRepeatable && isMuted
        actions["deny"].isEnabled = grant?.canBeReset == true && grant?.level != Level.none
        actions["reset"].isEnabled = grant?.canBeReset == true
        menu.open(in: row, atX: x, y: y)
    }

    private func set(muted isMuted: Bool) {
        guard let client, let grant else { return }
        editor.perform(saying: nil) { library in
            try await library.administration.setGrant(of: client, grant.decision(at: grant.level, muted: isMuted))
        }
    }

    private func askToDeny() {
        guard let client, let grant else { return }
        Dialog.confirmDenial(over: window) { [weak self] in
            self?.editor.perform(saying: nil) { library in
                let decision = GrantDecision(
                    .none, GrantOptions(keepsSelection: false, isMuted: grant.isMuted, limits: grant.limits))
                try await library.administration.setGrant(of: client, decision)
            }
        }
    }

    private func askToReset() {
        guard let client else { return }
        Dialog.confirmReset(over: window) { [weak self] in
            self?.editor.perform(saying: localized("Access reset")) { library in
                try await library.administration.resetGrant(of: client)
            }
        }
    }
}

extension ClientGrant {
    /// Returns a decision that keeps the terms of the grant, sets the level, and mutes or unmutes the app.
    func decision(at level: Level, muted isMuted: Bool) -> GrantDecision {
        GrantDecision(
            level,
            GrantOptions(
                keepsSelection: level == .limited, expires: expires.map { Timestamp($0) },
                isOnce: expires == nil && isOnce, isMuted: isMuted,
                rights: level == .limited || level == .full ? rights : nil, limits: limits))
    }
}
