public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// Deletes assets permanently, within a transaction.
struct AssetPurger {
    let database: DatabaseConnection
    let log: ChangeLog

    /// Deletes an asset and its rows in albums and scopes. Assets that are versions of it no longer refer to it.
    ///
    /// - Returns: the asset's files. The caller must remove them after the commit.
    func purge(_ asset: AssetKey) throws -> [StoredFileName] {
        // Includes the files of replaced edits, which are in the undo log.
        let files = try database.files(
            """
            SELECT file FROM resource WHERE asset = \(asset.rawValue)
            UNION ALL SELECT f.file FROM undo_edit AS e JOIN undo_file AS f ON f.edit = e.entry
                WHERE e.asset = \(asset.rawValue)
            """)
        let versions = try database.keys("SELECT row FROM asset WHERE original = \(asset.rawValue)")
        for version in versions { try log.add(.updated, version, properties: ChangeLog.ofOthers) }
        if let last = try database.onlyOther(inBurstOf: asset) {
            try log.add(.updated, last, properties: ChangeLog.ofOthers)
        }
        try log.add(.deleted, asset)
        try database.execute("DELETE FROM asset WHERE row = \(asset.rawValue)")
        return files
    }
}

extension Library {
    /// Purges assets that were added and trashed before a date, earliest trashed first.
    ///
    /// - Parameter audit: returns the audit entry, which the same transaction writes.
    /// - Returns: the number of purged assets. A number below `limit` means that no more assets are due.
    public func purgeTrash(
        before moment: Timestamp, limit: Int, at now: Timestamp, audit: @Sendable ([AssetID]) -> AuditEntry
    ) async throws -> Int {
        let deletions = FileDeletions(in: originals)
        let count = try await remove(deletions) { database in
            let due = try database.all(DueAsset.statement(before: moment, limit: limit)) { row in
                guard let id = AssetID(bytes: row.blob(1)) else { throw CorruptRowError(table: "asset") }
                return DueAsset(key: AssetKey(rawValue: row.integer(0)), id: id)
            }
            guard !due.isEmpty else { return 0 }
            let purge = AssetPurger(database: database, log: try ChangeLog(in: database, at: now))
            for asset in due { deletions.add(try purge.purge(asset.key)) }
            try database.append(audit(due.map(\.id)))
            return due.count
        }
        if count > 0 {
            noteVisibilityLoss()
            noteChanges()
        }
        return count
    }

    /// Returns the state of the automatic purge of the trash.
    public func retention() async throws -> TrashRetention {
        try await database.read { database in
            try database.first("SELECT trash_start, trash_waited, trash_latest, trash_below FROM library") {
                TrashRetention(
                    start: $0.optionalInteger(0).map { Timestamp(rawValue: $0) }, waited: $0.integer(1),
                    latest: $0.optionalInteger(2).map { Timestamp(rawValue: $0) }, hoursBelow: $0.integer(3))
            } ?? TrashRetention()
        }
    }

    public func note(_ retention: TrashRetention) async throws {
        try await database.write {
            try $0.execute(
                """
                UPDATE library SET
                    trash_start = \(retention.start?.rawValue), trash_waited = \(retention.waited),
                    trash_latest = \(retention.latest?.rawValue), trash_below = \(retention.hoursBelow)
                """)
        }
    }
}

/// A trashed asset that is due for purging.
struct DueAsset: Sendable {
    let key: AssetKey
    let id: AssetID

    /// Returns the statement that finds due assets, earliest trashed first. Its condition has the same text as the
    /// index of the Trash smart album, so that SQLite uses this index.
    static func statement(before moment: Timestamp, limit: Int) -> SQL {
        """
        SELECT a.row, a.id FROM asset AS a
        WHERE \(SmartAlbum.isTrashed.condition(on: AssetPredicateColumns(scope: .everything)))
            AND a.trashed_date < \(moment.rawValue) AND a.added_date < \(moment.rawValue)
        ORDER BY a.trashed_date LIMIT \(limit)
        """
    }
}
