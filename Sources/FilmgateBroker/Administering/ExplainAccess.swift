internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore

/// Explains why a client has the access that it has.
@BrokerActor struct ExplainAccess: Sendable {
    let grantTable: GrantTable
    let policy: PolicyMonitor
    let library: Library

    func explain(_ client: ClientID, _ asset: AssetID?, by permit: AdminPermit) async throws -> Explanation {
        let standing = grantTable.standing(of: client)
        let (state, rules) = (policy.state, policy.rules(for: client))
        var facts = AccessFacts(
            client: client, isOwnersTool: standing.isOwnersTool, stored: standing.record?.grant,
            since: standing.record?.grantedDate, expires: standing.record?.expires,
            isOnce: standing.record?.isOnce ?? false, rules: rules,
            fault: state.standing == .closed ? state.faults.first?.place : nil, policySince: state.since)
        facts.pauseReason = grantTable.pauses[client]
        if let asset { facts.asset = try await library.facts(of: asset, for: standing.holder) }
        return Explanation(facts)
    }
}

extension GrantTable {
    /// The access of a client, connected or not.
    struct ClientStanding: Sendable {
        let record: GrantRecord?
        let holder: Holder
        /// Whether it is one of the owner's own programs.
        let isOwnersTool: Bool
    }

    /// Returns the access of a client by its name. If each of its connections has its own grant, the most recent
    /// decision counts.
    func standing(of client: ClientID) -> ClientStanding {
        let connected = callers.filter { $0.id == client }
        let all = Holder.client(client)
        if isOwnersProgram(client, connected: connected) {
            return ClientStanding(record: nil, holder: all, isOwnersTool: true)
        }
        let own = standing(of: all)
        if client.kind.isVerified || own?.grant.grantor == .admin {
            return ClientStanding(record: own, holder: all, isOwnersTool: false)
        }
        let latest = held.filter { $0.key.client == client && $0.key.connection != nil }
            .compactMap { standing(of: $0.key) }.max { $0.grantedDate < $1.grantedDate }
        let holder = latest?.holder ?? connected.first.map { self.holder(of: $0) } ?? all
        return ClientStanding(record: latest, holder: holder, isOwnersTool: false)
    }

    /// Whether a client is one of the owner's tools, or an agent, which are no apps.
    ///
    /// One that is not connected is known by its path. Other programs can claim such a path, so a client that has a grant, or that is
    /// connected and not trusted, is none.
    private func isOwnersProgram(_ client: ClientID, connected: [Client]) -> Bool {
        guard client.kind == .exe else { return false }
        guard connected.isEmpty else { return connected.allSatisfy { $0.isOwnersTool || $0.isAgentProgram } }
        return ownersPrograms.contains(client.name) && !held.keys.contains { $0.client == client }
    }
}
