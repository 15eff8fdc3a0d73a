import FilmgateModel
import FilmgateSQLite

/// The row of a new asset. The client's properties have precedence over the file's metadata.
struct NewAsset {
    let id: AssetID
    /// The file's metadata. `TimeZoneResolver` has already converted the local time of capture to a date.
    let facts: MediaFacts
    let properties: AssetChanges
    let filename: String?
    let now: Timestamp
    let zones: TimeZoneResolver

    /// The columns of a new row, except `original`, in the order in which `insertRow` inserts their values.
    static let columns: SQL = """
        id, media_type, subtypes, creation_date, modification_date, added_date, time_zone_offset,
        clock_offset, latitude, longitude, place, town, favorite, hidden, rating, title, caption, alt_text,
        keywords, pixel_width, pixel_height, orientation, duration, camera_make, camera_model, lens_model,
        creator, creator_connection, stem, content_identifier, burst_key, burst_pick
        """

    /// Inserts the asset, and adds it to the scope of its creator (the assets that this client may see). If the holder
    /// is a connection, also adds the asset to the scope of the connection.
    func insert(into database: DatabaseConnection, by holder: Holder, versionOf original: AssetKey?) throws -> AssetKey
    {
        let key = AssetKey(rawValue: try insertRow(into: "asset", of: database, by: holder, versionOf: original))
        let creator = try database.makingRow(of: .client(holder.client))
        for scope in holder.connection == nil ? [creator] : [creator, try database.makingRow(of: holder)] {
            try NewAsset.enter(scope, key, in: database)
        }
        return key
    }

    /// Adds a new asset to a scope of the client that created it.
    static func enter(_ scope: Int64, _ key: AssetKey, in database: DatabaseConnection) throws {
        try database.execute(
            """
            INSERT INTO member (client, creation_date, id, asset, hidden, trashed, selected, added)
            SELECT \(scope), creation_date, id, row, hidden, 0, 0, 1 FROM asset WHERE row = \(key.rawValue)
            """)
    }

    /// Inserts the row. Returns its number.
    ///
    /// - Parameter table: `asset`, or `quarantined`, the table of the inbox.
    func insertRow(
        into table: SQL, of database: DatabaseConnection, by holder: Holder, versionOf original: AssetKey?
    ) throws -> Int64 {
        let creator = try database.makingRow(of: .client(holder.client))
        let date = properties.creationDate ?? facts.creationDate ?? now
        let zone = properties.timeZoneOffset ?? facts.timeZoneOffset
        let location = properties.removesLocation ? nil : properties.location ?? facts.location
        let names = try zones.towns?.names(at: location) ?? PlaceNames()
        let hidden = properties.isHidden ?? facts.isHidden ?? false
        let subtypes = properties.creationDate == nil ? facts.subtypes : facts.subtypes.subtracting([.guessedDate])
        try database.execute(
            """
            INSERT INTO \(table) (\(NewAsset.columns), original) VALUES (
                \(id.bytes), \(facts.mediaType.rawValue), \(subtypes.column), \(date.rawValue), \(now.rawValue),
                \(now.rawValue), \(zone), \(zones.clockOffset(at: date, zone: zone)),
                \(location?.latitude), \(location?.longitude), \(names.place), \(names.town),
                \(properties.isFavorite ?? facts.isFavorite ?? false), \(hidden), \(properties.rating ?? facts.rating ?? 0),
                \((properties.title ?? facts.title).flatMap(\.orNone)),
                \((properties.caption ?? facts.caption).flatMap(\.orNone)),
                \((properties.altText ?? facts.altText).flatMap(\.orNone)),
                \((properties.keywords ?? facts.keywords).keywordColumn),
                \(facts.pixelWidth), \(facts.pixelHeight), \(facts.orientation), \(facts.duration),
                \(facts.cameraMake), \(facts.cameraModel), \(facts.lensModel),
                \(creator), \(holder.connection), \(filename.map { PhotoBaseName($0).stem }), \(facts.contentIdentifier),
                \(try facts.burstIdentifier.map(database.burstKey)), \(facts.isBurstPick(named: filename)),
                \(original?.rawValue)
            )
            """)
        return database.lastInsertedRow
    }
}

extension AssetChanges {
    /// Returns the SQL assignment of the clock offset, which determines the asset's day. Returns nil if the offset
    /// stays unchanged.
    private func clockAssignment(_ zones: TimeZoneResolver) -> SQL? {
        if let timeZoneOffset { return "clock_offset = \(timeZoneOffset)" }
        return creationDate.map { date -> SQL in
            "clock_offset = ifnull(time_zone_offset, \(zones.clockOffset(at: date, zone: nil)))"
        }
    }

    /// Returns SQL assignments and the changed properties. A new date also clears the subtype `guessedDate`.
    func assignments(_ zones: TimeZoneResolver) throws -> (assignments: [SQL], changed: [AssetProperty]) {
        var assignments: [SQL] = []
        var changed: [AssetProperty] = []
        func assign(_ property: AssetProperty, _ assignment: SQL) {
            assignments.append(assignment)
            changed.append(property)
        }
        if let creationDate {
            assign(.creationDate, "creation_date = \(creationDate.rawValue)")
            assignments.append("subtypes = subtypes & ~\(MediaSubtype.guessedDate.bit)")
        }
        if let timeZoneOffset { assign(.timeZone, "time_zone_offset = \(timeZoneOffset)") }
        if let location {
            assign(.location, "latitude = \(location.latitude), longitude = \(location.longitude)")
        }
        if removesLocation { assign(.location, "latitude = NULL, longitude = NULL") }
        if let isFavorite { assign(.favorite, "favorite = \(isFavorite)") }
        if let isHidden { assign(.hidden, "hidden = \(isHidden)") }
        if let rating { assign(.rating, "rating = \(rating)") }
        if let title { assign(.title, "title = \(title.orNone)") }
        if let caption { assign(.caption, "caption = \(caption.orNone)") }
        if let altText { assign(.altText, "alt_text = \(altText.orNone)") }
        if let keywords { assign(.keywords, "keywords = \(keywords.keywordColumn)") }
        if let clock = clockAssignment(zones) { assignments.append(clock) }
        if location != nil || removesLocation {
            let names = try zones.towns?.names(at: location) ?? PlaceNames()
            assign(.place, "place = \(names.place), town = \(names.town)")
        }
        return (assignments, changed)
    }
}

extension String {
    fileprivate var orNone: String? { isEmpty ? nil : self }
}
