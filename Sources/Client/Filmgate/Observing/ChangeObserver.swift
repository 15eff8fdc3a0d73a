import FilmgateModel
import FilmgateWire

/// Observes changes for one asynchronous sequence. Continues on a new connection and after a restart of the broker.
actor ChangeObserver {
    private let link: BrokerLink
    private var follower: ChangeFollower
    private var ready: [LibraryUpdate] = []
    private var channel: ObservedConnection?
    /// Whether the broker has ever accepted a subscription.
    private var hasBegun = false
    /// Whether access was revoked. If so, subscribing fails until the status changes.
    private var isRefused = false
    /// Whether the connection was replaced because the broker could not identify it.
    private var isReplaced = false
    /// The number of consecutive pauses after temporary errors.
    private var pauses = 0
    /// The task that waits for the end of the current pause.
    private var retry: Task<Void, any Error>?
    private var isOver = false
    /// Whether the broker is present, as last reported to `presence`.
    private var exists = true
    private let reportsNewBrokers: Bool
    private let presence: (@Sendable (_ exists: Bool) -> Void)?

    /// - Parameters:
    ///   - reportsNewBrokers: whether each new subscription yields an update, even if nothing has changed.
    ///   - presence: called with false when the broker leaves the bus, and with true when a broker is present again.
    init(
        _ link: BrokerLink, since token: ChangeToken?, reportsNewBrokers: Bool = false,
        presence: (@Sendable (_ exists: Bool) -> Void)? = nil
    ) {
        self.link = link
        self.reportsNewBrokers = reportsNewBrokers
        self.presence = presence
        follower = ChangeFollower(since: token)
    }

    /// Returns the next update; nil after an error, or if the task is cancelled. Throws the broker's refusal if the
    /// observation never began, or `busUnavailable` if the bus cannot be reached.
    func next() async throws(PhotoLibraryError) -> LibraryUpdate? {
        guard !isOver else { return nil }
        do throws(PhotoLibraryError) {
            while ready.isEmpty, !Task.isCancelled { try await goOn() }
        } catch {
            isOver = true
            throw error
        }
        return ready.isEmpty ? nil : ready.removeFirst()
    }

    private func goOn() async throws(PhotoLibraryError) {
        guard let channel else { return try await open() }
        guard let event = await channel.events.next() else { return }
        switch event {
        case .changed(let update): try await take(follower.received(update), from: channel)
        case .missed: try await take(follower.missed(), from: channel)
        case .statusChanged: if isRefused { try await subscribe(on: channel) }
        case .brokerCame, .pauseOver: try await subscribe(on: channel)
        case .brokerLeft: note(exists: false)
        case .ended: await drop(channel)
        }
    }

    private func note(exists: Bool) {
        guard self.exists != exists else { return }
        self.exists = exists
        presence?(exists)
    }

    private func open() async throws(PhotoLibraryError) {
        let channel = try await ObservedConnection(try await link.connectionWithoutBroker())
        self.channel = channel
        try await subscribe(on: channel)
    }

    private func drop(_ channel: ObservedConnection) async {
        self.channel = nil
        await link.discard(channel.connection)
    }

    private func subscribe(on channel: ObservedConnection) async throws(PhotoLibraryError) {
        do throws(PhotoLibraryError) {
            let (token, isComplete) = try await channel.subscribe()
            (hasBegun, isRefused, isReplaced, pauses) = (true, false, false, 0)
            note(exists: true)
            try await take(follower.subscribed(at: token, isComplete: isComplete), from: channel)
            if reportsNewBrokers, ready.isEmpty { ready.append(LibraryUpdate(token: token, changes: LibraryChanges())) }
        } catch {
            try await recover(from: error, on: channel)
        }
    }

    private func take(_ steps: [ChangeFollower.Step], from channel: ObservedConnection) async throws(PhotoLibraryError)
    {
        var steps = steps[...]
        while let step = steps.popFirst() {
            switch step {
            case .deliver(let update): ready.append(update)
            case .ask(let token):
                do throws(PhotoLibraryError) {
                    let (update, hasMore) = try await channel.changes(since: token)
                    steps += follower.answered(update, hasMore: hasMore)
                } catch {
                    // If the broker needed too long for the request, repeating the request would not help. So the app
                    // must fetch everything again.
                    let isExpired: Bool
                    switch error {
                    case .tokenExpired: isExpired = true
                    case .limitsExceeded: isExpired = false
                    default: return try await recover(from: error, on: channel)
                    }
                    do throws(PhotoLibraryError) {
                        steps += follower.skipped(to: try await channel.subscribe().token, isExpired: isExpired)
                    } catch {
                        return try await recover(from: error, on: channel)
                    }
                }
            }
        }
    }

    /// Reacts to an error: retries after a temporary error, reports a loss of access, and throws other errors.
    private func recover(
        from error: PhotoLibraryError, on channel: ObservedConnection
    ) async throws(PhotoLibraryError) {
        if case .accessDenied = error, try await isUnknown(channel.connection) {
            // A broker cannot identify a connection that was opened before the broker started.
            guard !isReplaced else { throw error }
            isReplaced = true
            await drop(channel)
            return await channel.connection.close()
        }
        switch error {
        case .accessDenied, .notDetermined, .restricted:
            guard hasBegun else { throw error }
            isRefused = true
            try await take(follower.lost(), from: channel)
        case .busUnavailable where hasBegun: await drop(channel)
        // If the broker restarts, the bus reports the new broker. If the broker was only slow or busy, the call must be
        // repeated.
        case .brokerUnavailable, .limitsExceeded, .busy, .inputOutput, .libraryUnavailable:
            guard hasBegun else { throw error }
            pause(on: channel)
        default: throw error
        }
    }

    /// Schedules another try after a pause. Each pause is longer than the previous one, up to 30 seconds.
    private func pause(on channel: ObservedConnection) {
        pauses += 1
        pause(for: .seconds(min(1 << min(pauses, 5), 30)), on: channel)
    }

    private func pause(for duration: Duration, on channel: ObservedConnection) {
        let events = channel.events
        retry?.cancel()
        retry = Task {
            try await Task.sleep(for: duration)
            events.put(.pauseOver)
        }
    }

    /// Subscribes again after `duration`, so that the sequence yields an update even if nothing has changed.
    func repeatUpdate(after duration: Duration) {
        if let channel { pause(for: duration, on: channel) }
    }

    private func isUnknown(_ connection: BrokerConnection) async throws(PhotoLibraryError) -> Bool {
        do throws(PhotoLibraryError) { return try await connection.identity().id == nil } catch {
            guard case .brokerUnavailable = error else { throw error }
            return false
        }
    }
}
