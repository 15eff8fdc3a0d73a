import Testing

/// What a program writes, line by line.
final class Lines: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func add(_ line: String?) {
        if let line { continuation.yield(line) } else { continuation.finish() }
    }

    func next() async throws -> String {
        var iterator = stream.makeAsyncIterator()
        return try #require(await iterator.next(), "the program has ended")
    }
}
