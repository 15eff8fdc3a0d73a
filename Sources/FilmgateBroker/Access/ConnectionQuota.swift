internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateWire

/// How many connections of each client have called, on the event loop: what is bounded for a connection would be had many times
/// over with many.
actor ConnectionQuota {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// Of all the user's clients together.
    private let limit: Int
    private var clients: [BusName: ClientID] = [:]
    private var counts: [ClientID: Int] = [:]

    init(limit: Int, loop: EventLoop) {
        self.limit = limit
        self.loop = loop
    }

    var isEmpty: Bool { clients.isEmpty }

    /// Counts a connection, from its first call on.
    ///
    /// - Throws: `limitsExceeded` where its client has as many as it may now, and `CancellationError` for a caller that has left.
    func enter(_ name: BusName, of client: ClientID) throws {
        // Looked at here: on the way to an actor a caller may leave.
        try Task.checkCancellation()
        guard clients[name] == nil else { return }
        let own = counts[client] ?? 0
        // A client may take at most half of what is left, so that one cannot starve the rest.
        guard own < max(Self.alwaysLeft, (limit - (clients.count - own)) / 2) else {
            throw WireError.limitsExceeded(
                "This app uses \(own) connections, which is all that it may now; close some, or call through one of them."
            )
        }
        clients[name] = client
        counts[client] = own + 1
    }

    /// However many connections others have.
    private static let alwaysLeft = 4

    func departed(_ name: BusName) {
        guard let client = clients.removeValue(forKey: name), let count = counts[client] else { return }
        counts[client] = count > 1 ? count - 1 : nil
    }
}
