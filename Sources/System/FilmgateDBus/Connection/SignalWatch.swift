import Synchronization

/// Follows a signal until `end`, or until the last reference to this is released.
public final class SignalWatch: Sendable {
    private let stop: @Sendable () -> Void
    private let isOver = Atomic(false)

    init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }

    deinit { end() }

    public func end() { if !isOver.exchange(true, ordering: .relaxed) { stop() } }
}

/// A follower of a signal.
struct SignalSubscription {
    let interface: InterfaceName
    let member: String
    /// The object; nil for all objects.
    let path: ObjectPath?
    let source: BusName
    let receive: (IncomingMessage) -> Void
    let finish: () -> Void
}

extension IncomingMessage {
    /// Returns the arguments of a signal; nil if the signature is different, or if the types do not allow the content.
    func arguments<Input>(of signal: Signal<Input>) -> Input? {
        guard signature == signal.signature, case .success(let values) = body else { return nil }
        // Invalid signals are dropped, because a signal has no reply that could report the error.
        return try? Input(decoding: values)
    }
}

extension Connection {
    /// Follows a signal of a connection, from when this returns until the stream is dropped or the connection ends.
    ///
    /// Only signals of the current owner of `source` are delivered; those with a different signature, or with invalid
    /// contents, are dropped.
    public func signals<Input>(
        _ signal: Signal<Input>, of interface: InterfaceName, at path: ObjectPath?, from source: BusName
    ) async throws -> AsyncStream<Input> {
        let (stream, continuation) = AsyncStream.makeStream(of: Input.self)
        let watch = try await watchSignals(
            signal, of: interface, at: path, from: source, ended: { continuation.finish() },
            { continuation.yield($0) })
        continuation.onTermination = { _ in watch.end() }
        return stream
    }

    /// Calls a closure for every signal that `signals` would deliver, on the loop and in the bus's order relative to
    /// all messages to this connection, from when this returns until the watch ends.
    ///
    /// - Parameter ended: called if the connection ends before the watch.
    public func watchSignals<Input>(
        _ signal: Signal<Input>, of interface: InterfaceName, at path: ObjectPath?, from source: BusName,
        ended: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (Input) -> Void
    ) async throws -> SignalWatch {
        let place = path.map { ",path='\($0)'" } ?? ""
        let rule = "type='signal',sender='\(source)',interface='\(interface)',member='\(signal.name)'\(place)"
        try await follow(source)
        do {
            try await addMatch(rule)
        } catch {
            unfollow(source)
            throw error
        }
        guard transport != nil else { throw ErrorReply.disconnected("the connection to the bus ended") }
        lastTicket += 1
        let ticket = lastTicket
        subscriptions[ticket] = SignalSubscription(
            interface: interface, member: signal.name, path: path, source: source,
            receive: { message in
                if let input = message.arguments(of: signal) { body(input) }
            },
            finish: ended)
        let loop = loop
        return SignalWatch { [weak self] in
            loop.perform { [weak self] in self?.assumeIsolated { $0.unsubscribe(ticket, rule) } }
        }
    }

    private func unsubscribe(_ ticket: UInt64, _ rule: String) {
        guard let subscription = subscriptions.removeValue(forKey: ticket) else { return }
        unfollow(subscription.source)
        callBus(Bus.removeMatch, rule)
    }

    // MARK: Owner of the name

    func follow(_ source: BusName) async throws {
        guard !source.isUnique, source != .bus else { return }
        owners[source, default: KnownOwner()].followers += 1
        do {
            // First subscribes to changes, then reads the state, so that nothing is missed in between.
            try await addMatch(ownerRule(source))
            let changes = owners[source]?.changes
            let owner = try await owner(of: source)
            // A change that was reported after the answer, but before this line, is newer than the answer.
            if owners[source]?.changes == changes { owners[source]?.owner = owner }
        } catch {
            unfollow(source)
            throw error
        }
    }

    func unfollow(_ source: BusName) {
        guard let known = owners[source] else { return }
        owners[source]?.followers -= 1
        if known.followers == 1 { owners[source] = nil }
        // The bus counts equal match rules, so this removes only one of them.
        callBus(Bus.removeMatch, ownerRule(source))
    }

    private func ownerRule(_ name: BusName) -> String { Bus.nameOwnerChangedRule + ",arg0='\(name)'" }

    private func isSent(by sender: BusName, for source: BusName) -> Bool {
        sender == source || owners[source]?.owner == sender
    }

    func receive(_ message: IncomingMessage, _ path: ObjectPath, _ interface: InterfaceName, _ member: String) {
        guard let sender = message.sender else { return }
        if sender == .bus, interface == Bus.interface, member == Bus.nameOwnerChanged.name {
            nameOwnerChanged(message)
        }
        for subscription in subscriptions.values
        where subscription.member == member && subscription.interface == interface
            && (subscription.path == nil || subscription.path == path) && isSent(by: sender, for: subscription.source)
        {
            subscription.receive(message)
        }
    }
}
