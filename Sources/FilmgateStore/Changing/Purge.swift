public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

/// Takes assets out of the library for good, inside a transaction.
struct Purge {
    let database: Connection
    let log: ChangeLog

    /// What belongs to an asset goes with it: its places in albums and scopes, and that others are versions of it.
    ///
    /// - Returns: its files, to be removed once that is committed.
    func purge(_ asset: AssetKey) throws -> [FileName] {
        let files = try database.all("SELECT file FROM resource WHERE asset = \(asset.rawValue)") { row in
            guard let file = FileName(bytes: row.blob(0)) else { throw DamagedRow(table: "resource") }
            return file
        }
        let versions = try database.all("SELECT row FROM asset WHERE original = \(asset.rawValue)") {
            AssetKey(rawValue: $0.integer(0))
        }
        for version in versions { try log.add(.updated, version, properties: [.originalAsset]) }
        try log.add(.deleted, asset)
        try database.execute("DELETE FROM asset WHERE row = \(asset.rawValue)")
        return files
    }
}

extension Library {
    /// Purges some of what has been in the trash since before a moment, the oldest first.
    ///
    /// - Parameter audit: what the log says of it; it is there if and only if they are gone.
    /// - Returns: how many; fewer than `limit` where there are no more.
    public func purgeTrash(
        before moment: Timestamp, limit: Int, at now: Timestamp, audit: @Sendable ([AssetID]) -> AuditEntry
    ) async throws -> Int {
        let visibilityEpoch = FileDeletions(in: originals)
        let count = try await remove(visibilityEpoch) { database in
            let due = try database.all(DueAsset.statement(before: moment, limit: limit)) { row in
                guard let id = AssetID(bytes: row.blob(1)) else { throw DamagedRow(table: "asset") }
                return DueAsset(key: AssetKey(rawValue: row.integer(0)), id: id)
            }
            guard !due.isEmpty else { return 0 }
            let purge = Purge(database: database, log: try ChangeLog(in: database, at: now))
            for asset in due { visibilityEpoch.add(try purge.purge(asset.key)) }
            try database.append(audit(due.map(\.id)))
            return due.count
        }
        if count > 0 {
            noteDeparture()
            noteChanges()
        }
        return count
    }

    /// How far the automatic purge has come.
    public func retention() async throws -> Retention {
        try await database.read { database in
            try database.first("SELECT trash_start, trash_waited, trash_latest, trash_below FROM library") {
                Retention(
                    start: $0.optionalInteger(0).map { Timestamp(rawValue: $0) }, waited: $0.integer(1),
                    latest: $0.optionalInteger(2).map { Timestamp(rawValue: $0) }, hoursBelow: $0.integer(3))
            } ?? Retention()
        }
    }

    public func note(_ retention: Retention) async throws {
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

/// What has been in the trash for long enough.
struct DueAsset: Sendable {
    let key: AssetKey
    let id: AssetID

    /// The oldest first, by the index of the smart album, whose condition must stand here in the same words.
    static func statement(before moment: Timestamp, limit: Int) -> SQL {
        """
        SELECT a.row, a.id FROM asset AS a
        WHERE \(SmartAlbum.isTrashed.condition(on: AssetColumns(sight: .everything)))
            AND a.trashed_date < \(moment.rawValue) AND a.added_date < \(moment.rawValue)
        ORDER BY a.trashed_date LIMIT \(limit)
        """
    }
}
