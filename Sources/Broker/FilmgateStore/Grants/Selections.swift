public import FilmgateModel
import FilmgateSQLite

extension Library {
    /// Returns the selection of a holder. The assets come first, sorted from newest to oldest and including trashed
    /// ones. The albums follow, sorted by title.
    public func selection(of holder: Holder) async throws -> [ObjectID] {
        try await database.read { database in
            try database.row(of: holder).map { try database.selection(of: $0) } ?? []
        }
    }

    /// Returns the selected assets and the assets in selected albums, except trashed ones, newest first.
    public func selectedAssets(of holder: Holder) async throws -> [AssetID] {
        try await database.read { database in
            try database.row(of: holder).map { try database.selectedAssets(by: $0) } ?? []
        }
    }

    /// Returns the time at which the person or an administrator last changed the selection, or nil if it is unknown.
    public func selectionDate(of holder: Holder) async throws -> Timestamp? {
        try await database.read { database in
            try database.first("SELECT selection_date FROM client WHERE id = \(holder.key)") { row in
                row.optionalInteger(0).map(Timestamp.init)
            } ?? nil
        }
    }

    /// Returns the identifiers that belong to existing assets or selectable albums. Visibility does not matter.
    public func existing(_ ids: [ObjectID]) async throws -> [ObjectID] {
        try await database.read { try $0.existing(ids) }
    }

    /// Adds items to a holder's selection, then removes other items.
    ///
    /// - Throws: `SelectionRefusal` if an item to add cannot be selected, and an error of the database.
    public func changeSelection(
        of holder: Holder, adding: [ObjectID], removing: [ObjectID], at now: Timestamp, audit: AuditEntry? = nil
    ) async throws {
        try await database.write { database in
            try database.append(audit)
            let row = try database.makingRow(of: holder)
            let selection = SelectionEditor(in: database, of: row, try ChangeLog(in: database, at: now))
            try selection.add(adding)
            try selection.remove(removing)
            try database.noteSelection(of: row, at: now)
        }
        noteHolder(holder)
        noteVisibilityLoss()
        noteChanges()
    }

    /// Applies a person's changes to the assets that a prompt showed. If a selected album contains an asset to remove,
    /// the album's other assets replace the album in the selection.
    ///
    /// - Parameter types: the media types to include in the outcome.
    public func editSelection(
        of holder: Holder, adding: [ObjectID], removing: [ObjectID], including types: Set<MediaType> = MediaType.all,
        at now: Timestamp, audit: AuditEntry? = nil
    ) async throws -> SelectionOutcome {
        let outcome = try await database.write { database in
            try database.append(audit)
            let row = try database.makingRow(of: holder)
            let before = try database.selectedAssets(by: row, of: types)
            let selection = SelectionEditor(in: database, of: row, try ChangeLog(in: database, at: now))
            try selection.dissolveAlbums(holding: removing)
            try selection.add(adding)
            try selection.remove(removing)
            try database.noteSelection(of: row, at: now)
            return SelectionOutcome(before: before, after: try database.selectedAssets(by: row, of: types))
        }
        noteHolder(holder)
        noteVisibilityLoss()
        noteChanges()
        return outcome
    }
}

/// The assets of a selection before and after a change, including the assets in selected albums.
public struct SelectionOutcome: Hashable, Sendable {
    public let before: [AssetID]
    public let after: [AssetID]
}

/// Changes a selection within a transaction.
struct SelectionEditor {
    private let database: DatabaseConnection
    private let client: Int64
    private let scope: ScopeEditor

    init(in database: DatabaseConnection, of client: Int64, _ log: ChangeLog) {
        self.database = database
        self.client = client
        scope = ScopeEditor(database: database, client: client, log: log)
    }

    private enum SelectedItem: Hashable {
        case asset(AssetKey)
        case album(Int64)
    }

    /// - Throws: `SelectionRefusal` for the first identifier that cannot be selected.
    func add(_ ids: [ObjectID]) throws {
        for (index, id) in ids.enumerated() {
            try add(try part(id, at: index))
        }
    }

    func remove(_ ids: [ObjectID]) throws {
        for part in try ids.compactMap(part) { try remove(part) }
    }

    /// - Throws: `SelectionRefusal` for the first identifier that cannot be selected.
    func set(_ ids: [ObjectID]) throws {
        let parts = try ids.enumerated().map { index, id in try part(id, at: index) }
        let kept = Set(parts)
        for part in try current() where !kept.contains(part) { try remove(part) }
        for part in parts { try add(part) }
    }

    /// Replaces selected albums that contain any of these assets with the assets of these albums.
    func dissolveAlbums(holding ids: [ObjectID]) throws {
        for id in ids {
            let albums = try database.integers(
                """
                SELECT s.album FROM selected_album AS s JOIN album_asset AS p ON p.album = s.album
                JOIN asset AS a ON a.row = p.asset WHERE s.client = \(client) AND a.id = \(id.bytes)
                """)
            for album in albums {
                for asset in try database.assets(ofAlbum: album) { try scope.enter(asset, .selected) }
                try remove(.album(album))
            }
        }
    }

    /// Returns the selected assets, then the albums, each in the order of their addition to the library. Clients
    /// receive removals in this order.
    private func current() throws -> [SelectedItem] {
        let assets = try database.keys(
            "SELECT asset FROM member WHERE client = \(client) AND selected = 1 ORDER BY asset")
        let albums = try database.integers("SELECT album FROM selected_album WHERE client = \(client) ORDER BY album")
        return assets.map(SelectedItem.asset) + albums.map(SelectedItem.album)
    }

    /// - Throws: `SelectionRefusal` if the identifier does not exist or belongs to a smart album.
    private func part(_ id: ObjectID, at index: Int) throws -> SelectedItem {
        guard let part = try part(id) else { throw SelectionRefusal(index: index) }
        if case .album(let album) = part, try database.hasRule(album: album) {
            throw SelectionRefusal(index: index, hasRule: true)
        }
        return part
    }

    private func part(_ id: ObjectID) throws -> SelectedItem? {
        if let key = try database.key(of: AssetID(uuid: id.uuid), in: .everything) { return .asset(key) }
        return try database.row(of: AlbumID(uuid: id.uuid)).map(SelectedItem.album)
    }

    private func add(_ part: SelectedItem) throws {
        switch part {
        case .asset(let key): try scope.enter(key, .selected)
        case .album(let album):
            try database.execute(
                "INSERT INTO selected_album (album, client) VALUES (\(album), \(client)) ON CONFLICT DO NOTHING")
            guard database.changedRows > 0 else { return }
            for key in try database.assets(ofAlbum: album) { try scope.enter(key, .album) }
        }
    }

    private func remove(_ part: SelectedItem) throws {
        switch part {
        case .asset(let key): try scope.leave(key, .selected)
        case .album(let album):
            try database.execute("DELETE FROM selected_album WHERE album = \(album) AND client = \(client)")
            guard database.changedRows > 0 else { return }
            for key in try database.assets(ofAlbum: album) { try scope.leave(key, .album) }
        }
    }
}

extension DatabaseConnection {
    /// Returns the selection of a holder's row. See `Library.selection`.
    func selection(of row: Int64) throws -> [ObjectID] {
        let assets: SQL = """
            SELECT id FROM member WHERE client = \(row) AND selected = 1 ORDER BY creation_date DESC, id
            """
        let albums: SQL = """
            SELECT l.id FROM selected_album AS s JOIN album AS l ON l.row = s.album WHERE s.client = \(row)
            ORDER BY l.title, l.id
            """
        return try identifiers(assets) + identifiers(albums)
    }

    /// Returns the identifiers of existing assets and of albums that can be selected. See `Library.existing`.
    func existing(_ ids: [ObjectID]) throws -> [ObjectID] {
        try ids.filter { id in
            if try key(of: AssetID(uuid: id.uuid), in: .everything) != nil { return true }
            guard let album = try row(of: AlbumID(uuid: id.uuid)) else { return false }
            return try !hasRule(album: album)
        }
    }

    /// - Parameter date: the time of the change, or nil if the selection was removed.
    func noteSelection(of client: Int64, at date: Timestamp?) throws {
        try execute("UPDATE client SET selection_date = \(date?.rawValue) WHERE row = \(client)")
    }

    fileprivate func selectedAssets(by client: Int64, of types: Set<MediaType> = MediaType.all) throws -> [AssetID] {
        let isOfTypes: SQL =
            types == MediaType.all
            ? "1" : "(SELECT media_type FROM asset WHERE row = m.asset) IS \(types.first?.rawValue ?? "none")"
        return try identifiers(
            """
            SELECT m.id FROM member AS m WHERE m.client = \(client) AND m.trashed = 0
            AND (m.selected = 1 OR m.albums > 0) AND \(isOfTypes) ORDER BY m.creation_date DESC, m.id
            """)
    }
}
