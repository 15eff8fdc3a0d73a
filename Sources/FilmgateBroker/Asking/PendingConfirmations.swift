internal import FilmgateDBus

/// The batches that wait for the person, each by its caller and the caller's own number of the call; on the event loop.
actor PendingConfirmations {
    private struct Key: Hashable {
        let name: BusName
        let serial: UInt32
    }

    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private var tasks: [Key: Task<Void, any Error>] = [:]

    init(loop: EventLoop) { self.loop = loop }

    /// Runs what waits, until it ends, is taken back, or the caller leaves.
    func run(for call: MethodCall, _ wait: @escaping @Sendable () async throws -> Void) async throws {
        let key = Key(name: call.sender, serial: call.serial)
        let task = Task { try await wait() }
        tasks[key] = task
        defer { tasks[key] = nil }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func cancel(_ serial: UInt32, of name: BusName) { tasks[Key(name: name, serial: serial)]?.cancel() }
}
