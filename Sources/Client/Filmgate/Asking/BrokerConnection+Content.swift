import FilmgateDBus
import FilmgateSystem
import FilmgateWire

/// An event of a content request, before its response.
enum ContentEvent: Sendable {
    /// The completed fraction of the work, from 0 to 1.
    case progress(Double)
    case delivery(OwnedDescriptor, DeliveryDetails)
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
    /// Returns a stream of the elements that `request` yields. Ending the iteration or its task cancels `request`.
    static func requesting(
        _ request: @escaping @Sendable (Continuation) async throws -> Void
    ) -> AsyncThrowingStream {
        let (elements, continuation) = makeStream(of: Element.self)
        let task = Task {
            do {
                try await request(continuation)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return elements
    }
}

extension BrokerConnection {
    /// Calls a method that creates a request for content, and waits for the request's response.
    ///
    /// - Parameters:
    ///   - arguments: returns the method's arguments, given the token that determines the request's path.
    ///   - receive: called with each event that arrives before the response.
    /// - Throws: the error of the call or of the request; `inputOutput` if the request was cancelled or denied.
    func requestContent<Input>(
        _ row: ContractMethod<Input, MessageArguments<ObjectPath>>, _ arguments: (HandleToken) -> Input,
        _ receive: @escaping @Sendable (ContentEvent) -> Void
    ) async throws(PhotoLibraryError) {
        var watches: [SignalWatch] = []
        let (outcome, results) = try await request(
            row, arguments,
            beforeCall: { path throws(PhotoLibraryError) in
                // All of these signals arrive before the response, because the broker sends them first.
                watches = [
                    try await watch(RequestInterface.delivery, of: RequestInterface.name, at: path, ended: {}) {
                        receive(.delivery($0.values.0, $0.values.1))
                    },
                    try await watch(RequestInterface.progress, of: RequestInterface.name, at: path, ended: {}) {
                        receive(.progress($0.values))
                    },
                ]
            })
        withExtendedLifetime(watches) {}
        switch outcome {
        case .failed: throw PhotoLibraryError(results.error)
        case .cancelled, .denied: throw .inputOutput("The request was cancelled.")
        case .success: break
        }
    }
}
