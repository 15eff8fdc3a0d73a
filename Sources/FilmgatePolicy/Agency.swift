public import FilmgateModel

/// Leave to ask a user's questions for the broker, proven by a decision.
public struct Agency: Hashable, Sendable {
    public let client: Client

    init(client: Client) { self.client = client }
}

/// Decides who may come forward as an agent: a configured program of the library's user, outside of every sandbox.
public func agency(of client: Client, forLibraryOf owner: UInt32) -> Agency? {
    guard client.isAgentProgram, !client.isSandboxed, client.user == owner else { return nil }
    return Agency(client: client)
}
