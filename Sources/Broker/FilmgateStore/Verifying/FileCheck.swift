import FilmgateHashing
import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import Glibc

/// A stored file with the values of its row.
struct FileCheck: Sendable {
    let name: FileName
    private let asset: AssetID?
    private let size: UInt64
    private let hash: [UInt8]

    /// Returns the next files after one, by name.
    static func next(after name: FileName?, limit: Int, in database: DatabaseConnection) throws -> [FileCheck] {
        try database.all(
            """
            SELECT r.file, a.id, r.size, r.hash FROM resource AS r JOIN asset AS a ON a.row = r.asset
            WHERE r.file > \(name?.bytes ?? [])
            UNION ALL
            SELECT f.file, a.id, f.size, f.hash FROM undo_file AS f JOIN undo_edit AS e ON e.entry = f.edit
            JOIN asset AS a ON a.row = e.asset
            WHERE f.file > \(name?.bytes ?? [])
            UNION ALL
            SELECT r.file, q.id, r.size, r.hash FROM quarantined_resource AS r JOIN quarantined AS q ON q.number = r.asset
            WHERE r.file > \(name?.bytes ?? []) ORDER BY 1 LIMIT \(limit)
            """
        ) { row in
            guard let name = FileName(bytes: row.blob(0)) else { throw DamagedRow(table: "resource") }
            return FileCheck(
                name: name, asset: AssetID(bytes: row.blob(1)), size: UInt64(clamping: row.integer(2)),
                hash: row.blob(3))
        }
    }

    /// - Parameter opened: the file, or the error that opening it caused.
    func problems(of opened: Result<OwnedDescriptor, Errno>, in originals: Originals) -> [Problem] {
        do {
            let file = try opened.get()
            let facts = try file.facts()
            guard facts.isRegular else { return [Problem(.permissions, asset: asset, "\(path) is not a file")] }
            var problems: [Problem] = []
            if facts.permissions != 0o400 || facts.owner != geteuid() || facts.links > originals.names(of: name) {
                problems.append(
                    Problem(.permissions, asset: asset, "\(path) can be changed by other users"))
            }
            if facts.size != size {
                problems.append(Problem(.content, asset: asset, "\(path) has \(facts.size) bytes instead of \(size)"))
            } else if try SHA256Digest.hash(of: file).bytes != hash {
                problems.append(Problem(.content, asset: asset, "\(path) does not hold the bytes that were stored"))
            }
            return problems
        } catch {
            return [Problem(.missing, asset: asset, "\(path) cannot be read: \(error)")]
        }
    }

    private var path: String { name.path }
}
