import FilmgateDBus
import FilmgateWire

extension BrokerConnection {
    /// Calls a method that creates a request, and waits for its response as long as the person takes.
    ///
    /// Listens for the response before the call, and accepts only the broker's response. Cancelling the task closes the
    /// request; then this returns the broker's response to that.
    ///
    /// - Parameter beforeCall: called with the request's path, to listen for its other signals.
    /// - Throws: the method's refusals; `brokerUnavailable` if the broker leaves before it has answered.
    func request<Input>(
        _ row: ContractMethod<Input, Arguments<ObjectPath>>, _ arguments: (HandleToken) -> Input,
        beforeCall: (ObjectPath) async throws(PhotoLibraryError) -> Void = { _ in }
    ) async throws(PhotoLibraryError) -> (RequestOutcome, RequestResults) {
        let token = try handleToken()
        guard let path = requestPath(token) else {
            throw .invalidReply("The bus gave this connection an invalid name.")
        }
        let (events, continuation) = AsyncStream.makeStream(of: Arguments<RequestOutcome, RequestResults>?.self)
        let responses = try await signals(RequestInterface.response, of: RequestInterface.name, at: path)
        let listener = try await listen { isThere in if !isThere { continuation.yield(nil) } }
        let reader = Task {
            for await response in responses { continuation.yield(response) }
            continuation.yield(nil)
        }
        defer {
            reader.cancel()
            continuation.finish()
        }
        try await beforeCall(path)
        let answered = try await call(row, arguments(token)).values
        guard answered == path else {
            throw .invalidReply("The broker created the request \(answered) instead of \(path).")
        }
        // A separate task, because cancelling the caller must not cancel it: closing the request causes the response.
        let first = Task { () -> Arguments<RequestOutcome, RequestResults>? in
            for await event in events { return event }
            return nil
        }
        let response = await withTaskCancellationHandler {
            await first.value
        } onCancel: {
            Task { await self.release(RequestInterface.close, at: path) }
        }
        withExtendedLifetime(listener) {}
        guard let response else {
            throw .brokerUnavailable("The photo library's broker stopped before it had answered.")
        }
        return response.values
    }

    private func handleToken() throws(PhotoLibraryError) -> HandleToken {
        let text = "swift_" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
        // Converts the failure to an error of this library.
        guard let token = try? HandleToken(representation: text) else {
            throw .invalidReply("No request token can be created.")
        }
        return token
    }

    /// Returns the contract's path for a request of this connection.
    private func requestPath(_ token: HandleToken) -> ObjectPath? {
        let sender = uniqueName.rawValue.dropFirst().map { $0 == "." ? "_" : $0 }
        return ObjectPath("\(Wire.rootPath)/request/\(String(sender))/\(token.text)")
    }
}
