import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Clients that are paused: they read nothing until a person or an administrator decides about them again, or until the
/// time of the pause is over.
extension GrantTable {
    /// Pauses a client. When this returns, its open results and sessions have ended, its requests deliver nothing more,
    /// and it stays paused when the broker starts again.
    func pause(_ client: ClientID, _ pause: ClientPause, audit: AuditEntry) async throws {
        pauses[client] = pause
        library.noteVisibilityLoss()
        notifyOfGrants()
        setAlarms()
        try await library.pause(client, pause, at: clock.now(), audit: audit)
    }

    /// Pauses a client until a given time, in its turn. An existing pause that ends later, or only with a decision,
    /// stays.
    ///
    /// - Throws: `invalidArgument` if the client reads nothing; failures.
    func pause(_ client: ClientID, until end: Timestamp, because reason: String, audit: AuditEntry) async throws {
        await turns.take(client)
        defer { turns.giveBack(client) }
        guard wouldRead(client) else {
            throw WireError.invalidArgument("\(client) sees no photos, so there is nothing to pause.")
        }
        if let pause = pauses[client], pause.ends.map({ $0 >= end }) ?? true { return }
        try await pause(client, ClientPause(reason, until: end), audit: audit)
    }

    /// Returns whether any of a client's connections would read without a pause.
    private func wouldRead(_ client: ClientID) -> Bool {
        let (grants, rules) = (grants(of: client), rules(of: client))
        return ([grants.own] + grants.connections).contains { record in
            effective(record?.grant, under: rules, for: client.kind).readWrite.allowsReading
        }
    }

    /// Ends a client's pause after a decision about its reading.
    func endPause(of client: ClientID) async throws {
        guard pauses[client] != nil else { return }
        try await library.endPause(of: client)
        pauses[client] = nil
        notifyOfGrants()
    }

    /// Ends the pauses that are over by now. The clients then have the access that they had before their pauses.
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

    /// Returns a client's pause, or nil if it is not paused. Only a client that would read without the pause is paused.
    ///
    /// - Parameter grant: the decided grant, limited by policy.
    func pause(of client: ClientID, under grant: Grant) -> ClientPause? {
        grant.readWrite.allowsReading ? pauses[client] : nil
    }

    /// Returns the part of a grant that is in force. A paused client may not read.
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

/// Clients that the person has muted. Their requests to ask the person fail until a decision unmutes them.
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

    /// - Throws: `restricted` if policy forbids the client's prompts, `muted` if the person muted the client.
    func checkAsking(_ client: Client) throws(WireError) {
        guard rules(of: client.id).allowsPrompts else { throw .restricted }
        try checkMuting(client)
    }

    /// - Throws: `muted`; never for the owner's tools.
    func checkMuting(_ client: Client) throws(WireError) {
        if isMuted(client) { throw .muted }
    }

    /// Returns whether a client may not ask the person anything: it is muted, or the person paused it for a time. Never
    /// true for the owner's tools.
    func isMuted(_ client: Client) -> Bool {
        (mutes.contains(client.id) || pauses[client.id]?.ends != nil) && !client.isOwnersTool
    }
}
