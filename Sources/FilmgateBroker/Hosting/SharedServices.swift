internal import FilmgateDBus
internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgatePolicyFiles
internal import FilmgateSystem

/// What all library hosts stand on: nothing of it is one user's.
struct SharedServices: Sendable {
    let settings: Settings
    let loop: EventLoop
    let connection: Connection
    let peers: PeerRegistry
    let policy: PolicyMonitor
    let authorizations: AuthorizationCache
    let workers: WorkerPool
    let applications: DesktopFileReader
    let refusals = RefusalLog()

    /// - Parameter runtime: the folder for what the next broker is to know of connections.
    init(_ settings: Settings, _ connection: Connection, loop: EventLoop, runtime: Folder) async throws {
        self.settings = settings
        self.loop = loop
        self.connection = connection
        workers = WorkerPool(worker: settings.worker, count: settings.workers)
        policy = PolicyMonitor(settings.policyFolders.map(PolicyLayers.init) ?? .usual, clock: .system, loop: loop)
        peers = try await PeerRegistry(
            connection, loop: loop, runtime: runtime, owners: settings.owners, ownersTools: settings.ownersTools,
            agentPrograms: settings.agentPrograms,
            agentGroup: settings.owners == .everyUser ? try groupNumber(of: "filmgate-agent") : nil,
            delegates: settings.owners == .everyUser)
        authorizations = AuthorizationCache(
            settings.owners == .everyUser ? PolkitAuthority(connection, settings) : PrivateBusAuthority(), loop: loop)
        applications = DesktopFileReader(folders: settings.applicationFolders)
    }

    var owners: Owners { settings.owners }

    /// Whom a connection is counted with, in words that nobody sees. Asked on the loop.
    var quotaGroup: @Sendable (BusName) -> String {
        { [peers] name in peers.assumeIsolated { $0.quotaGroup(of: name) } }
    }
}
