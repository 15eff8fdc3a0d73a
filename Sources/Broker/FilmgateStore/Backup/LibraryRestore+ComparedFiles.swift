public import FilmgateModel
import FilmgateSQLite

extension LibraryRestore {
    /// Returns the clients that would gain files through the restoration. A client gains a file if, in the backup, it
    /// added the file's asset, but in the library in use, only other clients did. This matters because a client with
    /// limited access can see the assets that it added, and edit them without a prompt.
    ///
    /// The files of trashed assets, inbox items and replaced edits count, too, because they can become visible later.
    public func clientsAddingMore(among clients: Set<ClientID>) async throws -> Set<ClientID> {
        guard !clients.isEmpty else { return [] }
        let restored = try await database.read { try AddedFile.all(of: clients, in: $0) }
        guard !restored.isEmpty else { return [] }
        return try await readPresent { database in
            let hashes = Set(restored.map(\.hash))
            var (further, known): (Set<AddedFile>, Set<[UInt8]>) = (restored, [])
            try database.each(AddedFile.rows) { row in
                let hash = row.blob(0)
                guard hashes.contains(hash) else { return true }
                known.insert(hash)
                if let file = AddedFile(row, of: clients) { further.remove(file) }
                return true
            }
            return Set(further.filter { known.contains($0.hash) }.map(\.client))
        }
    }
}

/// A stored file, with the client that added its asset.
private struct AddedFile: Hashable, Sendable {
    let hash: [UInt8]
    let client: ClientID
    /// The connection that added the asset, or nil if the asset belongs to all connections of the client.
    let connection: String?

    /// Returns nil if none of the clients added the file.
    init?(_ row: borrowing Row, of clients: Set<ClientID>) {
        guard let client = Holder(key: row.text(1))?.client, clients.contains(client) else { return nil }
        (hash, self.client, connection) = (row.blob(0), client, row.optionalText(2))
    }

    static func all(of clients: Set<ClientID>, in database: DatabaseConnection) throws -> Set<AddedFile> {
        var files: Set<AddedFile> = []
        try database.each(rows) { row in
            if let file = AddedFile(row, of: clients) { files.insert(file) }
            return true
        }
        return files
    }

    static let rows: SQL = """
        SELECT r.hash, c.id, a.creator_connection FROM resource AS r JOIN asset AS a ON a.row = r.asset
        JOIN client AS c ON c.row = a.creator
        UNION ALL
        SELECT f.hash, c.id, a.creator_connection FROM undo_file AS f JOIN undo_edit AS e ON e.entry = f.edit
        JOIN asset AS a ON a.row = e.asset JOIN client AS c ON c.row = a.creator
        UNION ALL
        SELECT r.hash, c.id, q.creator_connection FROM quarantined_resource AS r
        JOIN quarantined AS q ON q.number = r.asset JOIN client AS c ON c.row = q.creator
        """
}

extension LibraryRestore {
    /// Returns whether assets of this type in the backup contain files that only assets of the other type contain in
    /// the library in use. A client with a grant for this type would gain these files.
    ///
    /// Files that can become visible later count, too: the files of trashed assets, of inbox items and of replaced
    /// edits.
    public func turnsFiles(into type: MediaType) async throws -> Bool {
        let restored = try await database.read { database in
            var hashes: Set<[UInt8]> = []
            try database.each(LibraryRestore.typedFiles) { row in
                if row.text(1) == type.rawValue { hashes.insert(row.blob(0)) }
                return true
            }
            return hashes
        }
        return try await readPresent { database in
            var (ofType, ofOther): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
            try database.each(LibraryRestore.typedFiles) { row in
                let hash = row.blob(0)
                guard restored.contains(hash) else { return true }
                if row.text(1) == type.rawValue { ofType.insert(hash) } else { ofOther.insert(hash) }
                return true
            }
            return !ofOther.isSubset(of: ofType)
        }
    }

    /// Selects the hash of each stored file, and the media type of its asset.
    private static let typedFiles: SQL = """
        SELECT r.hash, a.media_type FROM resource AS r JOIN asset AS a ON a.row = r.asset
        UNION ALL
        SELECT f.hash, a.media_type FROM undo_file AS f JOIN undo_edit AS e ON e.entry = f.edit
        JOIN asset AS a ON a.row = e.asset
        UNION ALL
        SELECT r.hash, q.media_type FROM quarantined_resource AS r JOIN quarantined AS q ON q.number = r.asset
        """
}
