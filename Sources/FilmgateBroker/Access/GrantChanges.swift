internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// How grants change: by a decision, by its taking back, and by another selection.
extension GrantTable {
    /// Puts an administrator's decision in the place of the one before, in its turn. When this returns, everyone concerned was
    /// told.
    ///
    /// - Parameters:
    ///   - selection: what becomes of what was selected before.
    ///   - term: of both statuses; nil for good.
    ///   - audit: what the audit log says of it.
    ///   - isCovered: whether it may still be done, given what stands, and policy says, when its turn has come.
    /// - Throws: `busy` where it may not any more, `SelectionRefusal`, and failures.
    func set(
        _ grant: Grant, for holder: Holder, selection: SelectionSetting, until term: Term?, audit: AuditEntry?,
        where isCovered: @Sendable (ClientGrants, ClientRules) -> Bool
    ) async throws {
        await turns.take(holder.client)
        defer { turns.giveBack(holder.client) }
        try check(holder.client, isCovered)
        let objects: [ObjectID]?
        switch selection {
        case .untouched: objects = nil
        case .keptIfLimited: objects = isLimited(holder) ? nil : []
        case .replaced(let chosen): objects = chosen
        }
        try await put(grant, for: holder, selection: objects, until: term, audit: audit)
    }

    private func isLimited(_ holder: Holder) -> Bool {
        let stored = standing(of: holder)?.grant
        return effective(stored, under: rules(of: holder.client), for: holder.client.kind).readWrite == .limited
    }

    /// Has a person's answer take effect, in its turn.
    ///
    /// - Parameters:
    ///   - question: what was answered; it must still be open.
    ///   - made: the grant that the answer makes of what stands when its turn has come; nil where it makes none any more.
    /// - Throws: `QuestionSettled`, `SelectionRefusal`, and failures.
    func answer(
        _ question: Question, of client: Client, selection: [ObjectID]?, until term: Term?, audit: AuditEntry?,
        made: @Sendable (Grant) -> Grant?
    ) async throws {
        await turns.take(client.id)
        defer { turns.giveBack(client.id) }
        let standing = grant(of: client)
        guard question.isOpen(standing.addOnly, standing.readWrite), let grant = made(decidedGrant(of: client)) else {
            throw QuestionSettled()
        }
        // What a person grants to an unverified client is its connection's alone.
        let holder = FilmgatePolicy.holder(for: client, under: .undetermined)
        try await put(grant, for: holder, selection: selection, until: term, audit: audit)
    }

    private func check(
        _ client: ClientID, _ isCovered: @Sendable (ClientGrants, ClientRules) -> Bool
    ) throws(WireError) {
        guard isCovered(grants(of: client), rules(of: client)) else {
            throw .busy("The grant, or the policy, was changed meanwhile; look at it and try again.")
        }
    }

    private func put(_ grant: Grant, for holder: Holder, selection: [ObjectID]?, until term: Term?, audit: AuditEntry?)
        async throws
    {
        beginWriting(holder.client)
        defer { endWriting(holder.client) }
        let now = clock.now()
        let before = standingFromNow(of: holder)
        let record = GrantRecord.decided(grant, for: holder, until: term, before: before, at: now)
        try await library.setGrant(record, selection: selection, at: now, audit: audit)
        try await reload(holder)
        // Who left while it was written down leaves nothing behind.
        for case .connection(let connection) in record.terms.all { endIfGone(connection) }
        endIfGone(holder)
    }

    /// Makes a client one that nobody decided about, with all its connections.
    ///
    /// - Parameter isCovered: as for `set`.
    func reset(
        _ client: ClientID, audit: AuditEntry, where isCovered: @Sendable (ClientGrants, ClientRules) -> Bool
    ) async throws {
        await turns.take(client)
        defer { turns.giveBack(client) }
        try check(client, isCovered)
        beginWriting(client)
        defer { endWriting(client) }
        // Under a preset there may be a selection without a grant.
        let holders = Set(held.keys.filter { $0.client == client }).union([.client(client)]).sorted {
            ($0.connection ?? "") < ($1.connection ?? "")
        }
        try await library.resetGrants(holders, at: clock.now(), audit: audit)
        for holder in holders { try await reload(holder) }
    }

    /// Changes a selection as an administrator decided, in its turn.
    ///
    /// - Throws: `invalidArgument` where there is no selection, `SelectionRefusal`, and failures.
    func changeSelection(of holder: Holder, adding: [ObjectID], removing: [ObjectID], audit: AuditEntry?)
        async throws
    {
        await turns.take(holder.client)
        defer { turns.giveBack(holder.client) }
        guard isLimited(holder) else {
            throw WireError.invalidArgument(
                "\(holder.client) has no limited access, so there is no selection; set the level 'limited' first.")
        }
        try await library.changeSelection(of: holder, adding: adding, removing: removing, at: clock.now(), audit: audit)
        endIfGone(holder)
        tellGrantsChanged()
    }

    /// Has a person's changes of a selection take effect, in their turn.
    ///
    /// - Returns: what the selection amounted to before, and does now.
    /// - Throws: `QuestionSettled` where there is no selection any more, `SelectionRefusal`, and failures.
    func answer(_ edit: SelectionEdit, of client: Client, audit: AuditEntry?) async throws -> SelectionOutcome {
        await turns.take(client.id)
        defer { turns.giveBack(client.id) }
        let standing = grant(of: client)
        guard Question.selection.isOpen(standing.addOnly, standing.readWrite) else { throw QuestionSettled() }
        let holder = holder(of: client)
        let outcome = try await library.editSelection(
            of: holder, adding: edit.added, removing: edit.removed, at: clock.now(), audit: audit)
        endIfGone(holder)
        tellGrantsChanged()
        return outcome
    }

    private func reload(_ holder: Holder) async throws {
        let boot = clock.sinceBoot()
        held[holder] = try await library.grant(of: holder).map { ActiveGrant($0, countedSince: boot) }
        setAlarms()
        tellGrantWritten()
    }

    /// Lets nothing be left of a connection that ended while something was written down for it.
    func endIfGone(_ holder: Holder) {
        if let connection = holder.connection { endIfGone(connection) }
    }

    private func endIfGone(_ connection: String) {
        if !callers.contains(where: { $0.connection == connection }) { endConnection(connection) }
    }
}

/// Somebody else decided before the answer could be written down.
struct QuestionSettled: Error {}

/// What a decision makes of the assets and albums that were selected before.
enum SelectionSetting: Sendable {
    /// They stay stored, and count for nothing until the client is limited again.
    case untouched
    /// They stay selected if the client is limited when the decision takes effect; else nothing is selected.
    case keptIfLimited
    case replaced([ObjectID])
}
