import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateWire

/// Opens requests, and sends their responses. A request is the D-Bus object of a call that completes after its reply.
@BrokerActor final class RequestRegistry {
    private let bus: Connection
    private let connections: ConnectionTable
    /// The owner of the library.
    private let user: UInt32
    /// The maximum number of open requests of all of the user's clients together.
    private let limit: Int
    /// The content in memory that clients have open.
    let memory: ClientFileTable<FileIdentity>

    /// How long a delivery waits for a connection that does not read its messages.
    private static let deliveryTime: Duration = .seconds(30)
    private static let progressInterval: Duration = .milliseconds(500)

    init(_ core: LibraryCore, holding memory: ClientFileTable<FileIdentity>) {
        self.memory = memory
        (bus, connections) = (core.services.bus, core.services.connections)
        user = core.user
        limit = core.services.settings.requests
    }

    /// Opens a request, and returns its path.
    ///
    /// - Parameter bytes: the maximum size of the content in memory, which stays reserved until the response.
    /// - Throws: `limitsExceeded` if the client has too many requests or files open, or if too little memory is left;
    ///   `tooLarge` if all of it is too little; `invalidArgument` if the token is in use, and `CancellationError` if
    ///   the caller has left the bus.
    func open(_ token: HandleToken?, for admission: Admission, bytes: UInt64 = 0) throws -> ObjectPath {
        try Task.checkCancellation()
        let (client, connection) = (admission.client.id, admission.connection)
        var (own, others) = (0, 0)
        for request in connections.clients(of: user).lazy.map(\.requests.open.values).joined() {
            if request.client == client { own += 1 } else { others += 1 }
        }
        guard own < fairShare(of: limit, usedByOthers: others) else {
            throw WireError.limitsExceeded("This app has \(own) open requests, which is its limit now.")
        }
        let room = try bytes > 0 ? memory.reserve(bytes, for: client) : nil
        let path = token.map { WireNames.requestPath($0.text, of: connection.name) } ?? freePath(of: connection)
        guard connection.requests.open[path] == nil else {
            throw WireError.invalidArgument("'handle-token' is in use by a request that is still open.")
        }
        connection.requests.open[path] = OpenRequests.Request(client: client, room: room)
        return path
    }

    /// Opens a request that waits for the person's answer. Removes the request if `ask` throws.
    ///
    /// - Parameter ask: asks the person, and returns a function that waits for the response.
    func open(
        _ token: HandleToken?, for call: MethodCall, _ admission: Admission,
        asking ask: () throws -> @BrokerActor () async -> RequestResponse
    ) throws -> ObjectPath {
        let path = try open(token, for: admission)
        do {
            prepare(path, for: call, on: admission.connection, try ask())
            return path
        } catch {
            admission.connection.requests.discard(path)
            throw error
        }
    }

    private func freePath(of connection: ClientConnection) -> ObjectPath {
        while true {
            let path = WireNames.requestPath(
                "r" + String(UInt64.random(in: .min ... .max), radix: 36), of: connection.name)
            if connection.requests.open[path] == nil { return path }
        }
    }

    /// Stores the function that makes a request's response. `begin` runs it when the call has been answered.
    ///
    /// The function is canceled when the request is closed or the client leaves the bus.
    func prepare(
        _ path: ObjectPath, for call: MethodCall, on connection: ClientConnection,
        _ respond: @escaping @BrokerActor () async -> RequestResponse
    ) {
        guard connections[connection.name] === connection, connection.requests.open[path] != nil else {
            // The client has left the bus. `respond` still runs, but its task is canceled at once.
            return Task { _ = await respond() }.cancel()
        }
        connection.requests.prepared[call] = OpenRequests.PreparedRequest(path: path, respond: respond)
    }

    /// Prepares a request for content, which is delivered after the call has been answered.
    func prepare(
        _ path: ObjectPath, for call: MethodCall, on connection: ClientConnection, _ request: some ContentRequest
    ) {
        prepare(path, for: call, on: connection) { await request.response(to: call) }
    }

    /// Sends content to the client that requested it, if the client may have the content at that moment.
    ///
    /// Waits until the connection has read earlier messages.
    /// - Throws: `accessDenied`, `limitsExceeded` if the client does not read its messages in time,
    ///   `CancellationError`, and the errors of the store.
    func deliver(
        _ content: OwnedDescriptor, _ details: DeliveryDetails, at path: ObjectPath, to connection: ClientConnection,
        of request: some ContentRequest
    ) async throws {
        while true {
            while await bus.isBackpressured(connection.name) {
                guard await hasRoom(connection) else {
                    try Task.checkCancellation()
                    throw WireError.limitsExceeded("This app has not taken in what it was sent before.")
                }
            }
            guard try await request.isAllowed else { throw WireError.accessDenied }
            try Task.checkCancellation()
            guard connection.requests.open[path] != nil else { throw CancellationError() }
            if send(content, details, at: path, to: connection) { return }
        }
    }

    /// Sends content without suspending, so that nothing changes between the access check and the signal.
    ///
    /// - Returns: false if the connection has not read earlier messages.
    private func send(
        _ content: OwnedDescriptor, _ details: DeliveryDetails, at path: ObjectPath, to connection: ClientConnection
    ) -> Bool {
        bus.assumeIsolated { bus in
            guard !bus.isBackpressured(connection.name) else { return false }
            bus.emit(
                RequestInterface.delivery, of: RequestInterface.name, at: path, to: connection.name,
                MessageArguments(content, details))
            return true
        }
    }

    /// Waits until a connection has read its messages. Returns false after the time limit, or if the task is canceled.
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

    /// Sends the progress of a request twice a second, until the returned timer is canceled.
    ///
    /// - Parameter fraction: called with the number of the report, from 1; returns the completed part, or nil if it has
    ///   not changed.
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
                    MessageArguments(fraction))
            }
        }
    }

    /// Returns an estimate for work of unknown duration. The fraction grows with each report, but never reaches 1.
    static func estimatedProgress(_ count: Int) -> Double? { 1 - 1 / (1 + Double(count) / 4) }

    /// Runs the request that a call prepared. Called when the call has been answered.
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
                MessageArguments(response.outcome, response.results))
        }
        connection.requests.open[request.path]?.task = task
        if isClosed { task.cancel() }
    }
}
