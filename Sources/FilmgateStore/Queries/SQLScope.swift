internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

/// A `Visibility` in the terms of one database: how SQL says what it allows.
enum SQLScope: Hashable {
    case everything
    /// The scope of a holder.
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

    /// The condition under which the asset that `alias` stands for exists for the client at all.
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
    /// The row number of an asset that exists for the client.
    func key(of id: AssetID, in sight: SQLScope) throws -> AssetKey? {
        try first("SELECT a.row FROM asset AS a WHERE a.id = \(id.bytes) AND \(sight.exists("a"))") {
            AssetKey(rawValue: $0.integer(0))
        }
    }
}
