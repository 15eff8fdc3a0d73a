import FilmgateModel
import FilmgateDBus
import FilmgateWire

/// A connection to the bus, for calls to the broker.
final class BrokerConnection: Sendable {
    /// The maximum duration of a call, and whether the broker may ask the person.
    enum TimeLimit: Sendable {
        /// The default timeout of D-Bus libraries: 25 seconds.
        case usual
        /// No limit, for calls that can take long, such as reading large files.
        case unlimited
        /// No limit, and the broker may ask the person.
        case interactive
    }

    private let connection: Connection
    private let presence = BrokerPresenceMonitor()
    private let authenticate: (@Sendable () async -> Bool)?
    /// Counts the followers of changes on this connection. The followers share one subscription.
    let observation: ObservationCounter

    /// - Throws: `busUnavailable` if the bus cannot be reached.
    init(
        to bus: PhotoLibrary.Bus, on loop: EventLoop, authenticate: (@Sendable () async -> Bool)? = nil
    ) async throws(PhotoLibraryError) {
        self.authenticate = authenticate
        observation = ObservationCounter(on: loop)
        connection = try await bus.connect(on: loop)
    }

    func call<In, Out>(
        _ row: ContractMethod<In, Out>, at path: ObjectPath = WireNames.rootPath, _ arguments: In,
        timeLimit: TimeLimit = .usual
    ) async throws(PhotoLibraryError) -> Out {
        do {
            return try await attempt(row, at: path, arguments, timeLimit)
        } catch {
            guard case .interactionRequired = error, timeLimit != .interactive, let authenticate, await authenticate()
            else { throw error }
            // The first call had no effect, because the broker refused it. The second call allows the broker to ask the
            // person.
            return try await attempt(row, at: path, arguments, .interactive)
        }
    }

    /// Calls a method that makes the broker release an object or this connection's subscription. Ignores errors.
    func release(
        _ row: ContractMethod<NoArguments, NoArguments>, at path: ObjectPath = WireNames.rootPath
    ) async {
        // If the call fails, the connection or the broker has ended, and the broker's objects with it.
        _ = try? await call(row, at: path, MessageArguments())
    }

    private func attempt<In, Out>(
        _ row: ContractMethod<In, Out>, at path: ObjectPath, _ arguments: In, _ timeLimit: TimeLimit
    ) async throws(PhotoLibraryError) -> Out {
        let options: CallOptions =
            switch timeLimit {
            case .usual: CallOptions()
            case .unlimited: CallOptions(timeout: nil)
            case .interactive: CallOptions(timeout: nil, allowsInteraction: true)
            }
        do {
            return try await connection.call(
                row.method, of: row.interface, at: path, on: WireNames.busName, arguments, options: options)
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    /// Runs `body` on the connection's loop, and blocks the calling thread until `body` returns. Must not be called on
    /// the loop's own thread.
    func wait<Value: Sendable>(for body: @escaping @Sendable () async -> Value) -> Value {
        LoopTaskRunner(on: connection.loop).result(of: body)
    }

    /// Starts `body` on the connection's loop, where `body` makes progress even if all other threads are blocked.
    func running<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
        LoopTaskRunner(on: connection.loop).start(body)
    }

    /// Returns a stream of the broker's signals of one kind. The stream ends with the connection.
    func signals<Values>(
        _ signal: Signal<Values>, of interface: InterfaceName, at path: ObjectPath = WireNames.rootPath
    ) async throws(PhotoLibraryError) -> AsyncStream<Values> {
        do {
            return try await connection.signals(signal, of: interface, at: path, from: WireNames.busName)
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    /// Calls `body` for each of the broker's signals of one kind, in the order in which they arrive, for as long as the
    /// result is retained.
    ///
    /// - Parameter ended: called when the connection ends.
    func watch<Values>(
        _ signal: Signal<Values>, of interface: InterfaceName, at path: ObjectPath = WireNames.rootPath,
        ended: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (Values) -> Void
    ) async throws(PhotoLibraryError) -> SignalWatch {
        do {
            return try await connection.watchSignals(
                signal, of: interface, at: path, from: WireNames.busName, ended: ended, body)
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    func requestListener() async throws(PhotoLibraryError) -> RequestListener {
        do {
            return try await RequestListener(on: connection, prefix: "swift")
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    func identity() async throws(PhotoLibraryError) -> ClientIdentity {
        try await call(AuthorizationInterface.getClient, MessageArguments()).values
    }

    func status(for access: AccessLevel) async throws(PhotoLibraryError) -> AuthorizationStatus {
        let name = try await call(AuthorizationInterface.getStatus, MessageArguments(access)).values
        guard let status = AuthorizationStatus(rawValue: name) else {
            throw .invalidReply("The broker answered with the unknown status '\(quotable(name))'.")
        }
        return status
    }

    /// Calls `body` whenever the broker appears on the bus or leaves it, for as long as the result is retained.
    func listen(
        _ body: @escaping @Sendable (_ exists: Bool) -> Void
    ) async throws(PhotoLibraryError) -> BrokerPresenceMonitor.Listener {
        do { return try await presence.listen(on: connection, body) } catch { throw PhotoLibraryError(error) }
    }

    /// Exports the object of an agent.
    func serveAgent(
        answering: @escaping AgentObject.AnswerHandler, ended: @escaping @Sendable () -> Void
    ) async -> AgentObject {
        let object = AgentObject(on: connection, answering: answering, ended: ended)
        await connection.serve(object)
        return object
    }

    var uniqueName: BusName { connection.uniqueName }

    /// Waits until the connection has ended, or until the waiting task is cancelled.
    var closed: Void { get async { await connection.closed } }

    func close() async { await connection.close() }
}

extension PhotoLibraryError {
    /// Converts an error that a call threw.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as PhotoLibraryError: error
            case let reply as ErrorReply: PhotoLibraryError(reply)
            case let refusal as WireError: .invalidReply(refusal.message)
            case is TypeMismatch: .invalidReply("The broker sent an invalid reply: its types are not the contract's.")
            case let failure as EncodingFailure: PhotoLibraryError(failure)
            default: .other(name: "", "The call failed: \(error).")
            }
    }

    private init(_ failure: EncodingFailure) {
        self =
            switch failure {
            case .invalidString: .invalidArgument("A text contains a NUL character.")
            case .tooDeep: .invalidArgument("A value is nested too deeply.")
            case .tooLarge: .tooLarge("This is too large for one message; send it in parts.")
            case .tooManyDescriptors: .tooLarge("One batch can have at most 16 files; send several.")
            case .outOfResources: .inputOutput("This program is out of memory or of file descriptors.")
            }
    }
}
