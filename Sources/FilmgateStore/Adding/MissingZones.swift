public import FilmgateModel
internal import FilmgateSQLite
public import FilmgateSystem

extension Library {
    /// Returns the next assets whose files have not been examined for what their clocks mean: those in the inbox, then the others, the
    /// latest first. Returns none when all have been.
    public func assetsWithoutZone(atMost count: Int) async throws -> [AssetWithoutZone] {
        try await database.read { database in
            let waiting = try database.all(
                """
                SELECT a.number, NULL, \(AssetWithoutZone.columns)
                FROM quarantined AS a JOIN client AS c ON c.row = a.creator
                JOIN quarantined_resource AS r ON r.asset = a.number AND r.type IN ('photo', 'video')
                LEFT JOIN quarantined_resource AS s ON s.asset = a.number AND s.type = 'sidecar'
                WHERE a.number <= (SELECT inbox_zones_missing FROM library) AND \(AssetWithoutZone.condition)
                ORDER BY a.number DESC LIMIT \(count)
                """
            ) { try AssetWithoutZone($0, isWaiting: true) }
            guard waiting.isEmpty else { return waiting }
            return try database.all(
                """
                SELECT a.row, a.import_date, \(AssetWithoutZone.columns)
                FROM asset AS a JOIN client AS c ON c.row = a.creator
                JOIN resource AS r ON r.asset = a.row AND r.type IN ('photo', 'video')
                LEFT JOIN resource AS s ON s.asset = a.row AND s.type = 'sidecar'
                WHERE a.row <= (SELECT zones_missing FROM library) AND \(AssetWithoutZone.condition)
                ORDER BY a.row DESC LIMIT \(count)
                """
            ) { try AssetWithoutZone($0, isWaiting: false) }
        }
    }

    /// Opens the file of an asset, read-only and with a position of its own.
    ///
    /// - Throws: `Errno`; `noEntry` if the asset was purged meanwhile.
    @concurrent
    public func content(of asset: AssetWithoutZone) async throws -> OwnedDescriptor {
        try await originals.reading.open(asset.file)
    }

    /// Opens the sidecar of an asset in the same way. Returns nil if it has none.
    @concurrent
    public func sidecar(of asset: AssetWithoutZone) async throws -> OwnedDescriptor? {
        guard let sidecar = asset.sidecar else { return nil }
        return try await originals.reading.open(sidecar)
    }

    /// The facts of the files of an asset. Nil is for a file that cannot be read, or does not exist.
    public typealias ExaminedAsset = (asset: AssetWithoutZone, facts: MediaFacts?, sidecar: SidecarFacts?)

    /// Stores what the clocks of examined assets mean, the next ones of `assetsWithoutZone`; none if all have been examined.
    ///
    /// A date that a person or a program has set since stays.
    public func store(_ examined: [ExaminedAsset], at now: Timestamp) async throws {
        let zones = zones
        let dates = try examined.map { asset, facts, sidecar in
            (asset: asset, dates: try asset.dates(by: facts, sidecar, in: zones))
        }
        try await database.write { database in try database.store(dates, zones, at: now) }
        if !examined.isEmpty { noteChanges() }
    }
}

extension DatabaseConnection {
    fileprivate func store(
        _ found: [(asset: AssetWithoutZone, dates: AssetWithoutZone.Dates)], _ zones: TimeZoneResolver,
        at now: Timestamp
    ) throws {
        guard let last = found.last?.asset else {
            return try execute("UPDATE library SET zones_missing = 0, inbox_zones_missing = 0")
        }
        let log = try ChangeLog(in: self, at: now)
        for (asset, dates) in found {
            let clock = zones.clockOffset(at: dates.creation, zone: dates.zone)
            if asset.isWaiting {
                try store(dates, clock, ofWaiting: asset)
            } else {
                try log.store(dates, clock, of: asset)
            }
        }
        let column: SQL = last.isWaiting ? "inbox_zones_missing" : "zones_missing"
        try execute("UPDATE library SET \(column) = min(\(column), \(last.row - 1))")
    }

    private func store(
        _ dates: AssetWithoutZone.Dates, _ clock: Int32, ofWaiting asset: AssetWithoutZone
    ) throws {
        try execute(
            """
            UPDATE quarantined SET creation_date = \(dates.creation.rawValue), time_zone_offset = \(dates.zone),
                clock_offset = \(clock)
            WHERE number = \(asset.row) AND \(asset.isUnchanged)
            """)
    }
}

extension ChangeLog {
    fileprivate func store(_ dates: AssetWithoutZone.Dates, _ clock: Int32, of asset: AssetWithoutZone) throws {
        let key = AssetKey(rawValue: asset.row)
        var isStored = false
        try noting(recountOf: key) {
            try database.execute(
                """
                UPDATE asset SET creation_date = \(dates.creation.rawValue), time_zone_offset = \(dates.zone),
                    clock_offset = \(clock), import_date = \(dates.importing?.rawValue)
                WHERE row = \(key.rawValue) AND \(asset.isUnchanged)
                """)
            isStored = database.changedRows > 0
        }
        var changed: [AssetProperty] = []
        if dates.creation != asset.creationDate { changed.append(.creationDate) }
        if dates.zone != asset.zone || clock != asset.clockOffset { changed += [.timeZone, .clockOffset] }
        if isStored, !changed.isEmpty { try add(.updated, key, properties: changed) }
    }
}

extension AssetWithoutZone {
    /// The condition that its row has the date that was read.
    fileprivate var isUnchanged: SQL {
        """
        creation_date = \(creationDate.rawValue) AND time_zone_offset IS \(zone) AND clock_offset = \(clockOffset)
        """
    }
}
