public import FilmgateModel
import FilmgateSQLite

extension LibraryRestore {
    /// Whether assets of one type would hold files that at present only assets of the other type hold. A client whose
    /// grant is for one type would then see files that it does not see now.
    ///
    /// Files that can become visible later count, too: those of assets in the trash and in the inbox, and those of
    /// replaced edits.
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

    /// The hash of each stored file, and the type of its asset.
    private static let typedFiles: SQL = """
        SELECT r.hash, a.media_type FROM resource AS r JOIN asset AS a ON a.row = r.asset
        UNION ALL
        SELECT f.hash, a.media_type FROM undo_file AS f JOIN undo_edit AS e ON e.entry = f.edit
        JOIN asset AS a ON a.row = e.asset
        UNION ALL
        SELECT r.hash, q.media_type FROM quarantined_resource AS r JOIN quarantined AS q ON q.number = r.asset
        """
}
