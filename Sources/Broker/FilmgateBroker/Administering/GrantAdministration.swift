import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Carries out administrators' operations on grants and clients.
@BrokerActor struct GrantAdministration: Sendable {
    let core: LibraryCore
    let tickets: EditTickets
    let keptItems: PickedItemKeeper

    func grants(_ filter: GrantFilter, by permit: AdminPermit) async throws -> [ClientGrant] {
        let records = try await core.grants.all().filter { filter.client == nil || $0.holder.client == filter.client }
        let kept = try await keptItems.counts()
        // Clients without a stored grant are listed if they are muted, are paused with a policy's preset, or have kept
        // items (picked items that are stored for later connections).
        let others =
            filter.client.map { [$0] }
            ?? core.grants.mutes.union(core.grants.pauses.keys).union(kept.keys)
            .sorted { $0.description < $1.description }
        let known = Set(records.map(\.holder.client))
        let rulings = others.filter { !known.contains($0) }.compactMap { client in
            ruling(on: client) ?? undecided(client, hasKeptItems: kept[client] != nil)
        }
        return (records + rulings).map { row($0, of: permit.user, keptItems: kept[$0.holder.client] ?? 0) }
    }

    private func row(_ stored: GrantRecord, of user: UInt32, keptItems: Int) -> ClientGrant {
        let client = stored.holder.client
        // Policy does not limit a record without a decision, such as the record of an owner's tool that is muted.
        let isUndetermined = stored.grant == .undetermined
        let rules = core.grants.rules(of: client)
        let ruled = isUndetermined ? stored.grant : effective(stored.grant, under: rules, for: client.kind)
        var record = stored
        record.grant = core.grants.inForce(ruled, of: client)
        let pause = core.grants.pause(of: client, under: ruled)
        return ClientGrant(
            record, user: user, pause: pause?.reason, pauseEnds: pause?.ends,
            pausedLevel: pause == nil ? nil : regrantedLevel(ruled, stored),
            isMuted: core.grants.mutes.contains(client), keptItemCount: UInt32(clamping: keptItems))
    }

    /// Returns the level with which `SetGrant` restores this grant; nil if no level gives exactly this grant.
    private func regrantedLevel(_ ruled: Grant, _ stored: GrantRecord) -> Level? {
        var whole = stored.grant
        whole.rights = whole.rights.effective
        guard case .client = stored.holder, ruled.addOnly == .authorized, ruled == whole else { return nil }
        return Level(ruled)
    }

    /// Returns an undetermined record for a client that is muted or has kept items; nil for other clients.
    private func undecided(_ client: ClientID, hasKeptItems: Bool) -> GrantRecord? {
        guard hasKeptItems || core.grants.mutes.contains(client) else { return nil }
        return GrantRecord(holder: .client(client), grant: .undetermined, grantedDate: Timestamp(rawValue: 0))
    }

    /// Returns the grant that the policy's preset gives a client without a decision; nil if there is no preset.
    private func ruling(on client: ClientID) -> GrantRecord? {
        guard !core.grants.standing(of: client).isOwnersTool else { return nil }
        var grant = effective(nil, under: core.grants.rules(of: client), for: client.kind)
        guard grant != .undetermined else { return nil }
        grant.grantor = .policy
        return GrantRecord(
            holder: .client(client), grant: grant, grantedDate: core.grants.policy.state.since)
    }

    func setGrant(_ arguments: SetGrantArguments, by permit: AdminPermit) async throws {
        let (client, level, options) = (arguments.client, arguments.level, arguments.options)
        guard let grant = arguments.grant else { return }
        guard options.selection == nil && !options.keepsSelection || level == .limited else {
            throw WireError.invalidArgument("SetGrant: 'selection' needs the level 'limited'.")
        }
        guard options.selection == nil || !options.keepsSelection else {
            throw WireError.invalidArgument("SetGrant: 'selection' and 'keep-selection' cannot be combined.")
        }
        let now = core.clock.now()
        if let expires = options.expires, expires <= now {
            throw WireError.invalidArgument("SetGrant: 'expires' is in the past.")
        }
        let connections = await options.isOnce ? core.grants.connectionNames(of: client) : []
        if options.isOnce, connections.isEmpty {
            throw WireError.invalidArgument(
                "SetGrant: 'once' lasts until this app's last connection ends, and it has none now; start it first.")
        }
        try await core.grants.set(
            grant, for: .client(client), selection: SelectionUpdate(level, options),
            until: options.isOnce ? .lastConnection(of: connections) : options.expires.map { .until($0, from: now) },
            endsPause: permit.covers(.extend),
            audit: core.audit.changing(
                "set-grant",
                AuditSubject(
                    count: max(1, options.selection?.count ?? 1), ids: options.selection ?? [], client: client),
                by: permit.client, detail: [level.rawValue, grant.allowance].compactMap(\.self).joined(separator: " "))
        ) { standing, rules in
            // A change that only removed rights when it was authorized may add rights now.
            permit.covers(arguments.transition(from: standing, under: rules).operation)
        }
        if !grant.readWrite.allowsReading { tickets.endAll(of: client) }
        try await setMuted(client, options.isMuted, by: permit)
    }

    /// Pauses a client until a given time, after which it has its previous access again.
    func pause(_ client: ClientID, _ options: PauseOptions, by permit: AdminPermit) async throws {
        guard options.until > core.clock.now() else {
            throw WireError.invalidArgument("PauseClient: 'until' is in the past.")
        }
        try await core.grants.pause(
            client, until: options.until, because: "The library's owner paused it.",
            audit: core.audit.changing("pause-client", AuditSubject(client: client), by: permit.client))
    }

    func resetGrant(_ client: ClientID, by permit: AdminPermit) async throws {
        try await core.grants.reset(
            client, endsPause: permit.covers(.extend),
            audit: core.audit.changing("reset-grant", AuditSubject(client: client), by: permit.client)
        ) { standing, rules in
            permit.covers(GrantTransition(resetting: client, from: standing, under: rules).operation)
        }
        tickets.endAll(of: client)
        try await setMuted(client, false, by: permit)
    }

    /// Mutes or unmutes a client. Does not unmute a client that was muted after the change was authorized.
    private func setMuted(_ client: ClientID, _ isMuted: Bool, by permit: AdminPermit) async throws {
        guard isMuted || permit.covers(.extend) else { return }
        try await core.grants.setMuted(client, isMuted)
    }

    func changeSelection(
        of client: ClientID, adding: [ObjectID], removing: [ObjectID],
        by permit: AdminPermit
    ) async throws {
        try await core.grants.changeSelection(
            of: .client(client), adding: adding, removing: removing,
            audit: core.audit.changing(
                "change-selection",
                AuditSubject(count: adding.count + removing.count, ids: adding + removing, client: client),
                by: permit.client))
    }
}

// Compiler fault: 2
/// The arguments of `SetGrant`.
final class SetGrantArguments: Sendable {
    let client: ClientID
    let level: Level
    let options: GrantOptions

    init(_ client: ClientID, _ level: Level, _ options: GrantOptions) {
        (self.client, self.level, self.options) = (client, level, options)
    }

    private var rights: Rights { options.rights ?? .usual(for: client.kind) }

    /// The grant; nil for a level that cannot be set.
    var grant: Grant? { level.grant(rights, options.limits) }

    /// Returns the transition from the client's current access to the requested access.
    func transition(from standing: ClientGrants, under rules: ClientRules) -> GrantTransition {
        GrantTransition(
            setting: level, rights: rights, limits: options.limits, isForGood: options.isForGood,
            selecting: options.selection?.count ?? 0, of: client, over: standing, under: rules)
    }
}

extension Grant {
    /// How the client may read and change the library, as text for the audit log; nil if it may not read.
    fileprivate var allowance: String? { readWrite.allowsReading ? allowanceText : nil }
}

extension SelectionUpdate {
    fileprivate init(_ level: Level, _ options: GrantOptions) {
        self =
            level != .limited
            ? .untouched : options.keepsSelection ? .keptIfLimited : .replaced(options.selection ?? [])
    }
}

extension GrantAdministration {
    /// Returns entries of the audit log. If the caller is not the owner, logs the connection's first reading.
    func audit(
        _ query: AuditLogFilter, by permit: AdminPermit, on connection: ClientConnection
    ) async throws -> [AuditLogRow] {
        if !permit.isByOwner, connection.beginsReadingAudit(of: permit.user) {
            core.audit.note(
                "read-audit", .allowed, AuditSubject(client: query.filter.client), by: permit.client)
        }
        await core.audit.flush()
        var records = try await core.library.audit(
            matching: query.filter, limit: Int(query.limit), newest: query.newest, room: WireNames.replyBytes - 65_536,
            weight: AuditLogRow.weight
        ).map { AuditLogRow($0) }
        guard permit.isByOwner else { return records }
        let names = try await core.library.names(of: Set(records.compactMap(\.singleAsset)))
        for index in records.indices {
            guard let name = records[index].singleAsset.flatMap({ names[$0] }) else { continue }
            records[index].name = singleLine(name, limit: AuditLogRow.nameLength)
        }
        return records
    }
}
