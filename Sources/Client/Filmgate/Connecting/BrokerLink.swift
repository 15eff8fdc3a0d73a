import FilmgateDBus
import FilmgateWire

/// Holds the current connection to the broker, and replaces the connection when it is no longer usable.
///
/// Runs on the connections' event loop, so that a call switches threads only twice: to the loop and back.
actor BrokerLink {
    private let bus: PhotoLibrary.Bus
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private var current: BrokerConnection?
    /// Whether the broker could not identify the latest connection. If so, `connection` opens no second one.
    private var isUnknown = false
    /// The user whose library is administered; nil for the caller.
    nonisolated let user: UInt32?
    private let authenticate: (@Sendable () async -> Bool)?

    init(
        to bus: PhotoLibrary.Bus, administering user: UInt32? = nil, authenticate: (@Sendable () async -> Bool)? = nil
    ) throws(PhotoLibraryError) {
        self.bus = bus
        self.user = user
        self.authenticate = authenticate
        loop = try BrokerLink.loop()
    }

    nonisolated var userOption: UserOption { UserOption(user: user) }

    /// Returns the current connection. If there is no usable connection, opens one and calls the broker, so that the
    /// broker sends signals to the new connection.
    ///
    /// The bus may start the broker for that call. The broker cannot identify a connection that was opened before the
    /// broker started. In that case, this function opens a second connection.
    func connection() async throws(PhotoLibraryError) -> BrokerConnection {
        if let current { return current }
        var (opened, isKnown) = try await newConnection()
        if !isKnown, !isUnknown {
            await opened.close()
            (opened, isKnown) = try await newConnection()
        }
        isUnknown = !isKnown
        // A concurrent call may have opened a connection in the meantime.
        if let current {
            await opened.close()
            return current
        }
        current = opened
        return opened
    }

    /// Opens a connection. Also returns whether the broker can identify the connection.
    private func newConnection() async throws(PhotoLibraryError) -> (BrokerConnection, isKnown: Bool) {
        let opened = try await BrokerConnection(to: bus, on: loop, authenticate: authenticate)
        return (opened, try await opened.identity().id != nil)
    }

    /// Returns the current connection or a new one. Does not need a running broker.
    func connectionWithoutBroker() async throws(PhotoLibraryError) -> BrokerConnection {
        if let current { return current }
        let opened = try await BrokerConnection(to: bus, on: loop, authenticate: authenticate)
        if let current { return current }
        current = opened
        return opened
    }

    /// Runs `body`. If `body` fails because the broker cannot identify the connection, repeats it on a new connection.
    ///
    /// A broker may be unable to identify a connection that was opened before the broker started.
    func perform<Result: Sendable>(
        _ body: @Sendable (BrokerConnection) async throws(PhotoLibraryError) -> Result
    ) async throws(PhotoLibraryError) -> Result {
        let connection = try await connection()
        do { return try await body(connection) } catch {
            return try await body(try await connectionAfter(error, on: connection))
        }
    }

    private func connectionAfter(
        _ error: PhotoLibraryError, on connection: BrokerConnection
    ) async throws(PhotoLibraryError) -> BrokerConnection {
        switch error.cause {
        case .accessDenied:
            guard try await connection.identity().id == nil else { throw error }
            discard(connection)
            await connection.close()
            return try await self.connection()
        case .busUnavailable:
            // The broker may have carried out the call, so the caller gets the error. The next call opens a connection.
            discard(connection)
            throw error
        default: throw error
        }
    }

    /// Forgets a connection that has ended or is no longer usable.
    func discard(_ connection: BrokerConnection) {
        if current === connection { current = nil }
    }

    func close() async {
        guard let connection = current else { return }
        current = nil
        await connection.close()
    }

    /// Returns a stream of the broker's signals of one kind, which continues after reconnecting. The stream ends if a
    /// new connection cannot be set up.
    ///
    /// - Parameters:
    ///   - beginning: returns the first elements, for the current state. Called on each new connection and for each new
    ///     broker, after the subscription.
    ///   - element: converts a signal to an element; returns nil to skip the signal.
    nonisolated func signals<Values, Element: Sendable>(
        _ signal: Signal<Values>, of interface: InterfaceName,
        beginning: @escaping @Sendable (BrokerConnection) async throws(PhotoLibraryError) -> [Element],
        _ element: @escaping @Sendable (Values) -> Element?
    ) -> AsyncStream<Element> {
        AsyncStream { continuation in
            let task = Task {
                while !Task.isCancelled {
                    // If this fails, the stream ends, because an `AsyncStream` cannot throw errors.
                    guard let (connection, signals, elements) = try? await begin(signal, interface, beginning) else {
                        break
                    }
                    for element in elements { continuation.yield(element) }
                    // This fails only if the connection has ended. Then the signals end as well.
                    let presence = try? await connection.listen { exists in
                        guard exists else { return }
                        Task { await self.beginAgain(on: connection, beginning, continuation) }
                    }
                    for await values in signals {
                        if let element = element(values) { continuation.yield(element) }
                    }
                    withExtendedLifetime(presence) {}
                    await discard(connection)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Subscribes to a signal. Returns the connection, the signals, and the elements for the current state.
    private nonisolated func begin<Values, Element: Sendable>(
        _ signal: Signal<Values>, _ interface: InterfaceName,
        _ beginning: @Sendable (BrokerConnection) async throws(PhotoLibraryError) -> [Element]
    ) async throws(PhotoLibraryError) -> (BrokerConnection, AsyncStream<Values>, [Element]) {
        let connection = try await connection()
        let signals = try await connection.signals(signal, of: interface)
        return (connection, signals, try await beginning(connection))
    }

    /// Yields the elements for the current state again. If the broker cannot identify the connection, closes the
    /// connection, so that all streams of signals on it reconnect.
    private func beginAgain<Element: Sendable>(
        on connection: BrokerConnection,
        _ beginning: (BrokerConnection) async throws(PhotoLibraryError) -> [Element],
        _ continuation: AsyncStream<Element>.Continuation
    ) async {
        do throws(PhotoLibraryError) {
            for element in try await beginning(connection) { continuation.yield(element) }
        } catch {
            // Ignores the error: if the connection has ended, its streams reconnect, or end if they cannot.
            _ = try? await connectionAfter(error, on: connection)
        }
    }

    /// The event loop of all connections of the process, on its own thread.
    private static let sharedLoop = Result { try EventLoop.onOwnThread(named: "filmgate") }

    static func loop() throws(PhotoLibraryError) -> EventLoop {
        switch sharedLoop {
        case .success(let loop): return loop
        case .failure(let error): throw .inputOutput("No thread can be started for the message bus: \(error).")
        }
    }
}

extension BrokerLink {
    /// Calls a method of the broker's root object.
    func call<In, Out>(
        _ row: ContractMethod<In, Out>, _ arguments: In, timeLimit: BrokerConnection.TimeLimit = .usual
    ) async throws(PhotoLibraryError) -> Out {
        try await perform { (connection) async throws(PhotoLibraryError) in
            try await connection.call(row, arguments, timeLimit: timeLimit)
        }
    }

    /// Calls `Fetch`, and returns the result's D-Bus object and the number of elements.
    func find<Element>(
        _ request: FetchRequest<Element>
    ) async throws(PhotoLibraryError) -> (object: FetchResultProxy, count: Int) {
        try await perform { (connection) async throws(PhotoLibraryError) in
            let (path, count) = try await connection.call(
                LibraryInterface.fetch, request.options.arguments, timeLimit: .unlimited
            ).values
            return (FetchResultProxy(connection: connection, path: path), Int(count))
        }
    }
}
