internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

/// A `Visibility` in terms of the database.
enum SQLScope: Hashable {
    case everything
    /// The scope of a holder, by its row.
    case members(of: Int64)
    case nothing

    init(_ visibility: Visibility, in database: DatabaseConnection) throws {
        switch visibility.scope {
        case .everything: self = .everything
        case .nothing: self = .nothing
        case .selection(of: let holder):
            guard let row = try database.row(of: holder) else {
                self = .nothing
                return
            }
            self = .members(of: row)
        }
    }

    /// Returns the condition that the asset `alias` exists for the client.
    func exists(_ alias: SQL) -> SQL {
        switch self {
        case .everything: "1"
        case .members(of: let client):
            """
            (\(alias).trashed_date IS NULL AND EXISTS (
                SELECT 1 FROM member AS m WHERE m.client = \(client) AND m.creation_date = \(alias).creation_date
                AND m.id = \(alias).id))
            """
        case .nothing: "0"
        }
    }
}

extension DatabaseConnection {
    /// Returns the key of an asset. Returns nil if it does not exist for the client.
    func key(of id: AssetID, in scope: SQLScope) throws -> AssetKey? {
        try first("SELECT a.row FROM asset AS a WHERE a.id = \(id.bytes) AND \(scope.exists("a"))") {
            AssetKey(rawValue: $0.integer(0))
        }
    }
}
