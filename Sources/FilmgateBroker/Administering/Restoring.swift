internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateWire

/// The restoration that is in progress in a library. It belongs to the connection that began it.
@BrokerActor final class Restoring {
    /// The connection that restores the library, from its call until its restoration has ended.
    private var owner: BusName?
    /// Nil while it is being begun.
    private var restore: LibraryRestore?
    /// Whether it is ending, or ends as soon as it has begun.
    private var isEnding = false
    /// The clients that may get more than they have: the authority has allowed it for this restoration.
    var approved: Set<ClientID> = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Begins a restoration. An earlier one of the same connection ends, and one whose connection left is waited for.
    ///
    /// - Throws: `busy` if a different connection restores the library, and what `make` throws.
    func begin(
        by name: BusName, _ make: () async throws -> LibraryRestore
    ) async throws -> LibraryRestore {
        while let owner {
            if isEnding {
                await withCheckedContinuation { waiting.append($0) }
            } else {
                guard owner == name, restore != nil else {
                    throw WireError.busy("This library is being restored by a different program; wait until it ends.")
                }
                await end()
            }
        }
        (owner, approved) = (name, [])
        do {
            let made = try await make()
            restore = made
            // The connection may have left meanwhile.
            guard !isEnding, !Task.isCancelled else { throw CancellationError() }
            return made
        } catch {
            await release()
            throw error
        }
    }

    /// Returns the restoration of a connection.
    ///
    /// - Throws: `RestoreRefusal.ended` if there is none.
    func restore(of name: BusName) throws -> LibraryRestore {
        guard let restore, owner == name, !isEnding else { throw RestoreRefusal.ended }
        return restore
    }

    /// Returns the restoration of a connection for the last time: it goes on while the library is closed.
    ///
    /// - Throws: `RestoreRefusal.ended` if there is none.
    func take(of name: BusName) throws -> LibraryRestore {
        let taken = try restore(of: name)
        (owner, restore) = (nil, nil)
        return taken
    }

    /// What was copied stays for the next attempt.
    func end() async {
        guard restore != nil else { return }
        if isEnding {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            await release()
        }
    }

    func left(_ name: BusName) {
        guard owner == name, !isEnding else { return }
        isEnding = true
        guard restore != nil else { return }
        Task { await release() }
    }

    private func release() async {
        isEnding = true
        await restore?.suspend()
        (owner, restore, isEnding) = (nil, nil, false)
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
