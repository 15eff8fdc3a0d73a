import Glibc
import Synchronization

/// A private connection to a message bus. Runs on an event loop.
public actor Connection {
    public nonisolated let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The unique name that the bus assigned to this connection.
    public nonisolated var uniqueName: BusName { greeting.withLock { $0.name } }
    /// The identifier of the bus, which stays the same as long as the bus is running.
    public nonisolated var busID: String { greeting.withLock { $0.busID } }

    /// The replies to `Hello` and `GetId`, which are set once, before `open` returns.
    private nonisolated let greeting = Mutex((name: BusName.bus, busID: ""))

    var transport: (any Transport)?
    var callBudget = DecodingBudget()
    var service = MethodDispatcher.none
    var followsDepartures = false
    /// The number of calls that this connection has made.
    var calls: UInt64 = 0
    /// The calls of this connection that wait for a reply, by serial number.
    var waiting: [UInt32: WaitingCall] = [:]
    /// The number of replies that were dropped, because no call waited for them or a different connection sent them.
    var droppedReplies = 0
    /// The incoming calls that have not been started.
    var callQueue = FairCallQueue()
    /// The incoming calls that are being answered.
    var served = CallsInFlight()
    /// Tracks the sent messages that their receivers have not read; nil if unread messages are not limited.
    var backlog: Backlog?
    var held = HeldReplies()
    /// The connections to which a held-back reply is being sent.
    var sending: Set<BusName> = []
    var drainWatchers: [@Sendable (BusName) -> Void] = []
    var lastTicket: UInt64 = 0
    /// The ticket (number) of the incoming call that is being started, until the call first suspends or ends.
    var starting: UInt64?
    var subscriptions: [UInt64: SignalReceiver] = [:]
    var owners: [BusName: TrackedNameOwner] = [:]
    /// The called well-known names. The connection tracks their owners until it ends.
    var calledNames: Set<BusName> = []
    var nameWatchers: [@Sendable (NameOwnerChange) -> Void] = []
    /// The tasks that wait for the end, until they are cancelled.
    private(set) var closeWaiters: [UInt64: AsyncStream<Never>.Continuation] = [:]
    private var lastCloseWaiter: UInt64 = 0

    private init(on loop: EventLoop) { self.loop = loop }

    isolated deinit { end() }

    /// Connects to a bus, and calls `Hello`.
    ///
    /// - Parameter address: `system`, `session` or a D-Bus address.
    /// - Throws: `ErrorReply` if `BusAddress` does not accept the address, if no bus listens at the address, or if the
    ///   bus refuses the connection.
    public static func open(_ address: String, on loop: EventLoop) async throws -> Connection {
        let address = try BusAddress(address).text
        return try await open(on: loop) { try SocketTransport(address: address, loop: loop, notify: $0) }
    }

    /// Connects to a bus over the transport that `makeTransport` returns.
    ///
    /// - Parameter makeTransport: returns the transport, which calls `notify` when there is work. It must report
    ///   `ready` and `timeout` on the loop, and can report `pending` on any thread.
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
            let name = try await call(
                BusInterface.hello, of: BusInterface.interface, at: BusInterface.path, on: .bus, MessageArguments()
            ).values
            let id = try await call(
                BusInterface.getID, of: BusInterface.interface, at: BusInterface.path, on: .bus, MessageArguments()
            ).values
            greeting.withLock { $0 = (BusName(checked: name), id) }
        } catch {
            end()
            throw error
        }
    }

    /// Acquires a well-known name. Does not wait in the queue for the name.
    ///
    /// - Throws: `NameTaken` if another connection owns the name; `ErrorReply` if the bus refuses the request.
    public func requestName(_ name: BusName) async throws {
        let doNotQueue: UInt32 = 4
        let outcome = try await call(
            BusInterface.requestName, of: BusInterface.interface, at: BusInterface.path, on: .bus,
            MessageArguments(name.rawValue, doNotQueue)
        ).values
        let primaryOwner: UInt32 = 1
        let alreadyOwner: UInt32 = 4
        guard outcome == primaryOwner || outcome == alreadyOwner else { throw NameTaken(name: name) }
    }

    /// Checks that no connection owns a bus name.
    ///
    /// - Throws: `NameTaken` if a connection owns the name; the errors of `call`.
    public func checkFree(_ name: BusName) async throws {
        guard try await owner(of: name) == nil else { throw NameTaken(name: name) }
    }

    /// Releases a well-known name.
    public func releaseName(_ name: BusName) async throws {
        _ = try await call(
            BusInterface.releaseName, of: BusInterface.interface, at: BusInterface.path, on: .bus,
            MessageArguments(name.rawValue))
    }

    /// Disconnects. Ends outgoing calls with `Disconnected`, ends streams of signals, and cancels incoming calls.
    public func close() { end() }

    /// The tasks that answer incoming calls. `close` cancels them, and they remain here until they have ended.
    public var callsInFlight: [Task<Void, Never>] { served.tasks }

    /// Waits until either side has closed the connection, or until the waiting task is cancelled.
    public nonisolated var closed: Void {
        get async {
            for await _ in await untilClosed() {}
        }
    }

    private func untilClosed() -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        guard transport != nil else {
            continuation.finish()
            return stream
        }
        lastCloseWaiter += 1
        let waiter = lastCloseWaiter
        closeWaiters[waiter] = continuation
        continuation.onTermination = { [weak self, loop] _ in
            loop.perform { [weak self] in self?.assumeIsolated { $0.closeWaiters[waiter] = nil } }
        }
        return stream
    }

    // MARK: Receiving

    private func handle(_ event: TransportEvent) {
        transport?.handle(event)
        // A single call, which is the usual case, bypasses the queue.
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
        // If all waiting calls are from one quota group (connections that share limits), serves more of them.
        for count in 0..<(callQueue.isOfOneGroup ? Self.callsOfOneGroup : Self.callsOfSeveralGroups) {
            // If few messages arrived although more data can be read, the messages are large. Stops serving early to
            // read on, because calls of other clients may follow.
            if count >= max(Self.fewCalls, taken / 4), transport?.isReadable == true { break }
            guard let entry = callQueue.next() else { break }
            serve(entry)
        }
        // Continues later, so that the loop can do other work first.
        guard taken == Self.messages || !callQueue.isEmpty else { return }
        loop.perform { [weak self] in self?.assumeIsolated { $0.handle(.pending) } }
    }

    private func nextMessage(after taken: Int, _ readings: inout Int) -> IncomingMessage? {
        while let transport {
            if let message = transport.next(callBudget: callBudget) { return message }
            // If only a few messages arrived and no calls wait, there are probably no more messages. The loop reports
            // later messages.
            let isQuiet = callQueue.isEmpty && taken > 0 && taken < Self.few
            guard !isQuiet, readings < Self.readings, transport.readMore() else { return nil }
            readings += 1
        }
        return nil
    }

    private static let few = 8
    /// The minimum number of waiting calls that one run serves before it reads more data.
    private static let fewCalls = 4
    /// The maximum number of messages in one run of `handle`. It exceeds the number of calls that one run serves, so
    /// that a client's surplus calls wait in the queue of its quota group.
    private static let messages = 512
    /// The maximum number of reads in one run. Each read gets up to 2 kB. After this limit, waiting calls are served.
    private static let readings = 2048
    /// The maximum number of calls that one run serves if all of them are from one quota group.
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
        for waiter in closeWaiters.values { waiter.finish() }
        closeWaiters = [:]
        service = .none
        nameWatchers = []
    }
}

/// The error for a bus name that another connection owns.
public struct NameTaken: Error, Hashable, Sendable { public let name: BusName }
