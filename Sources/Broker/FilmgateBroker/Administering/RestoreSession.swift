import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// The restoration that is in progress in a library. It belongs to the connection that began it.
@BrokerActor final class RestoreSession {
    /// The connection that restores the library, from its call until its restoration has ended.
    private var owner: BusName?
    /// Nil while the restoration is starting.
    private var restore: LibraryRestore?
    /// Whether the restoration is ending, or will end as soon as it has started.
    private var isEnding = false
    /// The clients whose access may grow, and the levels that they may reach, as the authority has allowed for this
    /// restoration.
    private var approved: [ClientID: Level] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Begins a restoration. Ends an earlier one of the same connection. Waits for one whose connection left.
    ///
    /// - Throws: `busy` if a different connection restores the library, and the errors of `make`.
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
        (owner, approved) = (name, [:])
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

    /// Hands over a restoration, which continues while the library is closed.
    ///
    /// - Returns: the access that the authority has allowed for it.
    /// - Throws: `RestoreRefusal.ended` if it has ended, even if a different one has replaced it.
    func take(_ taken: LibraryRestore) throws -> [ClientID: Level] {
        try check(taken)
        (owner, restore) = (nil, nil)
        return approved
    }

    private func check(_ expected: LibraryRestore) throws {
        guard restore === expected, !isEnding else { throw RestoreRefusal.ended }
    }

    // MARK: Authorization

    /// Whether the authority has allowed a restoration to give clients this access.
    ///
    /// - Throws: `RestoreRefusal.ended` if the restoration has ended.
    func isApproved(_ rising: [ClientID: Level], for asking: LibraryRestore) throws -> Bool {
        try check(asking)
        return approved.includes(rising)
    }

    /// Records the access that the authority has allowed. While the authority waited for a person, a different
    /// restoration may have begun, which it has not authorized.
    ///
    /// - Throws: `RestoreRefusal.ended` if the restoration has ended.
    func approve(_ rising: [ClientID: Level], for asking: LibraryRestore) throws {
        try check(asking)
        approved.merge(rising) { $1 }
    }

    // MARK: Ending

    /// Ends a restoration, unless it has ended.
    func end(_ ending: LibraryRestore) async {
        if restore === ending { await end() }
    }

    /// The copied files stay for the next attempt.
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

extension [ClientID: Level] {
    /// Whether each of the clients is included, with the same level.
    func includes(_ rising: [ClientID: Level]) -> Bool { rising.allSatisfy { self[$0.key] == $0.value } }
}
