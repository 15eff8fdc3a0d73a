import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// One connection's subscription to changes.
struct ChangeSubscription {
    /// The subscriber's position; nil if the connection is not subscribed.
    var observer: ObserverPosition?
    /// Whether there may be changes since the connection's last signal.
    var isDue = false
    /// Set while the changes for this connection are read separately.
    var separateReading: SeparateRead?
    /// The positions of subscriptions whose tokens have not been sent yet, by the call that subscribes.
    var prepared: [MethodCall: ObserverPosition] = [:]

    enum SeparateRead {
        case underWay
        /// Changes that occurred during the read have not been sent to the connection.
        case passedOver
    }
}

/// The position up to which a subscriber has received changes.
struct ObserverPosition: Sendable {
    /// The position and its view; nil if the connection may not observe now, and was notified of this.
    var cursor: Cursor?

    /// A view, and the position up to which its changes were sent.
    struct Cursor: Hashable, Sendable {
        let view: ClientView
        let position: ViewPosition
    }
}

/// The connections that get the same signal: those with equal last positions and equal current views.
struct DeliveryGroup: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// The connections' view was the same at their last signal.
        case position(ViewPosition)
        /// At the connections' last signal, the holder was the same, but had different access.
        case otherAccess(ViewPosition, of: Holder)
        /// At their last signal, the connections saw nothing, or the view of a different holder.
        case elsewhere
    }

    /// Whether the connections had a different view at their last signal.
    var isOfOtherAccess: Bool {
        switch origin {
        case .position: false
        case .otherAccess, .elsewhere: true
        }
    }

    let origin: Origin
    let scope: Scope
    let reading: ReadPermissions

    init(_ cursor: ObserverPosition.Cursor?, now view: ClientView) {
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
    /// The changes; nil if nothing has changed.
    let changes: ChangesDescription?

    /// The maximum number of identifiers in a signal.
    private static let identifiers = 1_000

    init(_ position: ViewPosition, _ changes: LibraryChanges) {
        self.position = position
        // If there are more identifiers, the signal omits them. Clients can get them with `ChangesSince`.
        let sent = changes.count > ChangeNotification.identifiers ? .anew(changes.reason) : changes
        self.changes = sent.isEmpty ? nil : ChangesDescription(sent)
    }
}

extension AffectedViews {
    /// Returns whether a change affects the content of a view.
    func concerns(_ view: ClientView) -> Bool {
        switch view.visibility.scope {
        case .everything, .assets: everything
        case .selection(of: let holder, only: _): holders.contains(holder)
        case .item, .nothing: false
        }
    }
}
