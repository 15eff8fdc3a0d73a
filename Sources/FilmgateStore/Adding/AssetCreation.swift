internal import FilmgateModel
internal import FilmgateSQLite

/// New assets of a batch.
extension BatchChange {
    /// - Parameter asset: nil in a rehearsal for which its files have not come yet.
    /// - Returns: whether it is new; otherwise its identifier stands for the one that is there.
    mutating func create(
        _ id: AssetID, _ asset: StagedAsset?, _ properties: AssetChanges, versionOf original: AssetID?,
        unlessPresent: Bool
    ) throws -> Bool {
        let original = try original.map(key)
        guard let asset else {
            guard arrivals == nil else { throw Fault.resources }
            try insert(id, MediaFacts.unknown, properties, original)
            return true
        }
        guard let primary = BatchChange.primary(of: asset.files) else { throw Fault.resources }
        if unlessPresent, let key = try key(with: primary.file.hash) {
            created[id] = key
            standIns.insert(id)
            return false
        }
        let key = try insert(id, asset.facts, properties, original)
        for resource in asset.files {
            let file = try arrivals?.link(resource.file) ?? .random()
            try database.execute(
                """
                INSERT INTO resource (asset, type, mime_type, filename, size, hash, file) VALUES (
                    \(key.rawValue), \(resource.type.rawValue), \(resource.mimeType), \(resource.filename),
                    \(Int64(clamping: resource.file.size)), \(resource.file.hash.bytes), \(file.bytes))
                """)
        }
        added.items += 1
        added.bytes += asset.files.reduce(0) { $0 + $1.file.size }
        return true
    }

    @discardableResult
    private mutating func insert(
        _ id: AssetID, _ facts: MediaFacts, _ properties: AssetChanges, _ original: AssetKey?
    ) throws -> AssetKey {
        let key = try NewAsset(id: id, facts: facts, properties: properties, at: now)
            .insert(into: database, by: holder, versionOf: original)
        created[id] = key
        try log.add(.inserted, key, client: try database.makingRow(of: .client(holder.client)))
        return key
    }

    /// The file that the asset's own properties describe; nil where the resources make no asset.
    private static func primary(of resources: [StagedResource]) -> StagedResource? {
        let primaries = resources.filter(\.type.isPrimary)
        guard primaries.count == 1, Set(resources.map(\.type)).count == resources.count else { return nil }
        return primaries.first
    }

    /// The first visible asset outside the trash with this content.
    ///
    /// Whoever is not told of content finds among what it added itself, all of which it brought along: of no other photo can it find
    /// out, by trying one file after the other, what it is not told.
    private func key(with hash: ContentHash) throws -> AssetKey? {
        let own: SQL = if knowsContent { "1" } else { try isOwn("a") }
        return try database.first(
            """
            SELECT a.row FROM resource AS r JOIN asset AS a ON a.row = r.asset
            WHERE r.hash = \(hash.bytes) AND r.type IN ('photo', 'video') AND a.trashed_date IS NULL
            AND \(sight.exists("a")) AND \(own) ORDER BY a.row LIMIT 1
            """
        ) { AssetKey(rawValue: $0.integer(0)) }
    }

    /// The condition under which the holder added the asset that `alias` stands for.
    private func isOwn(_ alias: SQL) throws -> SQL {
        guard let row = try database.row(of: holder) else { return "0" }
        return """
            EXISTS (SELECT 1 FROM member AS o WHERE o.client = \(row) AND o.creation_date = \(alias).creation_date
                AND o.id = \(alias).id AND o.added = 1)
            """
    }
}

extension MediaFacts {
    /// Of a file that nobody has read.
    fileprivate static let unknown = MediaFacts(
        mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
}
