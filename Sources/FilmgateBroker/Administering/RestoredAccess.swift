internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore

extension LibraryRestore {
    /// Returns the clients that could do more with the restored library than they can now. What an administrator decided in the present
    /// library stays.
    @BrokerActor func clientsWithMore(than present: GrantTable) async throws -> Set<ClientID> {
        var found: Set<ClientID> = []
        for (client, records) in try await grants() {
            let before = present.grants(of: client)
            var after = ClientGrants(
                own: records.first { $0.holder.connection == nil },
                connections: records.filter { $0.holder.connection != nil })
            if before.own?.grant.grantor == .admin { after.own = before.own }
            func rises(showsMore: Bool) -> Bool {
                let transition = GrantTransition(
                    restoring: client, from: before, to: after, showsMore: showsMore, under: present.rules(of: client))
                return transition.operation == .extend
            }
            let isSame = after.own?.ruling == before.own?.ruling && after.connections.isEmpty
            if !isSame, rises(showsMore: false) {
                found.insert(client)
            } else if rises(showsMore: true), try await showsMore(to: client) {
                found.insert(client)
            }
        }
        return found
    }
}

extension GrantRecord {
    /// What it gives, and until when.
    fileprivate var ruling: [AnyHashable] { [grant, terms.addOnly?.expires, terms.readWrite?.expires] }
}
