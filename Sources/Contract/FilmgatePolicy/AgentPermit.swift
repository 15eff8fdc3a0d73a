public import FilmgateModel

/// Proof that policy allows a client to show a user the broker's prompts.
public struct AgentPermit: Hashable, Sendable {
    public let client: Client
}

/// Returns nil if a client may not register as an agent. The client must be a configured agent program of the library's
/// user, outside every sandbox.
public func agentPermit(of client: Client, forLibraryOf owner: UInt32) -> AgentPermit? {
    guard client.isAgentProgram, !client.isSandboxed, client.user == owner else { return nil }
    return AgentPermit(client: client)
}
