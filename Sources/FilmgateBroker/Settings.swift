/// What a broker is told at its start.
public struct Settings: Sendable {
    /// The bus's address, or "system".
    public var bus: String
    /// The folder that holds the libraries.
    public var state: String
    /// The user whose library this is.
    public var owner: UInt32
    /// The worker program.
    public var worker: String
    /// Paths of the programs that act with the owner's full access.
    public var ownersTools: Set<String>
    /// Paths of the programs that may be agents.
    public var agentPrograms: Set<String>
    /// Where the desktop files of applications are.
    public var applicationFolders: [String] = []
    public var prompts = PromptTimes()
    /// Requests that all of a user's clients together may wait for.
    public var requests = 64
    /// Workers at a time.
    public var workers = 2
    public var results = ResultLimits()
    public var audit = AuditSettings()
    /// Folders of policy files, each of which goes before those ahead of it; nil for the usual ones.
    public var policyFolders: [String]?
    /// Of one resource, in bytes.
    public var resourceBytes: UInt64 = 16 << 30

    public init(
        bus: String, state: String, owner: UInt32, worker: String, ownersTools: Set<String>, agentPrograms: Set<String>
    ) {
        self.bus = bus
        self.state = state
        self.owner = owner
        self.worker = worker
        self.ownersTools = ownersTools
        self.agentPrograms = agentPrograms
    }
}

/// How long the person and their agents are waited for.
public struct PromptTimes: Sendable {
    /// Within this an agent shows that it is there.
    public var takeUp: Duration = .seconds(10)
    /// Within this the person answers, or is said to be at it.
    public var answer: Duration = .seconds(300)
    /// What a client waits after the first dismissal, the second, and each further one.
    public var waits: [Duration] = [.seconds(60), .seconds(300), .seconds(1800)]

    public init() {}
}
