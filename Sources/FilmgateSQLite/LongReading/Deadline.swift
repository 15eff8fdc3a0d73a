internal import Synchronization

/// When a reading must be over, and whether anybody still waits for it.
public final class Deadline: Sendable {
    private let limit: Duration
    private let end: ContinuousClock.Instant
    private let isCancelled = Atomic<Bool>(false)

    /// Begins now.
    public init(within limit: Duration) {
        self.limit = limit
        end = .now + limit
    }

    /// Has the reading end as soon as it can. May be called from anywhere.
    public func cancel() { isCancelled.store(true, ordering: .relaxed) }

    var isOver: Bool { isCancelled.load(ordering: .relaxed) || .now > end }

    /// What a reading that was ended by it throws.
    var reason: any Error {
        isCancelled.load(ordering: .relaxed) ? CancellationError() : ReadingTookTooLong(limit: limit)
    }
}

/// A reading was ended because its time was over.
public struct ReadingTookTooLong: Error, Hashable, Sendable {
    public let limit: Duration
}

/// What a connection's statements and functions go by while they run; at home with the connection.
final class DeadlineHook {
    var deadline: Deadline?

    var isOver: Bool { deadline?.isOver ?? false }
}
