public import FilmgateDBus
internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire
internal import Glibc

/// A running broker: a library behind a name on a bus.
public final class Broker: Sendable {
    public static let version = "0.1.0"

    private let connection: Connection
    private let library: Library
    private let workers: WorkerPool
    private let house: House

    private init(_ connection: Connection, _ library: Library, _ workers: WorkerPool, _ house: House) {
        self.house = house
        self.connection = connection
        self.library = library
        self.workers = workers
    }

    /// Opens the library, serves it, and takes the name. Returns when clients can call.
    ///
    /// - Throws: where the library cannot be opened, the bus not be reached, or the name not be had.
    public static func start(_ settings: Settings, on loop: EventLoop) async throws -> Broker {
        let state = try stateFolder(settings.state)
        let library = try await Library.open(
            in: state.makingFolder(String(settings.owner)), user: settings.owner, fetchTime: settings.fetchTime)
        let connection = try await Connection.open(settings.bus, on: loop)
        let workers = WorkerPool(worker: settings.worker, count: settings.workers)
        let house = try await House(settings, connection, library, workers, loop: loop, runtime: state)
        try await house.watch()
        await connection.serve(
            house.tree, limits: limits(settings), failure: { error, call in reply(to: error, in: call) },
            party: house.party)
        if await !connection.isToldOfBacklogs() {
            Journal.write(
                .warning,
                "The bus does not tell what clients have not taken in (\(Connection.backlogPermission)): one that never reads can "
                    + "bring the broker to a halt.")
        }
        try await connection.requestName(Wire.busName)
        do {
            try await library.sweep()
        } catch {
            Journal.write(.error, "Files that no photo needs could not be swept up: \(error)")
        }
        await house.begin()
        return Broker(connection, library, workers, house)
    }

    /// How the policy stands to its files.
    public var policyState: PolicyState { get async { await house.policyState } }

    /// Reads the policy files anew, and has what they say take effect.
    public func reloadPolicy() async -> PolicyState { await house.reloadPolicy() }

    /// Returns when the bus has hung up.
    public func closed() async { await connection.closed }

    /// Leaves the bus, writes what is left to be written, then closes the library.
    public func stop() async {
        await connection.close()
        workers.close()
        do {
            try await house.settle()
        } catch {
            Journal.write(.warning, "What is left of grants could not be written down: \(error)")
        }
        await house.audit.flush(all: true)
        await library.close()
    }

    private static func limits(_ settings: Settings) -> ServiceLimits {
        var limits = ServiceLimits(
            argumentsExceeded: WireError.limitsExceeded(
                "The arguments are too many or too large; send several calls, and content by descriptor."
            ).errorReply,
            callsExceeded: WireError.limitsExceeded(
                "Too many calls of this connection, or of this app, are waiting for their answers; wait for some before you "
                    + "send more."
            ).errorReply,
            replyBytes: Wire.replyBytes,
            replyExceeded: WireError.limitsExceeded("The reply would exceed 4 MiB; ask for less at a time.").errorReply)
        limits.callsOfAll = settings.calls
        limits.backlog = settings.backlog
        limits.backlog?.replyGivenUp =
            WireError.limitsExceeded(
                "This app had not taken in what was sent to it before, so that the answer was given up; read what comes, and "
                    + "call again."
            ).errorReply
        return limits
    }

    private static func stateFolder(_ path: String) throws(Errno) -> Folder {
        if unsafe mkdir(path, 0o700) == -1, Errno.current != .exists { throw Errno.current }
        return try Folder(path: path)
    }
}
