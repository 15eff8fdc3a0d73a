import FilmgateModel
import FilmgateSQLite

/// Creates a batch's new assets.
extension BatchApplier {
    /// Creates an asset in the library or the inbox, or adds the files to the existing asset to which they belong.
    ///
    /// - Returns: the identifier of the asset that was created or received files. Returns nil if nothing was added.
    mutating func add(_ id: AssetID, _ creation: StoreCreation) throws -> AssetID? {
        if creation.originalAsset == nil, creation.joins != nil || creation.options.joinsRelated {
            return try join(id, creation)
        }
        return try creation.isQuarantined ? quarantine(id, creation) : create(id, creation)
    }

    /// Creates an asset. With `unlessPresent`, uses an existing asset with the same original, if there is one.
    ///
    /// - Returns: the identifier if the asset is new, or nil.
    mutating func create(_ id: AssetID, _ creation: StoreCreation) throws -> AssetID? {
        let original = try creation.originalAsset.map(key)
        let burst = try creation.options.burst.map(row(ofBurst:))
        guard let asset = creation.files, let facts = asset.facts else {
            guard published == nil else { throw Fault.resources }
            try insert(id, MediaFacts.unknown, creation.properties, original, creation.options, burst, filename: nil)
            return id
        }
        guard let primary = BatchApplier.primary(of: asset.files) else { throw Fault.resources }
        if creation.options.unlessPresent, let key = try key(with: primary.file.hash) {
            created[id] = key
            standIns.insert(id)
            return nil
        }
        let key = try insert(
            id, facts, creation.properties, original, creation.options, burst, filename: primary.filename)
        for resource in asset.files { try insert(resource, of: key) }
        try giveReceipt(id, for: asset)
        added.items += 1
        added.bytes += asset.size
        return id
    }

    /// - Parameter burst: the row of the burst that the asset joins.
    @discardableResult
    mutating func insert(
        _ id: AssetID, _ facts: MediaFacts, _ properties: AssetChanges, _ original: AssetKey?,
        _ options: AssetCreationOptions, _ burst: Int64?, filename: String?
    ) throws -> AssetKey {
        let facts = try zones.resolved(facts, properties)
        // A wrong clock must not make an import the last one forever.
        let began = options.importBegan.map { min($0, now) }
        let key = try NewAsset(
            id: id,
            facts: facts.inBurst(burst != nil).inBurst(of: filename, importBegan: began).marked(byOwner: isOwners),
            properties: properties, filename: filename, now: now, zones: zones
        )
        .insert(into: database, by: holder, versionOf: original)
        if isOwners {
            try database.execute(
                """
                UPDATE asset SET import_date = creation_date, import_began = \(began?.rawValue)
                WHERE row = \(key.rawValue)
                """)
        }
        created[id] = key
        try log.add(.inserted, key, client: try database.makingRow(of: .client(holder.client)))
        try joinBurst(key, burst, isOwners: isOwners)
        return key
    }

    /// Returns the file that determines the asset's properties, or nil if the resources do not form an asset.
    static func primary(of resources: [StagedResource]) -> StagedResource? {
        let primaries = resources.filter(\.type.isPrimary)
        guard primaries.count == 1, Set(resources.map(\.type)).count == resources.count else { return nil }
        return primaries.first
    }

    /// Returns the first asset outside the trash whose original has this hash, and that the client may see.
    ///
    /// The owner's tools find only assets that they added, so an app's files never replace the person's. A client that
    /// may not read content hashes finds only its own assets, so it cannot probe which photos the library contains.
    func key(with hash: ContentHash) throws -> AssetKey? {
        let own: SQL =
            if isOwners { "a.import_date IS NOT NULL" } else if knowsContent { "1" } else { try isOwn("a") }
        return try database.key(
            """
            SELECT a.row FROM resource AS r JOIN asset AS a ON a.row = r.asset
            WHERE r.hash = \(hash.bytes) AND r.type IN ('photo', 'video') AND a.trashed_date IS NULL
            AND \(scope.exists("a")) AND \(own) ORDER BY a.row LIMIT 1
            """)
    }

    /// Returns the SQL condition that this batch's client or connection added the asset `alias`.
    private func isOwn(_ alias: SQL) throws -> SQL {
        guard let row = try database.row(of: holder) else { return "0" }
        return """
            EXISTS (SELECT 1 FROM member AS o WHERE o.client = \(row) AND o.creation_date = \(alias).creation_date
                AND o.id = \(alias).id AND o.added = 1)
            """
    }
}

extension MediaFacts {
    func inBurst(_ isInBurst: Bool) -> MediaFacts {
        guard isInBurst else { return self }
        var facts = self
        facts.subtypes.insert(.burst)
        return facts
    }

    /// Returns the metadata with the burst that a photo's file name names, if the file itself names none. Anyone can
    /// choose a file name, so it forms bursts only within one import: a file that is added later, such as one from a
    /// message, cannot hide the photos of a burst behind it.
    func inBurst(of filename: String?, importBegan: Timestamp?) -> MediaFacts {
        guard mediaType == .image, burstIdentifier == nil, let importBegan,
            let name = filename.flatMap(BurstFileNameParser.burst)
        else { return self }
        var facts = inBurst(true)
        // Two cameras can use the same name.
        facts.burstIdentifier = [cameraMake ?? "", cameraModel ?? "", "\(importBegan.rawValue)", name]
            .joined(separator: "\n")
        return facts
    }

    /// Placeholder metadata for an asset without files.
    static let unknown = MediaFacts(
        mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
}
