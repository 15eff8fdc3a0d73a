internal import FilmgateDBus
internal import FilmgateModel

/// Has decisions about one client made one after the other, in the order in which they came: each sees what the one before made.
///
/// Lives on the event loop.
actor DecisionTurns {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// Of each client that somebody decides about, those who wait.
    private var waiting: [ClientID: [CheckedContinuation<Void, Never>]] = [:]

    init(loop: EventLoop) { self.loop = loop }

    func take(_ client: ClientID) async {
        guard waiting[client] != nil else {
            waiting[client] = []
            return
        }
        await withCheckedContinuation { waiting[client]?.append($0) }
    }

    nonisolated func giveBack(_ client: ClientID) { assumeIsolated { $0.passOn(client) } }

    private func passOn(_ client: ClientID) {
        guard let next = waiting[client]?.first else {
            waiting[client] = nil
            return
        }
        waiting[client]?.removeFirst()
        next.resume()
    }
}
