internal import FilmgateHashing
internal import FilmgateModel
internal import FilmgateSQLite

/// Photos of a burst are found by what their camera wrote into them, also those of earlier batches.
extension BatchChange {
    /// Puts a new asset into the burst that its client named, or else into that of its camera's identifier.
    ///
    /// Each client's photos join bursts of its own, and the owner's tools count as one client. So an app cannot put photos before those of
    /// others, and which photos are a burst does not depend on photos that the client may not see.
    /// - Parameters:
    ///   - burst: the row of the burst that the client named.
    ///   - isOwners: whether the owner adds it.
    func joinBurst(_ asset: AssetKey, _ burst: Int64?, isOwners: Bool) throws {
        let found = try database.first("SELECT burst_key, creator FROM asset WHERE row = \(asset.rawValue)") {
            (key: $0.optionalBlob(0), creator: $0.integer(1))
        }
        let creator = isOwners ? nil : found?.creator
        guard let row = try burst ?? found?.key.map({ try self.burst(of: $0, creator) }) else { return }
        let listed = try database.listedAsset(ofBurst: row)
        let others = try database.all("SELECT asset FROM burst_asset WHERE burst = \(row) LIMIT 2") {
            AssetKey(rawValue: $0.integer(0))
        }
        try database.execute(
            """
            INSERT INTO burst_asset (asset, burst, rank, creation_date, id, listed)
            SELECT a.row, u.row, iif(\(creator) IS NOT NULL AND u.creator IS NOT \(creator), 0, 1 + a.burst_pick),
                a.creation_date, a.id, a.hidden = 0 AND a.trashed_date IS NULL
            FROM asset AS a JOIN burst AS u ON u.row = \(row) WHERE a.row = \(asset.rawValue)
            """)
        // One that was alone has the property from now on.
        var changed = Set(others.count == 1 ? others : [])
        if let listed, try database.listedAsset(ofBurst: row) != listed { changed.insert(listed) }
        for other in changed { try log.add(.updated, other, properties: ChangeLog.ofOthers) }
    }

    /// Returns the burst with a camera's identifier; a new one if there is none.
    ///
    /// - Parameter creator: the client whose burst it is; nil for the owner.
    private func burst(of key: [UInt8], _ creator: Int64?) throws -> Int64 {
        let known = try database.first(
            """
            SELECT row FROM burst WHERE key = \(key) AND creator IS \(creator)
            """
        ) { $0.integer(0) }
        if let known { return known }
        try database.execute(
            "INSERT INTO burst (id, key, creator) VALUES (\(ObjectID.random().bytes), \(key), \(creator))")
        return database.lastInsertedRow
    }

    /// Returns the row of a burst that the client knows, because it sees two photos of it.
    func row(ofBurst id: ObjectID) throws -> Int64 {
        let row = try database.first(
            """
            SELECT u.row FROM burst AS u WHERE u.id = \(id.bytes) AND 2 = (SELECT count(*) FROM (
                SELECT 1 FROM burst_asset AS o CROSS JOIN asset AS p ON p.row = o.asset
                WHERE o.burst = u.row AND \(scope.exists("p")) LIMIT 2))
            """
        ) { $0.integer(0) }
        guard let row else { throw Fault.notFound }
        return row
    }
}

extension DatabaseConnection {
    /// Returns the asset of a burst that those who see the whole library are shown.
    func listedAsset(ofBurst burst: Int64) throws -> AssetKey? {
        try first(
            """
            SELECT asset FROM burst_asset WHERE burst = \(burst) AND listed = 1
            ORDER BY rank DESC, creation_date, id LIMIT 1
            """
        ) { AssetKey(rawValue: $0.integer(0)) }
    }

    /// Returns the other asset of a burst of two.
    func onlyOther(inBurstOf asset: AssetKey) throws -> AssetKey? {
        let others = try all(
            """
            SELECT o.asset FROM burst_asset AS s CROSS JOIN burst_asset AS o ON o.burst = s.burst
            WHERE s.asset = \(asset.rawValue) AND o.asset <> s.asset LIMIT 2
            """
        ) { AssetKey(rawValue: $0.integer(0)) }
        return others.count == 1 ? others[0] : nil
    }

    /// Returns the key by which photos of a burst are found. A camera's own identifier is never stored: it would tell where a photo comes
    /// from.
    func burstKey(_ identifier: String) throws -> [UInt8] {
        var digest = SHA256Digest()
        for part in [Array("filmgate bursts".utf8), try secret(), Array(identifier.utf8)] {
            part.withUnsafeBytes { digest.update($0) }
        }
        return Array(digest.finish().bytes.prefix(16))
    }
}

extension ChangeLog {
    /// Changes an asset by `body`. Logs updates of other photos of its burst that are listed from then on, or no longer.
    func noting(burstOf asset: AssetKey, _ body: () throws -> Void) throws {
        let burst = try database.first("SELECT burst FROM burst_asset WHERE asset = \(asset.rawValue)") {
            $0.integer(0)
        }
        guard let burst else { return try body() }
        let before = try database.listedAsset(ofBurst: burst)
        try body()
        let after = try database.listedAsset(ofBurst: burst)
        guard before != after else { return }
        for other in [before, after].compactMap(\.self) where other != asset {
            try add(.updated, other, properties: ChangeLog.ofOthers)
        }
    }
}
