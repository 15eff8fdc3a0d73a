import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Clients that the person has muted. Their requests to ask the person fail until a decision about them is made that
/// does not mute them.
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
