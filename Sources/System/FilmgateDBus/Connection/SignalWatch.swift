import Synchronization

/// A subscription to a signal. It ends when `end` is called or when this object is released.
public final class SignalWatch: Sendable {
    private let stop: @Sendable () -> Void
    private let isOver = Atomic(false)

    init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }

    deinit { end() }

    public func end() { if !isOver.exchange(true, ordering: .relaxed) { stop() } }
}

/// The receiver of a subscribed signal.
struct SignalReceiver {
    let interface: InterfaceName
    let member: String
    /// The object whose signals are received; nil for all objects.
    let path: ObjectPath?
    let source: BusName
    let receive: (IncomingMessage) -> Void
    let finish: () -> Void
}

extension IncomingMessage {
    /// Returns the arguments of a signal; nil if the signature differs, or if the values are invalid or too large.
    func arguments<Input>(of signal: Signal<Input>) -> Input? {
        guard signature == signal.signature, case .success(let values) = body else { return nil }
        // Drops an invalid signal, because there is no reply that could report the error.
        return try? Input(decoding: values)
    }
}

extension Connection {
    /// Returns a stream of the signals of one kind from a source. The subscription lasts until the stream is released
    /// or the connection ends.
    ///
    /// The stream contains only signals from the current owner of `source`. It skips signals with a different signature
    /// or invalid values.
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

    /// Calls `body` for every signal that `signals` would yield, until the watch ends. Calls `body` on the loop, in the
    /// order in which messages arrive.
    ///
    /// - Parameter ended: called if the connection ends before the watch does.
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
        subscriptions[ticket] = SignalReceiver(
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
        callBus(BusInterface.removeMatch, rule)
    }

    // MARK: Owner of the name

    func follow(_ source: BusName) async throws {
        guard !source.isUnique, source != .bus else { return }
        owners[source, default: TrackedNameOwner()].followers += 1
        do {
            // Subscribes to changes before reading the owner, so that no change is missed.
            try await addMatch(ownerRule(source))
            let changes = owners[source]?.changes
            let owner = try await owner(of: source)
            // If the bus has reported a change in the meantime, the recorded owner is at least as new as the reply.
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
        // The bus counts equal match rules separately, so this call removes only one of them.
        callBus(BusInterface.removeMatch, ownerRule(source))
    }

    private func ownerRule(_ name: BusName) -> String { BusInterface.nameOwnerChangedRule + ",arg0='\(name)'" }

    private func isSent(by sender: BusName, for source: BusName) -> Bool {
        sender == source || owners[source]?.owner == sender
    }

    func receive(_ message: IncomingMessage, _ path: ObjectPath, _ interface: InterfaceName, _ member: String) {
        guard let sender = message.sender else { return }
        if sender == .bus, interface == BusInterface.interface, member == BusInterface.nameOwnerChanged.name {
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
