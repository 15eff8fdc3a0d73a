/// The options of a call.
public struct CallOptions: Sendable {
    /// The maximum time to wait; nil to wait for as long as both connections are on the bus.
    public var timeout: Duration?
    /// Whether the service may ask a person before it replies.
    public var allowsInteraction: Bool

    public init(timeout: Duration? = .seconds(25), allowsInteraction: Bool = false) {
        self.timeout = timeout
        self.allowsInteraction = allowsInteraction
    }
}

struct WaitingCall {
    /// The number that identifies the call on this connection.
    let number: UInt64
    let destination: BusName
    /// The connections that may have received the call: all owners of `destination` since the call was sent.
    var receivers: Set<BusName>
    let continuation: LoopContinuation<Result<IncomingMessage, any Error>>
    let timer: Timer?

    /// Returns whether a message can be the reply. The serial number is not sufficient, because every called connection
    /// learns serial numbers of this connection. The sender is reliable, because the bus sets it. If the bus cannot
    /// deliver the call, the bus itself sends an error.
    func isAnswered(by message: IncomingMessage) -> Bool {
        guard let sender = message.sender else { return false }
        if receivers.contains(sender) { return true }
        guard case .error = message.kind else { return false }
        return sender == .bus
    }

    func end(_ result: Result<IncomingMessage, any Error>) {
        timer?.cancel()
        continuation.end(with: result)
    }
}

extension Connection {
    /// The maximum size of a call's body, in bytes. The system bus disconnects the sender of a slightly larger message.
    static let callBytes = 31 << 20

    /// Calls a method, and waits for its reply.
    ///
    /// - Throws: `ErrorReply`: the error of the called connection, `NoReply` after the timeout, `Disconnected` if the
    ///   connection ends, `InvalidArgs` if the reply has a different signature, or `LimitsExceeded` if it is too large.
    ///   `EncodingFailure` if the arguments cannot be sent, `CancellationError`, or an error of decoding the reply.
    public func call<Input, Output>(
        _ method: Method<Input, Output>, of interface: InterfaceName, at path: ObjectPath, on destination: BusName,
        _ arguments: Input, options: CallOptions = CallOptions()
    ) async throws -> Output {
        let message = try OutgoingMessage.call(method.name, of: interface, at: path, on: destination)
        if options.allowsInteraction { message.allowsInteraction() }
        try message.append(arguments, limit: Self.callBytes)
        try await followForReplies(destination)
        let reply = try await answer(to: message, from: destination, within: options.timeout)
        if case .error(let name, _) = reply.kind { throw ErrorReply(name: name, message: reply.errorMessage) }
        guard reply.signature == method.outSignature else {
            throw ErrorReply.invalidArgs(
                "\(method.name) should answer (\(method.outSignature)), not (\(reply.signature))")
        }
        switch reply.body {
        case .success(let values): return try Output(decoding: values)
        case .failure: throw ErrorReply.limitsExceeded("the answer to \(method.name) is too large")
        }
    }

    /// Calls a method of the bus without waiting for a reply.
    func callBus(_ method: Method<MessageArguments<String>, NoArguments>, _ argument: String) {
        do throws(EncodingFailure) {
            let message = try OutgoingMessage.call(
                method.name, of: BusInterface.interface, at: BusInterface.path, on: .bus)
            message.wantsNoReply()
            try message.append(MessageArguments(argument), limit: Self.callBytes)
            try transport?.send(message)
        } catch {
            // This fails only if memory is exhausted.
        }
    }

    /// Begins to track the owner of a well-known name before the first call to it, because a reply contains only the
    /// unique name of its sender.
    private func followForReplies(_ destination: BusName) async throws {
        guard !destination.isUnique, destination != .bus else { return }
        while !calledNames.contains(destination) {
            try await follow(destination)
            // A concurrent call may already track the name.
            if !calledNames.insert(destination).inserted { unfollow(destination) }
        }
    }

    private func answer(
        to message: borrowing OutgoingMessage, from destination: BusName, within timeout: Duration?
    ) async throws -> IncomingMessage {
        calls += 1
        let number = calls
        return try await withTaskCancellationHandler {
            let continuation = try send(message, to: destination, as: number, within: timeout)
            return try await continuation.outcome().get()
        } onCancel: {
            loop.perform { [weak self] in self?.assumeIsolated { $0.cancel(number) } }
        }
    }

    /// Sends a call. The reply resumes the returned continuation, even if no task waits for it yet.
    private func send(
        _ message: borrowing OutgoingMessage, to destination: BusName, as number: UInt64, within timeout: Duration?
    ) throws -> LoopContinuation<Result<IncomingMessage, any Error>> {
        guard let transport else { throw ErrorReply.disconnected("the connection to the bus ended") }
        try Task.checkCancellation()
        let serial = try transport.send(message)
        let timer = timeout.map { timeout in
            loop.after(timeout) { [weak self] in
                self?.assumeIsolated {
                    $0.abandon(serial, throwing: ErrorReply.noReply("no answer came within \(timeout)"))
                }
            }
        }
        let continuation = LoopContinuation<Result<IncomingMessage, any Error>>(on: loop)
        let isNameOfOne = destination.isUnique || destination == .bus
        let receiver = isNameOfOne ? destination : owners[destination]?.owner
        waiting[serial] = WaitingCall(
            number: number, destination: destination, receivers: receiver.map { [$0] } ?? [],
            continuation: continuation, timer: timer)
        return continuation
    }

    private func cancel(_ number: UInt64) {
        guard let call = waiting.first(where: { $1.number == number }) else { return }
        abandon(call.key, throwing: CancellationError())
    }

    private func abandon(_ serial: UInt32, throwing error: any Error) {
        waiting.removeValue(forKey: serial)?.end(.failure(error))
    }

    /// Ends a call with its reply. Drops a reply that is late, or that a different connection sent.
    func resume(_ serial: UInt32, with message: IncomingMessage) {
        guard let call = waiting[serial], call.isAnswered(by: message) else {
            droppedReplies += 1
            return
        }
        waiting[serial] = nil
        call.end(.success(message))
    }

    /// Records that the new owner of a name may receive calls that were sent to that name.
    func addReceiver(_ owner: BusName, of name: BusName) {
        for (serial, call) in waiting where call.destination == name { waiting[serial]?.receivers.insert(owner) }
    }
}

extension IncomingMessage {
    fileprivate var errorMessage: String {
        guard case .success(let values) = body, case .string(let text)? = values.first else { return "" }
        return text
    }
}
