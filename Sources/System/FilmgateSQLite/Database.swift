public import FilmgateSystem

/// An actor with one connection to a database file. It runs synchronous closures on a serial queue.
///
/// Closures run one at a time, each in a transaction. A transaction never spans an `await`, because the closures are
/// synchronous.
public actor Database {
    private let queue: SerialQueue
    private var connection: DatabaseConnection?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Opens the file, migrates the schema and runs `prepare`, all on the calling thread.
    ///
    /// - Parameters:
    ///   - queue: the queue that runs the closures. Other actors may share it. If nil, the database creates a queue.
    ///   - migrations: the migrations of the schema. If nil, the schema stays unchanged.
    /// - Throws: `DatabaseError`, `UnknownSchema`, and the errors of `prepare`.
    public init(
        path: String, access: DatabaseConnection.Access, named name: String, on queue: SerialQueue? = nil,
        functions: [PatternFunction] = [], migrations: [Migration]? = nil,
        prepare: (DatabaseConnection) throws -> Void = { _ in }
    ) throws {
        self.queue = queue ?? SerialQueue(named: name)
        let connection = try DatabaseConnection(path: path, access: access, functions: functions)
        if let migrations { try migrate(connection, by: migrations) }
        try prepare(connection)
        self.connection = connection
    }

    /// Runs `body` in a read transaction.
    ///
    /// - Throws: the errors of `body`, and `DatabaseError`.
    public func read<T: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> T) throws -> T {
        let connection = try opened()
        return try connection.reading { try body(connection) }
    }

    /// Runs `body` in a transaction, and commits the transaction. Rolls it back if `body` or the commit fails.
    ///
    /// The changes are on the disk when this method returns.
    /// - Throws: the errors of `body`, `CommitFailure`, and `DatabaseError`.
    public func write<T: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> T) throws -> T {
        let connection = try opened()
        return try connection.transaction("BEGIN IMMEDIATE") {
            let result = try body(connection)
            do throws(DatabaseError) { try connection.script("COMMIT") } catch { throw CommitFailure(reason: error) }
            return result
        }
    }

    /// Closes the database. Every later access throws `DatabaseError`.
    public func close() { connection = nil }

    private func opened() throws(DatabaseError) -> DatabaseConnection {
        guard let connection else { throw .closed }
        return connection
    }
}
