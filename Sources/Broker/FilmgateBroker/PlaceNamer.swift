import FilmgateStore

/// Names the places of assets that have no place name, or whose name comes from older place data. Works in batches,
/// from the latest to the oldest asset. Continues after an interruption.
@BrokerActor final class PlaceNamer {
    private let library: Library
    private let clock: Clock
    private var work: Task<Void, Never>?
    private var isOver = false

    /// The number of assets in a batch.
    private static let slice = 100
    /// The pause between two batches, so that other changes do not have to wait.
    private static let pause: Duration = .milliseconds(20)

    init(of library: Library, clock: Clock) {
        self.library = library
        self.clock = clock
    }

    /// Starts, unless `end` was called.
    func begin() {
        guard work == nil, !isOver else { return }
        work = Task {
            await Journal.noting("The places of earlier photos could not be named") {
                while try await library.completePlaces(atMost: PlaceNamer.slice, at: clock.now()) {
                    try await Task.sleep(for: PlaceNamer.pause)
                }
            }
        }
    }

    /// Stops for good, after the current batch. A new namer continues the work.
    func end() async {
        isOver = true
        work?.cancel()
        await work?.value
    }
}
