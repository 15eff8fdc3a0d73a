import Synchronization

/// The time limit of a read. Can also cancel the read earlier.
public final class Deadline: Sendable {
    private let limit: Duration
    private let end: ContinuousClock.Instant
    private let isCancelled = Atomic<Bool>(false)

    /// Creates a deadline that is `limit` from now.
    public init(within limit: Duration) {
        self.limit = limit
        end = .now + limit
    }

    /// Ends the read as soon as possible. Any thread can call this.
    public func cancel() { isCancelled.store(true, ordering: .relaxed) }

    var isOver: Bool { isCancelled.load(ordering: .relaxed) || .now > end }

    /// The error to throw for the interrupted read.
    var reason: any Error {
        isCancelled.load(ordering: .relaxed) ? CancellationError() : ReadingTookTooLong(limit: limit)
    }
}

/// An error for a read that exceeded its time limit.
public struct ReadingTookTooLong: Error, Hashable, Sendable { public let limit: Duration }

/// Holds the deadline of a connection's current read, for SQLite's progress handler and the SQL functions.
final class DeadlineHook {
    var deadline: Deadline?

    var isOver: Bool { deadline?.isOver ?? false }
}
