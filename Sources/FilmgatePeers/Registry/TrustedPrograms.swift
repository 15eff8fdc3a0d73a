internal import FilmgateModel
internal import FilmgateSystem

/// Which programs are more than any other: the owners' tools, and those that may be agents.
struct TrustedPrograms: Sendable {
    /// Whose programs can be what the two below say.
    let owners: Owners
    /// Executables of programs that act with their user's full access.
    let tools: Set<String>
    /// Executables of programs that may be agents.
    var agents: Set<String> = []
    /// The group that the bus lets reach AgentManager1; nil where there is none, as in the private setting.
    var agentGroup: UInt32?

    /// Whether it may be one of them, which their files tell.
    func mayBe(_ finding: ProcessIdentity) -> Bool {
        finding.program != nil && !finding.client.kind.isSandboxed && owners.contains(finding.user)
    }

    /// Looks at the files of the programs, where it may be one.
    ///
    /// Such a program is known by its executable wherever it was started: in a terminal's scope it is not the terminal, and what it
    /// adds is not what the terminal added.
    func judge(_ finding: ProcessIdentity, connection: String) -> Client {
        var (client, isTool, isAgent) = (finding.client, false, false)
        if mayBe(finding), let program = finding.program {
            isTool = Self.holds(tools, program)
            isAgent = Self.holds(agents, program) && !wasLentGroup(finding, program)
            if isTool || isAgent { client = ClientID(.exe, program.path) ?? client }
        }
        return Client(
            id: client, user: finding.user, isOwnersTool: isTool, isAgentProgram: isAgent,
            isSystemAgent: isAgent && finding.client == Self.systemAgent(of: finding.user), connection: connection)
    }

    /// The system's own unit that answers for a user. Nothing of that user's can put a process into it.
    private static func systemAgent(of user: UInt32) -> ClientID? {
        ClientID(.system, "filmgate-agent@\(user).service")
    }

    /// Whether somebody made the agents' group a process's real one before they started the agent.
    ///
    /// The genuine agent has the group from its file, and the person's own as its real group; only the system's unit starts it with the
    /// agents' as its real one. With equal groups the kernel takes the program for an ordinary one and lets the caller's
    /// environment choose its libraries (AT_SECURE is 0).
    private func wasLentGroup(_ finding: ProcessIdentity, _ program: ProcessIdentity.Program) -> Bool {
        guard let agentGroup, program.realGroup == agentGroup else { return false }
        return finding.client != Self.systemAgent(of: finding.user)
    }

    private static func holds(_ programs: Set<String>, _ running: ProcessIdentity.Program) -> Bool {
        programs.contains { path in
            // A program that is not installed runs nowhere.
            guard let file = try? OwnedDescriptor.facts(ofFileAt: path) else { return false }
            return file.isRegular && file.device == running.device && file.inode == running.inode
        }
    }
}

/// Looks at the programs' files away from the event loop: they may lie on a disk that does not answer.
actor ProgramMatcher {
    private let queue = SerialQueue(named: "filmgate.programs")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let programs: TrustedPrograms

    init(_ programs: TrustedPrograms) { self.programs = programs }

    func judge(_ finding: ProcessIdentity, connection: String) -> Client {
        programs.judge(finding, connection: connection)
    }
}
