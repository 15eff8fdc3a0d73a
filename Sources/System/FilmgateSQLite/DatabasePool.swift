import Synchronization

/// A database with one writing connection and several reading connections. Reads do not wait for commits, or for the
/// slow queries that run on separate connections.
///
/// A read that begins after a write has returned sees the changes of that write.
public final class DatabasePool: Sendable {
    private let path: String
    private let name: String
    private let functions: [PatternFunction]
    private let writer: Database
    /// A counter of the writes through the pool.
    public let writes = WriteCount()
    private let readers: Mutex<[Reader]>
    private let isClosed = Atomic(false)
    private let longReads: LongReadExecutor
    private let backgroundReads: LongReadExecutor
    /// The maximum number of connections for `read`. The pool opens a further one only when all open ones are busy.
    private static let readersAtMost = 3

    private struct Reader {
        let database: Database
        var reads = 0
    }

    /// Opens or creates the file, and migrates its schema, all on the calling thread.
    ///
    /// - Parameter functions: SQL functions that statements can call.
    /// - Throws: `DatabaseError`, and `UnknownSchema`.
    public init(path: String, named name: String, migrations: [Migration], functions: [PatternFunction] = []) throws {
        self.path = path
        self.name = name
        self.functions = functions
        writer = try Database(
            path: path, access: .readWrite, named: "\(name).write", functions: functions, migrations: migrations)
        readers = Mutex([
            Reader(database: try Database(path: path, access: .readOnly, named: "\(name).read", functions: functions))
        ])
        let open: @Sendable () throws -> DatabaseConnection = {
            try DatabaseConnection(path: path, access: .readOnly, functions: functions)
        }
        longReads = LongReadExecutor(width: 2, open: open)
        backgroundReads = LongReadExecutor(width: 1, open: open)
    }

    /// Runs `body` in a read transaction, on the least busy reading connection.
    public func read<T: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> T) async throws -> T {
        let (index, reader) = try readers.withLock { readers in try leastBusy(of: &readers) }
        defer { readers.withLock { $0[index].reads -= 1 } }
        return try await reader.read(body)
    }

    /// Runs `body` in a write transaction: see `Database.write`.
    public func write<T: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> T) async throws -> T {
        writes.begin()
        defer { writes.end() }
        return try await writer.write(body)
    }

    /// Runs `body` in a read transaction on a new connection, so that other reads do not wait for a slow `body`.
    public func offload<T: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> T) async throws -> T {
        try await opened("offload").read(body)
    }

    /// Runs a slow read on a separate connection. At most two such reads run at a time. Clients take turns.
    ///
    /// - Parameter limit: the maximum duration of the read, not counting the wait for the client's turn.
    /// - Throws: `ReadingTookTooLong`, `CancellationError` if the task is cancelled, and the errors of `body`.
    public func readLong<T: Sendable>(
        for client: String, within limit: Duration, _ body: @escaping @Sendable (DatabaseConnection) throws -> T
    ) async throws -> T {
        try await longReads.read(for: client, within: limit, body)
    }

    /// Runs a slow read that is not a client's query, with a limit of one day. Only one such read runs at a time, and
    /// clients take turns. Clients' own queries run in `readLong`, and do not delay this read.
    public func readInBackground<T: Sendable>(
        for client: String, _ body: @escaping @Sendable (DatabaseConnection) throws -> T
    ) async throws -> T {
        try await backgroundReads.read(for: client, within: .seconds(86_400), body)
    }

    /// Closes the database. Every later access throws `DatabaseError`.
    public func close() async {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        await longReads.close()
        await backgroundReads.close()
        for reader in readers.withLock({ $0 }) { await reader.database.close() }
        // Closing the last connection checkpoints the WAL, which only the writing connection can do.
        await writer.close()
    }

    private func leastBusy(of readers: inout [Reader]) throws -> (Int, Database) {
        var index = readers.indices.min { readers[$0].reads < readers[$1].reads } ?? 0
        if readers[index].reads > 0, readers.count < DatabasePool.readersAtMost {
            index = readers.count
            readers.append(Reader(database: try opened("read")))
        }
        readers[index].reads += 1
        return (index, readers[index].database)
    }

    private func opened(_ role: String) throws -> Database {
        guard !isClosed.load(ordering: .sequentiallyConsistent) else { throw DatabaseError.closed }
        return try Database(path: path, access: .readOnly, named: "\(name).\(role)", functions: functions)
    }
}
