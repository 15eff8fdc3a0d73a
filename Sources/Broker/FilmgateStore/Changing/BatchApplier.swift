import FilmgateModel
import FilmgatePolicy
import FilmgatePredicates
import FilmgateSQLite

/// Applies a batch of changes within a transaction.
struct BatchApplier {
    let database: DatabaseConnection
    let scope: SQLScope
    /// Whether the client may learn that two assets have equal originals.
    let knowsContent: Bool
    let holder: Holder
    let zones: TimeZoneResolver
    let now: Timestamp
    /// The files to which the batch gave names, or nil in a dry run.
    let published: PublishedFiles?
    let log: ChangeLog
    let undo: UndoRecorder
    /// The assets that this batch created, or existing ones used instead. Later changes can use them even if invisible.
    var created: [AssetID: AssetKey] = [:]
    /// The identifiers that the client gave to new assets, but that refer to existing assets or inbox items.
    var standIns: Set<AssetID> = []
    /// The number of assets, the bytes of files and the bytes of text that the batch added.
    var added = (items: UInt64(0), bytes: UInt64(0), text: UInt64(0))
    /// The rows of inbox items that this batch created, or of existing items used instead.
    var quarantined: [AssetID: Int64] = [:]
    /// Whether the client gets receipts for its additions.
    let givesReceipts: Bool
    /// Whether the owner or one of the owner's tools makes the changes.
    let isOwners: Bool
    /// Whether the batch may have made an asset invisible to a client.
    var reducesVisibility = false
    /// Whether the batch replaced or removed an edit, which the undo log keeps for some time.
    var replacesContent = false
    /// The stored files whose rows the batch deleted.
    var deletedFiles: [StoredFileName] = []

    /// - Parameters:
    ///   - isOwners: whether the owner or one of the owner's tools makes the changes. If nil, `visibility` decides.
    ///   - plan: the changes to undo, or nil if the batch is not an undo.
    init(
        in database: DatabaseConnection, visibleTo visibility: Visibility, holder: Holder, at now: Timestamp,
        published: PublishedFiles?, zones: TimeZoneResolver, isOwners: Bool? = nil, undoing plan: UndoPlan? = nil
    ) throws {
        self.database = database
        scope = try SQLScope(visibility, in: database)
        knowsContent = visibility.shows(.contentHash)
        self.holder = holder
        givesReceipts = !visibility.isOwners
        self.isOwners = isOwners ?? visibility.isOfOwnersTool
        self.zones = zones
        self.now = now
        self.published = published
        log = try ChangeLog(in: database, at: now)
        undo = try .begin(in: database, by: holder.client, isOwners: self.isOwners, at: now, undoing: plan)
    }

    typealias Fault = ChangeRefusal.Reason

    /// Applies a change. Returns the identifier of a created object, or nil.
    mutating func apply(_ change: StoreChange, index: Int) throws -> ObjectID? {
        do {
            return try applyCounted(change)
        } catch let fault as Fault {
            throw ChangeRefusal(index: index, reason: fault)
        }
    }

    mutating func apply(_ change: StoreChange) throws -> ObjectID? {
        guard let change = try withoutQuarantined(change) else { return nil }
        switch change {
        case .createAsset(let id, let creation): return try add(id, creation).map { ObjectID($0) }
        case .createAlbum(let id, let title, in: let folder, rule: let rule):
            if rule != nil, try database.hasMostRules() { throw Fault.tooManyRules }
            try albums.create(id, title: title, in: try folder.map(row), rule: rule?.text)
            return ObjectID(id)
        case .createFolder(let id, let title, in: let parent):
            try folders.create(id, title: title, in: try parent.map(row))
            return ObjectID(id)
        case .setProperties(let id, let properties): try set(properties, of: try key(of: id))
        case .addKeywords(let keywords, to: let ids):
            for id in ids { try add(keywords, to: try key(of: id)) }
        case .removeKeywords(let keywords, from: let ids):
            for id in ids { try remove(keywords, from: try key(of: id)) }
        case .setBurstPick(let id): try setBurstPick(try key(of: id))
        case .setContent(let id, let edit): try setContent(edit, of: try ownKey(of: id))
        case .revertContent(let id, from: let asset): try revertContent(of: try ownKey(of: id), base: asset?.base)
        case .deleteAssets(let ids): try trash(try ids.map(ownKey))
        case .restoreAssets(let ids): try restore(try ids.map(key))
        case .purgeAssets(let ids): try purge(try ids.map(ownKey))
        case .setRule(let rule, of: let album):
            let row = try row(of: album)
            guard try database.hasRule(album: row) else { throw Fault.hasNoRule }
            try albums.setRule(rule.text, of: row)
        case .rename(let id, let title): try folders.rename(try collection(id), to: title)
        case .deleteAlbums(let ids):
            for row in try ids.map(row) where try albums.delete(row) { reducesVisibility = true }
        case .deleteFolders(let ids): for row in try ids.map(row) { try folders.delete(row) }
        case .setCover(let id, of: let album):
            let row = try filledRow(of: album)
            try albums.setCover(try id.map(key), of: row)
        case .addAssets(let ids, to: let album):
            let row = try filledRow(of: album)
            try albums.add(try ids.map(key), to: row)
        case .removeAssets(let ids, from: let album):
            let row = try filledRow(of: album)
            if try albums.remove(try ids.map(key), from: row) { reducesVisibility = true }
        case .insertAssets(let ids, into: let album, at: let index):
            let row = try filledRow(of: album)
            try albums.insert(try ids.map(key), into: row, at: index)
        case .moveAssets(let ids, in: let album, to: let index):
            let row = try filledRow(of: album)
            try albums.move(try ids.map(key), in: row, to: index)
        case .addChildren(let ids, to: let folder):
            let row = try folder.map(row)
            try folders.add(try ids.map(collection), to: row)
        case .removeChildren(let ids, from: let folder):
            let row = try folder.map(row)
            try folders.remove(try ids.map(collection), from: row)
        case .insertChildren(let ids, into: let folder, at: let index):
            let row = try folder.map(row)
            try folders.insert(try ids.map(collection), into: row, at: index)
        case .moveChildren(let ids, in: let folder, to: let index):
            let row = try folder.map(row)
            try folders.move(try ids.map(collection), in: row, to: index)
        }
        return nil
    }

    /// Charges the added assets, files and text to the quota.
    ///
    /// - Throws: `QuotaExceededError` if they exceed the quota, and an error of the database.
    func count(within quota: AdditionQuota) throws {
        let bytes = added.bytes.addingClamped(added.text)
        guard added.items > 0 || bytes > 0 else { return }
        let addition = AdditionRecord(date: now, items: added.items, bytes: bytes)
        let isText = added.items == 0 && added.bytes == 0
        try database.add(addition, of: holder.client, within: quota, isText: isText)
    }

    // MARK: Identifiers

    func key(of id: AssetID) throws -> AssetKey {
        if let key = created[id] { return key }
        guard let key = try database.key(of: id, in: scope) else { throw Fault.notFound }
        return key
    }

    /// Returns the key for a change that the person must confirm. Throws if the identifier of a new asset refers to an
    /// existing asset, because the prompt did not show that asset.
    func ownKey(of id: AssetID) throws -> AssetKey {
        guard !standIns.contains(id) else { throw Fault.notFound }
        return try key(of: id)
    }

    var albums: AlbumEditor { AlbumEditor(database: database, log: log, now: now) }
    private var folders: FolderEditor { FolderEditor(database: database, log: log, now: now) }

    /// Returns the row of an album. Throws for clients without full access, which cannot see or create albums and
    /// folders.
    func row(of id: AlbumID) throws -> Int64 {
        guard case .everything = scope, let row = try database.row(of: id) else {
            throw Fault.noSuchAlbum(ObjectID(id))
        }
        return row
    }

    /// Returns the row of an album that is not a smart album.
    func filledRow(of id: AlbumID) throws -> Int64 {
        let row = try row(of: id)
        guard try !database.hasRule(album: row) else { throw Fault.hasRule }
        return row
    }

    private func row(of id: FolderID) throws -> Int64 {
        guard case .everything = scope, let row = try database.row(of: id) else {
            throw Fault.noSuchFolder(ObjectID(id))
        }
        return row
    }

    private func collection(_ id: ObjectID) throws -> CollectionRowID {
        guard case .everything = scope else { throw Fault.noSuchCollection(id) }
        if let row = try database.row(of: AlbumID(uuid: id.uuid)) { return .album(row) }
        if let row = try database.row(of: FolderID(uuid: id.uuid)) { return .folder(row) }
        throw Fault.noSuchCollection(id)
    }
}
