internal import FilmgateModel
internal import FilmgateProcess
internal import FilmgateSystem

/// A process as no number alone can name it.
struct ProcessKey: Hashable, Sendable {
    let pid: UInt32
    let start: BootTicks
}

/// Which process may be behind a connection.
enum Bound: Hashable, Sendable {
    /// One that had started when the connection's name was first seen: a later one has got the number of one that ended.
    case startedBy(BootTicks)
    /// The very one that was recorded when the name was first seen, by a broker that has ended since.
    case exactly(ProcessKey)
}

/// From what the bus tells of a connection to who is behind it: everything that reads another process' files.
struct Lookup: Sendable {
    /// In the order in which they are tried.
    var identifiers: [any Identifier] = [FlatpakIdentifier(), ProgramIdentifier()]
    /// Whose programs can be what the two below say.
    let owners: Owners
    /// Executables of programs that act with their user's full access.
    let ownersTools: Set<String>
    /// Executables of programs that may be agents.
    var agentPrograms: Set<String> = []
    var pin: @Sendable (Int32, OwnedDescriptor?) throws(Errno) -> any ObservableProcess = {
        (pid, handle) throws(Errno) in try PinnedProcess(pid: pid, handle: handle)
    }

    struct Result: Sendable {
        let client: ClientID
        let user: UInt32
        let isOwnersTool: Bool
        let isAgentProgram: Bool
        let process: ProcessKey
    }

    /// Blocks for as long as the process' files take.
    ///
    /// - Throws: whatever leaves a doubt.
    func identify(_ credentials: Credentials, _ bound: Bound) throws(Doubt) -> Result {
        guard let user = credentials.user, let number = credentials.pid, let pid = Int32(exactly: number), pid > 0
        else {
            throw .untold("no user or no process")
        }
        let process = try reading("the process") { () throws(Errno) in try pin(pid, credentials.handle) }
        let key = ProcessKey(pid: number, start: process.start)
        guard bound.allows(key) else { throw .anotherProcess }
        guard try reading("the user", { () throws(Errno) in try process.user() }) == user else { throw .anotherUser }
        let client = try client(process, of: user)
        let isOwnersProgram = client.kind == .exe && owners.contains(user)
        let isOwnersTool = isOwnersProgram ? try runs(oneOf: ownersTools, process) : false
        let isAgentProgram = isOwnersProgram ? try runs(oneOf: agentPrograms, process) : false
        // Only now is it known that all of this was read of one living process.
        guard !process.hasEnded else { throw .ended }
        return Result(
            client: client, user: user, isOwnersTool: isOwnersTool, isAgentProgram: isAgentProgram, process: key)
    }

    private func client(_ process: any ObservableProcess, of user: UInt32) throws(Doubt) -> ClientID {
        for identifier in identifiers {
            switch identifier.identify(process, of: user) {
            case .client(let client): return client
            case .notMine: continue
            case .doubtful(let doubt): throw doubt
            }
        }
        throw .unmarked
    }

    /// By the files themselves: a path may be any text, and a link leads to the file that it leads to now.
    private func runs(
        oneOf programs: Set<String>, _ process: any ObservableProcess
    ) throws(Doubt) -> Bool {
        guard !programs.isEmpty else { return false }
        let running = try reading("the executable") { () throws(Errno) in try process.executable().file }
        return programs.contains { path in
            // A program that is not installed runs nowhere.
            guard let file = try? OwnedDescriptor.facts(ofFileAt: path) else { return false }
            return file.isRegular && file.device == running.device && file.inode == running.inode
        }
    }
}

extension Bound {
    func allows(_ process: ProcessKey) -> Bool {
        switch self {
        case .startedBy(let moment): process.start <= moment
        case .exactly(let recorded): process == recorded
        }
    }
}
