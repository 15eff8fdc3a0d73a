import FilmgateDBus
import FilmgateWire
import Synchronization

/// The listeners of one connection, which are called when the broker appears on the bus or leaves it.
final class BrokerPresenceMonitor: Sendable {
    private struct State {
        var isWatching = false
        var last: UInt64 = 0
        var listeners: [UInt64: @Sendable (Bool) -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Calls `body` whenever the broker appears on the bus or leaves it, until the returned listener is released.
    func listen(on connection: Connection, _ body: @escaping @Sendable (_ exists: Bool) -> Void) async throws
        -> Listener
    {
        let isFirst = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        if isFirst {
            try await connection.watchNames { [weak self] change in
                if change.name == WireNames.busName {
                    self?.report(change.newOwner != nil, changed: change.oldOwner != nil)
                }
            }
        }
        let id = state.withLock { state in
            state.last += 1
            state.listeners[state.last] = body
            return state.last
        }
        return Listener { [weak self] in self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
    }

    /// Reports a change to the listeners. If a new broker directly replaces the old one, reports `false` first.
    private func report(_ exists: Bool, changed: Bool) {
        let bodies = state.withLock { Array($0.listeners.values) }
        for body in bodies {
            if changed, exists { body(false) }
            body(exists)
        }
    }

    /// The registration of a listener, which ends when this object is released.
    final class Listener: Sendable {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }
}
