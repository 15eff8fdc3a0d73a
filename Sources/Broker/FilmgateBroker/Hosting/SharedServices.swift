import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicyFiles
import FilmgateSystem
import FilmgateWorkers

/// The parts of the broker that all library hosts share.
@BrokerActor struct SharedServices: Sendable {
    let settings: Settings
    let environment: BrokerEnvironment
    let bus: Connection
    let connections = ConnectionTable()
    let peers: PeerRegistry
    let policy: PolicyMonitor
    let authorizations: AuthorizationCache
    let workers: WorkerPool
    let applications: DesktopFileReader
    let refusals: RefusalLog
    /// The descriptor budget for files that clients of all users have open.
    let descriptors: DescriptorBudget

    /// - Parameter runtime: the folder for the connection record, which the next broker reads.
    init(
        _ settings: Settings, _ connection: Connection, _ environment: BrokerEnvironment, runtime: Directory
    ) async throws {
        self.settings = settings
        self.environment = environment
        refusals = RefusalLog(connections)
        descriptors = DescriptorBudget(of: try environment.descriptors ?? descriptorLimit())
        bus = connection
        workers = WorkerPool(worker: settings.worker, count: settings.workers)
        policy = PolicyMonitor(settings.policyFolders.map(PolicyLayers.init) ?? .usual, clock: environment.clock)
        peers = try await PeerRegistry(
            connection, loop: BrokerActor.loop, runtime: runtime, owners: settings.owners,
            ownersTools: settings.ownersTools,
            agentPrograms: settings.agentPrograms, delegates: settings.delegates,
            agentGroup: settings.owners == .everyUser ? try groupNumber(of: "filmgate-agent") : nil,
            asksIdentify: environment.delegatesIdentification)
        authorizations = AuthorizationCache(environment.authority)
        applications = DesktopFileReader(folders: settings.applicationFolders)
    }

    var owners: Owners { settings.owners }
    var clock: Clock { environment.clock }

    /// A function that returns the group with which a connection shares limits. It must be called on the event loop.
    var quotaGroup: @Sendable (BusName) -> String {
        { [peers] name in peers.assumeIsolated { $0.quotaGroup(of: name) } }
    }
}
