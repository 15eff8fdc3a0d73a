internal import FilmgateDBus
internal import FilmgateModel

/// Has what concerns one client done one after the other, in the order in which it came: of decisions each sees what the one before
/// made, and of what takes long no client does more than one at once.
///
/// Lives on the event loop.
actor ClientTurns {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// Of each client whose turn somebody has, those who wait.
    private var waiting: [ClientID: [CheckedContinuation<Void, Never>]] = [:]

    init(loop: EventLoop) { self.loop = loop }

    func take(_ client: ClientID) async {
        guard waiting[client] != nil else {
            waiting[client] = []
            return
        }
        await withCheckedContinuation { waiting[client]?.append($0) }
    }

    /// Runs `body` when it is the client's turn, wherever the caller runs.
    nonisolated func run<Result>(for client: ClientID, _ body: () async throws -> Result) async rethrows -> Result {
        await take(client)
        do {
            let result = try await body()
            await passOn(client)
            return result
        } catch {
            await passOn(client)
            throw error
        }
    }

    /// On the loop alone.
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
