import FilmgateModel
import FilmgateSQLite

/// Computes the changes for a holder whose access changed from full to limited or the other way round.
///
/// The result depends only on objects that the holder could see before or can see now, never on other changes.
struct ScopeTransition {
    let database: DatabaseConnection
    /// The row in `client` of the holder with the limited view.
    let client: Int64
    let position: ViewPosition
    /// The bits of the properties that the client cannot read. See `ChangeLog.bits`.
    let withheld: Int64
    /// The maximum number of objects in the result that appear or disappear. With more, the client must fetch again.
    static let listedAtMost = 1_000
    private static let eventsAtMost = 10_000

    /// Returns the changes between the old and the current view, or nil if the client must fetch again.
    func changes(to extent: ViewPosition.ViewScope.Extent) throws -> LibraryChanges? {
        switch (position.scope.extent, extent) {
        case (.limited, .everything): try widened()
        case (.everything, .limited): try narrowed()
        case (.nothing, _), (_, .nothing), (.limited, .limited), (.everything, .everything): nil
        }
    }

    /// Returns the coalesced events in the limited view since the position, or nil if there are too many.
    private func touched() throws -> ChangeCoalescer? {
        let history = ViewHistory(database: database, scope: .members(of: client), withheld: withheld)
        let page = try history.events(after: position.number, atMost: ScopeTransition.eventsAtMost)
        return page.hasMore ? nil : ChangeCoalescer(page.events)
    }

    private func widened() throws -> LibraryChanges? {
        guard let touched = try touched() else { return nil }
        // The new assets in the view: those outside the scope, and those that entered the scope since the position.
        let unseen = try listed(
            """
            SELECT a.id FROM asset AS a WHERE a.trashed_date IS NULL AND NOT EXISTS (
                SELECT 1 FROM member AS m WHERE m.asset = a.row AND m.client = \(client))
            """, besides: touched.wereShown.count)
        guard var entered = unseen else { return nil }
        var changes = LibraryChanges(reason: .grant)
        for (id, wasShown) in touched.wereShown {
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
        return settled(changes, touched)
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
        let altered = try altered(among: touched.wereShown)
        changes.updated = sorted(
            try altered.filter { id in
                try !new.contains(id) && database.key(of: AssetID(uuid: id.uuid), in: .members(of: client)) != nil
            })
        changes.albumsDeleted = sorted(albums)
        changes.foldersDeleted = sorted(folders)
        return settled(changes, touched)
    }

    /// Returns the given assets that changed. Entering the selection does not count as a change.
    private func altered(among touched: [ObjectID: Bool?]) throws -> Set<ObjectID> {
        var altered: Set<ObjectID> = []
        try database.each(
            """
            SELECT id FROM change AS c WHERE number > \(position.number) AND (kind IN ('trashed', 'restored')
                OR kind = 'updated' AND properties <> 1 << 27 AND \(ChangeLog.isReported(without: withheld)))
            """
        ) { row in
            guard let id = ObjectID(bytes: row.blob(0)) else { throw CorruptRowError(table: "change") }
            if touched[id] != nil { altered.insert(id) }
            return true
        }
        return altered
    }

    /// Returns the albums or folders that existed at the position, or nil if there are too many.
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

    /// Returns the objects that a statement finds, or nil if there are more than `listedAtMost` plus `more`.
    private func listed(_ statement: SQL, besides more: Int = 0) throws -> Set<ObjectID>? {
        let most = ScopeTransition.listedAtMost + more
        let ids: [ObjectID] = try database.identifiers("\(statement) LIMIT \(most + 1)")
        return ids.count > most ? nil : Set(ids)
    }

    /// Sorts by identifier, because this order reveals nothing.
    private func sorted<ID: LocalIdentifier>(_ ids: some Sequence<ObjectID>) -> [ID] {
        ids.sorted { $0.uuid < $1.uuid }.map { ID(uuid: $0.uuid) }
    }

    private func settled(_ changes: LibraryChanges, _ touched: ChangeCoalescer) -> LibraryChanges? {
        var changes = changes
        changes.updated.sort { $0.uuid < $1.uuid }
        changes.contentUpdated = changes.updated.filter { touched.mayHaveNewContent(ObjectID($0)) }
        changes.deleted.sort { $0.uuid < $1.uuid }
        let listed = changes.count - changes.updated.count - changes.deleted.count
        return listed > ScopeTransition.listedAtMost ? nil : changes
    }
}
