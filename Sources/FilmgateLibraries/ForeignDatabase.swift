internal import CFilmgateSQLite
internal import FilmgateImporting
internal import Glibc

/// An SQLite database of another program, opened for reading alone. Its schema is not trusted.
final class ForeignDatabase {
    private let handle: OpaquePointer
    /// A folder with a copy of the database, if the program had not written all of it into its main file.
    private let copy: String?

    /// Finds a database: one that is named on the command line, or one of these below a folder that is.
    static func find(_ names: [String], _ walk: PhotoWalk, in paths: [DiskPath]) throws(UnreadableLibrary)
        -> ForeignDatabase
    {
        var candidates = paths.filter { $0.fileExtension == "db" }
        for path in paths { candidates += names.map { path.appending(Array($0.utf8)) } }
        for candidate in candidates {
            guard let (descriptor, _) = try? candidate.openFile() else { continue }
            _ = descriptor
            return try ForeignDatabase(candidate)
        }
        throw UnreadableLibrary(reason: "There is no \(names[0]) in it. Name the file itself, too.")
    }

    init(_ path: DiskPath) throws(UnreadableLibrary) {
        guard let resolved = path.resolved else { throw UnreadableLibrary(reason: "The database does not exist.") }
        copy = try ForeignDatabase.copyIfUnfinished(resolved)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_PRIVATECACHE
        let code = sqlite3_open_v2(copy.map { $0 + "/copy.db" } ?? resolved, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw UnreadableLibrary(reason: "The database cannot be opened.")
        }
        handle = opened
        _ = fg_sqlite_configure(opened, SQLITE_DBCONFIG_DEFENSIVE, 1)
        _ = fg_sqlite_configure(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = fg_sqlite_configure(opened, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        _ = fg_sqlite_configure(opened, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
        sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, 64 << 20)
        sqlite3_busy_timeout(opened, 2000)
    }

    deinit {
        sqlite3_close(handle)
        if let copy { ForeignDatabase.remove(copy) }
    }

    /// A value of a row.
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

    /// Calls `body` with each row of a question, which is text of this program.
    func each(_ question: String, _ body: ([Value]) -> Void) throws(UnreadableLibrary) {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(handle, question, -1, &prepared, nil) == SQLITE_OK, let statement = prepared else {
            throw failure()
        }
        defer { sqlite3_finalize(statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: body((0..<sqlite3_column_count(statement)).map { ForeignDatabase.value(statement, $0) })
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

    private func failure() -> UnreadableLibrary {
        let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "no reason is known"
        return UnreadableLibrary(reason: "The database cannot be read: \(message).")
    }

    // MARK: A copy

    /// Copies a database that another program has open: what it wrote last is in files beside it, which reading would change.
    ///
    /// - Returns: the folder of the copy; nil if the database is in one file.
    private static func copyIfUnfinished(_ path: String) throws(UnreadableLibrary) -> String? {
        let beside = ["-wal", "-journal"].filter { size(of: path + $0) > 0 }
        guard !beside.isEmpty else { return nil }
        var pattern = Array("/tmp/filmgate-import-XXXXXX".utf8CString)
        guard mkdtemp(&pattern) != nil else { throw UnreadableLibrary(reason: "There is no room for a copy of it.") }
        let folder = String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for suffix in [""] + beside where !copy(path + suffix, to: folder + "/copy.db" + suffix) {
            remove(folder)
            throw UnreadableLibrary(reason: "The database cannot be copied.")
        }
        return folder
    }

    private static func size(of path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }

    private static func copy(_ path: String, to target: String) -> Bool {
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard source >= 0 else { return false }
        defer { close(source) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { return false }
        defer { close(output) }
        while true {
            let count = sendfile(output, source, nil, 16 << 20)
            if count <= 0 { return count == 0 }
        }
    }

    private static func remove(_ folder: String) {
        for suffix in ["", "-wal", "-journal", "-shm"] { unlink(folder + "/copy.db" + suffix) }
        rmdir(folder)
    }
}
