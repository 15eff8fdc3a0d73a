import FilmgateDBus
import FilmgateWire

extension BrokerConnection {
    /// Calls a method that creates a request, and waits for the request's response without a time limit.
    ///
    /// Subscribes to the response before the call, and accepts only the broker's response. Cancelling the task closes
    /// the request; the broker then sends a response, which this function returns.
    ///
    /// - Parameter beforeCall: called with the request's path, to subscribe to the other signals of the request.
    /// - Throws: the error of the call; `brokerUnavailable` if the broker leaves before it responds; `invalidReply`.
    func request<Input>(
        _ row: ContractMethod<Input, MessageArguments<ObjectPath>>, _ arguments: (HandleToken) -> Input,
        beforeCall: (ObjectPath) async throws(PhotoLibraryError) -> Void = { _ in }
    ) async throws(PhotoLibraryError) -> (RequestOutcome, RequestResults) {
        let request = try await requestListener()
        let presence = try await listen { exists in if !exists { request.end() } }
        defer { request.end() }
        try await beforeCall(request.path)
        let answered = try await call(row, arguments(request.token)).values
        guard answered == request.path else {
            throw .invalidReply("The broker created the request \(answered) instead of \(request.path).")
        }
        // The broker responds even after a cancellation, because the cancellation closes the request. So a separate
        // task waits for the response, and is not cancelled with the caller.
        let first = Task { await request.response() }
        let response = await withTaskCancellationHandler {
            await first.value
        } onCancel: {
            Task { await self.release(RequestInterface.close, at: request.path) }
        }
        withExtendedLifetime(presence) {}
        guard let response else {
            throw .brokerUnavailable("The photo library's broker stopped before it had answered.")
        }
        return response
    }
}
