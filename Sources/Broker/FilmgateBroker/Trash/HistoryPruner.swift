import FilmgateDBus
import FilmgateStore

/// Removes old entries from the change log once an hour, without making anyone wait.
@BrokerActor struct HistoryPruner: Sendable {
    private let task: PeriodicTask

    /// - Parameter days: how many days changes are kept.
    init(
        of library: Library, keeping days: Int64, every interval: Duration = .seconds(3_600), clock: Clock
    ) {
        task = PeriodicTask(every: interval) {
            await Journal.noting("Old changes could not be removed from the log") {
                try await library.pruneHistory(keeping: days, at: clock.now())
            }
        }
    }

    /// Starts the hourly work.
    func begin() { task.begin() }

    /// Stops the hourly work. The next start continues it.
    func end() async { await task.end() }
}
