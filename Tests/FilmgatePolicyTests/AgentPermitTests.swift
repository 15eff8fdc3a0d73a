import FilmgateModel
import FilmgatePolicy
import Testing

@Suite("An agent permit")
struct AgentPermitTests {
    private func client(_ kind: ClientKind, of user: UInt32 = 1000, isAgentProgram: Bool = true) -> Client {
        Client(
            id: ClientID(kind, "name")!, user: user, isOwnersTool: true, isAgentProgram: isAgentProgram,
            runsInAgentUnit: true, connection: ":1.5")
    }

    @Test("needs a configured agent program outside of every sandbox", arguments: ClientKind.allCases)
    func programs(_ kind: ClientKind) {
        let permit = agentPermit(of: client(kind), forLibraryOf: 1000)
        #expect((permit != nil) == [.app, .exe, .system].contains(kind))
        #expect(permit.map(\.client) ?? client(kind) == client(kind))
        #expect(agentPermit(of: client(kind, isAgentProgram: false), forLibraryOf: 1000) == nil)
    }

    @Test("is given to programs of the library's user alone, not even to root")
    func users() {
        for (user, owner, isPermitted) in [
            (1000, 1000, true), (1001, 1000, false), (0, 1000, false), (1000, 0, false), (0, 0, true),
        ] as [(UInt32, UInt32, Bool)] {
            #expect((agentPermit(of: client(.exe, of: user), forLibraryOf: owner) != nil) == isPermitted)
        }
    }
}
