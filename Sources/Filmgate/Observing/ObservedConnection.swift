internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateWire

/// One connection, and all that happens on it which concerns whoever follows changes.
final class ObservedConnection: Sendable {
    enum Event: Sendable {
        case changed(LibraryUpdate)
        /// Several signals came before anybody took one: what they told is to be asked for.
        case missed
        /// This app's access is another.
        case statusChanged
        case brokerLeft, brokerCame
        /// What failed in passing may be tried again.
        case pauseOver
        /// The connection has ended.
        case ended

        var isOfSignals: Bool {
            switch self {
            case .changed, .missed: true
            case .statusChanged, .brokerLeft, .brokerCame, .pauseOver, .ended: false
            }
        }
    }

    let connection: BrokerConnection
    let events: EventQueue<Event>
    private let watches: [SignalWatch]
    private let presence: BrokerPresence.Listener

    /// Listens from now on.
    init(_ connection: BrokerConnection) async throws(PhotoLibraryError) {
        let events = EventQueue<Event>()
        self.connection = connection
        self.events = events
        presence = try await connection.listen { events.put($0 ? .brokerCame : .brokerLeft) }
        watches = [
            try await connection.watch(
                ObservationInterface.libraryChanged, of: ObservationInterface.name, ended: { events.put(.ended) }
            ) { signal in
                let (token, changes) = signal.values
                let update = LibraryUpdate(token: token.token, changes: changes.changes)
                events.put(.changed(update), orInPlaceOf: \.isOfSignals, .missed)
            },
            try await connection.watch(
                AuthorizationInterface.statusChanged, of: AuthorizationInterface.name, ended: {}
            ) { _ in events.put(.statusChanged) },
        ]
        await connection.observation.join()
    }

    deinit {
        let connection = connection
        Task { await connection.observation.leave(connection) }
    }

    /// Has the broker send signals.
    ///
    /// - Returns: where they begin, and whether none came that may have been sent before.
    func subscribe() async throws(PhotoLibraryError) -> (token: ChangeToken, isComplete: Bool) {
        let token = try await connection.call(
            ObservationInterface.subscribe, of: ObservationInterface.name, Arguments(NoOptions())
        ).values.token
        return (token, !events.drop(where: \.isOfSignals))
    }

    func changes(since token: ChangeToken) async throws(PhotoLibraryError) -> (LibraryUpdate, hasMore: Bool) {
        let (next, changes) = try await connection.call(
            ObservationInterface.changesSince, of: ObservationInterface.name,
            Arguments(ChangeTokenText(token), NoOptions()), patience: .work
        ).values
        return (LibraryUpdate(token: next.token, changes: changes.changes), changes.hasMore)
    }
}

/// How many follow changes over one connection: the broker sends them to it for as long as anybody does.
actor SharedObservation {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private var count = 0

    init(on loop: EventLoop) { self.loop = loop }

    func join() { count += 1 }

    /// On the connection's own loop, so that nobody subscribes between the last's leaving and the message that says so.
    func leave(_ connection: BrokerConnection) async {
        count -= 1
        guard count == 0 else { return }
        _ = try? await connection.call(
            ObservationInterface.unsubscribe, of: ObservationInterface.name, Arguments())
    }
}
