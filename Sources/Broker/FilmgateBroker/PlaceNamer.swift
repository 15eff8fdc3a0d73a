import FilmgateStore

/// Names the places of assets that were added before this computer had the data for it, or had different data: a slice of them at a time,
/// the latest first. It goes on where it was interrupted.
@BrokerActor final class PlaceNamer {
    private let library: Library
    private let clock: Clock
    private var work: Task<Void, Never>?
    private var isOver = false

    /// Assets whose places are named together.
    private static let slice = 100
    /// Between two slices, so that other changes need not wait.
    private static let pause: Duration = .milliseconds(20)

    init(of library: Library, clock: Clock) {
        self.library = library
        self.clock = clock
    }

    /// Starts, unless `end` was called.
    func begin() {
        guard work == nil, !isOver else { return }
        work = Task {
            do {
                while try await library.completePlaces(atMost: PlaceNamer.slice, at: clock.now()) {
                    try await Task.sleep(for: PlaceNamer.pause)
                }
            } catch is CancellationError {
            } catch {
                Journal.write(.error, "The places of earlier photos could not be named: \(error)")
            }
        }
    }

    /// Stops. What is left is done after the next start.
    func end() async {
        isOver = true
        work?.cancel()
        await work?.value
    }
}
