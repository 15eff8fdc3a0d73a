import FilmgateModel
import FilmgateSQLite

/// Reads the first column of a statement's rows.
extension DatabaseConnection {
    /// Returns the integer in the first row, or 0 for NULL. Returns nil if there are no rows.
    func integer(_ statement: SQL) throws -> Int64? { try first(statement) { $0.integer(0) } }

    func integers(_ statement: SQL) throws -> [Int64] { try all(statement) { $0.integer(0) } }

    func key(_ statement: SQL) throws -> AssetKey? { try integer(statement).map(AssetKey.init) }

    func keys(_ statement: SQL) throws -> [AssetKey] { try all(statement) { AssetKey(rawValue: $0.integer(0)) } }

    func identifiers<ID: LocalIdentifier>(_ statement: SQL) throws -> [ID] {
        try all(statement) { row in
            guard let id = ID(bytes: row.blob(0)) else { throw CorruptRowError(table: "an identifier") }
            return id
        }
    }

    func files(_ statement: SQL) throws -> [StoredFileName] {
        try all(statement) { row in
            guard let file = StoredFileName(bytes: row.blob(0)) else { throw CorruptRowError(table: "resource") }
            return file
        }
    }
}
