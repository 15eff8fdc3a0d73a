import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// One connection's subscription to changes.
struct ChangeSubscription {
    /// Nil unless it is subscribed.
    var observer: Observer?
    /// Whether something may have changed since its last signal.
    var isDue = false
    /// Set while the library is read for this connection alone.
    var separateReading: SeparateRead?
    /// Observers whose token has not been sent yet, by the call.
    var prepared: [MethodCall: Observer] = [:]

    enum SeparateRead {
        case underWay
        /// Other changes came meanwhile and were not sent to it.
        case passedOver
    }
}

/// The position up to which a subscriber was told.
struct Observer: Sendable {
    /// Nil if it may not observe now, and was told so.
    var cursor: Cursor?

    /// A view, and the position up to which its changes were told.
    struct Cursor: Hashable, Sendable {
        let view: ClientView
        let position: ViewPosition
    }
}

/// The key of connections that are told the same: the position up to which they were told, and what they see now.
struct DeliveryGroup: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// Their view was the same when they were told.
        case position(ViewPosition)
        /// Their access was different, under the same holder.
        case otherAccess(ViewPosition, of: Holder)
        /// They saw nothing, or a view that this view's history does not know.
        case elsewhere
    }

    /// Whether their view was different when they were told.
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
