import FilmgateDBus

/// Batches that wait for the person, by the serial of the caller's message.
extension ClientConnection {
    /// Runs `wait` until it ends, the batch is cancelled, or the caller leaves.
    func confirming(_ call: MethodCall, _ wait: @escaping @BrokerActor () async throws -> Void) async throws {
        let task = Task { try await wait() }
        confirmations[call.serial] = task
        defer { confirmations[call.serial] = nil }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func cancelConfirmation(_ serial: UInt32) { confirmations[serial]?.cancel() }
}
