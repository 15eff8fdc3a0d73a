import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers
import Glibc

/// A running broker, which serves photo libraries under its bus name.
@BrokerActor public final class Broker {
    public nonisolated static let version = FilmgateVersion.version

    private let services: SharedServices
    let hosts: LibraryHosts
    /// The lock that lets only one broker use the state folder; nil in the private setting.
    private let lock: OwnedDescriptor?

    private init(_ services: SharedServices, _ hosts: LibraryHosts, _ lock: OwnedDescriptor?) {
        self.services = services
        self.hosts = hosts
        self.lock = lock
    }

    /// Serves the libraries, and acquires the bus name. Returns when clients can call.
    ///
    /// In the private setting (one user's bus), first opens the only library. In the system setting (the system bus),
    /// each library is opened when its user first calls. Creates no files if the bus or its name is not available.
    /// - Throws: an error if the state folder, library, bus or bus name is unusable. A damaged library is not an error.
    public static func start(_ settings: Settings) async throws -> Broker {
        let connection = try await Connection.open(settings.bus, on: BrokerActor.loop)
        return try await start(settings, over: connection, in: BrokerEnvironment(settings, connection))
    }

    /// Starts a broker over a connection on the broker's event loop.
    static func start(
        _ settings: Settings, over connection: Connection, in environment: BrokerEnvironment
    ) async throws -> Broker {
        try await connection.checkFree(WireNames.busName)
        let state: Directory
        do { state = try stateFolder(settings.state) } catch {
            throw StateFolderError(path: settings.state, reason: error)
        }
        let lock: OwnedDescriptor?
        let library: Library?
        switch settings.owners {
        case .only(let owner):
            lock = nil
            do {
                library = try await LibraryHosts.library(of: owner, in: state, settings, environment)
            } catch let error as Errno {
                throw StateFolderError(path: settings.state, reason: error)
            } catch let error where Library.isDamage(error) {
                // The broker starts without the library, because the owner can restore a backup.
                Journal.write(.error, "The library is damaged and cannot be opened: \(error)")
                library = nil
            }
        case .everyUser:
            lock = try await state.lock("lock", within: .seconds(3))
            library = nil
            if lock == nil { throw LibraryInUse() }
        }
        let services = try await SharedServices(settings, connection, environment, runtime: state)
        let hosts = LibraryHosts(on: services, stateFolder: state)
        try await hosts.watch()
        var only: LibraryHost?
        if let library {
            do { only = try await hosts.startHost(for: library) } catch let error where Library.isDamage(error) {
                Journal.write(.error, "The library is damaged and cannot be opened: \(error)")
            }
        }
        await connection.serve(
            ObjectRouter(hosts), limits: limits(settings),
            failure: { error, call in reply(to: error, in: call) }, quotaGroup: services.quotaGroup)
        if await !connection.canInspectBacklogs() {
            Journal.write(
                .warning,
                "The bus does not say how much clients have not read (\(Connection.backlogPermission)): a client that never reads "
                    + "can block the broker.")
        }
        try await connection.requestName(WireNames.busName)
        await only?.startMaintenance()
        return Broker(services, hosts, lock)
    }

    /// Whether the policy files are in force, and their errors.
    public var policyState: PolicyState { services.policy.state }

    /// Reads the policy files again, and applies them.
    public func reloadPolicy() async -> PolicyState {
        let state = await services.policy.reload()
        let isSound = state.faults.isEmpty
        for host in hosts.all {
            host.core.audit.note(
                "reload-policy", isSound ? .allowed : "invalid-policy", AuditSubject(), by: nil,
                detail: isSound ? "" : state.faults[0].description)
        }
        return state
    }

    /// Waits until the connection to the bus has been closed, by the bus or by `stop`.
    public func closed() async { await services.bus.closed }

    /// Leaves the bus, then saves the broker's state and closes the libraries.
    ///
    /// Cancels the calls and requests in progress, and waits briefly for them, so that the audit logs include their
    /// results.
    public func stop() async {
        await services.bus.close()
        services.workers.close()
        var unfinished = await services.bus.callsInFlight
        for connection in services.connections.all {
            unfinished += connection.requests.tasks
            connection.cancelAll()
        }
        hosts.endRequests()
        await Self.end(of: unfinished, within: .seconds(1))
        await hosts.close()
    }

    /// Waits for the tasks to end, up to a time limit.
    private static func end(of tasks: [Task<Void, Never>], within limit: Duration) async {
        let end = LoopContinuation<Void>(on: BrokerActor.loop)
        let timer = BrokerActor.after(limit) { end.end(with: ()) }
        Task {
            for task in tasks { await task.value }
            end.end(with: ())
        }
        await end.outcome()
        timer.cancel()
    }

    private nonisolated static func limits(_ settings: Settings) -> ServiceLimits {
        var limits = ServiceLimits(
            argumentsExceeded: WireError.limitsExceeded(
                "The arguments are too many or too large; send several calls, and content by descriptor."
            ).errorReply,
            callsExceeded: WireError.limitsExceeded(
                "Too many calls of this connection, or of this app, are waiting for their answers; wait for some before you "
                    + "send more."
            ).errorReply,
            replyBytes: WireNames.replyBytes,
            replyExceeded: WireError.limitsExceeded("The reply would exceed 4 MiB; ask for less at a time.").errorReply)
        limits.callsOfAll = settings.calls
        limits.backlog = settings.backlog
        limits.backlog?.replyGivenUp =
            WireError.limitsExceeded(
                "This app had not read what was sent to it before, so the reply was dropped; read all messages, and call again."
            ).errorReply
        return limits
    }

    private static func stateFolder(_ path: String) throws(Errno) -> Directory {
        if unsafe mkdir(path, 0o700) == -1, Errno.current != .exists { throw Errno.current }
        return try Directory(path: path)
    }
}
