import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Sends changes to subscribed connections.
///
/// After a commit, the library reports the affected views. The observers read the changes from each connection's last
/// position, once for all connections at the same position, and one read at a time unless access has changed. Commits
/// during a read are sent together. A connection's position moves with each signal, so each change is sent once.
@BrokerActor final class ChangeNotifier {
    private let gate: Gate
    /// The last change of the library that was checked; nil before the first check.
    private var seen: Int64?
    private var state = State.idle

    private enum State {
        case idle, notifying
        /// Another commit occurred during a round of notifications.
        case notifyingAgain
        case ended
    }

    init(_ gate: Gate) { self.gate = gate }

    private var library: Library { gate.core.library }
    private var signals: SignalDispatcher { gate.core.signals }
    private var connections: ConnectionTable { gate.services.connections }

    // MARK: Subscribing

    /// Returns the position at which a caller's signals begin.
    ///
    /// Signals begin when `begin` is called with the same call, after the reply has been sent.
    func subscribe(_ call: MethodCall, _ view: ClientView) async throws -> ChangeToken {
        let caller = try await gate.caller(of: call)
        let connection = caller.connection
        if let cursor = connection.subscription.observer?.cursor { return token(of: cursor) }
        let position = try await library.position(visibleTo: view.visibility)
        try Task.checkCancellation()
        // If several calls run at the same time, the first sets the position for all of them.
        if let cursor = connection.subscription.observer?.cursor { return token(of: cursor) }
        let other = connection.subscription.prepared.values.first
        let cursor = other?.cursor ?? ObserverPosition.Cursor(view: view, position: position)
        connection.subscription.prepared[call] = ObserverPosition(cursor: cursor)
        return token(of: cursor)
    }

    private func token(of cursor: ObserverPosition.Cursor) -> ChangeToken {
        library.token(of: cursor.position, for: cursor.view.holder)
    }

    func begin(_ call: MethodCall) {
        guard let connection = connections[call.sender],
            let observer = connection.subscription.prepared.removeValue(forKey: call),
            connection.subscription.observer?.cursor == nil
        else { return }
        connection.subscription.observer = observer
        // Changes that occurred since the token was made must still be sent.
        connection.subscription.isDue = true
        checkAccess(of: connection)
        notifySubscribers()
    }

    func end() { state = .ended }

    private var subscribers: some Sequence<ClientConnection> {
        connections.clients(of: library.user).filter { $0.subscription.observer != nil }
    }

    // MARK: Access

    /// Notifies connections whose view has changed. Must be called after grants, policy or agents have changed.
    func accessChanged() {
        var isAnyDue = false
        for connection in subscribers {
            checkAccess(of: connection)
            if connection.subscription.isDue { isAnyDue = true }
        }
        if isAnyDue { notifySubscribers() }
    }

    private func checkAccess(of connection: ClientConnection) {
        guard let observer = connection.subscription.observer else { return }
        let view = view(of: connection)
        guard view != observer.cursor?.view else { return }
        if view == nil, !signals.isBackpressured(connection) {
            connection.subscription.isDue = false
            connection.subscription.observer?.cursor = nil
            send(.none, ChangesDescription(.anew(.grant)), to: [connection.name])
        } else {
            connection.subscription.isDue = true
        }
    }

    private func view(of connection: ClientConnection) -> ClientView? {
        guard let peer = connection.statusSubscription?.client else { return nil }
        return gate.view(of: Gate.Caller(peer: peer, connection: connection))
    }

    // MARK: Sending changes

    /// Starts sending changes after a commit. Can be called from any thread.
    nonisolated func libraryChanged() {
        BrokerActor.perform { [weak self] in
            guard let self, connections.clients(of: library.user).contains(where: { $0.subscription.observer != nil })
            else { return }
            notifySubscribers()
        }
    }

    /// Sends a connection the changes that waited until it had read its messages.
    func drained(_ connection: ClientConnection) {
        guard connection.subscription.observer != nil, connection.subscription.isDue else { return }
        checkAccess(of: connection)
        notifySubscribers()
    }

    private func notifySubscribers() {
        switch state {
        case .idle:
            state = .notifying
            Task { await notifyUntilDone() }
        case .notifying: state = .notifyingAgain
        case .notifyingAgain, .ended: break
        }
    }

    private func notifyUntilDone() async {
        repeat {
            if case .notifyingAgain = state { state = .notifying }
            do { try await notifyOnce() } catch { logFailure(error, of: subscribers.count { $0.subscription.isDue }) }
        } while state == .notifyingAgain
        if state == .notifying { state = .idle }
    }

    private func notifyOnce() async throws {
        if let seen {
            let affected = try await library.affectedViews(after: seen)
            self.seen = affected.number
            if !affected.isNone {
                for connection in connections.clients(of: library.user) {
                    if let cursor = connection.subscription.observer?.cursor, affected.concerns(cursor.view) {
                        connection.subscription.isDue = true
                    }
                }
            }
        } else {
            // Before the first check, all subscribers have just subscribed, and are due for a signal.
            seen = try await library.lastChange()
        }
        var groups: [DeliveryGroup: [Recipient]] = [:]
        for connection in connections.clients(of: library.user) {
            guard connection.subscription.isDue, let observer = connection.subscription.observer,
                !signals.isBackpressured(connection)
            else { continue }
            if connection.subscription.separateReading != nil {
                connection.subscription.separateReading = .passedOver
                continue
            }
            guard let view = view(of: connection) else { continue }
            groups[DeliveryGroup(observer.cursor, now: view), default: []].append(
                Recipient(connection: connection, view: view))
        }
        for (group, recipients) in groups {
            if case .otherAccess = group.origin { sendSeparately(recipients, in: group) }
        }
        for (group, recipients) in groups {
            switch group.origin {
            case .position, .elsewhere: await sendOrLogFailure(recipients, in: group)
            case .otherAccess: break
            }
        }
    }

    /// Sends changes after a read that may scan the whole library. The read waits for its turn, and does not delay
    /// other recipients.
    private func sendSeparately(_ recipients: [Recipient], in group: DeliveryGroup) {
        for recipient in recipients { recipient.connection.subscription.separateReading = .underWay }
        Task {
            await sendOrLogFailure(recipients, in: group)
            var isAnyDue = false
            for connection in recipients.map(\.connection) {
                let reading = connection.subscription.separateReading
                connection.subscription.separateReading = nil
                guard reading == .passedOver, connection.subscription.observer != nil else { continue }
                connection.subscription.isDue = true
                isAnyDue = true
            }
            if isAnyDue { notifySubscribers() }
        }
    }

    /// Sends changes to one group. Logs an error, which does not affect other groups.
    private func sendOrLogFailure(_ recipients: [Recipient], in group: DeliveryGroup) async {
        do { try await send(recipients, in: group) } catch { logFailure(error, of: recipients.count) }
    }

    /// Logs an error. The affected connections get the changes with the next signal.
    private func logFailure(_ error: any Error, of count: Int) {
        guard state != .ended else { return }
        Journal.write(.error, "Changes could not be sent to \(count) connections: \(error)")
    }

    private func send(_ recipients: [Recipient], in group: DeliveryGroup) async throws {
        guard let view = recipients.first?.view else { return }
        let notification = try await notification(for: group, view.visibility)
        for (view, recipients) in Dictionary(grouping: recipients, by: \.view) {
            await send(notification, to: recipients.map(\.connection), in: group, view)
        }
    }

    private func notification(for group: DeliveryGroup, _ visibility: Visibility) async throws -> ChangeNotification {
        do {
            if let page = try await page(from: group.origin, visibility) {
                if !page.hasMore { return ChangeNotification(page.position, page.changes) }
                return ChangeNotification(try await library.position(visibleTo: visibility), .anew(page.changes.reason))
            }
        } catch is ExpiredChangeTokenError {}
        let reason: LibraryChanges.Reason = group.isOfOtherAccess ? .grant : .library
        return ChangeNotification(try await library.position(visibleTo: visibility), .anew(reason))
    }

    private func page(from origin: DeliveryGroup.Origin, _ visibility: Visibility) async throws -> ChangePage? {
        switch origin {
        case .position(let position): try await library.changes(since: position, visibleTo: visibility)
        case .otherAccess(let position, of: let holder):
            try await library.changesOfAccess(of: holder, since: position, visibleTo: visibility)
        case .elsewhere: nil
        }
    }

    private func send(
        _ notification: ChangeNotification, to recipients: [ClientConnection], in group: DeliveryGroup,
        _ view: ClientView
    ) async {
        let token = ChangeTokenText(library.token(of: notification.position, for: view.holder))
        var rest = recipients[...]
        while !rest.isEmpty {
            // The access or the position of a connection may have changed since the changes were read.
            let present = rest.prefix(Self.slice).filter { connection in
                guard let observer = connection.subscription.observer, connections[connection.name] === connection,
                    let peer = connection.statusSubscription?.client, !gate.isWritingGrant(of: peer.id),
                    self.view(of: connection) == view,
                    !signals.isBackpressured(connection)
                else { return false }
                return DeliveryGroup(observer.cursor, now: view) == group
            }
            rest = rest.dropFirst(Self.slice)
            let unsent = Set(notification.changes.map { send(token, $0, to: present.map(\.name)) } ?? [])
            for connection in present where !unsent.contains(connection.name) {
                connection.subscription.isDue = false
                // The position moves even if no signal is sent, because the changes so far do not concern this view.
                connection.subscription.observer?.cursor = ObserverPosition.Cursor(
                    view: view, position: notification.position)
            }
            if !rest.isEmpty { await BrokerActor.loop.giveWay() }
        }
    }

    /// - Returns: the connections to which the signal could not be sent.
    @discardableResult
    private func send(_ token: ChangeTokenText, _ changes: ChangesDescription, to names: [BusName]) -> [BusName] {
        signals.libraryChanged(token, changes, to: names)
    }

    /// The number of connections that get signals before other work of the event loop runs.
    private static let slice = 100

    /// A connection that gets a signal, and its view.
    private struct Recipient {
        let connection: ClientConnection
        let view: ClientView
    }
}
