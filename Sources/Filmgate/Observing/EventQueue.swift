internal import Synchronization

/// What has happened on a connection, in its order, until somebody takes it.
final class EventQueue<Event: Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func put(_ event: Event) { put { $0.append(event) } }

    /// Where there are such already, `substitute` stands for all of them; nothing piles up of what can be asked for.
    func put(_ event: Event, orInPlaceOf isSuch: (Event) -> Bool, _ substitute: Event) {
        put { events in
            let count = events.count
            events.removeAll(where: isSuch)
            events.append(events.count < count ? substitute : event)
        }
    }

    private func put(_ change: (inout [Event]) -> Void) {
        let waiter = state.withLock { state in
            change(&state.events)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// The next one, which one task at a time may wait for; nil where that is cancelled.
    func next() async -> Event? {
        while !Task.isCancelled {
            if let event = state.withLock({ $0.events.isEmpty ? nil : $0.events.removeFirst() }) { return event }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isReady = state.withLock { state in
                        guard state.events.isEmpty, !Task.isCancelled else { return true }
                        state.waiter = continuation
                        return false
                    }
                    if isReady { continuation.resume() }
                }
            } onCancel: {
                let waiter = state.withLock { state in
                    defer { state.waiter = nil }
                    return state.waiter
                }
                waiter?.resume()
            }
        }
        return nil
    }

    /// Drops those that have come.
    ///
    /// - Returns: whether there were such.
    func drop(where isStale: (Event) -> Bool) -> Bool {
        state.withLock { state in
            let count = state.events.count
            state.events.removeAll(where: isStale)
            return state.events.count < count
        }
    }
}
