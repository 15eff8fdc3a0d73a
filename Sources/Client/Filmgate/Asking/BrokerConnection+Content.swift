import FilmgateDBus
import FilmgateSystem
import FilmgateWire

/// The events of a request for content before its response.
enum ContentEvent: Sendable {
    /// The completed part of the work, from 0 to 1.
    case progress(Double)
    case delivery(OwnedDescriptor, DeliveryDetails)
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
    /// Returns the elements that a request yields. The request is cancelled when the iteration or its task ends.
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
    /// Calls a method that creates a request for content, and waits for its response.
    ///
    /// - Parameters:
    ///   - arguments: the method's arguments.
    ///   - receive: gets all events that arrive before the response.
    /// - Throws: the method's refusals, the reason why the request failed, and `inputOutput` if it was cancelled.
    func requestContent<Input>(
        _ row: ContractMethod<Input, Arguments<ObjectPath>>, _ arguments: (HandleToken) -> Input,
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
