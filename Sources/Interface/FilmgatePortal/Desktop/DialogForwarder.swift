import FilmgateDBus

/// Passes dialogs on to the desktop's own backend.
struct DialogForwarder: Sendable {
    let connection: Connection
    /// Returns the bus name of the desktop's own backend; nil if there is none.
    let backend: @Sendable () -> BusName?

    /// Shows the desktop's own dialog with the same handle, and waits for the answer. Cancellation closes the dialog.
    ///
    /// - Throws: the backend's `ErrorReply`.
    func forward(_ dialog: DialogCall) async throws -> DialogAnswer {
        guard let backend = backend() else { return .closed }
        do {
            let (response, results) = try await connection.call(
                dialog.kind.method, of: FileChooserInterface.name, at: FileChooserInterface.path, on: backend,
                dialog.arguments, options: CallOptions(timeout: nil, allowsInteraction: true)
            ).values
            return DialogAnswer(response: response, results: results)
        } catch is CancellationError {
            await close(dialog.handle, of: backend)
            return .closed
        }
    }

    private func close(_ handle: ObjectPath, of backend: BusName) async {
        let connection = connection
        // The current task is cancelled, so it cannot make a call.
        await Task {
            // If the call fails, the backend has ended or has already answered, and shows no dialog.
            _ = try? await connection.call(
                PortalRequestInterface.close, of: PortalRequestInterface.name, at: handle, on: backend,
                MessageArguments(),
                options: CallOptions(timeout: .seconds(5)))
        }.value
    }
}
