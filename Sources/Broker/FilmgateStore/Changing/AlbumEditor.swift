import FilmgateModel
import FilmgateSQLite

/// Changes albums within a transaction.
struct AlbumEditor {
    let database: DatabaseConnection
    let log: ChangeLog
    let now: Timestamp

    /// - Parameters:
    ///   - folder: the row of the parent folder, or nil for the top level.
    ///   - rule: the condition of a smart album, or nil for an album that clients fill.
    func create(_ id: AlbumID, title: String, in folder: Int64?, rule: String? = nil) throws {
        try database.execute(
            """
            INSERT INTO album (id, title, folder, rule, creation_date, modification_date)
            VALUES (\(id.bytes), \(title), \(folder), \(rule), \(now.rawValue), \(now.rawValue))
            """)
        let row = database.lastInsertedRow
        try FolderPositionEditor(database: database, folder: folder).append(.album(row))
        try log.add(.inserted, .album(row))
        if let folder { try log.add(.updated, .folder(folder)) }
    }

    /// Appends assets. Assets that are already in the album keep their position. Clients whose selections contain the
    /// album can then see the new assets, which enter these clients' scopes.
    func add(_ assets: [AssetKey], to album: Int64) throws {
        try enter(assets, album) { try $0.append($1) }
    }

    /// Inserts assets at an index among the album's assets outside the trash. Assets that are already in the album
    /// keep their position.
    func insert(_ assets: [AssetKey], into album: Int64, at index: Int) throws {
        let order = AlbumPositionEditor(database: database, album: album)
        guard try index <= order.count() else { throw ChangeRefusal.Reason.beyondEnd }
        try enter(assets, album) { try $0.insert($1, at: index) }
    }

    private func enter(_ assets: [AssetKey], _ album: Int64, _ insert: (AlbumPositionEditor, [AssetKey]) throws -> Void)
        throws
    {
        var seen: Set<AssetKey> = []
        let new = try assets.filter { asset in try seen.insert(asset).inserted && !contains(asset, album) }
        guard !new.isEmpty else { return }
        try insert(AlbumPositionEditor(database: database, album: album), new)
        for scope in try scopes(of: album) {
            for asset in new { try scope.enter(asset, .album) }
        }
        try log.touch(.album(album))
    }

    /// Moves assets to an index among the remaining assets outside the trash. Ignores assets that are not in the
    /// album.
    func move(_ assets: [AssetKey], in album: Int64, to index: Int) throws {
        var seen: Set<AssetKey> = []
        let moved = try assets.filter { asset in try seen.insert(asset).inserted && contains(asset, album) }
        let order = AlbumPositionEditor(database: database, album: album)
        for asset in moved { try order.takeOut(asset) }
        guard try index <= order.count() else { throw ChangeRefusal.Reason.beyondEnd }
        guard !moved.isEmpty else { return }
        try order.insert(moved, at: index)
        try log.touch(.album(album))
    }

    /// Inserts an asset at a position. See `AlbumPositionEditor.place`.
    ///
    /// - Parameter isNew: whether the asset is new in the album. If false, the caller only moves the asset.
    func place(
        _ asset: AssetKey, in album: Int64, isNew: Bool, at position: Int64?, behind predecessor: AssetKey?
    ) throws {
        try AlbumPositionEditor(database: database, album: album).place(asset, at: position, behind: predecessor)
        if isNew { for scope in try scopes(of: album) { try scope.enter(asset, .album) } }
        try log.touch(.album(album))
    }

    /// Removes assets from the album. Returns whether an asset may have left a client's scope.
    func remove(_ assets: [AssetKey], from album: Int64) throws -> Bool {
        let scopes = try scopes(of: album)
        let order = AlbumPositionEditor(database: database, album: album)
        var isChanged = false
        for asset in assets {
            guard try order.takeOut(asset) else { continue }
            isChanged = true
            for scope in scopes { try scope.leave(asset, .album) }
        }
        if isChanged { try log.touch(.album(album)) }
        return isChanged && !scopes.isEmpty
    }

    /// Deletes the album, but not its assets. Does nothing if the album does not exist. Returns whether an asset may
    /// have left a client's scope.
    func delete(_ album: Int64) throws -> Bool {
        let parent = try database.first("SELECT folder FROM album WHERE row = \(album)") { $0.optionalInteger(0) }
        guard let parent else { return false }
        try FolderPositionEditor(database: database, folder: parent).record(onlyIfOrdered: true)
        if let folder = parent { try log.add(.updated, .folder(folder)) }
        for scope in try scopes(of: album) {
            for asset in try database.assets(ofAlbum: album) { try scope.leave(asset, .album) }
        }
        try log.add(.deleted, .album(album))
        try database.execute("DELETE FROM album WHERE row = \(album)")
        return true
    }

    /// - Parameter asset: the cover. If nil, the newest asset is the cover.
    func setCover(_ asset: AssetKey?, of album: Int64) throws {
        if let asset, try !contains(asset, album) { throw ChangeRefusal.Reason.notInAlbum }
        try database.execute(
            "UPDATE album SET cover = \(asset?.rawValue) WHERE row = \(album) AND cover IS NOT \(asset?.rawValue)")
        if database.changedRows > 0 { try log.touch(.album(album)) }
    }

    func setRule(_ rule: String, of album: Int64) throws {
        try database.execute("UPDATE album SET rule = \(rule) WHERE row = \(album) AND rule IS NOT \(rule)")
        if database.changedRows > 0 { try log.touch(.album(album)) }
    }

    private func contains(_ asset: AssetKey, _ album: Int64) throws -> Bool {
        try database.exists("SELECT 1 FROM album_asset WHERE asset = \(asset.rawValue) AND album = \(album)")
    }

    /// Returns the scopes of the clients whose selections contain the album.
    private func scopes(of album: Int64) throws -> [ScopeEditor] {
        try database.all("SELECT client FROM selected_album WHERE album = \(album)") { row in
            ScopeEditor(database: database, client: row.integer(0), log: log)
        }
    }
}

extension DatabaseConnection {
    func row(of album: AlbumID) throws -> Int64? {
        try integer("SELECT row FROM album WHERE id = \(album.bytes)")
    }

    /// Returns whether the album is a smart album, whose rule determines its content.
    func hasRule(album: Int64) throws -> Bool {
        try exists("SELECT 1 FROM album WHERE row = \(album) AND rule IS NOT NULL")
    }

    /// Returns whether the library has reached the maximum number of smart albums that clients created.
    func hasMostRules() throws -> Bool {
        try integer("SELECT count(*) FROM album WHERE rule IS NOT NULL").map { $0 >= Int64(ContractLimits.rules) }
            ?? false
    }

    func assets(ofAlbum album: Int64) throws -> [AssetKey] {
        try keys("SELECT asset FROM album_asset WHERE album = \(album) ORDER BY position")
    }
}
