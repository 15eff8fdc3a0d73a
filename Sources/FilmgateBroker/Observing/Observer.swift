internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// What the broker keeps of one connection's wish to hear of changes.
struct Subscription {
    /// Nil unless it is subscribed.
    var observer: Observer?
    /// Whether something may have changed since it was told.
    var isDue = false
    /// Set while the library is read for this connection apart from the others.
    var separateReading: SeparateReading?
    /// Observers whose token has not been sent yet, by the call.
    var prepared: [MethodCall: Observer] = [:]

    enum SeparateReading {
        case underWay
        /// Other changes came meanwhile and were not told to it.
        case passedOver
    }
}

/// Who hears of changes, and up to which position it was told.
struct Observer: Sendable {
    /// Who it is by itself, not as an agent.
    let peer: Client
    /// Nil if it may not observe at the moment, and was told so.
    var told: Cursor?

    /// A view, and the position up to which its changes were told.
    struct Cursor: Hashable, Sendable {
        let view: View
        let position: ViewPosition
    }
}

/// What connections have in common that are told the same: the position up to which they were told, and what they see now.
struct DeliveryGroup: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// They saw the same when they were told.
        case position(ViewPosition)
        /// Their access was different, under the same holder.
        case otherAccess(ViewPosition, of: Holder)
        /// They saw what this view's history knows nothing of, or nothing.
        case elsewhere
    }

    /// Whether they saw something different when they were told.
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

/// What the connections of one delivery group are told.
struct ChangeNotification: Sendable {
    let position: ViewPosition
    /// Nil if nothing has changed.
    let changes: ChangesDescription?

    /// How many identifiers a signal carries at most.
    private static let identifiers = 1_000

    init(_ position: ViewPosition, _ changes: LibraryChanges) {
        self.position = position
        // A longer list is left out; clients get it with `ChangesSince`.
        let told = changes.count > ChangeNotification.identifiers ? .anew(changes.reason) : changes
        self.changes = told.isEmpty ? nil : ChangesDescription(told)
    }
}
