/// Backpressure: holds back replies to connections that have not read earlier messages, according to the bus.
extension Connection {
    /// Returns whether a connection has not read its messages. If so, messages that are not urgent should wait.
    public func isBackpressured(_ name: BusName) -> Bool {
        held.contains(name) || backlog?.isBackpressured(name) == true
    }

    /// Calls `body` on the loop with each connection that is no longer backpressured, unless it has left the bus.
    public func watchDrained(_ body: @escaping @Sendable (BusName) -> Void) { drainWatchers.append(body) }

    /// Sends a message, and counts its size as unread. Returns false if this connection has ended.
    @discardableResult
    func transmit(_ message: borrowing OutgoingMessage, _ load: UnreadMessageSize, to name: BusName)
        throws(EncodingFailure) -> Bool
    {
        guard let transport else { return false }
        try transport.send(message)
        if let question = backlog?.sent(load, to: name) { ask(question) }
        return true
    }

    /// Returns whether a reply may be sent immediately.
    func mayBeSent(_ load: UnreadMessageSize, to name: BusName) -> Bool {
        guard let backlog else { return true }
        return !held.contains(name) && backlog.admits(load, to: name, quotaGroup: service.quotaGroup)
    }

    /// Waits until a reply may be sent. If the result is true, the caller must call `transmitHeld`.
    ///
    /// - Returns: false if the receiver or this connection has left the bus, or if an error replaces the reply.
    func waitToSend(_ load: UnreadMessageSize, answering call: CallID) async -> Bool {
        let limits = backlog?.limits ?? BacklogLimits()
        let isSmall = load.descriptors == 0 && load.bytes <= Self.smallReply
        guard isSmall || held.tally(of: service.quotaGroup(call.sender)).bytes + load.bytes <= limits.held else {
            refuse(call, with: limits.replyGivenUp)
            return false
        }
        lastTicket += 1
        let number = lastTicket
        let timer =
            isSmall
            ? nil
            : loop.after(limits.holdTime) { [weak self] in
                self?.assumeIsolated { $0.giveUp(number, call) }
            }
        defer { timer?.cancel() }
        let continuation = LoopContinuation<Bool>(on: loop)
        hold(.reply(number: number, call, load, continuation), for: call.sender)
        return await continuation.outcome()
    }

    /// The maximum size of a small reply, in bytes. The limit on held-back bytes does not apply to small replies that
    /// have no descriptors. A connection can have only a few of them, because its concurrent calls are limited.
    private static let smallReply = 64 << 10

    /// Replies with an error, either immediately or when the caller has read more.
    func refuse(_ call: CallID, with error: ErrorReply) {
        guard !mayBeSent(HeldReply.refusalLoad, to: call.sender) else { return send(error, to: call) }
        // The system bus limits the concurrent calls of a connection. If a different bus does not, some calls get no
        // reply.
        guard held.tally(of: service.quotaGroup(call.sender)).count < 10_000 else { return }
        hold(.refusal(call, error), for: call.sender)
    }

    private func send(_ error: ErrorReply, to call: CallID) {
        // If even this fails, memory is exhausted. The caller then waits until its timeout.
        _ = try? transmit(OutgoingMessage.error(error, to: call), HeldReply.refusalLoad, to: call.sender)
    }

    // MARK: Held-back replies

    private func hold(_ reply: HeldReply, for name: BusName) {
        held.append(reply, for: name, of: service.quotaGroup(name))
        if let question = backlog?.hold(for: name) { ask(question) }
    }

    /// Replaces a reply that was held back too long with an error, which is sent when the receiver reads again.
    private func giveUp(_ number: UInt64, _ call: CallID) {
        let error = backlog?.limits.replyGivenUp ?? BacklogLimits().replyGivenUp
        held.giveUp(number, for: call.sender, as: error)?.end(with: false)
    }

    /// Drops the held-back replies to a connection that has left the bus.
    func dropHeld(for name: BusName) {
        sending.remove(name)
        for case .reply(_, _, _, let continuation) in held.close(name) { continuation.end(with: false) }
    }

    /// Sends the held-back replies that may be sent now.
    func release() { for name in held.names { release(to: name) } }

    /// Sends held-back replies to one connection, one at a time.
    private func release(to name: BusName) {
        while !sending.contains(name), let first = held.first(for: name),
            backlog?.admits(first.load, to: name, quotaGroup: service.quotaGroup) ?? true
        {
            held.removeFirst(for: name)
            switch first {
            case .reply(_, _, let load, let continuation):
                sending.insert(name)
                backlog?.reserve(load, for: name)
                continuation.end(with: true)
            case .refusal(let call, let error): send(error, to: call)
            }
        }
        guard held.contains(name), held.first(for: name) == nil, !sending.contains(name) else { return }
        held.close(name)
        backlog?.released(name)
        if backlog?.isBackpressured(name) != true { notifyWatchers(of: name) }
    }

    /// Sends a held-back reply. After that, the next held-back reply to the connection can be sent.
    func transmitHeld(_ message: borrowing OutgoingMessage, _ load: UnreadMessageSize, to name: BusName)
        throws(EncodingFailure)
    {
        defer { sentHeld(to: name) }
        backlog?.unreserve(load, for: name)
        try transmit(message, load, to: name)
    }

    private func sentHeld(to name: BusName) {
        guard sending.remove(name) != nil else { return }
        release(to: name)
    }

    func notifyWatchers(of name: BusName) { for watcher in drainWatchers { watcher(name) } }
}
