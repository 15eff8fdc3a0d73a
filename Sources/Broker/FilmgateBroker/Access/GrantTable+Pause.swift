import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Clients that are paused: they read nothing until a person or an administrator decides about them again.
extension GrantTable {
    /// Pauses a client. When this returns, its open results and sessions have ended, its requests deliver nothing more,
    /// and it stays paused when the broker starts again.
    func pause(_ client: Client, because reason: String, audit: AuditEntry) async throws {
        pauses[client.id] = reason
        library.noteVisibilityLoss()
        notifyOfGrants()
        try await library.pause(client.id, because: reason, at: clock.now(), audit: audit)
    }

    /// Ends a client's pause after a decision about its reading.
    func endPause(of client: ClientID) async throws {
        guard pauses[client] != nil else { return }
        try await library.endPause(of: client)
        pauses[client] = nil
        notifyOfGrants()
    }

    /// Returns why a client is paused, or nil if it is not. Only a client that would read without the pause is paused.
    ///
    /// - Parameter grant: the decided grant, limited by policy.
    func pauseReason(of client: ClientID, under grant: Grant) -> String? {
        grant.readWrite.allowsReading ? pauses[client] : nil
    }

    /// Returns the part of a grant that is in force. It is smaller while the client is paused.
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

    /// Whether a client may not ask the person anything. Never true for the owner's tools.
    func isMuted(_ client: Client) -> Bool { mutes.contains(client.id) && !client.isOwnersTool }
}
