internal import Synchronization

/// One database by several connections: one that writes, and a few that read, so that reading waits neither for a writer's
/// disk nor for somebody else's long question.
///
/// A read that begins after a write has returned sees it.
public final class DatabasePool: Sendable {
    private let path: String
    private let name: String
    private let functions: [TextFunction]
    private let writer: Database
    /// Of all that was written through the pool.
    public let writes = WriteCount()
    private let readers: Mutex<[Reader]>
    private let isClosed = Atomic(false)
    private let longReads: LongReads
    private let backgroundReads: LongReads
    /// Those after the first are opened when all before them are busy.
    private static let readersAtMost = 3

    private struct Reader {
        let database: Database
        var reads = 0
    }

    /// Opens the file on the calling thread, makes it where it is missing, and brings its schema up to date.
    ///
    /// - Parameter functions: for the statements of all that it does.
    /// - Throws: `DatabaseError`, and `UnknownSchema` where a newer program wrote it.
    public init(path: String, named name: String, migrations: [Migration], functions: [TextFunction] = []) throws {
        self.path = path
        self.name = name
        self.functions = functions
        writer = try Database(path: path, access: .readWrite, named: "\(name).write", functions: functions) {
            try migrate($0, by: migrations)
        }
        readers = Mutex([
            Reader(
                database: try Database(path: path, access: .readOnly, named: "\(name).read", functions: functions))
        ])
        let open: @Sendable () throws -> Connection = {
            try Connection(path: path, access: .readOnly, functions: functions)
        }
        longReads = LongReads(width: 2, open: open)
        backgroundReads = LongReads(width: 1, open: open)
    }

    /// See `Database.read`.
    public func read<T: Sendable>(_ body: @Sendable (Connection) throws -> T) async throws -> T {
        let (index, reader) = try readers.withLock { readers in try leastBusy(of: &readers) }
        defer { readers.withLock { $0[index].reads -= 1 } }
        return try await reader.read(body)
    }

    /// See `Database.write`.
    public func write<T: Sendable>(_ body: @Sendable (Connection) throws -> T) async throws -> T {
        writes.begin()
        defer { writes.end() }
        return try await writer.write(body)
    }

    /// Reads on a connection opened for this alone, where `body` may take so long that other readers must not wait for it.
    public func offload<T: Sendable>(_ body: @Sendable (Connection) throws -> T) async throws -> T {
        try await opened("aside").read(body)
    }

    /// Reads what may take so long that it must hold up neither other readers nor other clients: in its client's turn, within
    /// a time of its own.
    ///
    /// - Parameter limit: from its beginning, not from now.
    /// - Throws: `ReadingTookTooLong`; `CancellationError` where the task is cancelled; what `body` throws.
    public func long<T: Sendable>(
        for client: String, within limit: Duration, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await longReads.read(for: client, within: limit, body)
    }

    /// The same for what the owner of the database looks through on its own account, so that it takes as long as it takes: one at
    /// a time, the clients that it is done for in turn. It waits for no reading that a client has thought up.
    /// What a client can ask for at will is no such thing: see `long`.
    public func survey<T: Sendable>(
        for client: String, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await backgroundReads.read(for: client, within: .seconds(86_400), body)
    }

    /// Every later access throws `DatabaseError`.
    public func close() async {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        await longReads.close()
        await backgroundReads.close()
        for reader in readers.withLock({ $0 }) { await reader.database.close() }
        // Last, so that it folds the log into the file.
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
