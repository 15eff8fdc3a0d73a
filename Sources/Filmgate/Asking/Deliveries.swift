internal import FilmgateDBus
internal import FilmgateSystem
internal import FilmgateWire

/// What one delivery of a request brings.
typealias Delivery = Arguments<OwnedDescriptor, DeliveryDetails>

extension BrokerLink {
    /// Makes a request, and receives what it delivers until its response. Cancelling the task closes the request.
    ///
    /// - Parameter receive: called for each delivery in order, before this returns.
    func deliveries<Input>(
        of method: ContractMethod<Input, Arguments<ObjectPath>>, of interface: InterfaceName,
        _ arguments: @escaping @Sendable (HandleToken) -> Input, _ receive: @escaping @Sendable (Delivery) -> Void
    ) async throws(PhotoLibraryError) {
        try await perform { (connection) async throws(PhotoLibraryError) in
            var watch: SignalWatch?
            let (outcome, results) = try await connection.request(
                method, of: interface, arguments,
                beforeCall: { path throws(PhotoLibraryError) in
                    // All are received before the response, because the broker sends them before it.
                    watch = try await connection.watch(
                        RequestInterface.delivery, of: RequestInterface.name, at: path, ended: {}, receive)
                })
            withExtendedLifetime(watch) {}
            switch outcome {
            case .failed: throw PhotoLibraryError(results.error)
            case .cancelled, .denied: throw .inputOutput("The request was cancelled.")
            case .success: break
            }
        }
    }
}
