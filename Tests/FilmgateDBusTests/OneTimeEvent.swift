import Synchronization

/// An event that happens once, and that tasks can wait for. A cancelled task stops waiting.
final class OneTimeEvent: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func happen() { continuation.finish() }

    func wait() async {
        for await _ in stream {}
    }
}
