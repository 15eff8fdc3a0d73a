import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// One connection's subscription to changes.
struct ChangeSubscription {
    /// Nil unless the connection is subscribed.
    var observer: Observer?
    /// Whether there may be changes since the connection's last signal.
    var isDue = false
    /// Set while the library is read only for this connection.
    var separateReading: SeparateRead?
    /// Observers whose token has not been sent yet, by the call.
    var prepared: [MethodCall: Observer] = [:]

    enum SeparateRead {
        case underWay
        /// Changes that came meanwhile have not been sent to it.
        case passedOver
    }
}

/// The position up to which a subscriber has received changes.
struct Observer: Sendable {
    /// Nil if the connection may not observe now, and was notified of that.
    var cursor: Cursor?

    /// A view, and the position up to which its changes were sent.
    struct Cursor: Hashable, Sendable {
        let view: ClientView
        let position: ViewPosition
    }
}

/// The key of connections that get the same signal: the position up to which they received changes, and what they see
/// now.
struct DeliveryGroup: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// Their view was the same at their last signal.
        case position(ViewPosition)
        /// Their access was different, for the same holder.
        case otherAccess(ViewPosition, of: Holder)
        /// They saw nothing, or a view that is not in this view's history.
        case elsewhere
    }

    /// Whether their view was different at their last signal.
    var isOfOtherAccess: Bool {
        switch origin {
        case .position: false
        case .otherAccess, .elsewhere: true
        }
    }

    let origin: Origin
    let scope: Scope
    let reading: ReadPermissions

    init(_ cursor: Observer.Cursor?, now view: ClientView) {
        (scope, reading) = (view.visibility.scope, view.visibility.reading)
        guard let cursor else {
            origin = .elsewhere
            return
        }
        let before = cursor.view
        if before.visibility.scope == scope, before.visibility.reading == reading {
            origin = .position(cursor.position)
        } else {
            origin = before.holder == view.holder ? .otherAccess(cursor.position, of: view.holder) : .elsewhere
        }
    }
}

/// The signal for the connections of one delivery group.
struct ChangeNotification: Sendable {
    let position: ViewPosition
    /// Nil if nothing has changed.
    let changes: ChangesDescription?

    /// The maximum number of identifiers in a signal.
    private static let identifiers = 1_000

    init(_ position: ViewPosition, _ changes: LibraryChanges) {
        self.position = position
        // A longer list is left out; clients get it with `ChangesSince`.
        let sent = changes.count > ChangeNotification.identifiers ? .anew(changes.reason) : changes
        self.changes = sent.isEmpty ? nil : ChangesDescription(sent)
    }
}

extension AffectedViews {
    /// Whether a change affects what a view shows.
    func concerns(_ view: ClientView) -> Bool {
        switch view.visibility.scope {
        case .everything, .assets: everything
        case .selection(of: let holder, only: _): holders.contains(holder)
        case .item, .nothing: false
        }
    }
}
