import FilmgateDBus
import FilmgateModel
import FilmgateSystemServices

/// The services that a broker uses on its machine: clocks, and sources of information about people and programs.
struct BrokerEnvironment: Sendable {
    let clock: Clock
    let authority: any Authority
    let sessions: any AgentSessionTracker
    /// Whether `filmgate-identify` reads the callers' processes; if not, the broker reads them.
    let delegatesIdentification: Bool
    /// Whether to make read-only views of folders, if the kernel allows it.
    var makesViews = true
    /// The limit on content in memory that a user's clients together have open, in bytes.
    var contentMemory: UInt64 = 1 << 30
    /// The maximum number of descriptors of the process; nil means the system's limit.
    var descriptors: Int?
}

extension BrokerEnvironment {
    /// The environment of a broker that runs as a program.
    init(_ settings: Settings, _ connection: Connection) {
        let isOfSystem = settings.owners == .everyUser
        self.init(
            clock: .system,
            authority: isOfSystem ? PolkitAuthority(connection, settings) : PrivateBusAuthority(),
            sessions: Logind(), delegatesIdentification: isOfSystem)
    }
}
