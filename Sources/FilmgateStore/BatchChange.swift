internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

/// A batch that is being applied, inside its transaction.
struct BatchChange {
    private let database: Connection
    private let sight: Sight
    private let holder: Holder
    private let now: Timestamp
    private let arrivals: Arrivals
    private let log: ChangeLog
    /// Created by this batch, and therefore there for the rest of it whatever the client may see.
    private var created: [AssetID: AssetKey] = [:]
    private var createdAlbums: [AlbumID: Int64] = [:]
    private var addedItems: UInt64 = 0
    private var addedBytes: UInt64 = 0
    /// Whether something may be visible no more to somebody.
    private(set) var somethingDeparted = false

    init(in database: Connection, sight: Sight, holder: Holder, at now: Timestamp, arrivals: Arrivals) throws {
        self.database = database
        self.sight = sight
        self.holder = holder
        self.now = now
        self.arrivals = arrivals
        log = try ChangeLog(in: database, at: now)
    }

    mutating func apply(_ change: StoreChange, index: Int) throws -> ObjectID? {
        do {
            switch change {
            case .create(let id, let asset, let properties, let original, let unlessPresent):
                guard let primary = BatchChange.primary(of: asset.files) else { throw Fault.resources }
                if unlessPresent, try isPresent(primary.file.hash) { return nil }
                try create(id, asset, properties, versionOf: original)
                return ObjectID(id)
            case .createAlbum(let id, let title):
                createdAlbums[id] = try albums.create(id, title: title)
                return ObjectID(id)
            case .setProperties(let id, let properties):
                try set(properties, of: try key(of: id))
            case .trash(let ids):
                try trash(ids.map(key))
            case .restore(let ids):
                try restore(ids.map(key))
            case .renameAlbum(let id, let title):
                try albums.rename(try row(of: id), to: title)
            case .deleteAlbums(let ids):
                for row in try ids.map(row) where try albums.delete(row) { somethingDeparted = true }
            case .addAssets(let ids, to: let album):
                try albums.add(try ids.map(key), to: try row(of: album))
            case .removeAssets(let ids, from: let album):
                if try albums.remove(try ids.map(key), from: try row(of: album)) { somethingDeparted = true }
            case .insertAssets(let ids, into: let album, at: let index):
                try albums.insert(try ids.map(key), into: try row(of: album), at: index)
            case .moveAssets(let ids, in: let album, to: let index):
                try albums.move(try ids.map(key), in: try row(of: album), to: index)
            }
            return nil
        } catch let fault as Fault {
            throw ChangeRefusal(index: index, reason: fault)
        }
    }

    /// Counts what was created.
    ///
    /// - Throws: `QuotaExcess` where it is more than may be added now.
    func count(within quota: AdditionQuota) throws {
        guard addedItems > 0 else { return }
        try database.add(
            Addition(date: now, items: addedItems, bytes: addedBytes), of: holder.client, within: quota)
    }

    typealias Fault = ChangeRefusal.Reason

    private func key(of id: AssetID) throws -> AssetKey {
        if let key = created[id] { return key }
        guard let key = try database.key(of: id, in: sight) else { throw Fault.notFound }
        return key
    }

    private var albums: AlbumChange { AlbumChange(database: database, log: log, now: now) }

    /// Albums exist for those alone who see everything.
    private func row(of id: AlbumID) throws -> Int64 {
        if let row = createdAlbums[id] { return row }
        guard case .everything = sight, let row = try database.row(of: id) else { throw Fault.noSuchAlbum }
        return row
    }

    // MARK: Creating

    /// The file that the asset's own properties describe; nil where the resources make no asset.
    private static func primary(of resources: [StagedResource]) -> StagedResource? {
        let primaries = resources.filter(\.type.isPrimary)
        guard primaries.count == 1, Set(resources.map(\.type)).count == resources.count else { return nil }
        return primaries.first
    }

    private func isPresent(_ hash: ContentHash) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM resource AS r JOIN asset AS a ON a.row = r.asset
            WHERE r.hash = \(hash.bytes) AND r.type IN ('photo', 'video') AND a.trashed_date IS NULL
            AND \(sight.exists("a"))
            """)
    }

    private mutating func create(
        _ id: AssetID, _ asset: StagedAsset, _ properties: AssetChanges, versionOf original: AssetID?
    ) throws {
        let original = try original.map(key)
        let row = NewAsset(id: id, facts: asset.facts, properties: properties, at: now)
        let key = try row.insert(into: database, by: holder, versionOf: original)
        for resource in asset.files {
            let file = try arrivals.link(resource.file)
            try database.execute(
                """
                INSERT INTO resource (asset, type, mime_type, filename, size, hash, file) VALUES (
                    \(key.rawValue), \(resource.type.rawValue), \(resource.mimeType), \(resource.filename),
                    \(Int64(clamping: resource.file.size)), \(resource.file.hash.bytes), \(file.bytes))
                """)
        }
        created[id] = key
        addedItems += 1
        addedBytes += asset.files.reduce(0) { $0 + $1.file.size }
        try log.add(.inserted, key, client: try database.makingRow(of: .client(holder.client)))
    }

    // MARK: Changing

    private func set(_ properties: AssetChanges, of key: AssetKey) throws {
        let (assignments, changed) = properties.assignments()
        guard !changed.isEmpty else { return }
        try database.execute(
            """
            UPDATE asset SET \(assignments.joined(by: ", ")), modification_date = \(now.rawValue)
            WHERE row = \(key.rawValue)
            """)
        try log.add(.updated, key, properties: changed + [.modificationDate])
    }

    private mutating func trash(_ keys: [AssetKey]) throws {
        for key in keys {
            try database.execute(
                "UPDATE asset SET trashed_date = \(now.rawValue) WHERE row = \(key.rawValue) AND trashed_date IS NULL")
            guard database.changedRows > 0 else { continue }
            try log.add(.trashed, key)
            somethingDeparted = true
        }
    }

    private func restore(_ keys: [AssetKey]) throws {
        for key in keys {
            try database.execute(
                "UPDATE asset SET trashed_date = NULL WHERE row = \(key.rawValue) AND trashed_date IS NOT NULL")
            if database.changedRows > 0 { try log.add(.restored, key) }
        }
    }
}
