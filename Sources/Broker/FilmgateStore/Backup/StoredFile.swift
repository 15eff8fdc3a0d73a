import FilmgateHashing
import FilmgateModel
import FilmgateSQLite
import FilmgateSystem

/// A stored file, as the database lists it.
struct StoredFile: Sendable {
    let name: StoredFileName
    let hash: [UInt8]
    let size: UInt64

    /// The rows of all stored files: the files of assets, of edits that can be restored, and of inbox items.
    static let rows: SQL = """
        (SELECT file, hash, size FROM resource UNION ALL SELECT file, hash, size FROM undo_file
            UNION ALL SELECT file, hash, size FROM quarantined_resource)
        """
    private static let columns: SQL = "SELECT file, hash, size FROM \(rows)"

    private init(_ row: borrowing Row) throws {
        guard let name = StoredFileName(bytes: row.blob(0)) else { throw CorruptRowError(table: "resource") }
        (self.name, hash, size) = (name, row.blob(1), UInt64(clamping: row.integer(2)))
    }

    static func total(in database: DatabaseConnection) throws -> (count: UInt64, bytes: UInt64) {
        let total = try database.first("SELECT count(*), ifnull(sum(size), 0) FROM \(rows)") {
            (UInt64(clamping: $0.integer(0)), UInt64(clamping: $0.integer(1)))
        }
        return total ?? (0, 0)
    }

    /// Calls `body` for each file, sorted by name.
    static func each(in database: DatabaseConnection, _ body: (StoredFile) throws -> Void) throws {
        try database.each("\(columns) ORDER BY file") { row in
            try body(StoredFile(row))
            return true
        }
    }

    static func next(after name: StoredFileName?, in database: DatabaseConnection) throws -> [StoredFile] {
        try database.all("\(columns) WHERE file > \(name?.bytes ?? []) ORDER BY file LIMIT 500") { try StoredFile($0) }
    }

    static func find(_ name: StoredFileName, in database: DatabaseConnection) throws -> StoredFile? {
        try database.first("\(columns) WHERE file = \(name.bytes)") { try StoredFile($0) }
    }

    var line: [UInt8] { Array("\(name) \(Hexadecimal.text(of: hash)) \(size)\n".utf8) }

    func isEqual(to file: OwnedDescriptor) -> Bool { file.hasContent(ofSize: size, hash: hash) }
}
