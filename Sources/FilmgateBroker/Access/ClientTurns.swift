internal import FilmgateDBus
internal import FilmgateModel

/// Has what concerns one client done so many at a time, in the order in which it came. One at a time, of decisions each sees what the one
/// before made, and of what takes long no client does more than one at once; a few, no client stands with hundreds of readings
/// in the way of another's one.
///
/// Lives on the event loop.
actor ClientTurns {
    private struct Line {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// Of one client at a time.
    private let width: Int
    /// Of each client whose turn somebody has.
    private var lines: [ClientID: Line] = [:]

    init(width: Int = 1, loop: EventLoop) {
        self.width = width
        self.loop = loop
    }

    func take(_ client: ClientID) async {
        guard lines[client, default: Line()].running >= width else {
            lines[client, default: Line()].running += 1
            return
        }
        await withCheckedContinuation { lines[client]?.waiting.append($0) }
    }

    /// Runs `body` when it is the client's turn, wherever the caller runs.
    ///
    /// - Throws: `CancellationError` for a caller that has left meanwhile, and what `body` throws.
    nonisolated func run<Result>(for client: ClientID, _ body: () async throws -> Result) async throws -> Result {
        await take(client)
        do {
            try Task.checkCancellation()
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
        guard let next = lines[client]?.waiting.first else {
            lines[client]?.running -= 1
            if lines[client]?.running == 0 { lines[client] = nil }
            return
        }
        lines[client]?.waiting.removeFirst()
        next.resume()
    }
}
