internal import FilmgateModel
internal import Synchronization

/// One file on its way in: what its thread, whoever waits for it, and the watch over both share.
final class CopyJob: Sendable {
    let client: ClientID
    private let body: @Sendable (CopyJob) throws -> StagedFile
    private let waiting: Mutex<CheckedContinuation<StagedFile, any Error>?>
    private let allowance: Atomic<Int64>
    private let bytes = Atomic<UInt64>(0)

    init(
        client: ClientID, patience: Duration, waiting: CheckedContinuation<StagedFile, any Error>,
        body: @escaping @Sendable (CopyJob) throws -> StagedFile
    ) {
        self.client = client
        self.body = body
        self.waiting = Mutex(waiting)
        allowance = Atomic(patience.wholeMicroseconds)
    }

    /// Runs to the end, or until nobody waits any more.
    func run() {
        guard !isGivenUp else { return }
        end(with: Result { try body(self) })
    }

    /// Answers whoever waits; the first answer counts.
    func end(with result: Result<StagedFile, any Error>) {
        let waiting = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(with: result)
    }

    /// Whether the answer has been given before the thread was through.
    var isGivenUp: Bool { waiting.withLock { $0 == nil } }

    /// Called between blocks: tells the watch of progress, and ends a copy that nobody waits for.
    func checkIn(after bytes: UInt64) throws {
        self.bytes.store(bytes + 1, ordering: .relaxed)
        if isGivenUp { throw CancellationError() }
    }

    /// Sets how long the copy may take in all.
    func allow(_ duration: Duration) { allowance.store(duration.wholeMicroseconds, ordering: .relaxed) }

    /// How far it has come, and how long it may take in all.
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
