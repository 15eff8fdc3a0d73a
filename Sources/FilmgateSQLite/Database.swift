internal import FilmgateSystem

/// A database file behind one connection, reached by synchronous closures on a queue of its own.
///
/// Closures run one after the other, each in a transaction; no `await` can stand inside one.
public actor Database {
    private let queue: SerialQueue
    private var connection: Connection?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Opens the file on the calling thread, and lets `prepare` have the connection first.
    public init(
        path: String, access: Connection.Access, named name: String, functions: [TextFunction] = [],
        prepare: (Connection) throws -> Void = { _ in }
    ) throws {
        queue = SerialQueue(named: name)
        let connection = try Connection(path: path, access: access, functions: functions)
        try prepare(connection)
        self.connection = connection
    }

    /// Runs `body` on one state of the database, whatever is written meanwhile.
    ///
    /// - Throws: what `body` throws, and `DatabaseError`.
    public func read<T: Sendable>(_ body: @Sendable (Connection) throws -> T) throws -> T {
        let connection = try opened()
        return try connection.reading { try body(connection) }
    }

    /// Runs `body` and commits what it wrote; nothing of it stays where it throws.
    ///
    /// When this returns, what was written has reached the disk.
    /// - Throws: what `body` throws, `CommitFailure`, and `DatabaseError`.
    public func write<T: Sendable>(_ body: @Sendable (Connection) throws -> T) throws -> T {
        let connection = try opened()
        try connection.script("BEGIN IMMEDIATE")
        let result: T
        do {
            result = try body(connection)
        } catch {
            // SQLite has rolled back by itself after some errors; then there is nothing left to do.
            try? connection.script("ROLLBACK")
            throw error
        }
        do {
            try connection.script("COMMIT")
        } catch {
            try? connection.script("ROLLBACK")
            throw CommitFailure(reason: error)
        }
        return result
    }

    /// Every later access throws `DatabaseError`.
    public func close() { connection = nil }

    private func opened() throws(DatabaseError) -> Connection {
        guard let connection else { throw .closed }
        return connection
    }
}
