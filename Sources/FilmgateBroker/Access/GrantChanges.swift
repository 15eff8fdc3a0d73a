internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// How grants change: by a decision, by its taking back, and by another selection.
extension GrantLedger {
    /// Puts a decision in the place of the one before, in its turn. When this returns, everyone concerned was told.
    ///
    /// - Parameters:
    ///   - selection: assets and albums in the place of those selected before; nil leaves these.
    ///   - term: of the statuses that the decision is about; nil for good.
    ///   - audit: what the audit log says of it.
    ///   - question: of the client's, which the decision answers: it must still be open.
    /// - Throws: `SelectionRefusal`, `QuestionSettled`, and failures.
    func set(
        _ grant: Grant, for holder: Holder, selection: [ObjectID]?, until term: Term?, audit: AuditEntry?,
        answering question: (Question, of: Client)? = nil
    ) async throws {
        await turns.take(holder.client)
        defer { turns.giveBack(holder.client) }
        if let question {
            let standing = self.grant(of: question.of)
            guard question.0.isOpen(standing.addOnly, standing.readWrite) else { throw QuestionSettled() }
        }
        let now = clock.now()
        let before = standingFromNow(of: holder)
        let record = GrantRecord.decided(grant, for: holder, until: term, before: before, at: now)
        try await library.setGrant(record, selection: selection, at: now, audit: audit)
        try await reload(holder)
        // Who left while it was written down leaves nothing behind.
        for case .connection(let connection) in record.terms.all { endIfGone(connection) }
        if let connection = holder.connection { endIfGone(connection) }
    }

    /// Makes a client one that nobody decided about, with all its connections.
    func reset(_ client: ClientID, audit: AuditEntry) async throws {
        await turns.take(client)
        defer { turns.giveBack(client) }
        let holders = held.keys.filter { $0.client == client }
        try await library.resetGrants(holders, at: clock.now(), audit: audit)
        for holder in holders { try await reload(holder) }
    }

    /// - Throws: `invalidArgument` where there is no selection, `SelectionRefusal`, and failures.
    func changeSelection(of holder: Holder, adding: [ObjectID], removing: [ObjectID], audit: AuditEntry?)
        async throws
    {
        let stored = standing(of: holder)?.grant
        let grant = effective(stored, under: rules(of: holder.client), for: holder.client.kind)
        guard grant.readWrite == .limited else {
            throw WireError.invalidArgument(
                "\(holder.client) has no limited access, so there is no selection; set the level 'limited' first.")
        }
        try await library.changeSelection(of: holder, adding: adding, removing: removing, at: clock.now(), audit: audit)
        tellGrantsChanged()
    }

    private func reload(_ holder: Holder) async throws {
        let boot = clock.sinceBoot()
        held[holder] = try await library.grant(of: holder).map { HeldGrant($0, countedSince: boot) }
        setAlarms()
        tellGrantsChanged()
    }

    private func endIfGone(_ connection: String) {
        if !callers.values.contains(where: { $0.client.connection == connection }) { endConnection(connection) }
    }
}

/// Somebody else decided before the answer could be written down.
struct QuestionSettled: Error {}
