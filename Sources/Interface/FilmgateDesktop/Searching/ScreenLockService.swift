import FilmgateDBus
import Synchronization

/// Asks a service whether the screen is locked. Caches the answer until the service emits a signal, or until its bus
/// name has a different owner.
///
/// The content of a signal is ignored: each signal only makes `isLocked` ask again.
final class ScreenLockService: Sendable {
    /// Subscribes to the service's signals. `changed` is called for each signal, and `ended` when the connection ends.
    typealias SignalWatcher =
        @Sendable (
            _ connection: Connection, _ changed: @escaping @Sendable () -> Void, _ ended: @escaping @Sendable () -> Void
        ) async throws -> [SignalWatch]
    typealias LockReader = @Sendable (_ connection: Connection, _ owner: BusName) async throws -> Bool

    private struct Answer {
        let owner: BusName
        let isLocked: Bool
    }

    private struct State {
        /// The subscriptions; empty until `isLocked` is first read, and after the connection has ended.
        var watches: [SignalWatch] = []
        var answer: Answer?
        /// The number of times the answer was discarded.
        var changes: UInt64 = 0
    }

    private let name: BusName
    private let connection: Connection
    private let watch: SignalWatcher
    private let read: LockReader
    private let state = Mutex(State())

    /// - Parameters:
    ///   - watch: subscribes to the signals after which the answer may differ.
    ///   - read: asks the owner of the bus name whether the screen is locked.
    init(
        _ name: BusName, on connection: Connection, watch: @escaping SignalWatcher, read: @escaping LockReader
    ) {
        self.name = name
        self.connection = connection
        self.watch = watch
        self.read = read
    }

    /// Whether the screen is locked: false if the service is not running or has no session, true if it cannot be asked.
    var isLocked: Bool {
        get async {
            do {
                if state.withLock({ $0.watches.isEmpty }) { try await follow() }
                guard let owner = await connection.followedOwner(of: name) else { return false }
                let (answer, changes) = state.withLock { ($0.answer, $0.changes) }
                if let answer, answer.owner == owner { return answer.isLocked }
                let isLocked = try await ask(owner)
                state.withLock { state in
                    // A signal that arrived during the call can be newer than the answer.
                    if state.changes == changes { state.answer = Answer(owner: owner, isLocked: isLocked) }
                }
                return isLocked
            } catch {
                return true
            }
        }
    }

    private func follow() async throws {
        let watches = try await watch(connection, { [weak self] in self?.forget() }) { [weak self] in
            self?.forget()
            self?.state.withLock { $0.watches = [] }
        }
        state.withLock { $0.watches = watches }
    }

    private func forget() {
        state.withLock { state in
            state.answer = nil
            state.changes += 1
        }
    }

    private func ask(_ owner: BusName) async throws -> Bool {
        do {
            return try await read(connection, owner)
        } catch let error as ErrorReply where Self.meansNone(error) {
            return false
        }
    }

    /// Returns whether the error means that there is nothing to lock: no such object, or no session of the user.
    private static func meansNone(_ error: ErrorReply) -> Bool {
        [
            "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
            "org.freedesktop.DBus.Error.UnknownInterface", "org.freedesktop.DBus.Error.NotSupported",
            "org.freedesktop.login1.NoSuchSession", "org.freedesktop.login1.NoSessionForPID",
        ].contains(error.name)
    }
}
