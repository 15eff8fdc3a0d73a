public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// The settings of a broker, given at its start.
public struct Settings: Sendable {
    /// The bus: an address, "session" or "system".
    public var bus: String
    /// The folder that holds the libraries.
    public var state: String
    /// The users whose libraries are served. They determine the setting: private or system.
    public var owners: Owners
    /// The path of the worker program.
    public var worker: String
    /// Paths of the programs that act with the owner's full access.
    public var ownersTools: Set<String>
    /// Paths of the programs that may be agents.
    public var agentPrograms: Set<String>
    /// Paths of the delegates: the programs that may act for apps.
    public var delegates: Set<String> = []
    /// The folders with the desktop files of applications.
    public var applicationFolders: [String] = []
    /// The path of the file of towns, which gives places their names; nil means no names.
    public var towns: String?
    /// The name of the time zone that is assumed for cameras that record neither their zone nor their location; nil for
    /// the time zone of this process.
    public var timeZone: String?
    public var prompts = PromptLimits()
    /// The limit on open requests of all of a user's clients together.
    public var requests = 128
    /// The limit on connections that have made a call, for all of a user's clients together.
    public var connections = 128
    /// The limit on calls in progress for all clients together.
    public var calls = 256
    /// The limits on unread messages to clients.
    public var backlog = BacklogLimits()
    /// The number of jobs that workers do at the same time, not counting slow jobs and conversions of videos.
    public var workers = 2
    /// The limit for the images in each library's cache, in bytes.
    public var imageCacheBytes: UInt64 = 1 << 30
    /// Whether small images of added assets are made before they are requested.
    public var preparesImages = true
    public var results = ResultLimits()
    public var audit = AuditLimits()
    /// Folders of policy files. Later folders override earlier ones; nil means the standard folders.
    public var policyFolders: [String]?
    /// The number of days that an asset stays in the trash before it is purged.
    public var trashDays: UInt64 = 30
    /// The number of days that the broker stores the history of each client's view, and the earlier values for undo.
    public var historyDays: Int64 = 90
    /// The number of days for which a lasting picked item, which outlives its connection, is stored after its last use.
    public var pickDays: Int64 = 90
    /// The time after which a slow fetch is canceled.
    public var fetchTime: Duration = .seconds(5)
    /// The maximum size of one resource, in bytes.
    public var resourceBytes: UInt64 = 16 << 30

    /// The limit for each client's content that is copied and read but not kept.
    public var unkept = DiscardedContentLimits()
    /// The limit for all stored files of one user; nil if only the disk limits them.
    public var libraryBytes: UInt64?
    /// The limit on simultaneously open libraries, on the system bus.
    public var libraries = 64
    /// How long an unused library stays open on the system bus. Must be longer than any call can wait for a person.
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
