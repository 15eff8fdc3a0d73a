import CFilmgateDBus
import FilmgateDBus

/// One connection of a client of the test's own process: the calls under way on it and the signals that came.
actor ClientLink {
    private struct SignalWait {
        let member: String?
        let path: String?
        let count: Int
        let most: Int?
        let continuation: CheckedContinuation<[ReceivedSignal], Never>
    }

    private struct PendingCall {
        let continuation: CheckedContinuation<BusMessage, any Error>
        var timer: Task<Void, any Error>?
    }

    private let endpoint: BusEndpoint
    private let descriptors: ClientDescriptors
    private var signals: [ReceivedSignal] = []
    private var signalWaits: [Int: SignalWait] = [:]
    private var lastWait = 0
    private var pending: [UInt32: PendingCall] = [:]
    /// Calls that came, for their replies.
    private var called: [BusMessage] = []
    private var hangUpWaiters: [CheckedContinuation<Void, Never>] = []
    private var isConnected = true

    init(on bus: InMemoryBus, as credentials: InMemoryBus.Credentials, _ descriptors: ClientDescriptors) {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        endpoint = BusEndpoint(on: bus, as: credentials) { arrived.yield() }
        self.descriptors = descriptors
        Task { [weak self] in
            for await _ in arrivals { await self?.drain() }
        }
    }

    // MARK: What comes in

    private func drain() {
        for message in endpoint.takeAll() { receive(message) }
    }

    private func receive(_ message: BusMessage) {
        switch message.kind {
        case .reply, .error:
            guard let call = pending.removeValue(forKey: message.replySerial) else { return }
            call.timer?.cancel()
            call.continuation.resume(returning: message)
        case .signal where message.interface == DBUS_INTERFACE_LOCAL: hungUp()
        case .signal where message.member != "NameAcquired": note(message, call: nil)
        case .call where Self.agentInterfaces.contains(message.interface ?? ""):
            called.append(message)
            note(message, call: called.count - 1)
        case .call where message.wantsReply:
            let text = "This client has no method \(message.member ?? "")"
            send(dbus_message_new_error(message.raw, "org.freedesktop.DBus.Error.UnknownMethod", text))
        case .signal, .call, nil: break
        }
    }

    private static let agentInterfaces: Set = [
        "org.filmgate.Agent1", "org.freedesktop.PolicyKit1.AuthenticationAgent",
    ]

    private func note(_ message: BusMessage, call: Int?) {
        guard let values = try? values(of: message) else { return }
        signals.append(
            ReceivedSignal(
                sender: message.sender, path: message.path ?? "", interface: message.interface ?? "",
                member: message.member ?? "", signature: signature(of: message), values: values,
                serial: Int(message.serial), call: call))
        for (id, wait) in signalWaits where matching(wait.member, wait.path).count >= wait.count { finish(id) }
    }

    private func values(of message: BusMessage) throws -> [Value] {
        var decoder = MessageDecoder(DecodingBudget(elements: 16 << 20, bytes: 128 << 20, descriptors: 1024))
        return try decoder.body(of: message.raw).map { try Value($0, keepingIn: descriptors) }
    }

    private func signature(of message: BusMessage) -> String {
        dbus_message_get_signature(message.raw).map { String(cString: $0) } ?? ""
    }

    private func hungUp() {
        isConnected = false
        for (serial, _) in pending { abandon(serial, Self.hangUp) }
        for waiter in hangUpWaiters { waiter.resume() }
        hangUpWaiters = []
    }

    private static let hangUp = BusError(
        name: "org.freedesktop.DBus.Error.Disconnected", message: "The bus hung up before the answer came.")

    // MARK: Calling

    /// Says Hello, and returns the unique name.
    func greet() async throws -> String {
        let answer = try await callBus("Hello")
        guard let name = answer.values?.first?.text else { throw ClientFailure("the bus gave no name") }
        return name
    }

    func match(_ rule: String) async throws { _ = try await callBus("AddMatch", "s", .text(rule)) }

    private func callBus(
        _ member: String, _ signature: String = "", _ arguments: BusArgument...
    ) async throws -> ClientAnswer {
        try await call(
            [
                "destination": "org.freedesktop.DBus", "path": "/org/freedesktop/DBus",
                "interface": "org.freedesktop.DBus", "member": .text(member), "signature": .text(signature),
                "arguments": .list(arguments),
            ], whenSent: nil)
    }

    /// Makes a call, described as in `client.py`.
    ///
    /// - Throws: `BusError`, `ClientFailure`.
    func call(_ keys: [String: BusArgument], whenSent: (@Sendable () -> Void)?) async throws -> ClientAnswer {
        guard isConnected else { throw ClientFailure("not connected") }
        let message = try CallMessage(keys, ArgumentWriter(descriptors: descriptors))
        if keys["reply"]?.flag == false {
            dbus_message_set_no_reply(message.raw, 1)
            return ClientAnswer(serial: Int(try endpoint.send(message.raw)))
        }
        let reply = try await answer(to: message, within: keys["timeout"]?.seconds ?? 25, whenSent)
        let values = try values(of: reply)
        if reply.kind == .error {
            let name = dbus_message_get_error_name(reply.raw).map { String(cString: $0) } ?? ""
            throw BusError(name: name, message: values.first?.text ?? "")
        }
        return ClientAnswer(signature: signature(of: reply), serial: Int(reply.serial), values: values)
    }

    private func answer(
        to message: CallMessage, within seconds: Double, _ whenSent: (@Sendable () -> Void)?
    ) async throws -> BusMessage {
        let serial = try endpoint.send(message.raw)
        whenSent?()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending[serial] = PendingCall(continuation: continuation)
                if Task.isCancelled { return abandon(serial, CancellationError()) }
                pending[serial]?.timer = Task { [weak self] in
                    try await Task.sleep(for: .seconds(seconds))
                    await self?.abandon(serial, Self.silence)
                }
            }
        } onCancel: {
            Task { await abandon(serial, CancellationError()) }
        }
    }

    private static let silence = BusError(
        name: "org.freedesktop.DBus.Error.NoReply", message: "Did not receive a reply in time.")

    private func abandon(_ serial: UInt32, _ error: any Error) {
        guard let call = pending.removeValue(forKey: serial) else { return }
        call.timer?.cancel()
        call.continuation.resume(throwing: error)
    }

    /// Answers a call that came.
    func reply(_ keys: [String: BusArgument]) throws {
        guard let number = keys["call"]?.number, called.indices.contains(number) else {
            throw ClientFailure("no such call came")
        }
        if let error = keys["error"]?.text {
            return send(dbus_message_new_error(called[number].raw, error, "as the test says"))
        }
        guard let reply = dbus_message_new_method_return(called[number].raw) else { return }
        do {
            try ArgumentWriter(descriptors: descriptors).append(
                keys["arguments"]?.list ?? [], keys["signature"]?.text ?? "", to: reply)
        } catch {
            dbus_message_unref(reply)
            throw error
        }
        send(reply)
    }

    /// Sends a message of any kind that claims to answer the call with some serial.
    func forge(_ keys: [String: BusArgument]) throws {
        let kinds = [
            "return": DBUS_MESSAGE_TYPE_METHOD_RETURN, "error": DBUS_MESSAGE_TYPE_ERROR,
            "call": DBUS_MESSAGE_TYPE_METHOD_CALL, "signal": DBUS_MESSAGE_TYPE_SIGNAL,
        ]
        guard let kind = keys["kind"]?.text.flatMap({ kinds[$0] }), let message = dbus_message_new(kind) else {
            throw ClientFailure("no message can be made of \(keys)")
        }
        dbus_message_set_destination(message, keys["destination"]?.text ?? "")
        dbus_message_set_reply_serial(message, UInt32(keys["answers"]?.number ?? 1))
        if kind == DBUS_MESSAGE_TYPE_ERROR {
            dbus_message_set_error_name(message, "org.example.Error.Forged")
        } else if kind != DBUS_MESSAGE_TYPE_METHOD_RETURN {
            dbus_message_set_path(message, keys["path"]?.text ?? "")
            dbus_message_set_interface(message, keys["interface"]?.text ?? "")
            dbus_message_set_member(message, keys["member"]?.text ?? "")
        }
        try ArgumentWriter(descriptors: descriptors).append(
            keys["arguments"]?.list ?? [], keys["signature"]?.text ?? "", to: message)
        send(message)
    }

    /// - Parameter message: is released.
    private func send(_ message: OpaquePointer?) {
        guard let message else { return }
        defer { dbus_message_unref(message) }
        _ = try? endpoint.send(message)
    }

    // MARK: Signals

    /// Takes the signals that came, as soon as there are enough or the time is up.
    func signals(_ keys: [String: BusArgument]) async -> [ReceivedSignal] {
        let (member, path) = (keys["member"]?.text, keys["path"]?.text)
        let (count, most) = (keys["count"]?.number ?? 1, keys["most"]?.number)
        let seconds = keys["timeout"]?.seconds ?? 10
        if seconds == 0 || matching(member, path).count >= count { return take(member, path, most) }
        lastWait += 1
        let id = lastWait
        let timer = Task { [weak self] in
            try await Task.sleep(for: .seconds(seconds))
            await self?.finish(id)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                signalWaits[id] = SignalWait(
                    member: member, path: path, count: count, most: most, continuation: continuation)
                if Task.isCancelled { finish(id) }
            }
        } onCancel: {
            Task { await finish(id) }
        }
    }

    private func finish(_ id: Int) {
        guard let wait = signalWaits.removeValue(forKey: id) else { return }
        wait.continuation.resume(returning: take(wait.member, wait.path, wait.most))
    }

    private func matching(_ member: String?, _ path: String?) -> [Int] {
        signals.indices.filter { index in
            (member == nil || signals[index].member == member) && (path == nil || signals[index].path == path)
        }
    }

    private func take(_ member: String?, _ path: String?, _ most: Int?) -> [ReceivedSignal] {
        let taken = matching(member, path).prefix(most ?? .max)
        let found = taken.map { signals[$0] }
        for index in taken.reversed() { signals.remove(at: index) }
        return found
    }

    // MARK: Leaving

    func disconnect() {
        endpoint.leave()
        hungUp()
    }

    /// Returns when the bus has closed the connection.
    func waitForHangUp() async {
        guard isConnected else { return }
        await withCheckedContinuation { hangUpWaiters.append($0) }
    }
}

/// A call on its way out.
private final class CallMessage {
    let raw: OpaquePointer

    init(_ keys: [String: BusArgument], _ writer: ArgumentWriter) throws(ClientFailure) {
        guard let destination = keys["destination"]?.text, dbus_validate_bus_name(destination, nil) != 0,
            let path = keys["path"]?.text, dbus_validate_path(path, nil) != 0,
            let interface = keys["interface"]?.text, dbus_validate_interface(interface, nil) != 0,
            let member = keys["member"]?.text, dbus_validate_member(member, nil) != 0,
            let raw = dbus_message_new_method_call(destination, path, interface, member)
        else { throw ClientFailure("no call can be made of \(keys)") }
        self.raw = raw
        dbus_message_set_allow_interactive_authorization(raw, keys["interactive"]?.flag == true ? 1 : 0)
        try writer.append(keys["arguments"]?.list ?? [], keys["signature"]?.text ?? "", to: raw)
    }

    deinit { dbus_message_unref(raw) }
}

extension BusArgument {
    fileprivate var text: String? { if case .text(let value) = self { value } else { nil } }
    fileprivate var flag: Bool? { if case .flag(let value) = self { value } else { nil } }
    fileprivate var list: [BusArgument]? { if case .list(let value) = self { value } else { nil } }
    fileprivate var number: Int? { if case .integer(let value) = self { Int(value) } else { nil } }
    fileprivate var seconds: Double? { if case .number(let value) = self { value } else { nil } }
}
