public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

extension Library {
    /// The albums that somebody made, by title, which are for those who see everything.
    ///
    /// - Parameter identifiers: nil for all; unknown ones are left out.
    public func albums(_ identifiers: [AlbumID]? = nil, visibleTo visibility: Visibility) async throws -> [Album] {
        guard visibility.scope == .everything else { return [] }
        return try await database.read { database in
            let columns: SQL = "SELECT id, title, assets FROM album"
            guard let identifiers else {
                return try database.all("\(columns) ORDER BY title COLLATE NOCASE, id") { try Album($0) }
            }
            return try identifiers.compactMap { id in
                try database.first("\(columns) WHERE id = \(id.bytes)") { try Album($0) }
            }
        }
    }
}

extension Album {
    fileprivate init(_ row: borrowing Row) throws {
        guard let id = AlbumID(bytes: row.blob(0)) else { throw DamagedRow(table: "album") }
        self.init(id: id, title: row.text(1), count: UInt32(clamping: row.integer(2)))
    }
}
