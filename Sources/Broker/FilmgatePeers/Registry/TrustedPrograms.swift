import FilmgateModel
import FilmgateSystem

/// The programs with special rights: the owners' tools, the programs that may be agents, and the delegates.
struct TrustedPrograms: Sendable {
    /// The users whose programs can be tools, agents or delegates.
    let owners: Owners
    /// Paths of the programs that act with their user's full access.
    let tools: Set<String>
    /// Paths of the programs that may be agents.
    var agents: Set<String> = []
    /// Paths of the programs that may act for apps.
    var delegates: Set<String> = []
    /// The group that the system bus allows to call AgentManager1; nil on a private bus or if the group does not exist.
    var agentGroup: UInt32?

    /// Returns whether a process possibly runs one of these programs. If so, `client` compares the executable files.
    func mayBeTrusted(_ identity: ProcessIdentity) -> Bool {
        identity.program != nil && !identity.client.kind.isSandboxed && owners.contains(identity.user)
    }

    /// Returns the client for a process. Looks up the programs' files if the process possibly runs one of the programs.
    ///
    /// These programs are identified by their executables, even in a terminal's scope, so that photos that they add do
    /// not count as added by the terminal.
    func client(_ identity: ProcessIdentity, connection: String) -> Client {
        var (client, isTool, isAgent, isDelegate) = (identity.client, false, false, false)
        if mayBeTrusted(identity), let program = identity.program {
            isTool = Self.holds(tools, program)
            isAgent = Self.holds(agents, program) && !wasLentGroup(identity, program)
            isDelegate = Self.holds(delegates, program)
            if isTool || isAgent || isDelegate { client = ClientID(.exe, program.path) ?? client }
        }
        return Client(
            id: client, user: identity.user, isOwnersTool: isTool, isAgentProgram: isAgent, isDelegate: isDelegate,
            runsInAgentUnit: isAgent && identity.client == Self.systemAgent(of: identity.user), connection: connection)
    }

    /// Returns the client for an app's process on the connection of a delegate. The client has no privileges,
    /// whichever program the process runs, because a program has privileges only on its own connection.
    func client(_ identity: ProcessIdentity, delegate: Client) -> Client {
        Client(
            id: identity.client, user: identity.user, isOwnersTool: false, delegate: delegate.id,
            connection: delegate.connection)
    }

    /// Returns the system's unit for a user's agent. The user's programs cannot put a process into it.
    private static func systemAgent(of user: UInt32) -> ClientID? {
        ClientID(.system, "filmgate-agent@\(user).service")
    }

    /// Returns whether the agent runs outside the system's unit with the agents' group as its real group.
    ///
    /// A genuine agent gets the group from its setgid file, and keeps the person's group as its real group. Only the
    /// system's unit starts it with the agents' group as the real group. If the real and the effective group are equal,
    /// the kernel sets AT_SECURE to 0, so that the caller's environment can choose the program's libraries.
    private func wasLentGroup(_ identity: ProcessIdentity, _ program: ProcessIdentity.Program) -> Bool {
        guard let agentGroup, program.realGroup == agentGroup else { return false }
        return identity.client != Self.systemAgent(of: identity.user)
    }

    private static func holds(_ programs: Set<String>, _ running: ProcessIdentity.Program) -> Bool {
        programs.contains { path in
            // A program that is not installed is not running.
            guard let file = try? OwnedDescriptor.facts(ofFileAt: path) else { return false }
            return file.isRegular && file.device == running.device && file.inode == running.inode
        }
    }
}

/// Looks up the programs' files outside the event loop, because they may be on a disk that does not answer.
actor ProgramMatcher {
    private let queue = SerialQueue(named: "filmgate.programs")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let programs: TrustedPrograms

    init(_ programs: TrustedPrograms) { self.programs = programs }

    func client(_ identity: ProcessIdentity, connection: String) -> Client {
        programs.client(identity, connection: connection)
    }

    /// Returns the paths of tools and agents, without symbolic links. A program that is not installed keeps its path.
    func paths() -> Set<String> {
        Set(
            programs.tools.union(programs.agents).map { path in
                // The path of a program that is not installed cannot be resolved.
                (try? LinkFreePath(resolving: Array(path.utf8))).map { String(decoding: $0.bytes, as: UTF8.self) }
                    ?? path
            })
    }
}

extension TrustedPrograms {
    /// Returns the quota group of a client's connections: a group for each client of a user with a library, and one
    /// group for all clients of a user without a library.
    func quotaGroup(of client: ClientID, of user: UInt32) -> String {
        switch owners {
        case .only(user): client.description
        case .everyUser where owners.contains(user): "\(user) \(client)"
        case .only, .everyUser: "user \(user)"
        }
    }
}
