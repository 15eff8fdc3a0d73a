import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateWire

/// The events of a request for content before its response.
enum ContentEvent: Sendable {
    /// From 0 to 1.
    case progress(Double)
    case delivery(OwnedDescriptor, DeliveryDetails)
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
    /// The elements that a request yields. The request is cancelled when the iteration or its task ends.
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

extension BrokerLink {
    /// Requests content of an asset when the iteration begins.
    ///
    /// - Parameters:
    ///   - token: where the options have their handle token.
    ///   - element: what the iteration returns for an event; nil for nothing.
    nonisolated func deliveries<Options: DBusValue, Element: Sendable>(
        of asset: AssetID, _ row: ContractMethod<Arguments<AssetIdentifier, Options>, Arguments<ObjectPath>>,
        _ options: Options, _ token: any WritableKeyPath<Options, HandleToken?> & Sendable,
        _ element: @escaping @Sendable (ContentEvent) -> Element?
    ) -> AsyncThrowingStream<Element, any Error>.Iterator {
        AsyncThrowingStream.requesting { [self] continuation in
            try await perform { (connection) async throws(PhotoLibraryError) in
                try await connection.requestContent(
                    row,
                    { handle in
                        var options = options
                        options[keyPath: token] = handle
                        return Arguments(AssetIdentifier(asset), options)
                    },
                    { event in if let element = element(event) { continuation.yield(element) } })
            }
        }.makeAsyncIterator()
    }
}

extension BrokerConnection {
    /// Calls a method that creates a request for content, and waits for its response.
    ///
    /// - Parameters:
    ///   - arguments: of the method.
    ///   - receive: gets all that comes before the response.
    /// - Throws: the method's refusals, why the request failed, and `inputOutput` if it was cancelled.
    func requestContent<Input>(
        _ row: ContractMethod<Input, Arguments<ObjectPath>>, _ arguments: (HandleToken) -> Input,
        _ receive: @escaping @Sendable (ContentEvent) -> Void
    ) async throws(PhotoLibraryError) {
        var watches: [SignalWatch] = []
        let (outcome, results) = try await request(
            row, arguments,
            beforeCall: { path throws(PhotoLibraryError) in
                // All are received before the response, because the broker sends them before it.
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
