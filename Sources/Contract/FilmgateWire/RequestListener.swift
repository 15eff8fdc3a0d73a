public import FilmgateDBus

/// Waits for the response to a request. Chooses the request's path, and listens there before the call.
public struct RequestListener: Sendable {
    /// The token to pass in the call.
    public let token: HandleToken
    /// The path at which the broker creates the request.
    public let path: ObjectPath
    private let responses: AsyncStream<MessageArguments<RequestOutcome, RequestResults>>
    private let continuation: AsyncStream<MessageArguments<RequestOutcome, RequestResults>>.Continuation
    private let watch: SignalWatch

    /// Chooses the token, and begins to listen.
    ///
    /// - Parameter prefix: the letters at the beginning of the token.
    /// - Throws: an error of the connection.
    public init(on connection: Connection, prefix: String) async throws {
        token = try HandleToken(representation: "\(prefix)_" + String(UInt64.random(in: 0...UInt64.max), radix: 16))
        path = WireNames.requestPath(token.text, of: connection.uniqueName)
        let (responses, continuation) = AsyncStream.makeStream(
            of: MessageArguments<RequestOutcome, RequestResults>.self)
        (self.responses, self.continuation) = (responses, continuation)
        watch = try await connection.watchSignals(
            RequestInterface.response, of: RequestInterface.name, at: path, from: WireNames.busName,
            ended: { continuation.finish() }, { continuation.yield($0) })
    }

    /// Returns the response; nil if the connection closes, `end` is called, or the task is cancelled first.
    public func response() async -> (RequestOutcome, RequestResults)? {
        for await response in responses {
            let (outcome, results) = response.values
            return (outcome, results)
        }
        return nil
    }

    public func end() {
        watch.end()
        continuation.finish()
    }
}
