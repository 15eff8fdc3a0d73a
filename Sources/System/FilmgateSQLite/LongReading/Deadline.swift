import Synchronization

/// The deadline of a read, which can also be cancelled.
public final class Deadline: Sendable {
    private let limit: Duration
    private let end: ContinuousClock.Instant
    private let isCancelled = Atomic<Bool>(false)

    /// Creates a deadline whose time starts now.
    public init(within limit: Duration) {
        self.limit = limit
        end = .now + limit
    }

    /// Ends the read as soon as possible. Can be called from any thread.
    public func cancel() { isCancelled.store(true, ordering: .relaxed) }

    var isOver: Bool { isCancelled.load(ordering: .relaxed) || .now > end }

    /// The error that the interrupted read throws.
    var reason: any Error {
        isCancelled.load(ordering: .relaxed) ? CancellationError() : ReadingTookTooLong(limit: limit)
    }
}

/// The error of a read that exceeded its time limit.
public struct ReadingTookTooLong: Error, Hashable, Sendable { public let limit: Duration }

/// The deadline of a connection's current read, as SQLite's progress handler and SQL functions access it.
final class DeadlineHook {
    var deadline: Deadline?

    var isOver: Bool { deadline?.isOver ?? false }
}
