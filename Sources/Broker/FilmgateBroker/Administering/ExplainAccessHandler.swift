import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Explains why a client has its access.
@BrokerActor struct ExplainAccessHandler: Sendable {
    let core: LibraryCore

    func explain(_ client: ClientID, _ asset: AssetID?, by permit: AdminPermit) async throws -> Explanation {
        let standing = core.grants.standing(of: client)
        let policy = core.services.policy
        let (state, rules) = (policy.state, policy.rules(for: client))
        var facts = AccessFacts(
            client: client, isOwnersTool: standing.isOwnersTool, stored: standing.record?.grant,
            since: standing.record?.grantedDate, expires: standing.record?.expires,
            isOnce: standing.record?.isOnce ?? false, rules: rules,
            fault: state.standing == .closed ? state.faults.first?.place : nil, policySince: state.since)
        facts.pauseReason = core.grants.pauses[client]?.reason
        facts.pauseEnds = core.grants.pauses[client]?.ends
        if let asset { facts.asset = try await core.library.facts(of: asset, for: standing.holder) }
        return Explanation(facts)
    }

    /// Returns the assets whose file name is this text, or whose identifiers begin with the text.
    ///
    /// The owner's tools use this to show the audit log, because each `Fetch` would add an audit entry.
    /// - Parameter authorize: asks for the authorization to look up names.
    /// - Throws: `invalidArgument` if the caller is not the owner, the errors of `authorize`, and an error of the
    ///   database.
    func assets(
        named name: String, by permit: AdminPermit, _ authorize: @BrokerActor () async throws -> Void
    ) async throws -> [NamedAsset] {
        guard permit.isByOwner else {
            throw WireError.invalidArgument("ExplainAccess: 'name' is for the owner's tools.")
        }
        try await authorize()
        var query = AssetQuery()
        (query.includesHidden, query.includesTrashed, query.includesBurstMembers) = (true, true, true)
        var found: [NamedAsset] = []
        if Self.isBeginning(name) {
            let beginning = name.lowercased()
            found = try await assets(query, permit) { $0.id.description.hasPrefix(beginning) }
        }
        query.predicate = .comparison(.property(.filename), .equal, .literal(.text(name)))
        let known = Set(found.map(\.id))
        return found + (try await assets(query, permit) { !known.contains($0.id) })
    }

    /// Returns whether a string can be the beginning of an identifier, and is long enough to match only a few
    /// identifiers.
    private static func isBeginning(_ name: String) -> Bool {
        name.utf8.count >= 8 && name.allSatisfy { $0.isHexDigit || $0 == "-" }
    }

    /// Returns the first assets of a query that `matches` accepts, at most 100.
    private func assets(
        _ query: AssetQuery, _ permit: AdminPermit, where matches: (AssetRow) -> Bool
    ) async throws -> [NamedAsset] {
        let keys = try await core.library.fetch(query, visibleTo: permit.visibility, inTurnOf: permit.client.id)
        var found: [NamedAsset] = []
        for start in stride(from: 0, to: keys.count, by: 1_000) where found.count < 100 {
            let part = Array(keys[start..<min(start + 1_000, keys.count)])
            let rows = try await core.library.rows(
                part, properties: [.filename, .trashedDate], visibleTo: permit.visibility)
            for row in rows ?? [] where matches(row) {
                var filename: String?
                if case .text(let text) = row.values[.filename] { filename = text }
                found.append(NamedAsset(id: row.id, filename: filename, isTrashed: row.values[.trashedDate] != nil))
            }
        }
        return Array(found.prefix(100))
    }
}

extension GrantTable {
    /// The access of a client, connected or not.
    struct ClientAccess: Sendable {
        let record: GrantRecord?
        let holder: Holder
        /// Whether the client is one of the owner's own programs.
        let isOwnersTool: Bool
    }

    /// Returns the access of the client with this identifier. If the grants of its connections apply, uses the one that
    /// was decided last.
    func standing(of client: ClientID) -> ClientAccess {
        let connected = callers.filter { $0.id == client }
        let all = Holder.client(client)
        if isOwnersProgram(client, connected: connected) {
            return ClientAccess(record: nil, holder: all, isOwnersTool: true)
        }
        let own = standing(of: all)
        if client.kind.isVerified || own?.grant.grantor == .admin {
            return ClientAccess(record: own, holder: all, isOwnersTool: false)
        }
        let latest = held.filter { $0.key.client == client && $0.key.connection != nil }
            .compactMap { standing(of: $0.key) }.max { $0.grantedDate < $1.grantedDate }
        let holder = latest?.holder ?? connected.first.map { self.holder(of: $0) } ?? all
        return ClientAccess(record: latest, holder: holder, isOwnersTool: false)
    }

    /// Returns whether a client is one of the owner's tools or an agent, rather than an app.
    ///
    /// If the client is not connected, decides by its path. In this case, returns false for a client that has a grant,
    /// because other programs can claim the same path.
    private func isOwnersProgram(_ client: ClientID, connected: [Client]) -> Bool {
        guard client.kind == .exe else { return false }
        guard connected.isEmpty else { return connected.allSatisfy { $0.isOwnersTool || $0.isAgentProgram } }
        return ownersPrograms.contains(client.name) && !held.keys.contains { $0.client == client }
    }
}
