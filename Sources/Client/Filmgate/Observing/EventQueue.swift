import Synchronization

/// A FIFO queue of the events of a connection.
final class EventQueue<Event: Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func put(_ event: Event) { put { $0.append(event) } }

    /// Adds an event. If events that match `isSuch` are waiting, replaces all of them and `event` with `substitute`. So
    /// events whose content can be fetched later do not accumulate.
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

    /// Waits for the next event; returns nil if this task is cancelled. Only one task at a time may wait.
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

    /// Removes the waiting events that match.
    ///
    /// - Returns: whether any events were removed.
    func drop(where isStale: (Event) -> Bool) -> Bool {
        state.withLock { state in
            let count = state.events.count
            state.events.removeAll(where: isStale)
            return state.events.count < count
        }
    }
}
