import Glibc
import Synchronization

/// A private connection to a message bus, which runs on its loop.
public actor Connection {
    public nonisolated let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The unique name that the bus assigned to this connection.
    public nonisolated var uniqueName: BusName { greeting.withLock { $0.name } }
    /// The bus's identifier, which stays the same as long as the bus runs.
    public nonisolated var busID: String { greeting.withLock { $0.busID } }

    /// The bus's reply to `Hello` and its identifier; written once, before `open` returns.
    private nonisolated let greeting = Mutex((name: BusName.bus, busID: ""))

    var transport: (any Transport)?
    var callBudget = DecodingBudget()
    var service = MethodDispatcher.none
    var followsDepartures = false
    /// The number of outgoing calls so far.
    var calls: UInt64 = 0
    /// Outgoing calls that wait for a reply, keyed by their serials.
    var waiting: [UInt32: WaitingCall] = [:]
    /// The number of dropped replies, for which no call waited or which the called connection did not send.
    var droppedReplies = 0
    /// Incoming calls that wait for their turn.
    var callQueue = FairCallQueue()
    /// Incoming calls that are being answered.
    var served = CallsInFlight()
    /// The messages from this connection that their receivers have not read; nil if this is not tracked.
    var backlog: Backlog?
    var held = HeldReplies()
    /// The connections to which a held-back reply is being sent.
    var sending: Set<BusName> = []
    var drainWatchers: [@Sendable (BusName) -> Void] = []
    var lastTicket: UInt64 = 0
    /// The identifier of the incoming call that is being started, until it ends or first suspends.
    var starting: UInt64?
    var subscriptions: [UInt64: SignalSubscription] = [:]
    var owners: [BusName: KnownOwner] = [:]
    /// The well-known names that were called. Their owners are followed until the connection ends.
    var calledNames: Set<BusName> = []
    var nameWatchers: [@Sendable (NameOwnerChange) -> Void] = []
    private var closeWaiters: [AsyncStream<Never>.Continuation] = []

    private init(on loop: EventLoop) { self.loop = loop }

    isolated deinit { end() }

    /// Connects, and calls the bus's `Hello`.
    ///
    /// - Parameter address: a D-Bus address, or `system` or `session` for the address from the environment.
    /// - Throws: `ErrorReply` if `BusAddress` does not accept the address, if no bus listens there, or if the bus
    ///   refuses the connection.
    public static func open(_ address: String, on loop: EventLoop) async throws -> Connection {
        let address = try BusAddress(address).text
        return try await open(on: loop) { try SocketTransport(address: address, loop: loop, notify: $0) }
    }

    /// Connects over a transport other than a socket.
    ///
    /// - Parameter makeTransport: returns the transport. Its argument is a function that the transport calls, on any
    ///   thread, when it has work.
    package static func open(
        on loop: EventLoop,
        over makeTransport: @Sendable (_ notify: @escaping @Sendable (TransportEvent) -> Void) throws -> any Transport
    ) async throws -> Connection {
        let connection = Connection(on: loop)
        try await connection.connect(over: makeTransport)
        return connection
    }

    private func connect(
        over makeTransport: @Sendable (_ notify: @escaping @Sendable (TransportEvent) -> Void) throws -> any Transport
    ) async throws {
        let loop = loop
        transport = try makeTransport { [weak self] event in
            switch event {
            case .ready, .timeout: self?.assumeIsolated { $0.handle(event) }
            case .pending: loop.perform { [weak self] in self?.assumeIsolated { $0.handle(event) } }
            }
        }
        do {
            let name = try await call(Bus.hello, of: Bus.interface, at: Bus.path, on: .bus, Arguments()).values
            let id = try await call(Bus.getID, of: Bus.interface, at: Bus.path, on: .bus, Arguments()).values
            greeting.withLock { $0 = (BusName(checked: name), id) }
        } catch {
            end()
            throw error
        }
    }

    /// Requests a well-known name, without queueing.
    ///
    /// - Throws: `NameTaken` if another connection owns it; `ErrorReply` if the bus refuses.
    public func requestName(_ name: BusName) async throws {
        let doNotQueue: UInt32 = 4
        let outcome = try await call(
            Bus.requestName, of: Bus.interface, at: Bus.path, on: .bus, Arguments(name.rawValue, doNotQueue)
        ).values
        let primaryOwner: UInt32 = 1
        let alreadyOwner: UInt32 = 4
        guard outcome == primaryOwner || outcome == alreadyOwner else { throw NameTaken(name: name) }
    }

    /// Checks that no connection owns a name.
    ///
    /// - Throws: `NameTaken` if a connection owns it.
    public func checkFree(_ name: BusName) async throws {
        guard try await owner(of: name) == nil else { throw NameTaken(name: name) }
    }

    /// Releases a well-known name.
    public func releaseName(_ name: BusName) async throws {
        _ = try await call(Bus.releaseName, of: Bus.interface, at: Bus.path, on: .bus, Arguments(name.rawValue))
    }

    /// Disconnects. Outgoing calls end with `Disconnected`, and streams of signals end. Incoming calls are cancelled.
    public func close() { end() }

    /// The incoming calls that are being answered. After `close`, they are cancelled and end by themselves.
    public var callsInFlight: [Task<Void, Never>] { served.tasks }

    /// Returns when the connection has ended, closed by either side, or when the waiting task is cancelled.
    public nonisolated var closed: Void {
        get async {
            for await _ in await untilClosed() {}
        }
    }

    private func untilClosed() -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        if transport == nil { continuation.finish() } else { closeWaiters.append(continuation) }
        return stream
    }

    // MARK: Receiving

    private func handle(_ event: TransportEvent) {
        transport?.handle(event)
        // A single call, which is the usual case, is served without the queue.
        var only: FairCallQueue.Entry?
        var taken = 0
        var readings = 0
        while taken < Self.messages, let message = nextMessage(after: taken, &readings) {
            taken += 1
            switch message.kind {
            case .call(let call, let wantsReply):
                let entry = FairCallQueue.Entry(call: call, message: message, wantsReply: wantsReply)
                if taken == 1, callQueue.isEmpty {
                    only = entry
                } else {
                    if let first = only.take() { queue(first) }
                    queue(entry)
                }
            case .reply(let serial), .error(_, let serial): resume(serial, with: message)
            case .signal(let path, let interface, let member): receive(message, path, interface, member)
            case .disconnected: end()
            }
        }
        if let only { serve(only) }
        // If only one group has waiting calls, serves more of its calls.
        for count in 0..<(callQueue.isOfOneGroup ? Self.callsOfOneGroup : Self.callsOfSeveralGroups) {
            // If few messages came although more bytes can be read, large messages are arriving. Other clients' calls
            // wait behind them, so this continues to read.
            if count >= max(Self.fewCalls, taken / 4), transport?.isReadable == true { break }
            guard let entry = callQueue.next() else { break }
            serve(entry)
        }
        // This continues later, after the other work of the loop.
        guard taken == Self.messages || !callQueue.isEmpty else { return }
        loop.perform { [weak self] in self?.assumeIsolated { $0.handle(.pending) } }
    }

    private func nextMessage(after taken: Int, _ readings: inout Int) -> IncomingMessage? {
        while let transport {
            if let message = transport.next(callBudget: callBudget) { return message }
            // If a few messages came and no calls wait, there are probably no more messages. The loop reports later
            // ones.
            let isQuiet = callQueue.isEmpty && taken > 0 && taken < Self.few
            guard !isQuiet, readings < Self.readings, transport.readMore() else { return nil }
            readings += 1
        }
        return nil
    }

    private static let few = 8
    /// The number of calls that are always served at a time.
    private static let fewCalls = 4
    /// The number of messages that are read at a time: more than can be served at a time, so that the calls of a client
    /// that sends too many wait in that client's queue.
    private static let messages = 512
    /// The number of reads at a time, of two kilobytes each. It is limited so that waiting calls are served in between.
    private static let readings = 2048
    /// The number of calls that are served at a time if all of them are from one group.
    private static let callsOfOneGroup = 48
    private static let callsOfSeveralGroups = 16

    private func end() {
        guard let transport else { return }
        self.transport = nil
        transport.close()
        for call in waiting.values { call.end(.failure(ErrorReply.disconnected("the connection to the bus ended"))) }
        waiting = [:]
        callQueue = FairCallQueue()
        served.cancelAll()
        for name in held.names { dropHeld(for: name) }
        backlog = nil
        drainWatchers = []
        for subscription in subscriptions.values { subscription.finish() }
        subscriptions = [:]
        for waiter in closeWaiters { waiter.finish() }
        closeWaiters = []
        service = .none
        nameWatchers = []
    }
}

/// The error for a name that another connection owns.
public struct NameTaken: Error, Hashable, Sendable { public let name: BusName }
