import FilmgateModel
import FilmgateSQLite

/// Imports edits that were made in other programs, and completes live photos whose photo and video arrive separately.
extension BatchApplier {
    /// Makes an asset show its imported edit. The edited file is already among the asset's resources.
    func showEdit(_ facts: MediaFacts, of key: AssetKey) throws {
        try recordContent(of: key)
        try database.execute(
            """
            UPDATE asset SET
                original_width = pixel_width, original_height = pixel_height, original_orientation = orientation,
                original_duration = duration, pixel_width = \(facts.pixelWidth), pixel_height = \(facts.pixelHeight),
                orientation = \(facts.orientation), duration = \(facts.duration),
                \(try importedFormat()), content_changes = content_changes + 1, modification_date = \(now.rawValue)
            WHERE row = \(key.rawValue)
            """)
        try logContent(of: key)
    }

    /// Adds the original to an asset that has only the edited version.
    mutating func addOriginal(_ file: StagedResource, _ facts: MediaFacts, to key: AssetKey) throws {
        guard let render = file.type.render else { throw Fault.resources }
        try rename(file.type, to: render, of: key)
        try insert(counted: file, of: key)
        try database.execute(
            """
            UPDATE asset SET
                original_width = \(facts.pixelWidth), original_height = \(facts.pixelHeight),
                original_orientation = \(facts.orientation), original_duration = \(facts.duration),
                \(try importedFormat()), content_changes = content_changes + 1, modification_date = \(now.rawValue)
            WHERE row = \(key.rawValue)
            """)
        try logContent(of: key)
    }

    /// Creates a live photo from a new photo and an existing video, and deletes the video's asset. This cannot be
    /// undone, because the video may come from a different client.
    mutating func createLivePhoto(
        _ id: AssetID, of photo: StagedResource, _ facts: MediaFacts, _ files: [StagedResource],
        from video: RelatedAsset, _ creation: StoreCreation
    ) throws -> AssetID? {
        let burst = try creation.options.burst.map(row(ofBurst:))
        try undo.pause()
        var facts = facts
        facts.subtypes.insert(.live)
        let known = try inherited(from: video.key, unless: creation.properties, facts)
        let key = try insert(id, facts, known, nil, creation.options, burst, filename: photo.filename)
        for file in files where file.type != .pairedVideo { try insert(counted: file, of: key) }
        try database.execute(
            """
            UPDATE resource SET asset = \(key.rawValue), type = 'paired-video'
            WHERE asset = \(video.key.rawValue) AND type = 'video'
            """)
        let albums = try database.integers("SELECT album FROM album_asset WHERE asset = \(video.key.rawValue)")
        for album in albums { try self.albums.add([key], to: album) }
        deletedFiles += try AssetPurger(database: database, log: log).purge(video.key)
        created = created.filter { $0.value != video.key }
        try undo.resume()
        reducesVisibility = true
        added.items += 1
        return id
    }

    /// Returns the properties for a new asset. Properties that the client did not set come from the asset at `key`.
    private func inherited(
        from key: AssetKey, unless properties: AssetChanges, _ facts: MediaFacts
    ) throws -> AssetChanges {
        var known = properties
        let row = try database.first(
            "SELECT favorite, hidden, rating, title, caption, alt_text FROM asset WHERE row = \(key.rawValue)"
        ) { row in (row.flag(0), row.flag(1), row.integer(2), (3...5).map { row.optionalText($0) }) }
        guard let (favorite, hidden, rating, texts) = row else { return known }
        known.isFavorite = known.isFavorite ?? (favorite ? true : nil)
        known.isHidden = known.isHidden ?? (hidden ? true : nil)
        if rating > 0 { known.rating = known.rating ?? Int32(clamping: rating) }
        if facts.title == nil { known.title = known.title ?? texts[0] }
        if facts.caption == nil { known.caption = known.caption ?? texts[1] }
        if facts.altText == nil { known.altText = known.altText ?? texts[2] }
        return known
    }

    private func importedFormat() throws -> SQL {
        """
        adjustment_format = \(AdjustmentFormat.imported.identifier), adjustment_version = \(AdjustmentFormat.imported.version),
        adjustment_client = \(try database.makingRow(of: .client(holder.client)))
        """
    }
}
