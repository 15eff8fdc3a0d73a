import FilmgateModel
import FilmgatePolicy
import FilmgateStore

extension LibraryRestore {
    /// Returns the clients that could do more with the restored library than they can now, with the highest level that
    /// each reaches. An administrator's decisions in the present library stay.
    @BrokerActor func clientsWithMore(
        than present: GrantTable, at now: Timestamp
    ) async throws -> [ClientID: Level] {
        let restored = try await grants()
        // A client that is not in the backup loses its decision, so that a policy's preset can replace a denial.
        let clients = Set(restored.keys).union(present.held.keys.map(\.client))
        var found: [ClientID: Level] = [:]
        // Clients that can do more only if their selections show more.
        var selecting: [ClientID: Level] = [:]
        // Clients that can do more only if files get a type that their grants show.
        var turning: [MediaType: [ClientID: Level]] = [:]
        // Clients that can do more only if they become the author of other clients' files.
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
    /// The access that a grant gives, and its end.
    fileprivate var ruling: [AnyHashable] { [grant, terms.addOnly?.expires, terms.readWrite?.expires] }
}
