extension Connection {
    /// Serves a tree of objects from now on.
    ///
    /// - Parameters:
    ///   - failure: maps errors that are no `ErrorReplyConvertible`, and may log them.
    public func serve(
        _ tree: any ObjectTree, limits: ServiceLimits = ServiceLimits(),
        failure: @escaping @Sendable (any Error, MethodCall) -> ErrorReply = { _, call in
            .failed("\(call.member) failed")
        }
    ) {
        link?.callBudget = limits.arguments
        // So that the calls of whoever leaves can be cancelled.
        if !followsDepartures { tellBus(Bus.addMatch, Bus.nameOwnerChangedRule) }
        followsDepartures = true
        service = Service(tree: tree, limits: limits, describe: failure)
    }

    /// Sends a signal to one connection.
    ///
    /// - Returns: false where it could not be sent: too large, not encodable, or the connection has ended.
    @discardableResult
    public func emit<Input>(
        _ signal: Signal<Input>, of interface: InterfaceName, at path: ObjectPath, to destination: BusName,
        _ arguments: Input
    ) -> Bool {
        guard let link else { return false }
        do {
            let message = try OutgoingMessage.signal(signal.name, of: interface, at: path, to: destination)
            try message.append(arguments, limit: service.limits.replyBytes)
            try link.send(message)
            return true
        } catch {
            return false
        }
    }

    /// Answers a call in a task of its own, which runs here and now until it first has to wait.
    func serve(_ call: MethodCall, _ message: IncomingMessage, _ wantsReply: Bool) {
        let inFlight = served[call.sender] ?? CallsInFlight()
        guard inFlight.allow(message.weight, under: service.limits) else {
            if wantsReply { send(service.limits.callsExceeded, to: call) }
            return
        }
        lastTicket += 1
        let ticket = lastTicket
        starting = ticket
        let task = Task.immediate {
            await self.answer(call, message, wantsReply)
            if starting == ticket { starting = nil } else { forget(ticket, of: call.sender) }
        }
        guard starting == ticket else { return }
        starting = nil
        served[call.sender, default: CallsInFlight()].add(task, ticket, weight: message.weight)
    }

    private func forget(_ ticket: UInt64, of sender: BusName) {
        served[sender]?.remove(ticket)
        if served[sender]?.isEmpty == true { served[sender] = nil }
    }

    /// Cancels what a client that left the bus has asked for.
    func abandonCalls(of sender: BusName) {
        served.removeValue(forKey: sender)?.cancel()
    }

    private func answer(_ call: MethodCall, _ message: IncomingMessage, _ wantsReply: Bool) async {
        let service = service
        do {
            let answer = try await service.answer(call, message)
            guard !Task.isCancelled, let link else { return }
            if wantsReply {
                let reply = try OutgoingMessage.reply(to: call)
                try reply.append(answer.output, limit: service.limits.replyBytes)
                try link.send(reply)
            }
            answer.followUp?(call)
        } catch {
            let reply = service.errorReply(for: error, call)
            if wantsReply, !Task.isCancelled { send(reply, to: call) }
        }
    }

    private func send(_ error: ErrorReply, to call: MethodCall) {
        // Where even this fails, memory is out and the caller's time-out is all that is left.
        guard let message = try? OutgoingMessage.error(error, to: call) else { return }
        _ = try? link?.send(message)
    }
}
