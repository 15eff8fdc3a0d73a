import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// The restoration that is in progress in a library. It belongs to the connection that began it.
@BrokerActor final class RestoreSession {
    /// The connection that restores the library, from the beginning to the end of the restoration.
    private var owner: BusName?
    /// The restoration in progress; nil while it is starting.
    private var restore: LibraryRestore?
    /// Whether the restoration is ending, or will end as soon as it has started.
    private var isEnding = false
    /// The clients whose access may grow in this restoration, with the levels that they may reach, as authorized.
    private var approved: [ClientID: Level] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Begins a restoration. Before that, ends an earlier restoration of this connection, or waits for the end of a
    /// restoration whose connection has left.
    ///
    /// - Throws: `busy` if another connection's restoration is in progress or one is starting, `CancellationError` if
    ///   the caller has left, and the errors of `make`.
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
            // The connection may have left the bus meanwhile.
            guard !isEnding, !Task.isCancelled else { throw CancellationError() }
            return made
        } catch {
            await release()
            throw error
        }
    }

    /// Returns the restoration of a connection.
    ///
    /// - Throws: `RestoreRefusal.ended` if the connection has no restoration.
    func restore(of name: BusName) throws -> LibraryRestore {
        guard let restore, owner == name, !isEnding else { throw RestoreRefusal.ended }
        return restore
    }

    /// Removes a restoration from the session, so that closing the library does not end it.
    ///
    /// - Returns: the access that the authority has allowed for the restoration.
    /// - Throws: `RestoreRefusal.ended` if the restoration has ended, even if a new one has begun.
    func take(_ taken: LibraryRestore) throws -> [ClientID: Level] {
        try check(taken)
        (owner, restore) = (nil, nil)
        return approved
    }

    private func check(_ expected: LibraryRestore) throws {
        guard restore === expected, !isEnding else { throw RestoreRefusal.ended }
    }

    // MARK: Authorization

    /// Returns whether the authority has allowed a restoration to give clients this access.
    ///
    /// - Throws: `RestoreRefusal.ended` if the restoration has ended.
    func isApproved(_ rising: [ClientID: Level], for asking: LibraryRestore) throws -> Bool {
        try check(asking)
        return approved.includes(rising)
    }

    /// Records the access that the authority has allowed for a restoration. A restoration that began while the person
    /// authenticated is not authorized.
    ///
    /// - Throws: `RestoreRefusal.ended` if the restoration has ended.
    func approve(_ rising: [ClientID: Level], for asking: LibraryRestore) throws {
        try check(asking)
        approved.merge(rising) { $1 }
    }

    // MARK: Ending

    /// Ends a restoration, unless it has already ended.
    func end(_ ending: LibraryRestore) async {
        if restore === ending { await end() }
    }

    /// Ends the restoration. The copied files stay for the next attempt.
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
    /// Returns whether the dictionary contains each of these clients, with the same level.
    func includes(_ rising: [ClientID: Level]) -> Bool { rising.allSatisfy { self[$0.key] == $0.value } }
}

extension LibraryRestore {
    /// Returns the clients that could do more with the restored library than they can now, with the highest level of
    /// each. An administrator's decisions in the current library stay in force.
    @BrokerActor func clientsWithMore(
        than present: GrantTable, at now: Timestamp
    ) async throws -> [ClientID: Level] {
        let restored = try await grants()
        // A client that is not in the backup loses its current decision. A preset of the policy can then replace a
        // denial.
        let clients = Set(restored.keys).union(present.held.keys.map(\.client))
        var found: [ClientID: Level] = [:]
        // Clients that can do more only if the restored selections show more assets.
        var selecting: [ClientID: Level] = [:]
        // Clients that can do more only if files change to a media type that the clients' grants show.
        var turning: [MediaType: [ClientID: Level]] = [:]
        // Clients that can do more only if they become the creators of other clients' files.
        var adding: [ClientID: Level] = [:]
        for client in clients {
            let records = restored[client] ?? []
            let before = present.grants(of: client)
            var after = ClientGrants(
                own: records.first { $0.holder.connection == nil },
                connections: records.filter { $0.holder.connection != nil })
            if before.own?.grant.grantor == .admin { after.own = before.own }
            let rules = present.rules(of: client)
            func transition(
                showsMore: Bool = false, turned: Set<MediaType> = [], addedMore: Bool = false
            ) -> GrantTransition {
                GrantTransition(
                    restoring: client, from: before, to: after, showsMore: showsMore, turned: turned,
                    addedMore: addedMore, under: rules)
            }
            let isSame =
                after.own?.ruling == before.own?.ruling && after.connections.isEmpty && before.connections.isEmpty
            let change = transition()
            if !isSame, change.operation == .extend {
                found[client] = change.level
                continue
            }
            if transition(showsMore: true).operation == .extend { selecting[client] = change.level }
            if transition(addedMore: true).operation == .extend { adding[client] = change.level }
            for type in MediaType.allCases where transition(turned: [type]).operation == .extend {
                turning[type, default: [:]][client] = change.level
            }
        }
        for (type, clients) in turning {
            guard try await turnsFiles(into: type) else { continue }
            found.merge(clients) { $1 }
        }
        for client in try await clientsSeeingMore(among: Set(selecting.keys), at: now) {
            found[client] = selecting[client]
        }
        for client in try await clientsAddingMore(among: Set(adding.keys)) { found[client] = adding[client] }
        return found
    }
}

extension GrantRecord {
    /// The grant and the dates at which it ends, for comparison.
    fileprivate var ruling: [AnyHashable] { [grant, terms.addOnly?.expires, terms.readWrite?.expires] }
}
