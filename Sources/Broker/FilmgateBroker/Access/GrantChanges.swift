import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Changes of grants: decisions, resets and changes of selections.
extension GrantTable {
    /// Waits for earlier changes of a client's grant, then replaces the grant with an administrator's decision. When
    /// this returns, all affected clients have been notified.
    ///
    /// - Parameters:
    ///   - selection: what to do with the earlier selection.
    ///   - term: when the add-only and the read-write status end; nil means never.
    ///   - endsPause: whether the decision also ends the client's pause.
    ///   - isCovered: returns whether the change is authorized under the current grants and policy.
    /// - Throws: `busy` if the change is no longer authorized, `SelectionRefusal`, and an error of the database.
    func set(
        _ grant: Grant, for holder: Holder, selection: SelectionUpdate, until term: GrantTerm?, endsPause: Bool,
        audit: AuditEntry?,
        where isCovered: @Sendable (ClientGrants, ClientRules) -> Bool
    ) async throws {
        await turns.take(holder.client)
        defer { turns.release(holder.client) }
        try check(holder.client, isCovered)
        let objects: [ObjectID]?
        switch selection {
        case .untouched: objects = nil
        case .keptIfLimited: objects = isLimited(holder) ? nil : []
        case .replaced(let chosen): objects = chosen
        }
        let takesBack = !grant.readWrite.allowsReading
        try await put(grant, for: holder, selection: objects, endsKeptItems: takesBack, until: term, audit: audit)
        if takesBack { endPicks(of: holder.client) }
        if endsPause { try await endPause(of: holder.client) }
    }

    private func isLimited(_ holder: Holder) -> Bool {
        let stored = standing(of: holder)?.grant
        return effective(stored, under: rules(of: holder.client), for: holder.client.kind).readWrite == .limited
    }

    /// Waits for earlier changes of a client's grant, then applies a person's answer to a prompt.
    ///
    /// - Parameters:
    ///   - kind: the kind of the prompt, which determines whether the answer still applies to the current grant.
    ///   - made: converts the current grant to the new grant; returns nil if the answer no longer leads to a grant.
    /// - Throws: `StaleAnswerError` if the answer no longer applies, `SelectionRefusal`, and an error of the database.
    func answer(
        _ kind: PromptKind, of client: Client, selection: [ObjectID]?, until term: GrantTerm?, audit: AuditEntry?,
        made: @Sendable (Grant) -> Grant?
    ) async throws {
        await turns.take(client.id)
        defer { turns.release(client.id) }
        let standing = grant(of: client)
        guard kind.isOpen(standing.addOnly, standing.readWrite), let grant = made(decidedGrant(of: client)) else {
            throw StaleAnswerError()
        }
        // A person's grant to an unverified client applies only to one connection.
        let holder = FilmgatePolicy.holder(for: client, under: .undetermined)
        let takesBack = kind == .readWriteAccess && grant.readWrite == .denied
        try await put(grant, for: holder, selection: selection, endsKeptItems: takesBack, until: term, audit: audit)
        if takesBack { endKeptItems(of: client.id) }
        if kind == .readWriteAccess, endsPause(grant, of: client, for: holder) { try await endPause(of: client.id) }
    }

    /// Returns whether a person's answer ends a client's pause. An answer for a single connection must allow reading,
    /// because a denial would let the client's other connections read again. In addition, no administrator's grant may
    /// take precedence over such an answer.
    private func endsPause(_ grant: Grant, of client: Client, for holder: Holder) -> Bool {
        guard holder.connection != nil else { return true }
        return grant.readWrite.allowsReading && standing(of: .client(client.id))?.grant.grantor != .admin
    }

    private func check(
        _ client: ClientID, _ isCovered: @Sendable (ClientGrants, ClientRules) -> Bool
    ) throws(WireError) {
        guard isCovered(grants(of: client), rules(of: client)) else {
            throw .busy("The grant or the policy has changed meanwhile; check it and try again.")
        }
    }

    private func put(
        _ grant: Grant, for holder: Holder, selection: [ObjectID]?, endsKeptItems: Bool, until term: GrantTerm?,
        audit: AuditEntry?
    ) async throws {
        beginWriting(holder.client)
        defer { endWriting(holder.client) }
        let now = clock.now()
        let before = standingFromNow(of: holder)
        let record = GrantRecord.decided(grant, for: holder, until: term, before: before, at: now)
        try await library.setGrant(
            record, selection: selection, endsKeptItems: endsKeptItems, at: now, audit: audit)
        try await reload(holder)
        // Drops the state of connections that left the bus during the write.
        for case .connection(let connection) in record.terms.all { endIfGone(connection) }
        endIfGone(holder)
        endUnconnected(among: presentConnections)
    }

    /// Resets the grants of a client and of its connections to undetermined.
    ///
    /// - Parameter isCovered: see `set`.
    func reset(
        _ client: ClientID, endsPause: Bool, audit: AuditEntry,
        where isCovered: @Sendable (ClientGrants, ClientRules) -> Bool
    ) async throws {
        await turns.take(client)
        defer { turns.release(client) }
        try check(client, isCovered)
        beginWriting(client)
        defer { endWriting(client) }
        // With a policy preset, a selection can exist without a grant, so the client's own holder is always reset.
        let holders = Set(held.keys.filter { $0.client == client }).union([.client(client)]).sorted {
            ($0.connection ?? "") < ($1.connection ?? "")
        }
        try await library.resetGrants(holders, at: clock.now(), audit: audit)
        endPicks(of: client)
        for holder in holders { try await reload(holder) }
        if endsPause { try await endPause(of: client) }
    }

    /// Waits for earlier changes of the client's grant, then applies an administrator's change of the selection.
    ///
    /// - Throws: `invalidArgument` if the access is not limited, `SelectionRefusal`, an error of the database.
    func changeSelection(of holder: Holder, adding: [ObjectID], removing: [ObjectID], audit: AuditEntry?)
        async throws
    {
        await turns.take(holder.client)
        defer { turns.release(holder.client) }
        guard isLimited(holder) else {
            throw WireError.invalidArgument(
                "\(holder.client) has no limited access, so there is no selection; set the level 'limited' first.")
        }
        try await library.changeSelection(of: holder, adding: adding, removing: removing, at: clock.now(), audit: audit)
        endIfGone(holder)
        notifyOfGrants()
    }

    /// Like `changeSelection`, but applies a person's changes. Returns the selected assets before and after the change.
    ///
    /// - Throws: `StaleAnswerError` if the access is no longer limited, `SelectionRefusal`, and an error of the
    ///   database.
    func answer(_ edit: SelectionEdit, of client: Client, audit: AuditEntry?) async throws -> SelectionOutcome {
        await turns.take(client.id)
        defer { turns.release(client.id) }
        let standing = grant(of: client)
        guard PromptKind.selection.isOpen(standing.addOnly, standing.readWrite) else { throw StaleAnswerError() }
        let holder = holder(of: client)
        let outcome = try await library.editSelection(
            of: holder, adding: edit.added, removing: edit.removed, including: standing.limits.mediaTypes,
            at: clock.now(), audit: audit)
        endIfGone(holder)
        notifyOfGrants()
        return outcome
    }

    private func reload(_ holder: Holder) async throws {
        let boot = clock.sinceBoot()
        held[holder] = try await library.grant(of: holder).map { ActiveGrant($0, countedSince: boot) }
        setAlarms()
        notifyOfWrittenGrant()
    }

    /// Drops the state of a holder whose connection has left the bus.
    func endIfGone(_ holder: Holder) {
        if let connection = holder.connection { endIfGone(connection) }
    }

    private func endIfGone(_ connection: String) {
        if !callers.contains(where: { $0.connection == connection }) { endConnection(connection) }
    }
}

/// Thrown if a later decision has made the answer obsolete.
struct StaleAnswerError: Error {}

/// The effect of a decision on the assets and albums that were selected before.
enum SelectionUpdate: Sendable {
    /// The assets and albums stay stored, but have no effect until the client is limited again.
    case untouched
    /// The assets and albums stay selected only if the access was limited until the decision.
    case keptIfLimited
    case replaced([ObjectID])
}
