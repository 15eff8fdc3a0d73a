/// What waits until its receiver has taken in what was sent before.
enum HeldReply {
    /// Whoever waits sends it, or hears that nobody needs it any more.
    case reply(number: UInt64, CallID, Load, CheckedContinuation<Bool, Never>)
    case refusal(CallID, ErrorReply)

    fileprivate static let refusalLoad = Load(bytes: 512)

    fileprivate var load: Load {
        switch self {
        case .reply(_, _, let load, _): load
        case .refusal: Self.refusalLoad
        }
    }
}

/// Back-pressure: only what the bus reports holds anything back, and only for whom it reports it.
extension Connection {
    /// Whether a connection has not taken in what was sent to it. What can be told later is then better told later.
    public func isBehind(_ name: BusName) -> Bool { held[name] != nil || backlog?.isBehind(name) == true }

    /// Calls a body, on the loop, for every connection that was behind and is not any more. Nobody hears of those that left.
    public func watchRelief(_ body: @escaping @Sendable (BusName) -> Void) { reliefWatchers.append(body) }

    /// Whether the bus answers questions about it. Where it does not, nothing is held back from anybody.
    public func isToldOfBacklogs() async -> Bool {
        guard backlog != nil else { return false }
        await inquire(.all)
        return backlog?.isTold ?? false
    }

    /// What a bus must allow for that.
    public static let backlogPermission = "GetConnectionStats of \(Bus.statistics)"

    /// Sends, and notes it.
    @discardableResult
    func transmit(_ message: borrowing OutgoingMessage, _ load: Load, to name: BusName) throws(EncodingFailure) -> Bool
    {
        guard let link else { return false }
        try link.send(message)
        if let question = backlog?.sent(load, to: name) { ask(question) }
        return true
    }

    /// Whether a reply need not wait.
    func mayBeSent(_ load: Load, to name: BusName) -> Bool {
        guard let backlog else { return true }
        return held[name] == nil && backlog.admits(load, to: name, party: service.party)
    }

    /// Waits until a reply may be sent; `transmitHeld` must follow then.
    ///
    /// - Returns: false where it must not be sent: its receiver has left, or has been told something else.
    func room(for load: Load, answering call: CallID) async -> Bool {
        let limits = backlog?.limits ?? BacklogLimits()
        let isSmall = load.descriptors == 0 && load.bytes <= Self.smallReply
        guard isSmall || heldBytes(with: call.sender) + load.bytes <= limits.held else {
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
        return await withCheckedContinuation { hold(.reply(number: number, call, load, $0), for: call.sender) }
    }

    /// Those up to this are held back whatever else is, for whoever waits for them has few calls under way.
    private static let smallReply = 64 << 10

    /// Answers with an error, now or when there is room.
    func refuse(_ call: CallID, with error: ErrorReply) {
        guard !mayBeSent(HeldReply.refusalLoad, to: call.sender) else { return send(error, to: call) }
        // The bus keeps no more calls of a connection waiting; where it does, they are not all remembered.
        guard held[call.sender, default: []].count < 10_000 else { return }
        hold(.refusal(call, error), for: call.sender)
    }

    private func send(_ error: ErrorReply, to call: CallID) {
        // Where even this fails, memory is out and the caller's time-out is all that is left.
        guard let message = try? OutgoingMessage.error(error, to: call) else { return }
        _ = try? transmit(message, HeldReply.refusalLoad, to: call.sender)
    }

    // MARK: Held back

    private func hold(_ reply: HeldReply, for name: BusName) {
        held[name, default: []].append(reply)
        if let question = backlog?.hold(for: name) { ask(question) }
    }

    /// Of a connection's party.
    private func heldBytes(with name: BusName) -> Int {
        let party = service.party(name)
        return held.reduce(0) { sum, entry in
            service.party(entry.key) == party ? entry.value.reduce(sum) { $0 + $1.load.bytes } : sum
        }
    }

    /// The receiver had its time: it is told so, when it takes anything in.
    private func giveUp(_ number: UInt64, _ call: CallID) {
        guard let index = held[call.sender]?.firstIndex(where: { $0.isReply(number) }),
            case .reply(_, _, _, let continuation)? = held[call.sender]?[index]
        else { return }
        held[call.sender]?[index] = .refusal(call, backlog?.limits.replyGivenUp ?? BacklogLimits().replyGivenUp)
        continuation.resume(returning: false)
    }

    /// Nobody is there any more who would take it in.
    func dropHeld(for name: BusName) {
        sending.remove(name)
        for case .reply(_, _, _, let continuation) in held.removeValue(forKey: name) ?? [] {
            continuation.resume(returning: false)
        }
    }

    /// Sends what may be sent now.
    private func release() {
        for name in Array(held.keys) { release(to: name) }
    }

    /// One reply at a time.
    private func release(to name: BusName) {
        while !sending.contains(name), let first = held[name]?.first,
            backlog?.admits(first.load, to: name, party: service.party) ?? true
        {
            held[name]?.removeFirst()
            switch first {
            case .reply(_, _, let load, let continuation):
                sending.insert(name)
                backlog?.reserve(load, for: name)
                continuation.resume(returning: true)
            case .refusal(let call, let error): send(error, to: call)
            }
        }
        guard held[name]?.isEmpty == true, !sending.contains(name) else { return }
        held[name] = nil
        backlog?.released(name)
        if backlog?.isBehind(name) != true { tellRelief(of: name) }
    }

    /// Sends a reply that was held back; the next may follow.
    func transmitHeld(_ message: borrowing OutgoingMessage, _ load: Load, to name: BusName) throws(EncodingFailure) {
        defer { sentHeld(to: name) }
        guard let link else { return }
        try link.send(message)
        if let question = backlog?.sentReserved(load, to: name) { ask(question) }
    }

    private func sentHeld(to name: BusName) {
        guard sending.remove(name) != nil else { return }
        release(to: name)
    }

    private func tellRelief(of name: BusName) {
        for watcher in reliefWatchers { watcher(name) }
    }

    // MARK: Asking the bus

    private func ask(_ question: Backlog.Question) {
        _ = Task.immediate { await self.inquire(question) }
    }

    private func inquire(_ question: Backlog.Question) async {
        let name =
            switch question {
            case .all: uniqueName
            case .of(let name): name
            }
        do {
            let figures = try await call(
                Bus.getConnectionStats, of: Bus.statistics, at: Bus.path, on: .bus, Arguments(name.rawValue)
            ).values
            follow(try outcome(of: question, figures))
        } catch let error as ErrorReply {
            guard link != nil else { return }
            switch error.name {
            // The connection has left, which the bus tells in its own time.
            case "org.freedesktop.DBus.Error.NameHasNoOwner": backlog?.departed(name)
            case "org.freedesktop.DBus.Error.NoReply": follow(backlog?.unanswered(question))
            default: giveUpAsking()
            }
        } catch {
            giveUpAsking()
        }
    }

    private func outcome(of question: Backlog.Question, _ figures: Options) throws -> Backlog.Outcome? {
        func figure(_ name: String) throws -> Int {
            guard let value = figures[name]?.value(as: UInt32.self) else { throw TypeMismatch(expected: "u") }
            return Int(value)
        }
        switch question {
        case .all:
            // What came from this connection and is not with its receivers yet.
            return try backlog?.answered(
                all: Load(bytes: figure("IncomingBytes"), descriptors: figure("IncomingFDs")))
        case .of(let name):
            return try backlog?.answered(
                Load(bytes: figure("OutgoingBytes"), descriptors: figure("OutgoingFDs")), of: name)
        }
    }

    private func follow(_ outcome: Backlog.Outcome?) {
        guard let outcome else { return }
        for question in outcome.questions { ask(question) }
        if let reminder = outcome.reminder {
            loop.after(reminder.pause) { [weak self] in
                self?.assumeIsolated { connection in
                    if let question = connection.backlog?.remind(reminder.name) { connection.ask(question) }
                }
            }
        }
        if !held.isEmpty { release() }
        for name in outcome.relieved where held[name] == nil { tellRelief(of: name) }
    }

    /// The bus does not say; what was held back goes.
    private func giveUpAsking() {
        let relieved = backlog?.giveUp() ?? []
        release()
        for name in relieved { tellRelief(of: name) }
    }
}

extension HeldReply {
    fileprivate func isReply(_ number: UInt64) -> Bool {
        if case .reply(number, _, _, _) = self { true } else { false }
    }
}
