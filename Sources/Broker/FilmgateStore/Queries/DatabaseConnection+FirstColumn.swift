import FilmgateModel
import FilmgateSQLite

/// Reads the first column of the rows that a statement returns.
extension DatabaseConnection {
    /// Returns the integer in the first row, 0 for null. Returns nil if there are no rows.
    func integer(_ statement: SQL) throws -> Int64? { try first(statement) { $0.integer(0) } }

    func integers(_ statement: SQL) throws -> [Int64] { try all(statement) { $0.integer(0) } }

    /// Returns the key in the first row. Returns nil if there are no rows.
    func key(_ statement: SQL) throws -> AssetKey? { try integer(statement).map(AssetKey.init) }

    func keys(_ statement: SQL) throws -> [AssetKey] { try all(statement) { AssetKey(rawValue: $0.integer(0)) } }

    func identifiers<ID: LocalIdentifier>(_ statement: SQL) throws -> [ID] {
        try all(statement) { row in
            guard let id = ID(bytes: row.blob(0)) else { throw DamagedRow(table: "an identifier") }
            return id
        }
    }

    /// Returns the names of stored files in the rows.
    func files(_ statement: SQL) throws -> [FileName] {
        try all(statement) { row in
            guard let file = FileName(bytes: row.blob(0)) else { throw DamagedRow(table: "resource") }
            return file
        }
    }
}
