public import FilmgateModel

/// The right to show a user the broker's prompts, proven by a decision.
public struct AgentPermit: Hashable, Sendable {
    public let client: Client
}

/// Decides who may register as an agent: a configured program of the library's user, outside of every sandbox.
public func agentPermit(of client: Client, forLibraryOf owner: UInt32) -> AgentPermit? {
    guard client.isAgentProgram, !client.isSandboxed, client.user == owner else { return nil }
    return AgentPermit(client: client)
}
