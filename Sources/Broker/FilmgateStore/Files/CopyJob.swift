import FilmgateModel
import Synchronization

/// A file that is being copied. Its thread, its caller and the watch thread share this object.
final class CopyJob: Sendable {
    let client: ClientID
    private let body: @Sendable (CopyJob) throws -> Void
    private let waiting: Mutex<CheckedContinuation<Void, any Error>?>
    private let allowance: Atomic<Int64>
    private let bytes = Atomic<UInt64>(0)

    init(
        client: ClientID, timeLimit: Duration, waiting: CheckedContinuation<Void, any Error>,
        body: @escaping @Sendable (CopyJob) throws -> Void
    ) {
        self.client = client
        self.body = body
        self.waiting = Mutex(waiting)
        allowance = Atomic(timeLimit.wholeMicroseconds)
    }

    /// Copies until the end, or until the caller has its result.
    func run() {
        guard !isGivenUp else { return }
        end(with: Result { try body(self) })
    }

    /// Resumes the caller. Only the first result counts.
    func end(with result: Result<Void, any Error>) {
        let waiting = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(with: result)
    }

    /// Whether the caller has a result already.
    var isGivenUp: Bool { waiting.withLock { $0 == nil } }

    /// The copying thread calls this between blocks. Reports progress to the watch thread, and throws if the caller has
    /// a result already.
    func checkIn(after bytes: UInt64) throws {
        self.bytes.store(bytes + 1, ordering: .relaxed)
        if isGivenUp { throw CancellationError() }
    }

    /// Sets the time limit of the copy.
    func allow(_ duration: Duration) { allowance.store(duration.wholeMicroseconds, ordering: .relaxed) }

    /// The progress and the time limit.
    var state: (progress: UInt64, allowance: Duration) {
        (bytes.load(ordering: .relaxed), .microseconds(allowance.load(ordering: .relaxed)))
    }
}

extension Duration {
    fileprivate var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
