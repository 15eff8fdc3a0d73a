import FilmgateDBus
import FilmgateModel
import FilmgateWire

/// A connection, and the events on it for a follower of changes.
final class ObservedConnection: Sendable {
    enum Event: Sendable {
        case changed(LibraryUpdate)
        /// Several signals arrived before the follower read the first one. The follower must fetch the changes.
        case missed
        /// This app's access has changed.
        case statusChanged
        case brokerLeft, brokerCame
        /// The pause after a temporary error is over.
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
    private let presence: BrokerPresenceMonitor.Listener

    /// Subscribes to the events on the connection.
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

    /// Makes the broker send change signals.
    ///
    /// - Returns: the position at which the signals begin. `isComplete` is false if signals had arrived that may be
    ///   older than this position.
    func subscribe() async throws(PhotoLibraryError) -> (token: ChangeToken, isComplete: Bool) {
        let token = try await connection.call(ObservationInterface.subscribe, MessageArguments(NoOptions())).values
            .token
        return (token, !events.drop(where: \.isOfSignals))
    }

    func changes(since token: ChangeToken) async throws(PhotoLibraryError) -> (LibraryUpdate, hasMore: Bool) {
        let (next, changes) = try await connection.call(
            ObservationInterface.changesSince, MessageArguments(ChangeTokenText(token), NoOptions()),
            timeLimit: .unlimited
        ).values
        return (LibraryUpdate(token: next.token, changes: changes.changes), changes.hasMore)
    }
}

/// The count of the followers of changes on one connection. The broker sends signals while there are followers.
actor ObservationCounter {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private var count = 0

    init(on loop: EventLoop) { self.loop = loop }

    func join() { count += 1 }

    /// Removes a follower, and unsubscribes after the last one. Runs on the connection's loop, so that no follower can
    /// subscribe in the meantime.
    func leave(_ connection: BrokerConnection) async {
        count -= 1
        guard count == 0 else { return }
        await connection.release(ObservationInterface.unsubscribe)
    }
}
