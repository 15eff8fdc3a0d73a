import FilmgateDBus
import FilmgateModel
import FilmgateWire

/// Sends each signal only to the connections that it concerns.
///
/// A signal other than `LibraryChanged` waits until its connection has read earlier messages.
@BrokerActor final class SignalDispatcher {
    private let bus: Connection
    private let connections: ConnectionTable
    /// The owner of the library.
    private let user: UInt32

    init(_ bus: Connection, _ connections: ConnectionTable, of user: UInt32) {
        self.bus = bus
        self.connections = connections
        self.user = user
    }

    func statusChanged(_ change: AccessChange) {
        if change.before.addOnly != change.after.addOnly {
            send(.addOnly, change.after.addOnly.rawValue, to: change.connection)
        }
        if change.before.readWrite != change.after.readWrite {
            send(.readWrite, change.after.readWrite.rawValue, to: change.connection)
        }
    }

    private func send(_ access: AccessLevel, _ status: String, to connection: ClientConnection) {
        let isSent = send(
            AuthorizationInterface.statusChanged, of: AuthorizationInterface.name, MessageArguments(access, status),
            to: connection.name)
        if !isSent { connection.unsentStatuses[access] = status }
    }

    private typealias Subscription = WritableKeyPath<AdminConnectionState, AdminConnectionState.Subscription>

    func grantsChanged() { send(AdminInterface.grantsChanged, to: \.grants) }

    func inboxChanged() { send(AdminInterface.inboxChanged, to: \.inbox) }

    private func send(_ signal: Signal<NoArguments>, to subscription: Subscription) {
        for connection in connections.all
        where connection.administration[user]?[keyPath: subscription].isActive ?? false {
            send(signal, connection, subscription)
        }
    }

    private func send(_ signal: Signal<NoArguments>, _ connection: ClientConnection, _ subscription: Subscription) {
        let isSent = send(signal, of: AdminInterface.name, MessageArguments(), to: connection.name)
        connection.administration[user]?[keyPath: subscription].isUnsent = !isSent
    }

    /// - Returns: false if the signal was not sent, because the connection has not read earlier messages.
    private func send<Values>(
        _ signal: Signal<Values>, of interface: InterfaceName, _ values: Values, to name: BusName
    ) -> Bool {
        bus.assumeIsolated { bus in
            guard !bus.isBackpressured(name) else { return false }
            bus.emit(signal, of: interface, at: WireNames.rootPath, to: name, values)
            return true
        }
    }

    /// Sends the postponed signals to a connection that has now read its messages.
    func drained(_ connection: ClientConnection) {
        if connection.statusSubscription?.client.user == user {
            let unsent = connection.unsentStatuses
            connection.unsentStatuses = [:]
            for (access, status) in unsent { send(access, status, to: connection) }
        }
        let administration = connection.administration[user] ?? AdminConnectionState()
        if administration.grants.isUnsent { send(AdminInterface.grantsChanged, connection, \.grants) }
        if administration.inbox.isUnsent { send(AdminInterface.inboxChanged, connection, \.inbox) }
    }

    /// Returns whether a connection has not read earlier messages, so that signals to it are postponed.
    func isBackpressured(_ connection: ClientConnection) -> Bool {
        bus.assumeIsolated { $0.isBackpressured(connection.name) }
    }

    /// - Parameter names: the connections to which to send the signal.
    /// - Returns: the connections to which the signal could not be sent.
    func libraryChanged(_ token: ChangeTokenText, _ changes: ChangesDescription, to names: [BusName]) -> [BusName] {
        bus.assumeIsolated { bus in
            bus.emit(
                ObservationInterface.libraryChanged, of: ObservationInterface.name, at: WireNames.rootPath,
                toEach: names,
                MessageArguments(token, changes))
        }
    }

    var hasAdministrators: Bool { connections.all.contains { $0.administration[user]?.grants.isActive ?? false } }

    /// Subscribes a connection to `InboxChanged`.
    func addInboxReader(_ connection: ClientConnection) {
        connection.administration[user, default: AdminConnectionState()].inbox.isActive = true
    }

    /// Subscribes a connection to `GrantsChanged`.
    func addAdministrator(_ connection: ClientConnection) {
        connection.administration[user, default: AdminConnectionState()].grants.isActive = true
    }
}
