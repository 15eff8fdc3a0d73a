public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// The settings of a broker, given at its start.
public struct Settings: Sendable {
    /// The bus's address, or "system".
    public var bus: String
    /// The folder that holds the libraries.
    public var state: String
    /// The users whose libraries these are; selects a private bus or the system bus.
    public var owners: Owners
    /// The path of the worker program.
    public var worker: String
    /// Paths of the programs that act with the owner's full access.
    public var ownersTools: Set<String>
    /// Paths of the programs that may be agents.
    public var agentPrograms: Set<String>
    /// The folders with the desktop files of applications.
    public var applicationFolders: [String] = []
    /// The path of the towns after which places are named; nil for no names.
    public var towns: String?
    /// The name of the time zone of cameras that tell neither their zone nor their place; nil for that of this process.
    public var timeZone: String?
    public var prompts = PromptLimits()
    /// Open requests of all of a user's clients together.
    public var requests = 128
    /// Connections that have called, of all of a user's clients together.
    public var connections = 128
    /// Calls in progress of all clients together.
    public var calls = 256
    /// How much of what is sent to clients may wait unread.
    public var backlog = BacklogLimits()
    /// The number of workers at a time.
    public var workers = 2
    /// The limit for the images that each library keeps, in bytes.
    public var imageCacheBytes: UInt64 = 1 << 30
    /// Whether small images of added assets are made before anybody asks for them.
    public var preparesImages = true
    public var results = ResultLimits()
    public var audit = AuditLimits()
    /// Folders of policy files, later folders override earlier ones; nil: the standard ones.
    public var policyFolders: [String]?
    /// How many days an asset stays in the trash before it is purged.
    public var trashDays: UInt64 = 30
    /// How many days the history of each client's view is kept.
    public var historyDays: Int64 = 90
    /// The time after which a fetch is given up.
    public var fetchTime: Duration = .seconds(5)
    /// The maximum size of one resource, in bytes.
    public var resourceBytes: UInt64 = 16 << 30

    /// What each client may have copied and read without being kept.
    public var unkept = UnkeptLimits()
    /// All stored files of one user together; nil: no limit but the disk.
    public var libraryBytes: UInt64?
    /// Open libraries at a time, on the system bus.
    public var libraries = 64
    /// How long an unused library stays open on the system bus: longer than any call waits for a person.
    public var idleTime: Duration = .seconds(600)
    /// How long the authority may take to answer without asking a person.
    public var authorityTime: Duration = .seconds(10)
    /// How long a person may take to authenticate.
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
