internal import FilmgateDBus
internal import FilmgateStore

/// Takes out of the change log what is too old, once an hour, and keeps nobody waiting for it; on the event loop.
actor HistoryDesk {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let library: Library
    private let clock: Clock
    private let days: Int64
    private var timer: Timer?
    /// The look under way, which may take longer than it is until the next.
    private var work: Task<Void, Never>?

    private static let interval = Duration.seconds(3_600)

    /// - Parameter days: how long a change is kept.
    init(of library: Library, keeping days: Int64, clock: Clock, loop: EventLoop) {
        self.library = library
        self.clock = clock
        self.days = days
        self.loop = loop
    }

    /// Looks from now on, and not again before a look is over; nobody waits for it.
    func begin() {
        if work == nil {
            work = Task {
                await look()
                work = nil
            }
        }
        timer = loop.after(Self.interval) { [weak self] in self?.assumeIsolated { $0.begin() } }
    }

    /// Looks no more. What is left of its work is done after the next start.
    func settle() async {
        timer?.cancel()
        work?.cancel()
        await work?.value
    }

    private func look() async {
        do {
            try await library.pruneHistory(keeping: days, at: clock.now())
        } catch is CancellationError {
        } catch {
            Journal.write(.error, "Old changes could not be taken out of the log: \(error)")
        }
    }
}
