import FilmgateDBus
import FilmgateModel
import FilmgateWire

/// Creates, finds and drops the state that the broker keeps for connections. No other type creates or drops this state.
@BrokerActor final class ConnectionTable {
    private var connections: [BusName: ClientConnection] = [:]
    /// The connections that have called as clients, by user.
    private var clients: [UInt32: [BusName: ClientConnection]] = [:]

    /// Returns the state of a connection, or nil if the broker has no state for it.
    subscript(name: BusName) -> ClientConnection? { connections[name] }

    var all: some Collection<ClientConnection> { connections.values }

    /// Returns the connections that have called as clients of a user's library.
    func clients(of user: UInt32) -> some Collection<ClientConnection> { clients[user, default: [:]].values }

    /// Returns the connection that made the call of the current task.
    ///
    /// - Throws: `CancellationError` if the connection has left the bus, because nothing would drop new state.
    func caller(_ name: BusName) throws(CancellationError) -> ClientConnection {
        if let connection = connections[name] { return connection }
        guard !Task.isCancelled else { throw CancellationError() }
        let connection = ClientConnection(name)
        connections[name] = connection
        return connection
    }

    /// Returns the connection that made the call of the current task, and records the connection as a client of a
    /// user's library.
    func caller(_ name: BusName, of user: UInt32) throws(CancellationError) -> ClientConnection {
        if let connection = clients[user]?[name] { return connection }
        let connection = try caller(name)
        clients[user, default: [:]][name] = connection
        return connection
    }

    /// Counts a connection toward its client's limit, from its first call on. Limits apply to the client, because a
    /// client could avoid limits per connection by opening many connections.
    ///
    /// - Parameter limit: the limit for all of the user's clients together.
    /// - Throws: `limitsExceeded` if the client already has the maximum number of connections.
    func count(_ connection: ClientConnection, of client: Client, limit: Int) throws(WireError) {
        guard connection.countedWith == nil else { return }
        var (own, others) = (0, 0)
        for other in clients(of: client.user) where other.countedWith != nil {
            if other.countedWith == client.id { own += 1 } else { others += 1 }
        }
        guard own < fairShare(of: limit, usedByOthers: others, atLeast: Self.minimum) else {
            throw .limitsExceeded(
                "This app uses \(own) connections, which is its limit now; close some, or call through one of them."
            )
        }
        connection.countedWith = client.id
    }

    /// The number of connections that a client may always have.
    private static let minimum = 4

    /// Drops a connection that has left the bus, with all of its state.
    ///
    /// - Returns: the dropped connection.
    func remove(_ name: BusName) -> ClientConnection? {
        guard let connection = connections.removeValue(forKey: name) else { return nil }
        for user in clients.keys where clients[user]?.removeValue(forKey: name) != nil {
            if clients[user]?.isEmpty == true { clients[user] = nil }
        }
        connection.cancelAll()
        return connection
    }
}
