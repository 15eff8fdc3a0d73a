internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// A connection that hears of changes.
struct Observer: Sendable {
    /// Who it is when it is no agent.
    let peer: Client
    /// Up to where it was told; nil where it may not observe at the moment, and was told so.
    var told: Cursor?

    /// What somebody saw, and up to when they know what became of it.
    struct Cursor: Hashable, Sendable {
        let view: View
        let position: ViewPosition
    }
}

/// What is the same for all connections to which the same is to be told: up to where they were told, and what they see now.
struct DeliveryGroup: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// They saw the same then.
        case position(ViewPosition)
        /// Their access was another, on the same account.
        case otherAccess(ViewPosition, of: Holder)
        /// They saw what this view's history knows nothing of, or nothing.
        case elsewhere
    }

    /// Whether what they saw when they were told was something else than what they see now.
    var isOfOtherAccess: Bool {
        switch origin {
        case .position: false
        case .otherAccess, .elsewhere: true
        }
    }

    let origin: Origin
    let scope: Scope
    let rights: Rights

    init(_ told: Observer.Cursor?, now view: View) {
        (scope, rights) = (view.visibility.scope, view.visibility.rights)
        guard let told else {
            origin = .elsewhere
            return
        }
        let before = told.view
        if before.visibility.scope == scope, before.visibility.rights == rights {
            origin = .position(told.position)
        } else {
            origin = before.holder == view.holder ? .otherAccess(told.position, of: view.holder) : .elsewhere
        }
    }
}

/// What is to be told to connections that have one standpoint.
struct ChangeNotification: Sendable {
    let position: ViewPosition
    /// Nil where nothing has become different.
    let changes: ChangesDescription?

    /// So many identifiers travel with a signal.
    private static let identifiers = 1_000

    init(_ position: ViewPosition, _ changes: LibraryChanges) {
        self.position = position
        // What is too long is not listed, and is had with `ChangesSince`.
        let told = changes.count > ChangeNotification.identifiers ? .anew(changes.reason) : changes
        self.changes = told.isEmpty ? nil : ChangesDescription(told)
    }
}
