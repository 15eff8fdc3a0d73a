public import FilmgateModel
internal import FilmgateSQLite
public import FilmgateSystem

/// An asset that an earlier version added, which read a date without a time zone as UTC.
public struct AssetWithoutZone: Sendable {
    let key: AssetKey
    let file: FileName
    let creationDate: Timestamp
    let location: Location?
    /// The client that added it.
    public let creator: ClientID
    /// Whether its file has to be read. The dates of videos are moments.
    public let isPhoto: Bool
}

extension Library {
    /// Returns the next assets whose files have not been examined for what their clocks mean, the latest first. Returns none when all have
    /// been.
    public func assetsWithoutZone(atMost count: Int) async throws -> [AssetWithoutZone] {
        try await database.read { database in
            try database.all(
                """
                SELECT a.row, r.file, a.creation_date, a.latitude, a.longitude, c.id, a.media_type
                FROM asset AS a JOIN client AS c ON c.row = a.creator
                JOIN resource AS r ON r.asset = a.row AND r.type IN ('photo', 'video')
                WHERE a.row <= (SELECT zones_missing FROM library) AND a.time_zone_offset IS NULL
                ORDER BY a.row DESC LIMIT \(count)
                """
            ) { row in
                guard let file = FileName(bytes: row.blob(1)), let creator = Holder(key: row.text(5))?.client else {
                    throw DamagedRow(table: "resource")
                }
                return AssetWithoutZone(
                    key: AssetKey(rawValue: row.integer(0)), file: file,
                    creationDate: Timestamp(rawValue: row.integer(2)),
                    location: row.isNull(3) ? nil : Location(latitude: row.real(3), longitude: row.real(4)),
                    creator: creator, isPhoto: row.mediaType(6) == .image)
            }
        }
    }

    /// Opens the file of an asset, read-only and with a position of its own.
    ///
    /// - Throws: `Errno`; `noEntry` if the asset was purged meanwhile.
    @concurrent
    public func content(of asset: AssetWithoutZone) async throws -> OwnedDescriptor {
        try await originals.reading.open(asset.file)
    }

    /// Stores what the clocks of examined assets mean, the next ones of `assetsWithoutZone`. Nil is for a file that cannot be read, or was
    /// not.
    ///
    /// A date that a person or a program has set since stays.
    public func store(_ facts: [(asset: AssetWithoutZone, facts: MediaFacts?)], at now: Timestamp) async throws {
        guard let last = facts.map(\.asset.key.rawValue).min() else { return }
        let zones = zones
        let dates = try facts.map { asset, facts in (asset: asset, date: try asset.date(by: facts, in: zones)) }
        try await database.write { database in
            let log = try ChangeLog(in: database, at: now)
            for (asset, date) in dates {
                let (key, clock) = (asset.key, zones.clockOffset(at: date.moment, zone: date.zone))
                var isChanged = false
                try log.noting(recountOf: key) {
                    try database.execute(
                        """
                        UPDATE asset SET creation_date = \(date.moment.rawValue), time_zone_offset = \(date.zone),
                            clock_offset = \(clock),
                            import_date = iif(import_date = creation_date, \(date.moment.rawValue), import_date)
                        WHERE row = \(key.rawValue) AND creation_date = \(asset.creationDate.rawValue)
                            AND time_zone_offset IS NULL
                        """)
                    isChanged = database.changedRows > 0
                }
                guard isChanged, date.moment != asset.creationDate || date.zone != nil else { continue }
                try log.add(.updated, key, properties: [.creationDate, .timeZone])
            }
            try database.execute("UPDATE library SET zones_missing = min(zones_missing, \(last - 1))")
        }
        noteChanges()
    }
}

extension AssetWithoutZone {
    /// Returns when it was taken. If the date is not what the file says, it stays.
    fileprivate func date(
        by facts: MediaFacts?, in zones: TimeZoneResolver
    ) throws -> (moment: Timestamp, zone: Int32?) {
        var known = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
        if let facts, facts.creationDate == creationDate { known = facts }
        known.creationDate = creationDate
        known.location = location
        let resolved = try zones.resolved(known, AssetChanges())
        return (resolved.creationDate ?? creationDate, resolved.timeZoneOffset)
    }
}
