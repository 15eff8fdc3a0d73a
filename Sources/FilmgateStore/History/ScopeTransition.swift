internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

/// What has become of a view for a holder who saw everything before and now sees what is in its scope, or the other way round.
///
/// What it is told follows from what it could see at the first moment and what it can see now, and from nothing else: what happened
/// to the rest of the library after it had lost sight of it changes no word of it.
struct ScopeTransition {
    let database: DatabaseConnection
    /// Of the limited view.
    let client: Int64
    let position: ViewPosition
    /// So much is listed of what came into sight and went out of it; otherwise all is to be fetched anew.
    static let listedAtMost = 1_000
    private static let eventsAtMost = 10_000

    /// - Returns: nil where it is too much.
    func changes(to extent: ViewPosition.ViewScope.Extent) throws -> LibraryChanges? {
        switch (position.lens.extent, extent) {
        case (.limited, .everything): try widened()
        case (.everything, .limited): try narrowed()
        case (.nothing, _), (_, .nothing), (.limited, .limited), (.everything, .everything): nil
        }
    }

    /// The assets that the limited view has told of since, and whether each was there before.
    private func touched() throws -> [ObjectID: Bool?]? {
        let history = ViewHistory(database: database, sight: .members(of: client))
        let stretch = try history.events(after: position.number, atMost: ScopeTransition.eventsAtMost)
        return stretch.hasMore ? nil : ChangeCoalescer(stretch.events).wereShown
    }

    private func widened() throws -> LibraryChanges? {
        guard let touched = try touched() else { return nil }
        // What the scope does not hold now, and what only came into it since, comes into sight.
        let unseen = try listed(
            """
            SELECT a.id FROM asset AS a WHERE a.trashed_date IS NULL AND NOT EXISTS (
                SELECT 1 FROM member AS m WHERE m.asset = a.row AND m.client = \(client))
            """, besides: touched.count)
        guard var entered = unseen else { return nil }
        var changes = LibraryChanges(reason: .grant)
        for (id, wasShown) in touched {
            let isShown = try database.exists("SELECT 1 FROM asset WHERE id = \(id.bytes) AND trashed_date IS NULL")
            switch (wasShown ?? true, isShown) {
            case (true, true):
                entered.remove(id)
                changes.updated.append(AssetID(uuid: id.uuid))
            case (true, false): changes.deleted.append(AssetID(uuid: id.uuid))
            case (false, true): entered.insert(id)
            case (false, false): break
            }
        }
        changes.enteredScope = sorted(entered)
        guard let albums = try listed("SELECT id FROM album"), let folders = try listed("SELECT id FROM folder") else {
            return nil
        }
        changes.albumsInserted = sorted(albums)
        changes.foldersInserted = sorted(folders)
        return settled(changes)
    }

    private func narrowed() throws -> LibraryChanges? {
        guard let touched = try touched() else { return nil }
        let turned: SQL = """
            WITH turned (asset, id, was_shown) AS (SELECT asset, id, kind = 'trashed' FROM (
                SELECT asset, id, kind, min(number) FROM change
                WHERE number > \(position.number) AND kind IN ('inserted', 'trashed', 'restored', 'deleted')
                GROUP BY asset))
            """
        let isMember: SQL = "SELECT 1 FROM member AS m WHERE m.client = \(client) AND m.trashed = 0 AND m.asset ="
        let lost = try listed(
            """
            \(turned) SELECT a.id FROM asset AS a WHERE a.trashed_date IS NULL
                AND a.row NOT IN (SELECT asset FROM turned) AND NOT EXISTS (\(isMember) a.row)
            UNION ALL SELECT t.id FROM turned AS t WHERE t.was_shown AND NOT EXISTS (\(isMember) t.asset)
            """)
        let new = try listed(
            "\(turned) SELECT t.id FROM turned AS t WHERE NOT t.was_shown AND EXISTS (\(isMember) t.asset)")
        guard let lost, let new, let albums = try before("album"), let folders = try before("folder")
        else { return nil }
        var changes = LibraryChanges(reason: .grant)
        changes.leftScope = sorted(lost)
        changes.inserted = sorted(new)
        let altered = try altered(among: touched)
        changes.updated = sorted(
            try altered.filter { id in
                try !new.contains(id) && database.key(of: AssetID(uuid: id.uuid), in: .members(of: client)) != nil
            })
        changes.albumsDeleted = sorted(albums)
        changes.foldersDeleted = sorted(folders)
        return settled(changes)
    }

    /// Those of them that are not as they were: that they came into the selection since changes nothing of them.
    private func altered(among touched: [ObjectID: Bool?]) throws -> Set<ObjectID> {
        var altered: Set<ObjectID> = []
        try database.each(
            """
            SELECT id FROM change WHERE number > \(position.number) AND (kind IN ('trashed', 'restored')
                OR kind = 'updated' AND properties <> 1 << 27)
            """
        ) { row in
            guard let id = ObjectID(bytes: row.blob(0)) else { throw DamagedRow(table: "change") }
            if touched[id] != nil { altered.insert(id) }
            return true
        }
        return altered
    }

    /// The albums or the folders that were there at the position.
    private func before(_ table: SQL) throws -> Set<ObjectID>? {
        try listed(
            """
            WITH turned (id, kind) AS (SELECT id, kind FROM (
                SELECT id, kind, min(number) FROM change
                WHERE number > \(position.number) AND kind IN ('\(table)-inserted', '\(table)-deleted') GROUP BY id))
            SELECT l.id FROM \(table) AS l WHERE l.id NOT IN (SELECT id FROM turned)
            UNION ALL SELECT id FROM turned WHERE kind = '\(table)-deleted'
            """)
    }

    /// - Returns: nil where there are more than are listed, and so many besides.
    private func listed(_ statement: SQL, besides more: Int = 0) throws -> Set<ObjectID>? {
        let most = ScopeTransition.listedAtMost + more
        let ids: [ObjectID] = try database.identifiers("\(statement) LIMIT \(most + 1)")
        return ids.count > most ? nil : Set(ids)
    }

    /// In an order that tells nothing.
    private func sorted<ID: LocalIdentifier>(_ ids: some Sequence<ObjectID>) -> [ID] {
        ids.sorted { $0.uuid < $1.uuid }.map { ID(uuid: $0.uuid) }
    }

    private func settled(_ changes: LibraryChanges) -> LibraryChanges? {
        var changes = changes
        changes.updated.sort { $0.uuid < $1.uuid }
        changes.deleted.sort { $0.uuid < $1.uuid }
        let listed = changes.count - changes.updated.count - changes.deleted.count
        return listed > ScopeTransition.listedAtMost ? nil : changes
    }
}
