/// Back-pressure: only what the bus reports holds anything back, and only for whom it reports it.
extension Connection {
    /// Whether a connection has not taken in what was sent to it. What can be told later is then better told later.
    public func isBackpressured(_ name: BusName) -> Bool {
        held.contains(name) || backlog?.isBackpressured(name) == true
    }

    /// Calls a body, on the loop, for every connection that was behind and is not any more. Nobody hears of those that left.
    public func watchRelief(_ body: @escaping @Sendable (BusName) -> Void) { drainWatchers.append(body) }

    /// Sends, and notes it.
    @discardableResult
    func transmit(_ message: borrowing OutgoingMessage, _ load: Load, to name: BusName) throws(EncodingFailure) -> Bool
    {
        guard let transport else { return false }
        try transport.send(message)
        if let question = backlog?.sent(load, to: name) { ask(question) }
        return true
    }

    /// Whether a reply need not wait.
    func mayBeSent(_ load: Load, to name: BusName) -> Bool {
        guard let backlog else { return true }
        return !held.contains(name) && backlog.admits(load, to: name, quotaGroup: service.quotaGroup)
    }

    /// Waits until a reply may be sent; `transmitHeld` must follow then.
    ///
    /// - Returns: false where it must not be sent: its receiver has left, or has been told something else.
    func room(for load: Load, answering call: CallID) async -> Bool {
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
            : loop.after(limits.patience) { [weak self] in
                self?.assumeIsolated { $0.giveUp(number, call) }
            }
        defer { timer?.cancel() }
        let pause = LoopContinuation<Bool>(on: loop)
        hold(.reply(number: number, call, load, pause), for: call.sender)
        return await pause.outcome()
    }

    /// Those up to this are held back whatever else is, for whoever waits for them has few calls under way.
    private static let smallReply = 64 << 10

    /// Answers with an error, now or when there is room.
    func refuse(_ call: CallID, with error: ErrorReply) {
        guard !mayBeSent(HeldReply.refusalLoad, to: call.sender) else { return send(error, to: call) }
        // The system bus keeps few calls of a connection waiting; where a bus keeps more, they are not all remembered.
        guard held.tally(of: service.quotaGroup(call.sender)).count < 10_000 else { return }
        hold(.refusal(call, error), for: call.sender)
    }

    private func send(_ error: ErrorReply, to call: CallID) {
        // Where even this fails, memory is out and the caller's time-out is all that is left.
        guard let message = try? OutgoingMessage.error(error, to: call) else { return }
        _ = try? transmit(message, HeldReply.refusalLoad, to: call.sender)
    }

    // MARK: Held back

    private func hold(_ reply: HeldReply, for name: BusName) {
        held.append(reply, for: name, of: service.quotaGroup(name))
        if let question = backlog?.hold(for: name) { ask(question) }
    }

    /// The receiver had its time: it is told so, when it takes anything in.
    private func giveUp(_ number: UInt64, _ call: CallID) {
        let error = backlog?.limits.replyGivenUp ?? BacklogLimits().replyGivenUp
        held.giveUp(number, for: call.sender, as: error)?.end(with: false)
    }

    /// Nobody is there any more who would take it in.
    func dropHeld(for name: BusName) {
        sending.remove(name)
        for case .reply(_, _, _, let pause) in held.close(name) { pause.end(with: false) }
    }

    /// Sends what may be sent now.
    func release() {
        for name in held.names { release(to: name) }
    }

    /// One reply at a time.
    private func release(to name: BusName) {
        while !sending.contains(name), let first = held.first(for: name),
            backlog?.admits(first.load, to: name, quotaGroup: service.quotaGroup) ?? true
        {
            held.removeFirst(for: name)
            switch first {
            case .reply(_, _, let load, let pause):
                sending.insert(name)
                backlog?.reserve(load, for: name)
                pause.end(with: true)
            case .refusal(let call, let error): send(error, to: call)
            }
        }
        guard held.contains(name), held.first(for: name) == nil, !sending.contains(name) else { return }
        held.close(name)
        backlog?.released(name)
        if backlog?.isBackpressured(name) != true { tellDrained(of: name) }
    }

    /// Sends a reply that was held back; the next may follow.
    func transmitHeld(_ message: borrowing OutgoingMessage, _ load: Load, to name: BusName) throws(EncodingFailure) {
        defer { sentHeld(to: name) }
        backlog?.unreserve(load, for: name)
        try transmit(message, load, to: name)
    }

    private func sentHeld(to name: BusName) {
        guard sending.remove(name) != nil else { return }
        release(to: name)
    }

    func tellDrained(of name: BusName) {
        for watcher in drainWatchers { watcher(name) }
    }
}
