import CFilmgateSQLite
import FilmgateSystem

/// A copy of an SQLite database of another program, opened read-only. Neither its schema nor its size is trusted.
final class ForeignDatabase {
    private let handle: OpaquePointer
    private let copy: DatabaseCopy
    private let budget: Budget

    /// Opens the first `.db` file on the command line or, if no `.db` file is named, a database with one of these names
    /// in a folder on the command line.
    static func find(_ names: [String], in paths: [DiskPath]) throws(UnreadableLibraryError) -> ForeignDatabase {
        var named: [FoundPath] = []
        var denied: DiskPath?
        for path in paths {
            do throws(Errno) { named.append(try FoundPath(named: path)) } catch {
                // The import's walk reports paths that do not exist.
                if error == .accessDenied { denied = denied ?? path }
            }
        }
        var candidates = named.filter { $0.path.fileExtension == "db" }
        for place in named { candidates += names.map { place.appending(Array($0.utf8)) } }
        for candidate in candidates {
            do throws(Errno) {
                guard try candidate.place.file().facts().isRegular else { continue }
            } catch {
                // Most other errors mean that the file does not exist.
                if error == .accessDenied { denied = denied ?? candidate.path }
                continue
            }
            return try ForeignDatabase(candidate)
        }
        if let denied { throw UnreadableLibraryError(reason: "\(denied) cannot be opened: \(Errno.accessDenied).") }
        throw UnreadableLibraryError(reason: "There is no \(names[0]) in it. Name the file itself, too.")
    }

    init(_ place: FoundPath, within limits: Limits = Limits()) throws(UnreadableLibraryError) {
        copy = try DatabaseCopy(of: place)
        budget = Budget(limits)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_PRIVATECACHE
        let code = sqlite3_open_v2(copy.path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw UnreadableLibraryError(reason: "The database cannot be opened.")
        }
        handle = opened
        _ = fg_sqlite_configure(opened, SQLITE_DBCONFIG_DEFENSIVE, 1)
        _ = fg_sqlite_configure(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = fg_sqlite_configure(opened, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        _ = fg_sqlite_configure(opened, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
        sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, 16 << 20)
        sqlite3_busy_timeout(opened, 2000)
        sqlite3_progress_handler(
            opened, 10_000,
            { budget in
                guard let budget else { return 0 }
                return Unmanaged<Budget>.fromOpaque(budget).takeUnretainedValue().isSpent ? 1 : 0
            }, Unmanaged.passUnretained(budget).toOpaque())
        try each("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in }
        // All files of the copy are open now, so their names can be removed. Then no copy is left if the tool is
        // killed.
        copy.removeNames()
    }

    deinit { sqlite3_close(handle) }

    /// The limits on reading a database. They exceed any real photo library.
    struct Limits {
        var time = Duration.seconds(120)
        var rows = 20_000_000
        var textBytes = 512 << 20
    }

    /// The remaining part of the limits, which SQLite's progress handler checks.
    private final class Budget {
        private let end: ContinuousClock.Instant
        private var rows: Int
        private var textBytes: Int

        init(_ limits: Limits) { (end, rows, textBytes) = (.now + limits.time, limits.rows, limits.textBytes) }

        var isSpent: Bool { rows < 0 || textBytes < 0 || ContinuousClock.now > end }

        func take(rowWith bytes: Int) {
            rows -= 1
            textBytes -= bytes
        }
    }

    enum Value {
        case none, integer(Int64), real(Double), text(String)

        var integer: Int64? {
            switch self {
            case .integer(let value): value
            case .text(let text): Int64(text)
            case .none, .real: nil
            }
        }

        var real: Double? {
            switch self {
            case .real(let value): value
            case .integer(let value): Double(value)
            case .text(let text): Double(text)
            case .none: nil
            }
        }

        var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    /// Throws an error for a view, a virtual table or computed columns: a single step of these may take any time.
    func check(_ tables: [String]) throws(UnreadableLibraryError) {
        for table in tables {
            var isPlain = true
            try each("PRAGMA main.table_list('\(table)')") { if $0[2].text != "table" { isPlain = false } }
            // The last column is 2 or 3 for computed values.
            try each("PRAGMA main.table_xinfo('\(table)')") { if $0[6].integer != 0 { isPlain = false } }
            guard isPlain else {
                throw UnreadableLibraryError(
                    reason: "The database computes \(table), which no photo program does.")
            }
        }
    }

    /// Returns the names of a table's columns. Databases of earlier versions of a program have fewer columns.
    func columns(of table: String) throws(UnreadableLibraryError) -> Set<String> {
        var names: Set<String> = []
        try each("PRAGMA main.table_xinfo('\(table)')") { if let name = $0[1].text { names.insert(name) } }
        return names
    }

    /// Calls `body` with each row of a query, whose text must come from this program.
    func each(_ question: String, _ body: ([Value]) -> Void) throws(UnreadableLibraryError) {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(handle, question, -1, &prepared, nil) == SQLITE_OK, let statement = prepared else {
            throw failure()
        }
        defer { sqlite3_finalize(statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                let columns = 0..<sqlite3_column_count(statement)
                budget.take(rowWith: columns.reduce(0) { $0 + Int(sqlite3_column_bytes(statement, $1)) })
                guard !budget.isSpent else { throw failure() }
                body(columns.map { ForeignDatabase.value(statement, $0) })
            case SQLITE_DONE: return
            default: throw failure()
            }
        }
    }

    private static func value(_ statement: OpaquePointer, _ column: Int32) -> Value {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: sqlite3_column_text(statement, column).map { .text(String(cString: $0)) } ?? .none
        default: .none
        }
    }

    private func failure() -> UnreadableLibraryError {
        if budget.isSpent {
            return UnreadableLibraryError(
                reason:
                    "Its database takes too long to read, or has more in it than a library of photos. It may be damaged: "
                    + "check it in its own program, or import the photos without it, by '--from folder'.")
        }
        let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "no reason is known"
        return UnreadableLibraryError(reason: "The database cannot be read: \(message).")
    }
}
