internal import CFilmgateSQLite

/// One open connection to a database file, at home in the `Database` that made it.
///
/// It keeps the statements that it ran last, prepared. A statement that is being stepped is out of the cache, so the same text
/// may be run again from inside.
public final class Connection {
    private let raw: OpaquePointer
    private var prepared: [String: Statement] = [:]
    private static let preparedAtMost = 48
    /// Of a statement's text.
    private static let preparedBytes = 2048
    private let hook = DeadlineHook()
    let gatherer = Gatherer()

    /// How a database is opened.
    public enum Access: Sendable {
        /// Made where it is missing.
        case readWrite
        case readOnly
    }

    init(path: String, access: Access, functions: [TextFunction] = []) throws(DatabaseError) {
        let mode =
            switch access {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        var opened: OpaquePointer?
        // No mutex: the actor around the connection is one.
        let code = sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            let error = DatabaseError(of: opened, during: "open")
            sqlite3_close_v2(opened)
            throw error
        }
        raw = opened
        fg_sqlite_configure(raw, SQLITE_DBCONFIG_DEFENSIVE, 1)
        fg_sqlite_configure(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        sqlite3_busy_timeout(raw, 5_000)
        for function in functions { try define(function, on: raw, hook: hook) }
        try gatherer.define(on: raw)
        try script("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1024")
        switch access {
        case .readWrite:
            // FULL: a commit has reached the disk before it is answered for.
            try script("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 8388608")
        case .readOnly:
            // Room for a page of assets that lie far apart.
            try script("PRAGMA query_only = ON; PRAGMA cache_size = -4096")
        }
    }

    deinit {
        prepared = [:]
        sqlite3_close_v2(raw)
    }

    /// Runs statements, separated by semicolons, that bind nothing and whose rows do not matter.
    public func script(_ text: String) throws(DatabaseError) {
        guard sqlite3_exec(raw, text, nil, nil, nil) == SQLITE_OK else {
            throw DatabaseError(of: raw, during: text)
        }
    }

    public func execute(_ sql: SQL) throws(DatabaseError) {
        let statement = try statement(sql)
        defer { release(statement) }
        while try statement.step() {}
    }

    /// Every row, in the statement's order.
    public func all<T>(_ sql: SQL, _ decode: (borrowing Row) throws -> T) throws -> [T] {
        let statement = try statement(sql)
        defer { release(statement) }
        var rows: [T] = []
        while try statement.step() { rows.append(try decode(statement.row)) }
        return rows
    }

    /// Row after row, until `body` says that it has seen enough.
    public func each(_ sql: SQL, _ body: (borrowing Row) throws -> Bool) throws {
        let statement = try statement(sql)
        defer { release(statement) }
        while try statement.step(), try body(statement.row) {}
    }

    /// The first row, nil where there is none.
    public func first<T>(_ sql: SQL, _ decode: (borrowing Row) throws -> T) throws -> T? {
        let statement = try statement(sql)
        defer { release(statement) }
        return try statement.step() ? try decode(statement.row) : nil
    }

    /// The first row of the same statement for each key, which is bound to a `?` at the end of its text.
    public func firsts<T>(_ sql: SQL, forEach keys: some Collection<Int64>, _ decode: (borrowing Row) throws -> T)
        throws -> [T?]
    {
        let statement = try statement(sql)
        defer { release(statement) }
        var rows: [T?] = []
        rows.reserveCapacity(keys.count)
        for key in keys {
            try statement.bind(.integer(key), at: sql.values.count + 1)
            rows.append(try statement.step() ? try decode(statement.row) : nil)
            statement.reset()
        }
        return rows
    }

    /// The same, row by row; false, and nothing more is looked at, where a key has no row.
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

    /// Whether there is any row.
    public func exists(_ sql: SQL) throws -> Bool { try first(sql) { _ in true } ?? false }

    /// Runs `body` on one state of the database, whatever is written meanwhile. However it ends, no transaction stays open.
    ///
    /// - Throws: what `body` throws, and `DatabaseError`.
    func reading<T>(_ body: () throws -> T) throws -> T {
        // What an earlier roll-back could not end would make every later reading fail.
        if isInTransaction { try script("ROLLBACK") }
        try script("BEGIN")
        do {
            let result = try body()
            try script("COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some errors; then there is nothing left to do.
            if isInTransaction { try? script("ROLLBACK") }
            throw error
        }
    }

    /// Runs `body`, whose statements end when the deadline is over.
    ///
    /// - Throws: `ReadingTookTooLong` and `CancellationError` then, and what `body` throws.
    public func within<T>(_ deadline: Deadline, _ body: () throws -> T) throws -> T {
        hook.deadline = deadline
        // Some ten thousandths of a second apart.
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

    /// Whether a transaction is open, as it is after a commit that failed.
    var isInTransaction: Bool { sqlite3_get_autocommit(raw) == 0 }

    /// Whether a reading of this connection, if it has a deadline, is over it: for what it does between its statements.
    public var isOverTime: Bool { hook.isOver }

    /// - Throws: what ends a reading that is over its deadline.
    public func checkTime() throws {
        if let deadline = hook.deadline, deadline.isOver { throw deadline.reason }
    }

    /// The row number that the last INSERT gave.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(raw) }

    /// How many rows the last INSERT, UPDATE or DELETE touched, triggers aside.
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
        // What somebody made up is not asked for again, and would push out what is.
        guard hook.deadline == nil, statement.text.utf8.count <= Connection.preparedBytes else { return }
        if prepared.count >= Connection.preparedAtMost { prepared.remove(at: prepared.startIndex) }
        prepared[statement.text] = statement
    }
}

@available(*, unavailable)
extension Connection: Sendable {}
