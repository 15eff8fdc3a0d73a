import FilmgateDBus
import FilmgateStore

/// Repeats a task, beginning at once. The runs of the task never overlap.
@BrokerActor final class PeriodicTask {
    private let interval: Duration
    private let body: @concurrent @Sendable () async -> Void
    private var timer: Timer?
    /// The run in progress, which may take longer than the interval.
    private var work: Task<Void, Never>?
    private var isOver = false

    /// - Parameter body: the task; canceled if `end` is called before it finishes.
    init(every interval: Duration, _ body: @concurrent @escaping @Sendable () async -> Void) {
        self.interval = interval
        self.body = body
    }

    /// Starts the task now and after each interval, unless a run is in progress. Returns at once.
    func begin() {
        // The timer may already have fired when `end` was called.
        guard !isOver else { return }
        if work == nil {
            work = Task {
                await body()
                work = nil
            }
        }
        timer?.cancel()
        timer = BrokerActor.after(interval) { [weak self] in self?.begin() }
    }

    /// Stops repeating. When this returns, the run in progress has finished.
    func end() async {
        isOver = true
        timer?.cancel()
        work?.cancel()
        await work?.value
    }
}

/// Removes old entries from the change log once an hour, without delaying other work.
@BrokerActor struct HistoryPruner: Sendable {
    private let task: PeriodicTask

    /// - Parameter days: the number of days that changes are kept.
    init(
        of library: Library, keeping days: Int64, every interval: Duration = .seconds(3_600), clock: Clock
    ) {
        task = PeriodicTask(every: interval) {
            await Journal.noting("Old changes could not be removed from the log") {
                try await library.pruneHistory(keeping: days, at: clock.now())
            }
        }
    }

    func begin() { task.begin() }

    /// Stops the hourly work. A new pruner continues it.
    func end() async { await task.end() }
}
