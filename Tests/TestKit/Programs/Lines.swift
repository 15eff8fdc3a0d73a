/// What a program writes, line by line, for the one who waits for the next.
public final class Lines: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    public init() { (stream, continuation) = AsyncStream.makeStream() }

    /// - Parameter line: nil: there are no more.
    public func hear(_ line: String?) {
        if let line { continuation.yield(line) } else { continuation.finish() }
    }

    /// Nil where the program has ended, or the waiting task is cancelled.
    public func next() async -> String? {
        for await line in stream { return line }
        return nil
    }
}
