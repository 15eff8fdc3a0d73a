import CFilmgateSQLite

/// An open connection to a database file. Only the `Database` or `LongReadExecutor` that opened the connection uses it.
///
/// The connection caches prepared statements. A running statement is not in the cache, so that a second statement with
/// the same text can run at the same time.
public final class DatabaseConnection {
    let raw: OpaquePointer
    private var prepared: [String: Statement] = [:]
    private static let preparedAtMost = 48
    /// The maximum length of a cached statement's text, in bytes.
    private static let preparedBytes = 2048
    private let hook = DeadlineHook()
    let batcher = RowBatcher()

    /// The mode in which a database is opened.
    public enum Access: Sendable {
        /// For reading and writing. Creates the file if it is missing.
        case readWrite
        case readOnly
    }

    init(path: String, access: Access, functions: [PatternFunction] = []) throws(DatabaseError) {
        let mode =
            switch access {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        var opened: OpaquePointer?
        // SQLite's mutex is not needed, because the owner of the connection serializes all access.
        let code = sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            let error = DatabaseError(of: opened, during: "open")
            sqlite3_close_v2(opened)
            throw error
        }
        raw = opened
        fg_sqlite_configure(raw, SQLITE_DBCONFIG_DEFENSIVE, 1)
        // The writing connection trusts the schema, because triggers must be able to write to a full-text index. This
        // is safe, because no other process writes to the file.
        let trustsSchema: Int32 =
            switch access {
            case .readWrite: 1
            case .readOnly: 0
            }
        fg_sqlite_configure(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, trustsSchema)
        sqlite3_busy_timeout(raw, 5_000)
        for function in functions { try define(function, on: raw, hook: hook) }
        try batcher.define(on: raw)
        try script("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1024")
        switch access {
        case .readWrite:
            // With `synchronous = FULL`, the changes are on the disk when a commit returns.
            try script("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 8388608")
        case .readOnly:
            // 4 MiB is enough for one page of a list of assets, even if their rows are far apart in the file.
            try script("PRAGMA query_only = ON; PRAGMA cache_size = -4096")
        }
    }

    deinit {
        prepared = [:]
        sqlite3_close_v2(raw)
    }

    /// Runs statements separated by semicolons, without bindings or results.
    public func script(_ text: String) throws(DatabaseError) {
        guard sqlite3_exec(raw, text, nil, nil, nil) == SQLITE_OK else { throw DatabaseError(of: raw, during: text) }
    }

    public func execute(_ sql: SQL) throws(DatabaseError) {
        let statement = try statement(sql)
        defer { release(statement) }
        while try statement.step() {}
    }

    /// Returns all rows, in the statement's order.
    public func all<T>(_ sql: SQL, _ decode: (borrowing Row) throws -> T) throws -> [T] {
        let statement = try statement(sql)
        defer { release(statement) }
        var rows: [T] = []
        while try statement.step() { rows.append(try decode(statement.row)) }
        return rows
    }

    /// Calls `body` with one row after another, until `body` returns false.
    public func each(_ sql: SQL, _ body: (borrowing Row) throws -> Bool) throws {
        let statement = try statement(sql)
        defer { release(statement) }
        while try statement.step(), try body(statement.row) {}
    }

    /// Returns the first row, or nil if the statement has no rows.
    public func first<T>(_ sql: SQL, _ decode: (borrowing Row) throws -> T) throws -> T? {
        let statement = try statement(sql)
        defer { release(statement) }
        return try statement.step() ? try decode(statement.row) : nil
    }

    /// Runs the statement once for each key, and calls `body` with the first row. Stops and returns false if there is
    /// no row for a key. The last `?` in the text, for which `sql` has no value, stands for the key.
    public func each(
        _ sql: SQL, forEach keys: some Sequence<Int64>, _ body: (borrowing Row) throws -> Void
    ) throws -> Bool {
        let statement = try statement(sql)
        defer { release(statement) }
        for key in keys {
            try statement.bind(.integer(key), at: sql.values.count + 1)
            guard try statement.step() else { return false }
            try body(statement.row)
            statement.reset()
        }
        return true
    }

    /// Returns whether the statement has a row.
    public func exists(_ sql: SQL) throws -> Bool { try first(sql) { _ in true } ?? false }

    /// Runs `body` in a read transaction.
    ///
    /// - Throws: the errors of `body`, and `DatabaseError`.
    func reading<T>(_ body: () throws -> T) throws -> T {
        // Ends a transaction that an earlier, failed rollback left open. Otherwise, every later read would fail.
        if isInTransaction { try script("ROLLBACK") }
        return try transaction("BEGIN") {
            let result = try body()
            try script("COMMIT")
            return result
        }
    }

    /// Begins a transaction and runs `body`, which must commit. Rolls the transaction back if `body` throws.
    func transaction<T>(_ begin: String, _ body: () throws -> T) throws -> T {
        try script(begin)
        do { return try body() } catch {
            // Ignores an error of the rollback, because the caller needs the first error.
            if isInTransaction { try? script("ROLLBACK") }
            throw error
        }
    }

    /// Runs `body`, and interrupts its SQL statements when `deadline` passes or is cancelled.
    ///
    /// - Throws: `ReadingTookTooLong` at the deadline, `CancellationError` after a cancellation, and the errors of
    ///   `body`.
    public func within<T>(_ deadline: Deadline, _ body: () throws -> T) throws -> T {
        hook.deadline = deadline
        // SQLite calls the handler after every 10,000 virtual machine instructions, or about 0.1 milliseconds.
        sqlite3_progress_handler(
            raw, 10_000,
            { hook in
                guard let hook else { return 0 }
                return Unmanaged<DeadlineHook>.fromOpaque(hook).takeUnretainedValue().isOver ? 1 : 0
            }, Unmanaged.passUnretained(hook).toOpaque())
        defer {
            sqlite3_progress_handler(raw, 0, nil, nil)
            hook.deadline = nil
        }
        do {
            return try body()
        } catch let error as DatabaseError where error.code.primary == .interrupt {
            throw deadline.reason
        }
    }

    /// Whether a transaction is open. A failed commit can leave its transaction open.
    var isInTransaction: Bool { sqlite3_get_autocommit(raw) == 0 }

    /// Whether the current read has passed its deadline or was cancelled. Long work between statements must check
    /// this.
    public var isOverTime: Bool { hook.isOver }

    /// Throws `ReadingTookTooLong` or `CancellationError` if the current read must end.
    public func checkTime() throws { if let deadline = hook.deadline, deadline.isOver { throw deadline.reason } }

    /// The row ID of the last INSERT.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(raw) }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed, not counting rows that triggers changed.
    public var changedRows: Int { Int(sqlite3_changes64(raw)) }

    private func statement(_ sql: SQL) throws(DatabaseError) -> Statement {
        let statement: Statement
        if let ready = prepared.removeValue(forKey: sql.text) {
            statement = ready
        } else {
            statement = try Statement(sql.text, on: raw)
        }
        for (position, value) in sql.values.enumerated() { try statement.bind(value, at: position + 1) }
        return statement
    }

    private func release(_ statement: Statement) {
        statement.reset()
        statement.clear()
        // Statements with a deadline are long reads. They are rarely repeated, and would evict others from the cache.
        guard hook.deadline == nil, statement.text.utf8.count <= DatabaseConnection.preparedBytes else { return }
        if prepared.count >= DatabaseConnection.preparedAtMost { prepared.remove(at: prepared.startIndex) }
        prepared[statement.text] = statement
    }
}

@available(*, unavailable)
extension DatabaseConnection: Sendable {}
