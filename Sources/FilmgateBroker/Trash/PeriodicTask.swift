internal import FilmgateDBus

/// Does one thing at once and then again and again, never twice at a time; on the event loop.
@BrokerActor final class PeriodicTask {
    private let interval: Duration
    private let look: @concurrent @Sendable () async -> Void
    private var timer: Timer?
    /// The look under way, which may take longer than it is until the next.
    private var work: Task<Void, Never>?
    private var isOver = false

    /// - Parameter look: is cancelled where the rounds end before it does.
    init(every interval: Duration, _ look: @concurrent @escaping @Sendable () async -> Void) {
        self.interval = interval
        self.look = look
    }

    /// Looks from now on, and not again before a look is over; nobody waits for it.
    func begin() {
        // Its time may have come round already when the rounds ended.
        guard !isOver else { return }
        if work == nil {
            work = Task {
                await look()
                work = nil
            }
        }
        timer?.cancel()
        timer = BrokerActor.after(interval) { [weak self] in self?.begin() }
    }

    /// Looks no more; the look under way has ended when it returns.
    func end() async {
        isOver = true
        timer?.cancel()
        work?.cancel()
        await work?.value
    }
}
