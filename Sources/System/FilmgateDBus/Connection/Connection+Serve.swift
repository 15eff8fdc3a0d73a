extension Connection {
    /// Serves a tree of objects.
    ///
    /// - Parameters:
    ///   - failure: converts an error that is not `ErrorReplyConvertible` to an error reply, and may log the error.
    ///   - quotaGroup: returns a connection's quota group, the connections that share limits. Called on the loop.
    public func serve(
        _ tree: any ObjectTree, limits: ServiceLimits = ServiceLimits(),
        failure: @escaping @Sendable (any Error, MethodCall) -> ErrorReply = { _, call in
            .failed("\(call.member) failed")
        },
        quotaGroup: @escaping @Sendable (BusName) -> String = { $0.rawValue }
    ) {
        callBudget = limits.arguments
        // Makes the bus report connections that leave the bus, so that their calls can be cancelled.
        if !followsDepartures { callBus(BusInterface.addMatch, BusInterface.nameOwnerChangedRule) }
        followsDepartures = true
        service = MethodDispatcher(tree: tree, limits: limits, quotaGroup: quotaGroup, describe: failure)
        backlog = limits.backlog.map(Backlog.init)
    }

    /// Sends a signal to one connection.
    ///
    /// The signal is sent even if the receiver is backpressured. Callers that send many check `isBackpressured` first.
    ///
    /// - Returns: false if the signal is too large or cannot be encoded, or if the connection has ended.
    @discardableResult
    public func emit<Input>(
        _ signal: Signal<Input>, of interface: InterfaceName, at path: ObjectPath, to destination: BusName,
        _ arguments: Input
    ) -> Bool {
        emit(signal, of: interface, at: path, toEach: CollectionOfOne(destination), arguments).isEmpty
    }

    /// Sends a signal to each of several connections. Encodes the signal only once.
    ///
    /// - Returns: the connections to which the signal could not be sent.
    @discardableResult
    public func emit<Input>(
        _ signal: Signal<Input>, of interface: InterfaceName, at path: ObjectPath,
        toEach destinations: some Sequence<BusName>, _ arguments: Input
    ) -> [BusName] {
        do throws(EncodingFailure) {
            let message = try OutgoingMessage.signal(signal.name, of: interface, at: path)
            let load = try message.append(arguments, limit: service.limits.replyBytes)
            return destinations.filter { destination in
                do { return try !transmit(message.copy(to: destination), load, to: destination) } catch { return true }
            }
        } catch {
            return Array(destinations)
        }
    }

    /// Adds a call to the queue of waiting calls. Refuses the call if there are too many.
    func queue(_ entry: FairCallQueue.Entry) {
        guard !callQueue.add(entry, of: service.quotaGroup(entry.call.sender), under: service.limits) else { return }
        if entry.wantsReply { refuse(entry.call.id, with: service.limits.callsExceeded) }
    }

    /// Answers a call in a new task, which runs immediately until it first suspends. Refuses a call above the limits.
    func serve(_ entry: FairCallQueue.Entry) {
        let (call, message, wantsReply) = (entry.call, entry.message, entry.wantsReply)
        guard served.allow(message.weight, from: call.sender, of: service.quotaGroup, under: service.limits) else {
            if wantsReply { refuse(call.id, with: service.limits.callsExceeded) }
            return
        }
        lastTicket += 1
        let ticket = lastTicket
        starting = ticket
        let task = Task.immediate {
            await self.answer(call, message, wantsReply)
            if starting == ticket { starting = nil } else { served.remove(ticket, from: call.sender) }
        }
        guard starting == ticket else { return }
        starting = nil
        served.add(task, ticket, from: call.sender, of: service.quotaGroup(call.sender), weight: message.weight)
    }

    /// Cancels the calls of a client that has left the bus.
    func abandonCalls(of sender: BusName) {
        if !callQueue.isEmpty { callQueue.abandon(sender) }
        served.cancel(sender)
        dropHeld(for: sender)
        backlog?.departed(sender)
    }

    private func answer(_ call: MethodCall, _ message: IncomingMessage, _ wantsReply: Bool) async {
        let service = service
        do {
            let answer = try await service.answer(call, message)
            guard !Task.isCancelled, transport != nil else { return }
            if wantsReply {
                let reply = try OutgoingMessage.reply(to: call.id)
                let load = try reply.append(answer.output, limit: service.limits.replyBytes)
                if mayBeSent(load, to: call.sender) {
                    try transmit(reply, load, to: call.sender)
                } else {
                    guard await waitToSend(load, answering: call.id) else { return }
                    try transmitHeld(reply, load, to: call.sender)
                }
            }
            answer.followUp?(call)
        } catch {
            let reply = service.errorReply(for: error, call)
            if wantsReply, !Task.isCancelled { refuse(call.id, with: reply) }
        }
    }
}
