import FilmgateHashing
import FilmgateModel
import FilmgateSQLite

/// Puts photos into bursts by the camera's burst identifier or the file name, together with photos from earlier
/// batches.
extension BatchApplier {
    /// Puts a new asset into the burst that the client named, or else into the burst with the camera's identifier. Does
    /// nothing for videos.
    ///
    /// By the camera's identifier, a photo joins only a burst of the same client. If an app names a burst of a
    /// different client, the photo gets the lowest rank. So no app can hide other clients' photos behind its own. The
    /// owner's tools count as one client; each connection of an unverified app is a separate client.
    /// - Parameters:
    ///   - burst: the row of the burst that the client named, or nil.
    ///   - isOwners: whether the owner adds the asset.
    func joinBurst(_ asset: AssetKey, _ burst: Int64?, isOwners: Bool) throws {
        let found = try database.first(
            """
            SELECT burst_key, creator, creator_connection FROM asset
            WHERE row = \(asset.rawValue) AND media_type = \(MediaType.image.rawValue)
            """
        ) { (key: $0.optionalBlob(0), author: BurstAuthor(client: $0.integer(1), connection: $0.optionalText(2))) }
        guard let found else { return }
        let author = isOwners ? BurstAuthor() : found.author
        guard let row = try burst ?? found.key.map({ try database.burst(of: $0, by: author) }) else { return }
        try enter(
            asset, row,
            rank: """
                iif(\(isOwners) OR (u.creator, u.connection) IS (\(author.client), \(author.connection)), 1 + a.burst_pick, 0)
                """)
    }

    /// - Parameter rank: an SQL expression for the photo's rank, which can use the asset `a` and the burst `u`.
    private func enter(_ asset: AssetKey, _ burst: Int64, rank: SQL) throws {
        try noting(changesOf: burst, by: asset) {
            try database.execute(
                """
                INSERT INTO burst_asset (asset, burst, rank, creation_date, id, listed)
                SELECT a.row, u.row, \(rank), a.creation_date, a.id, a.hidden = 0 AND a.trashed_date IS NULL
                FROM asset AS a JOIN burst AS u ON u.row = \(burst) WHERE a.row = \(asset.rawValue)
                """)
        }
    }

    /// Runs `body`, which adds a photo to a burst or removes it. Then logs updates of the burst's only other photo,
    /// whose burst property changes, and of other photos that start or stop representing the burst in lists.
    private func noting(changesOf burst: Int64, by asset: AssetKey, _ body: () throws -> Void) throws {
        let listed = try database.listedAsset(ofBurst: burst)
        try body()
        let others = try database.keys(
            "SELECT asset FROM burst_asset WHERE burst = \(burst) AND asset <> \(asset.rawValue) LIMIT 2")
        var changed = Set(others.count == 1 ? others : [])
        let after = try database.listedAsset(ofBurst: burst)
        if listed != after { changed.formUnion([listed, after].compactMap(\.self).filter { $0 != asset }) }
        for other in changed { try log.add(.updated, other, properties: ChangeLog.ofOthers) }
    }

    /// Puts an asset into the burst of a photo file that was added to the asset, unless the asset already has a burst.
    func joinBurst(_ asset: AssetKey, of photo: MediaFacts, named filename: String?) throws {
        guard photo.mediaType == .image, let identifier = photo.burstIdentifier else { return }
        let isFree = try database.exists(
            """
            SELECT 1 FROM asset AS a WHERE a.row = \(asset.rawValue) AND a.media_type = \(MediaType.image.rawValue)
                AND a.burst_key IS NULL AND NOT EXISTS (SELECT 1 FROM burst_asset AS s WHERE s.asset = a.row)
            """)
        guard isFree else { return }
        try recordBurst(of: asset)
        try change(
            """
            subtypes = subtypes | \(MediaSubtype.burst.bit), burst_key = \(try database.burstKey(identifier)),
            burst_pick = \(photo.isBurstPick(named: filename))
            """, [.subtypes] + ChangeLog.ofOthers, of: asset)
        try joinBurst(asset, nil, isOwners: isOwners)
    }

    /// Undoes `joinBurst`: removes an asset from its burst, and clears the asset's burst metadata.
    func leaveBurst(_ asset: AssetKey) throws {
        guard let burst = try database.burst(of: asset) else { return }
        try recordBurst(of: asset)
        try noting(changesOf: burst, by: asset) {
            try database.execute("DELETE FROM burst_asset WHERE asset = \(asset.rawValue)")
        }
        try database.execute("UPDATE member SET burst = NULL, burst_rank = NULL WHERE asset = \(asset.rawValue)")
        try change(
            "subtypes = subtypes & ~\(MediaSubtype.burst.bit), burst_key = NULL, burst_pick = 0",
            [.subtypes] + ChangeLog.ofOthers, of: asset)
    }

    /// Returns an asset to the burst that an undo entry recorded.
    func returnToBurst(_ asset: AssetKey, _ entry: Int64) throws {
        try recordBurst(of: asset)
        try database.execute(
            """
            INSERT OR IGNORE INTO burst (id, creator, connection)
            SELECT value, burst_membership ->> '$.creator', burst_membership ->> '$.connection' FROM undo_entry
            WHERE number = \(entry)
            """)
        let values = try database.first(
            """
            SELECT u.row, e.burst_membership ->> '$.rank' FROM undo_entry AS e JOIN burst AS u ON u.id = e.value
            WHERE e.number = \(entry)
            """
        ) { (burst: $0.integer(0), rank: $0.integer(1)) }
        guard let values else { throw CorruptRowError(table: "undo_entry") }
        try change(
            """
            subtypes = subtypes | \(MediaSubtype.burst.bit),
            (burst_key, burst_pick) = (
                SELECT e.burst_key, e.burst_membership ->> '$.pick' FROM undo_entry AS e WHERE e.number = \(entry))
            """, [.subtypes] + ChangeLog.ofOthers, of: asset)
        try enter(asset, values.burst, rank: "\(values.rank)")
    }

    /// Makes a photo represent its burst. The latest pick has precedence over earlier ones.
    ///
    /// Logs updates only of this photo and of the photo that it replaces in lists.
    func setBurstPick(_ asset: AssetKey) throws {
        let burst = try database.burst(of: asset)
        guard let burst, try database.keys("\(scope.photos(ofBurst: "\(burst)")) LIMIT 2").count == 2 else {
            throw Fault.notInBurst
        }
        let highest = try database.integer(
            "SELECT max(rank) FROM burst_asset WHERE burst = \(burst) AND asset <> \(asset.rawValue)")
        try setBurstRank(max((highest ?? 0) + 1, Self.lowestPick), of: asset)
    }

    /// The lowest rank of a photo that a client picked. `joinBurst` assigns ranks below it.
    private static var lowestPick: Int64 { 3 }

    private func setBurstRank(_ rank: Int64, of asset: AssetKey) throws {
        let row: SQL = "asset = \(asset.rawValue)"
        let earlier = try database.integer("SELECT rank FROM burst_asset WHERE \(row)")
        guard earlier != rank else { return }
        try recordBurst(of: asset)
        try log.noting(burstOf: asset) {
            try database.execute("UPDATE burst_asset SET rank = \(rank) WHERE \(row)")
            try database.execute(
                "UPDATE asset SET modification_date = \(now.rawValue) WHERE row = \(asset.rawValue)")
        }
        try log.add(.updated, asset, properties: ChangeLog.ofOthers + [.modificationDate])
    }

    /// Restores an asset's rank in its burst from an undo entry, if the asset is still in that burst.
    ///
    /// - Returns: whether the rank changed.
    func restoreBurstPick(of asset: AssetKey, _ entry: Int64) throws -> Bool {
        let values = try database.first(
            """
            SELECT s.rank, e.burst_membership ->> '$.rank' FROM burst_asset AS s
            JOIN burst AS u ON u.row = s.burst JOIN undo_entry AS e ON e.number = \(entry) AND e.value = u.id
            WHERE s.asset = \(asset.rawValue)
            """
        ) { (rank: $0.integer(0), earlier: $0.integer(1)) }
        guard let values, values.rank != values.earlier else { return false }
        try setBurstRank(values.earlier, of: asset)
        return true
    }

    /// Records in the undo log which burst an asset belongs to, and the asset's rank.
    private func recordBurst(of asset: AssetKey) throws {
        try database.execute(
            """
            INSERT OR IGNORE INTO undo_entry (batch, aspect, object, value, burst_key, burst_membership)
            SELECT \(undo.batch), \(UndoAspect.burst.rawValue), a.row, u.id, a.burst_key, iif(u.id IS NULL, NULL, json_object(
                'rank', s.rank, 'pick', a.burst_pick, 'creator', u.creator, 'connection', u.connection))
            FROM asset AS a LEFT JOIN burst_asset AS s ON s.asset = a.row LEFT JOIN burst AS u ON u.row = s.burst
            WHERE a.row = \(asset.rawValue)
            """)
    }

    /// Returns the row of a burst. Throws `Fault.noSuchBurst` if the client sees fewer than two of the burst's photos.
    func row(ofBurst id: ObjectID) throws -> Int64 {
        let row = try database.integer("SELECT row FROM burst WHERE id = \(id.bytes)")
        guard let row, try database.keys("\(scope.photos(ofBurst: "\(row)")) LIMIT 2").count == 2
        else {
            throw Fault.noSuchBurst
        }
        return row
    }
}

/// The creator of a burst. For the owner's tools, both properties are nil.
private struct BurstAuthor {
    /// The creator's row in the table `client`.
    var client: Int64?
    /// The connection, if the creator is a single connection of the client.
    var connection: String?
}

extension MediaFacts {
    /// Returns whether the file or its name marks the photo as its burst's pick.
    func isBurstPick(named filename: String?) -> Bool {
        isBurstPick || burstIdentifier != nil && BurstFileNameParser.isPicked(filename ?? "")
    }
}

extension DatabaseConnection {
    /// Returns the row of the author's burst with this key. Creates the burst if it does not exist.
    ///
    /// The burst's identifier depends only on the key, the author and the library's secret. So it does not reveal
    /// whether the trash still contains photos of the burst.
    fileprivate func burst(of key: [UInt8], by author: BurstAuthor) throws -> Int64 {
        let client = try first("SELECT id FROM client WHERE row = \(author.client)") { $0.text(0) }
        let parts = [client ?? "", author.connection ?? ""].map { Array($0.utf8) + [0] }
        let hash = SHA256Hasher.hash(of: [Array("filmgate burst".utf8), try secret()] + parts + [key])
        let id = Array(hash.prefix(16))
        if let known = try integer("SELECT row FROM burst WHERE id = \(id)") { return known }
        try execute(
            "INSERT INTO burst (id, creator, connection) VALUES (\(id), \(author.client), \(author.connection))")
        return lastInsertedRow
    }

    /// Returns the photo that represents a burst in the lists of clients with full access.
    func listedAsset(ofBurst burst: Int64) throws -> AssetKey? {
        try key(
            """
            SELECT asset FROM burst_asset WHERE burst = \(burst) AND listed = 1
            ORDER BY rank DESC, creation_date, id LIMIT 1
            """)
    }

    func burst(of asset: AssetKey) throws -> Int64? {
        try integer("SELECT burst FROM burst_asset WHERE asset = \(asset.rawValue)")
    }

    /// Returns the other photo in an asset's burst. Returns nil if there are several or none.
    func onlyOther(inBurstOf asset: AssetKey) throws -> AssetKey? {
        let others = try keys(
            """
            SELECT o.asset FROM burst_asset AS s CROSS JOIN burst_asset AS o ON o.burst = s.burst
            WHERE s.asset = \(asset.rawValue) AND o.asset <> s.asset LIMIT 2
            """)
        return others.count == 1 ? others[0] : nil
    }

    /// Returns the key of the photos with a burst identifier: a hash with the library's secret. The store never saves
    /// the identifier itself, because it would reveal which camera took a photo.
    func burstKey(_ identifier: String) throws -> [UInt8] {
        let hash = SHA256Hasher.hash(of: [Array("filmgate bursts".utf8), try secret(), Array(identifier.utf8)])
        return Array(hash.prefix(16))
    }
}

extension ChangeLog {
    /// Runs `body`, which changes an asset. Then logs updates of the other photos in its burst that start or stop
    /// representing the burst in lists.
    func noting(burstOf asset: AssetKey, _ body: () throws -> Void) throws {
        guard let burst = try database.burst(of: asset) else { return try body() }
        let before = try database.listedAsset(ofBurst: burst)
        try body()
        let after = try database.listedAsset(ofBurst: burst)
        guard before != after else { return }
        for other in [before, after].compactMap(\.self) where other != asset {
            try add(.updated, other, properties: ChangeLog.ofOthers)
        }
    }
}
