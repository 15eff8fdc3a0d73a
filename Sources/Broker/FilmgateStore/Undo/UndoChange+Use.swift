import FilmgateModel
import FilmgateSQLite

/// Checks whether a different client has used an object that a client created and that the undo would remove.
extension UndoChange {
    /// Whether a client whose changes are not undone has changed an aspect of an object since the object was created,
    /// or put it into an album. An object that an undo restored counts as created by that undo.
    func isChangedByOthers(
        _ target: UndoTarget, _ aspects: [UndoAspect], orMemberOf isMember: Bool = false
    ) throws -> Bool {
        let row = target.object
        let creation =
            try database.first(
                """
                SELECT number, is_used FROM undo_entry
                WHERE aspect = \(target.aspect.rawValue) AND object = \(row) AND batch <> \(batch.undo.batch)
                ORDER BY number DESC LIMIT 1
                """
            ) { (number: $0.integer(0), isUsed: $0.flag(1)) } ?? (number: 0, isUsed: false)
        if creation.isUsed { return true }
        var batches: [Int64] = []
        for aspect in aspects {
            batches += try database.integers(
                """
                SELECT batch FROM undo_entry
                WHERE aspect = \(aspect.rawValue) AND object = \(row) AND number > \(creation.number) AND restores IS NULL
                """)
        }
        if isMember {
            batches += try database.integers(
                """
                SELECT batch FROM undo_entry
                WHERE member = \(row) AND member <> 0 AND number > \(creation.number) AND restores IS NULL
                """)
        }
        return batches.contains { !plan.batches.contains($0) && $0 != batch.undo.batch }
    }

    /// Whether an asset is selected for a different client, is the cover of an album, or has a version. The client's
    /// own changes to it are undone by now.
    func isUsedByOthers(_ key: AssetKey) throws -> Bool {
        let isReferred = try database.exists(
            """
            SELECT 1 FROM member
            WHERE asset = \(key.rawValue) AND selected = 1 AND client IS NOT \(plan.client)
            UNION ALL SELECT 1 FROM album WHERE cover = \(key.rawValue)
            """)
        guard !isReferred else { return true }
        let versions = try database.integers(
            "SELECT row FROM asset WHERE original = \(key.rawValue) AND trashed_date IS NULL")
        return versions.contains { !isCreated($0, .asset) }
    }

    /// Whether an album is selected for a different client.
    func isSelectedForOthers(album: Int64) throws -> Bool {
        try database.exists(
            "SELECT 1 FROM selected_album WHERE album = \(album) AND client IS NOT \(plan.client)")
    }
}
