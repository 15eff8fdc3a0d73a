internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateWire

/// The requests of every connection that have had no response yet, on the event loop.
actor RequestRegistry {
    private struct OpenRequest {
        let client: ClientID
        var task: Task<Void, Never>?
        var isClosed = false
    }

    /// A request whose path has not been told yet.
    private struct Prepared {
        let path: ObjectPath
        let respond: @Sendable () async -> RequestResponse
    }

    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let connection: Connection
    /// Of all the user's clients together.
    private let limit: Int
    private var requests: [BusName: [ObjectPath: OpenRequest]] = [:]
    private var prepared: [MethodCall: Prepared] = [:]

    init(_ connection: Connection, limit: Int, loop: EventLoop) {
        self.connection = connection
        self.limit = limit
        self.loop = loop
    }

    /// Takes a path for a request.
    ///
    /// - Throws: `limitsExceeded` where the client or the user waits for too many, `invalidArgument` for a token in use, and
    ///   `CancellationError` for a caller that has left.
    func open(_ token: HandleToken?, of client: ClientID, for name: BusName) throws -> ObjectPath {
        try Task.checkCancellation()
        let all = requests.values.reduce(0) { $0 + $1.count }
        let own = requests.values.reduce(0) { $0 + $1.values.count { $0.client == client } }
        // A client may take at most half of what is left, so that one cannot starve the rest.
        guard own < max(1, (limit - (all - own)) / 2) else {
            throw WireError.limitsExceeded("This app waits for \(own) requests, which is all that it may now.")
        }
        let path = token.map { Paths.request($0.text, of: name) } ?? freePath(of: name)
        guard requests[name]?[path] == nil else {
            throw WireError.invalidArgument("'handle-token' is that of another request, which is not over yet.")
        }
        requests[name, default: [:]][path] = OpenRequest(client: client)
        return path
    }

    private func freePath(of name: BusName) -> ObjectPath {
        while true {
            let path = Paths.request("r" + String(UInt64.random(in: .min ... .max), radix: 36), of: name)
            if requests[name]?[path] == nil { return path }
        }
    }

    /// Has the client wait for what `respond` comes to, from when the call has been answered.
    ///
    /// It is cancelled when the request is closed or the client leaves.
    func prepare(_ path: ObjectPath, for call: MethodCall, _ respond: @escaping @Sendable () async -> RequestResponse) {
        let request = Prepared(path: path, respond: respond)
        if requests[call.sender]?[path] == nil { giveUp(request) } else { prepared[call] = request }
    }

    /// Ends what would have been waited for, for the client has left.
    private func giveUp(_ request: Prepared) { Task { _ = await request.respond() }.cancel() }

    /// The call has been answered: the response may follow.
    func begin(_ call: MethodCall) {
        guard let request = prepared.removeValue(forKey: call), requests[call.sender]?[request.path] != nil else {
            return
        }
        let task = Task {
            let response = await request.respond()
            guard discard(request.path, of: call.sender) else { return }
            await connection.emit(
                RequestInterface.response, of: RequestInterface.name, at: request.path, to: call.sender,
                Arguments(response.outcome, response.results))
        }
        requests[call.sender]?[request.path]?.task = task
        if requests[call.sender]?[request.path]?.isClosed == true { task.cancel() }
    }

    /// Takes the path back.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    func discard(_ path: ObjectPath, of name: BusName) -> Bool {
        let was = requests[name]?.removeValue(forKey: path) != nil
        if requests[name]?.isEmpty == true { requests[name] = nil }
        return was
    }

    /// Asks no longer; the response follows.
    func close(_ path: ObjectPath, of name: BusName) {
        requests[name]?[path]?.isClosed = true
        requests[name]?[path]?.task?.cancel()
    }

    func departed(_ name: BusName) {
        for call in prepared.keys.filter({ $0.sender == name }) { prepared.removeValue(forKey: call).map(giveUp) }
        for request in (requests.removeValue(forKey: name) ?? [:]).values { request.task?.cancel() }
    }

    func exists(_ path: ObjectPath, of name: BusName) -> Bool { requests[name]?[path] != nil }

    func paths(of name: BusName) -> [ObjectPath] { Array((requests[name] ?? [:]).keys) }

    /// Open requests by connection.
    func counts() -> [BusName: UInt32] { requests.mapValues { UInt32(clamping: $0.count) } }
}
