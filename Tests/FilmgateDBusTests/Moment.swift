import Synchronization

/// Something that happens once, and those who wait for it; whoever is cancelled waits no longer.
final class Moment: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func happen() { continuation.finish() }

    func wait() async {
        for await _ in stream {}
    }
}
