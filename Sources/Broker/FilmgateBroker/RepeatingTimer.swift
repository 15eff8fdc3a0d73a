import FilmgateDBus

/// Calls a closure repeatedly, first after one interval, until the timer is canceled.
@BrokerActor final class RepeatingTimer {
    private let interval: Duration
    private let body: @BrokerActor @Sendable (Int) -> Void
    private var timer: Timer?
    private var count = 0

    /// - Parameter body: the closure. Its argument is the number of the call, from 1.
    init(every interval: Duration, _ body: @BrokerActor @escaping @Sendable (Int) -> Void) {
        self.interval = interval
        self.body = body
        wait()
    }

    func cancel() { timer?.cancel() }

    private func wait() {
        timer = BrokerActor.after(interval) { [weak self] in
            guard let self else { return }
            count += 1
            body(count)
            wait()
        }
    }
}
