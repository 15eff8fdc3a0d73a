internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateSystem
internal import FilmgateWire

/// Opens requests and sends their responses.
@BrokerActor final class RequestRegistry {
    private let bus: Connection
    private let connections: ConnectionTable
    /// The user whose library this is.
    private let user: UInt32
    /// The number of requests that all of the user's clients together may have open.
    private let limit: Int

    init(_ bus: Connection, _ connections: ConnectionTable, of user: UInt32, limit: Int) {
        self.bus = bus
        self.connections = connections
        self.user = user
        self.limit = limit
    }

    /// Reserves a path for a request.
    ///
    /// - Throws: `limitsExceeded` if the client or the user has too many open, `invalidArgument` if the token is in
    ///   use, and `CancellationError` if the caller has left the bus.
    func open(_ token: HandleToken?, of client: ClientID, for connection: ClientConnection) throws -> ObjectPath {
        try Task.checkCancellation()
        var (own, others) = (0, 0)
        for request in connections.clients(of: user).lazy.map(\.requests.open.values).joined() {
            if request.client == client { own += 1 } else { others += 1 }
        }
        guard own < fairShare(of: limit, usedByOthers: others) else {
            throw WireError.limitsExceeded("This app has \(own) open requests, which is its limit now.")
        }
        let path = token.map { Paths.request($0.text, of: connection.name) } ?? freePath(of: connection)
        guard connection.requests.open[path] == nil else {
            throw WireError.invalidArgument("'handle-token' is in use by a request that is still open.")
        }
        connection.requests.open[path] = OpenRequests.Request(client: client)
        return path
    }

    private func freePath(of connection: ClientConnection) -> ObjectPath {
        while true {
            let path = Paths.request("r" + String(UInt64.random(in: .min ... .max), radix: 36), of: connection.name)
            if connection.requests.open[path] == nil { return path }
        }
    }

    /// Makes the request wait for the result of `respond`, starting when the call has been answered.
    ///
    /// The wait is cancelled when the request is closed or the client leaves the bus.
    func prepare(
        _ path: ObjectPath, for call: MethodCall, on connection: ClientConnection,
        _ respond: @escaping @BrokerActor () async -> RequestResponse
    ) {
        guard connections[connection.name] === connection, connection.requests.open[path] != nil else {
            // The client has left: what it would have waited for ends.
            return Task { _ = await respond() }.cancel()
        }
        connection.requests.prepared[call] = OpenRequests.Prepared(path: path, respond: respond)
    }

    /// Sends content that a request waits for.
    ///
    /// - Returns: false if the client has left, or has not taken in what it was sent before.
    func deliver(
        _ content: OwnedDescriptor, _ details: DeliveryDetails, at path: ObjectPath, to connection: ClientConnection
    ) async -> Bool {
        guard connection.requests.open[path] != nil else { return false }
        return await bus.emit(
            RequestInterface.delivery, of: RequestInterface.name, at: path, to: connection.name,
            Arguments(content, details))
    }

    /// Starts the wait, now that the call has been answered and the response may follow.
    func begin(_ call: MethodCall) {
        guard let connection = connections[call.sender],
            let request = connection.requests.prepared.removeValue(forKey: call),
            let isClosed = connection.requests.open[request.path]?.isClosed
        else { return }
        let task = Task {
            let response = await request.respond()
            guard connection.requests.discard(request.path) else { return }
            await bus.emit(
                RequestInterface.response, of: RequestInterface.name, at: request.path, to: connection.name,
                Arguments(response.outcome, response.results))
        }
        connection.requests.open[request.path]?.task = task
        if isClosed { task.cancel() }
    }
}
