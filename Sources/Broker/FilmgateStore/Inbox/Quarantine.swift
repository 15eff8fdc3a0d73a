import FilmgateModel
import FilmgateSQLite

/// An error for a client that has the maximum number of assets waiting in the inbox.
public struct AssetInboxFull: Error, Hashable, Sendable {
    public init() {}
}

/// Adds assets to the inbox, where they wait for the person's decision.
extension BatchApplier {
    /// Puts a new asset into the inbox. With `unlessPresent`, makes the identifier refer to an equal asset instead, if
    /// there is one: in the library, or among the same client's waiting or rejected items in the inbox. Later changes
    /// of the batch can use the identifier for properties, keywords and albums.
    ///
    /// - Returns: the identifier if the asset is new, or nil.
    mutating func quarantine(_ id: AssetID, _ creation: StoreCreation) throws -> AssetID? {
        let properties = creation.properties
        let burst = try creation.options.burst.map(row(ofBurst:))
        let waitingOriginal = creation.originalAsset.flatMap { quarantined[$0] }
        let original = waitingOriginal == nil ? try creation.originalAsset.map(key) : nil
        guard let asset = creation.files, let facts = asset.facts else {
            guard published == nil else { throw Fault.resources }
            quarantined[id] = try insertQuarantined(id, MediaFacts.unknown, properties, original, filename: nil)
            return id
        }
        guard let primary = BatchApplier.primary(of: asset.files) else { throw Fault.resources }
        if creation.options.unlessPresent {
            if let key = try key(with: primary.file.hash) {
                created[id] = key
                standIns.insert(id)
                return nil
            }
            if let row = try quarantinedRow(with: primary.file.hash) {
                quarantined[id] = row
                standIns.insert(id)
                return nil
            }
        }
        try checkInbox()
        let row = try insertQuarantined(
            id, facts.inBurst(burst != nil), properties, original, filename: primary.filename)
        if let burst { try database.execute("UPDATE quarantined SET burst = \(burst) WHERE number = \(row)") }
        if let waitingOriginal {
            // Stores the asset's own identifier. The batch may use a different identifier for the asset.
            try database.execute(
                """
                UPDATE quarantined SET original_id = (SELECT id FROM quarantined WHERE number = \(waitingOriginal))
                WHERE number = \(row)
                """)
        }
        for resource in asset.files { try insert(resource, into: "quarantined_resource", of: row) }
        quarantined[id] = row
        try giveReceipt(id, for: asset)
        added.items += 1
        added.bytes += asset.size
        return id
    }

    private func insertQuarantined(
        _ id: AssetID, _ facts: MediaFacts, _ properties: AssetChanges, _ original: AssetKey?, filename: String?
    ) throws -> Int64 {
        // The connection needs a row, so that its receipts are deleted when the connection ends.
        _ = try database.makingRow(of: holder)
        let facts = try zones.resolved(facts, properties)
        return try NewAsset(
            id: id, facts: facts.marked(byOwner: isOwners), properties: properties,
            filename: filename, now: now, zones: zones
        )
        .insertRow(into: "quarantined", of: database, by: holder, versionOf: original)
    }

    private func quarantinedRow(with hash: ContentHash) throws -> Int64? {
        guard let creator = try database.row(of: .client(holder.client)) else { return nil }
        return try database.integer(
            """
            SELECT q.number FROM quarantined_resource AS r JOIN quarantined AS q ON q.number = r.asset
            WHERE r.hash = \(hash.bytes) AND r.type IN ('photo', 'video')
                AND q.creator = \(creator) AND q.creator_connection IS \(holder.connection)
            ORDER BY q.number LIMIT 1
            """)
    }

    private func checkInbox() throws {
        let waiting = try database.integer(
            """
            SELECT count(*) FROM quarantined
            WHERE creator = \(try database.makingRow(of: .client(holder.client))) AND rejected_date IS NULL
            """)
        guard let waiting, waiting < InboxLimits.waiting else { throw AssetInboxFull() }
    }

    // MARK: Later changes of the batch

    /// Applies a change to assets that this batch put into the inbox. Sets properties now, and stores the albums for
    /// the time when the person accepts the assets.
    ///
    /// - Returns: the part of the change that concerns other objects, or nil if there is none.
    mutating func withoutQuarantined(_ change: StoreChange) throws -> StoreChange? {
        if quarantined.isEmpty { return change }
        switch change {
        case .setProperties(let id, let properties):
            guard let row = quarantined[id] else { return change }
            if !standIns.contains(id) { try set(properties, ofQuarantined: row) }
            return nil
        case .addKeywords(let keywords, to: let ids):
            return try split(ids, { try setKeywords(of: $0) { $0.adding(keywords) } }) {
                .addKeywords(keywords, to: $0)
            }
        case .removeKeywords(let keywords, from: let ids):
            return try split(ids, { try setKeywords(of: $0) { $0.removing(keywords) } }) {
                .removeKeywords(keywords, from: $0)
            }
        case .deleteAssets(let ids):
            guard ids.allSatisfy({ quarantined[$0] == nil || !standIns.contains($0) }) else { throw Fault.notFound }
            let rest = ids.filter { quarantined[$0] == nil }
            for id in ids { if let row = quarantined.removeValue(forKey: id) { try removeQuarantined([row]) } }
            return rest.isEmpty ? nil : .deleteAssets(rest)
        case .restoreAssets(let ids): return try split(ids, { _ in }) { .restoreAssets($0) }
        case .setBurstPick(let id): return quarantined[id] == nil ? change : nil
        case .setCover(let id?, of: let album):
            guard quarantined[id] != nil else { return change }
            _ = try filledRow(of: album)
            return nil
        case .addAssets(let ids, to: let album):
            let album = (id: album, row: try filledRow(of: album))
            return try split(ids, { try enter(album.row, $0) }) { .addAssets($0, to: album.id) }
        case .insertAssets(let ids, into: let album, at: let index):
            let album = (id: album, row: try filledRow(of: album))
            return try split(ids, { try enter(album.row, $0) }) { .insertAssets($0, into: album.id, at: index) }
        case .removeAssets(let ids, from: let album):
            let album = (id: album, row: try filledRow(of: album))
            return try split(ids, { try leave(album.row, $0) }) { .removeAssets($0, from: album.id) }
        case .moveAssets(let ids, in: let album, to: let index):
            _ = try filledRow(of: album)
            return try split(ids, { _ in }) { .moveAssets($0, in: album, to: index) }
        case .createAsset, .setContent, .revertContent, .purgeAssets, .createAlbum, .createFolder, .setRule,
            .rename, .deleteAlbums, .deleteFolders, .setCover(nil, of: _), .addChildren, .removeChildren,
            .insertChildren,
            .moveChildren:
            return change
        }
    }

    private func split(
        _ ids: [AssetID], _ body: (Int64) throws -> Void, rest: ([AssetID]) -> StoreChange
    ) throws -> StoreChange? {
        // Leaves items of earlier batches unchanged, because the person may already have seen them.
        for id in ids where !standIns.contains(id) { if let row = quarantined[id] { try body(row) } }
        let others = ids.filter { quarantined[$0] == nil }
        return others.isEmpty ? nil : rest(others)
    }

    private func enter(_ album: Int64, _ row: Int64) throws {
        try database.execute("INSERT OR IGNORE INTO quarantined_album (asset, album) VALUES (\(row), \(album))")
    }

    private func leave(_ album: Int64, _ row: Int64) throws {
        try database.execute("DELETE FROM quarantined_album WHERE asset = \(row) AND album = \(album)")
    }

    private func set(_ properties: AssetChanges, ofQuarantined row: Int64) throws {
        let (assignments, _) = try properties.assignments(zones)
        guard !assignments.isEmpty else { return }
        try database.execute("UPDATE quarantined SET \(assignments.joined(by: ", ")) WHERE number = \(row)")
    }

    private func setKeywords(of row: Int64, _ body: ([String]) -> [String]) throws {
        var changes = AssetChanges()
        changes.keywords = body(try database.keywords(in: "quarantined", where: "number = \(row)"))
        guard changes.keywords?.count ?? 0 <= ContractLimits.keywords else { throw Fault.tooManyKeywords }
        try set(changes, ofQuarantined: row)
    }

    /// Deletes the rows of inbox items. Their files are removed after the commit.
    mutating func removeQuarantined(_ rows: [Int64]) throws {
        for row in rows {
            deletedFiles += try database.files("SELECT file FROM quarantined_resource WHERE asset = \(row)")
            try database.execute("DELETE FROM quarantined WHERE number = \(row)")
        }
    }
}
