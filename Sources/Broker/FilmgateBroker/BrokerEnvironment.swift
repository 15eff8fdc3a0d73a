import FilmgateDBus
import FilmgateModel
import FilmgateSystemServices

/// What a broker takes from the machine that it runs on: time, and whom it asks about people and programs.
struct BrokerEnvironment: Sendable {
    let clock: Clock
    let authority: any Authority
    let sessions: any Sessions
    /// Whether `filmgate-identify` reads the callers' processes; else the broker does.
    let delegatesIdentification: Bool
    /// Whether views of folders through which nothing can be written are made, if the kernel lets the broker.
    var makesViews = true
    /// Bytes of content in memory that a user's clients together may have open.
    var contentMemory: UInt64 = 1 << 30
    /// How many descriptors the process can have; nil for as many as the system says.
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
