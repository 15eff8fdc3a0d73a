import FilmgateDBus
import Synchronization

/// A service that says whether the screen is locked, and its last answer, which is kept until the service says that it
/// may have changed, or until the name has a different owner.
///
/// A signal is not believed. It only makes this ask again.
final class LockSource: Sendable {
    /// Follows signals: `changed` is called for each, and `ended` if the connection ends.
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
        /// Empty before the signals are followed, and if the connection has ended.
        var watches: [SignalWatch] = []
        var answer: Answer?
        /// How many signals were received.
        var changes: UInt64 = 0
    }

    private let name: BusName
    private let connection: Connection
    private let watch: SignalWatcher
    private let read: LockReader
    private let state = Mutex(State())

    /// - Parameters:
    ///   - watch: follows the signals after which the answer may be a different one.
    ///   - read: asks the owner of the name.
    init(
        _ name: BusName, on connection: Connection, watch: @escaping SignalWatcher, read: @escaping LockReader
    ) {
        self.name = name
        self.connection = connection
        self.watch = watch
        self.read = read
    }

    /// Whether the service says that the screen is locked. A service that is there and does not answer counts as locked.
    var isLocked: Bool {
        get async {
            do {
                if state.withLock({ $0.watches.isEmpty }) { try await follow() }
                guard let owner = await connection.followedOwner(of: name) else { return false }
                let (answer, changes) = state.withLock { ($0.answer, $0.changes) }
                if let answer, answer.owner == owner { return answer.isLocked }
                let isLocked = try await ask(owner)
                state.withLock { state in
                    // A signal that came meanwhile can be newer than the answer.
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

    /// Whether there is nothing that could be locked: the name has no such object, or the user no session.
    private static func meansNone(_ error: ErrorReply) -> Bool {
        [
            "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
            "org.freedesktop.DBus.Error.UnknownInterface", "org.freedesktop.DBus.Error.NotSupported",
            "org.freedesktop.login1.NoSuchSession", "org.freedesktop.login1.NoSessionForPID",
        ].contains(error.name)
    }
}
