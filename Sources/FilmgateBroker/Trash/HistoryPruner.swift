internal import FilmgateDBus
internal import FilmgateStore

/// Takes out of the change log what is too old, once an hour, and keeps nobody waiting for it.
@BrokerActor struct HistoryPruner: Sendable {
    private let rounds: PeriodicTask

    /// - Parameter days: how long a change is kept.
    init(
        of library: Library, keeping days: Int64, every interval: Duration = .seconds(3_600), clock: Clock
    ) {
        rounds = PeriodicTask(every: interval) {
            do {
                try await library.pruneHistory(keeping: days, at: clock.now())
            } catch is CancellationError {
            } catch {
                Journal.write(.error, "Old changes could not be taken out of the log: \(error)")
            }
        }
    }

    /// Looks from now on.
    func begin() { rounds.begin() }

    /// Looks no more. What is left of its work is done after the next start.
    func settle() async { await rounds.end() }
}
