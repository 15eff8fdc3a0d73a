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

    /// Bytes of content that the requests of all of the user's clients together may make.
    private static let contentBytes: UInt64 = 1 << 30
    /// How long a delivery waits for a connection that does not read.
    private static let deliveryTime: Duration = .seconds(30)
    private static let progressInterval: Duration = .milliseconds(500)

    init(_ bus: Connection, _ connections: ConnectionTable, of user: UInt32, limit: Int) {
        self.bus = bus
        self.connections = connections
        self.user = user
        self.limit = limit
    }

    /// Reserves a path for a request.
    ///
    /// - Parameter bytes: the most that its content can have.
    /// - Throws: `limitsExceeded` if the client or the user has too many open, `invalidArgument` if the token is in
    ///   use, and `CancellationError` if the caller has left the bus.
    func open(_ token: HandleToken?, of client: ClientID, for connection: ClientConnection, bytes: UInt64 = 0)
        throws -> ObjectPath
    {
        try Task.checkCancellation()
        var (own, others) = ((count: 0, bytes: bytes), (count: 0, bytes: UInt64(0)))
        for request in connections.clients(of: user).lazy.map(\.requests.open.values).joined() {
            if request.client == client {
                own = (own.count + 1, own.bytes + request.bytes)
            } else {
                others = (others.count + 1, others.bytes + request.bytes)
            }
        }
        guard own.count < fairShare(of: limit, usedByOthers: others.count) else {
            throw WireError.limitsExceeded("This app has \(own.count) open requests, which is its limit now.")
        }
        // One request alone is always possible.
        let share = fairShare(of: Int(Self.contentBytes), usedByOthers: Int(others.bytes))
        guard bytes == 0 || own.count == 0 || own.bytes <= share else {
            throw WireError.limitsExceeded(
                "The open requests of this app would make \(own.bytes) bytes; its limit now is \(share).")
        }
        let path = token.map { Paths.request($0.text, of: connection.name) } ?? freePath(of: connection)
        guard connection.requests.open[path] == nil else {
            throw WireError.invalidArgument("'handle-token' is in use by a request that is still open.")
        }
        connection.requests.open[path] = OpenRequests.Request(client: client, bytes: bytes)
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
    /// Waits while the connection does not read what it was sent before.
    /// - Returns: false if the client has left, or does not read.
    func deliver(
        _ content: OwnedDescriptor, _ details: DeliveryDetails, at path: ObjectPath, to connection: ClientConnection
    ) async -> Bool {
        while await bus.isBackpressured(connection.name) {
            guard await hasRoom(connection) else { return false }
        }
        guard connection.requests.open[path] != nil else { return false }
        return await bus.emit(
            RequestInterface.delivery, of: RequestInterface.name, at: path, to: connection.name,
            Arguments(content, details))
    }

    /// Waits until a connection has read what it was sent. Returns false if it does not read, or if the task is cancelled.
    private func hasRoom(_ connection: ClientConnection) async -> Bool {
        let (number, room) = connection.requests.wait()
        let timer = BrokerActor.after(Self.deliveryTime) { connection.requests.endWait(number, hasRoom: false) }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await room.outcome()
        } onCancel: {
            BrokerActor.perform { connection.requests.endWait(number, hasRoom: false) }
        }
    }

    /// Sends the progress of a request twice a second, until it is cancelled.
    ///
    /// - Parameter fraction: returns which part is done; nil if there is nothing new. It gets the number of the report, from 1.
    func reportProgress(
        at path: ObjectPath, to connection: ClientConnection,
        _ fraction: @escaping @BrokerActor @Sendable (Int) -> Double? = estimatedProgress
    ) -> RepeatingTimer {
        RepeatingTimer(every: Self.progressInterval) { [bus] count in
            guard let fraction = fraction(count) else { return }
            bus.assumeIsolated { bus in
                guard !bus.isBackpressured(connection.name) else { return }
                bus.emit(
                    RequestInterface.progress, of: RequestInterface.name, at: path, to: connection.name,
                    Arguments(fraction))
            }
        }
    }

    /// If nobody knows how long a worker takes: the fraction grows, and never reaches the end.
    static func estimatedProgress(_ count: Int) -> Double? { 1 - 1 / (1 + Double(count) / 4) }

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
