public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// What a broker is told at its start.
public struct Settings: Sendable {
    /// The bus's address, or "system".
    public var bus: String
    /// The folder that holds the libraries.
    public var state: String
    /// Whose libraries these are; it chooses the setting.
    public var owners: Owners
    /// The worker program.
    public var worker: String
    /// Paths of the programs that act with the owner's full access.
    public var ownersTools: Set<String>
    /// Paths of the programs that may be agents.
    public var agentPrograms: Set<String>
    /// Where the desktop files of applications are.
    public var applicationFolders: [String] = []
    public var prompts = PromptLimits()
    /// Requests that all of a user's clients together may wait for.
    public var requests = 64
    /// Connections of all of a user's clients together that have called.
    public var connections = 128
    /// Calls of all clients together that are being answered.
    public var calls = 256
    /// What clients may leave untaken of what is sent to them.
    public var backlog = BacklogLimits()
    /// Workers at a time.
    public var workers = 2
    public var results = ResultLimits()
    public var audit = AuditLimits()
    /// Folders of policy files, later folders override earlier ones; nil for the usual ones.
    public var policyFolders: [String]?
    /// For how many days something stays in the trash before it goes for good.
    public var trashDays: UInt64 = 30
    /// For how many days it is kept what happened to what each client sees.
    public var historyDays: Int64 = 90
    /// After which a fetch that takes long is given up.
    public var fetchTime: Duration = .seconds(5)
    /// Of one resource, in bytes.
    public var resourceBytes: UInt64 = 16 << 30

    /// What each client may have copied and read in vain.
    public var unkept = UnkeptLimits()
    /// Of all stored files of one user together; nil where nothing but the disk bounds it.
    public var libraryBytes: UInt64?
    /// Libraries that are open at once, in the system setting.
    public var libraries = 64
    /// How long a library stays open that nobody uses, in the system setting: longer than any call waits for a person.
    public var idleTime: Duration = .seconds(600)
    /// How long an authority that asks nobody may take for its answer.
    public var authorityTime: Duration = .seconds(10)
    /// How long a person may take to say who they are.
    public var personTime: Duration = .seconds(300)

    public init(
        bus: String, state: String, owners: Owners, worker: String, ownersTools: Set<String>, agentPrograms: Set<String>
    ) {
        self.bus = bus
        self.state = state
        self.owners = owners
        self.worker = worker
        self.ownersTools = ownersTools
        self.agentPrograms = agentPrograms
    }
}
