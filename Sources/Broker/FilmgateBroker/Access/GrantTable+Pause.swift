import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Paused clients read nothing until a person or an administrator decides about them, or until a time limit is over.
extension GrantTable {
    /// Pauses a client. When this returns, its open results and sessions have ended, its requests deliver nothing
    /// more, and the pause is stored.
    func pause(_ client: ClientID, _ pause: ClientPause, audit: AuditEntry) async throws {
        pauses[client] = pause
        library.noteVisibilityLoss()
        notifyOfGrants()
        setAlarms()
        try await library.pause(client, pause, at: clock.now(), audit: audit)
    }

    /// Waits for earlier changes of a client's grant, then pauses the client until a given time. Keeps an existing
    /// pause that does not end earlier, or that only a decision ends.
    ///
    /// - Throws: `invalidArgument` if the client cannot read anyway, and an error of the database.
    func pause(_ client: ClientID, until end: Timestamp, because reason: String, audit: AuditEntry) async throws {
        await turns.take(client)
        defer { turns.release(client) }
        guard wouldRead(client) else {
            throw WireError.invalidArgument("\(client) sees no photos, so there is nothing to pause.")
        }
        if let pause = pauses[client], pause.ends.map({ $0 >= end }) ?? true { return }
        try await pause(client, ClientPause(reason, until: end), audit: audit)
    }

    /// Returns whether the client, or one of its connections, could read if the client were not paused.
    private func wouldRead(_ client: ClientID) -> Bool {
        let (grants, rules) = (grants(of: client), rules(of: client))
        return ([grants.own] + grants.connections).contains { record in
            effective(record?.grant, under: rules, for: client.kind).readWrite.allowsReading
        }
    }

    /// Ends a client's pause after a decision about the client.
    func endPause(of client: ClientID) async throws {
        guard pauses[client] != nil else { return }
        try await library.endPause(of: client)
        pauses[client] = nil
        notifyOfGrants()
    }

    /// Ends the pauses whose time is over. The clients then have the access that they had before.
    func endPauses() {
        let now = clock.now()
        let over = pauses.filter { $1.ends.map { $0 <= now } ?? false }.keys
        guard !over.isEmpty else { return }
        for client in over {
            pauses[client] = nil
            let entry = AuditEntry(
                date: now, client: "", user: library.user, operation: "end-pause", outcome: .allowed,
                about: client.description)
            write { library in try await library.endPause(of: client, overAt: now, audit: entry) }
        }
        notifyOfGrants()
    }

    /// Returns a client's pause, or nil if the client is not paused or could not read even without the pause.
    ///
    /// - Parameter grant: the decided grant, limited by policy.
    func pause(of client: ClientID, under grant: Grant) -> ClientPause? {
        grant.readWrite.allowsReading ? pauses[client] : nil
    }

    /// Returns the grant without permission to read if the client is paused, and unchanged if it is not.
    func inForce(_ grant: Grant, of client: ClientID) -> Grant { pauses[client] == nil ? grant : grant.paused }
}

extension AuditLog {
    /// Returns the audit entry for pausing a client.
    func pausing(_ reason: String, _ subject: AuditSubject, _ client: Client) -> AuditEntry {
        var entry = changing("tripwire", subject, by: client, detail: reason)
        entry.outcome = "paused"
        return entry
    }
}

/// Muted clients cannot make the broker ask the person, until a decision unmutes them.
extension GrantTable {
    func setMuted(_ client: ClientID, _ isMuted: Bool) async throws {
        guard mutes.contains(client) != isMuted else { return }
        if isMuted {
            mutes.insert(client)
            try await library.mute(client, at: clock.now())
        } else {
            try await library.unmute(client)
            mutes.remove(client)
        }
        signals.grantsChanged()
    }

    /// - Throws: `restricted` if policy forbids the client's prompts, and the error of `checkMuting`.
    func checkAsking(_ client: Client) throws(WireError) {
        guard rules(of: client.id).allowsPrompts else { throw .restricted }
        try checkMuting(client)
    }

    /// - Throws: `muted` if `isMuted` is true for the client.
    func checkMuting(_ client: Client) throws(WireError) {
        if isMuted(client) { throw .muted }
    }

    /// Returns whether a client may not ask the person anything, because the person muted it or paused it until a
    /// given time. Returns false for the owner's tools.
    func isMuted(_ client: Client) -> Bool {
        (mutes.contains(client.id) || pauses[client.id]?.ends != nil) && !client.isOwnersTool
    }
}
