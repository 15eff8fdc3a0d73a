internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

/// A `Visibility` in the terms of one database: how SQL says what it allows.
enum Sight {
    case everything
    /// The scope of a client; `connection` alone counts as the author, where it is not nil.
    case members(of: Int64, connection: String?)
    case nothing

    init(_ visibility: Visibility, in database: Connection) throws {
        switch visibility.scope {
        case .everything: self = .everything
        case .nothing: self = .nothing
        case .selection(of: let client, addedBy: let author):
            precondition(author.client == client, "a client's scope holds what the client itself added")
            guard let row = try database.row(of: client) else {
                self = .nothing
                return
            }
            self = .members(of: row, connection: author.connection)
        }
    }

    /// The condition under which the asset that `alias` stands for exists for the client at all.
    func exists(_ alias: SQL) -> SQL {
        switch self {
        case .everything: "1"
        case .members(of: let client, let connection):
            """
            (\(alias).trashed_date IS NULL AND EXISTS (
                SELECT 1 FROM member AS m WHERE m.client = \(client) AND m.creation_date = \(alias).creation_date
                AND m.id = \(alias).id AND \(Sight.counts(connection))))
            """
        case .nothing: "0"
        }
    }

    /// The condition under which a member `m` counts for a client whose author is this connection alone, if any.
    static func counts(_ connection: String?) -> SQL {
        guard let connection else { return "1" }
        return "(m.selected = 1 OR m.connection = \(connection))"
    }
}

extension Author {
    /// Nil where every connection of the client is its author.
    var connection: String? {
        switch self {
        case .client: nil
        case .connection(let name, of: _): name
        }
    }
}

extension Connection {
    /// The row number of a client that the library has heard of.
    func row(of client: ClientID) throws -> Int64? {
        try first("SELECT row FROM client WHERE id = \(client.description)") { $0.integer(0) }
    }

    /// The same, made where it is missing.
    func makingRow(of client: ClientID) throws -> Int64 {
        if let row = try row(of: client) { return row }
        try execute("INSERT INTO client (id) VALUES (\(client.description))")
        return lastInsertedRow
    }

    /// The row number of an asset that exists for the client.
    func key(of id: AssetID, in sight: Sight) throws -> AssetKey? {
        try first("SELECT a.row FROM asset AS a WHERE a.id = \(id.bytes) AND \(sight.exists("a"))") {
            AssetKey(rawValue: $0.integer(0))
        }
    }
}
