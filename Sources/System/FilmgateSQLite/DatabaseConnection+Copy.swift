import CFilmgateSQLite

extension DatabaseConnection {
    /// Copies the database, as the current transaction sees it, to an existing empty file. Does not block writers.
    ///
    /// The copy is not synced to the disk.
    public func copy(toFileAt path: String) throws(DatabaseError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, nil)
        defer { sqlite3_close_v2(opened) }
        guard code == SQLITE_OK, let opened else { throw DatabaseError(of: opened, during: "open for a copy") }
        // A failed copy is discarded, so the copy needs no journal.
        guard sqlite3_exec(opened, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", nil, nil, nil) == SQLITE_OK,
            let backup = sqlite3_backup_init(opened, "main", raw, "main")
        else { throw DatabaseError(of: opened, during: "begin a copy") }
        let step = sqlite3_backup_step(backup, -1)
        let end = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE, end == SQLITE_OK else {
            throw DatabaseError(code: end == SQLITE_OK ? step : end, message: "the database could not be copied")
        }
    }
}
