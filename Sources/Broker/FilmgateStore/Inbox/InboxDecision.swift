public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// The person's decision about inbox items.
public enum InboxDecision: Hashable, Sendable {
    /// The items become assets.
    case keep
    /// The items move to the trash of the inbox, and can still be accepted. They stay there for as long as assets stay
    /// in the library's trash.
    case reject
    /// The items are deleted permanently.
    case remove
}

// Compiler fault: 2
/// A decision about inbox items, with the person or administrator who makes it.
public final class InboxDecisionRequest: Sendable {
    let decision: InboxDecision
    let ids: [AssetID]
    let visibility: Visibility
    let holder: Holder
    let isOwners: Bool
    let now: Timestamp

    /// - Parameters:
    ///   - visibility: the visibility of the owner or of an administrator.
    ///   - isOwners: whether the owner makes the decision. If false, an administrator makes it.
    public init(
        _ decision: InboxDecision, about ids: [AssetID], visibleTo visibility: Visibility, by holder: Holder,
        isOwners: Bool = true, at now: Timestamp
    ) {
        self.decision = decision
        self.ids = ids
        self.visibility = visibility
        self.holder = holder
        self.isOwners = isOwners
        self.now = now
    }
}

extension Library {
    /// Applies a decision to all of the inbox items, or to none of them. Skips items that no longer exist, because an
    /// app may have withdrawn them meanwhile. The decision still applies to the other items.
    ///
    /// - Parameter audit: the audit entry, which the same transaction writes.
    /// - Throws: `NoSuchAsset` if none of the items is in the inbox, and an error of the database.
    public func decide(_ request: InboxDecisionRequest, audit: AuditEntry? = nil) async throws {
        guard request.visibility.isOwners else { throw NoSuchAsset() }
        let deletions = FileDeletions(in: originals)
        try await remove(deletions) { database in
            var batch = try BatchApplier(
                in: database, visibleTo: request.visibility, holder: request.holder, at: request.now, published: nil,
                zones: zones, isOwners: request.isOwners)
            let items = try Set(request.ids).flatMap { try database.quarantined("id = \($0.bytes)") }
            guard !items.isEmpty else { throw NoSuchAsset() }
            // Sorts the items by the time of their addition, so that originals come before their versions.
            for item in items.sorted(by: { $0.row < $1.row }) {
                switch request.decision {
                case .keep: try batch.keepQuarantined(item.row, item.id)
                case .reject: try batch.rejectQuarantined(item.row, item.id)
                case .remove:
                    try batch.removeQuarantined([item.row])
                    try database.setReceipt(item.id, to: .rejected)
                }
            }
            try batch.endRecording(within: capacity)
            deletions.add(batch.deletedFiles)
            try database.append(audit)
        }
        noteChanges()
    }

    /// Returns whether the inbox contains rejected items.
    public func hasRejected() async throws -> Bool {
        try await database.read { try $0.exists("SELECT 1 FROM quarantined WHERE rejected_date IS NOT NULL") }
    }

    /// Deletes items that were rejected before a date, earliest rejected first.
    ///
    /// - Parameter audit: returns the audit entry, which the same transaction writes.
    /// - Returns: the number of deleted items. A number below `limit` means that no more items are due.
    public func removeRejected(
        before moment: Timestamp, limit: Int, at now: Timestamp, audit: @Sendable ([AssetID]) -> AuditEntry
    ) async throws -> Int {
        let deletions = FileDeletions(in: originals)
        return try await remove(deletions) { database in
            let due = try database.quarantined(
                "rejected_date < \(moment.rawValue) ORDER BY rejected_date LIMIT \(limit)")
            guard !due.isEmpty else { return 0 }
            for item in due {
                deletions.add(try database.files("SELECT file FROM quarantined_resource WHERE asset = \(item.row)"))
                try database.execute("DELETE FROM quarantined WHERE number = \(item.row)")
            }
            try database.append([audit(due.map(\.id))])
            return due.count
        }
    }
}

extension DatabaseConnection {
    fileprivate func quarantined(_ condition: SQL) throws -> [(row: Int64, id: AssetID)] {
        try all("SELECT number, id FROM quarantined WHERE \(condition)") { row in
            guard let id = AssetID(bytes: row.blob(1)) else { throw CorruptRowError(table: "quarantined") }
            return (row.integer(0), id)
        }
    }
}

extension BatchApplier {
    /// Converts an inbox item to an asset. The asset enters the scope of the client that added the item, and the
    /// albums that the client chose.
    fileprivate mutating func keepQuarantined(_ row: Int64, _ id: AssetID) throws {
        try database.execute(
            """
            INSERT INTO asset (\(NewAsset.columns), original)
            SELECT \(NewAsset.columns), ifnull(original, (SELECT row FROM asset WHERE id = q.original_id))
            FROM quarantined AS q WHERE q.number = \(row)
            """)
        let key = AssetKey(rawValue: database.lastInsertedRow)
        try database.execute(
            """
            UPDATE asset SET added_date = \(now.rawValue), modification_date = \(now.rawValue) WHERE row = \(key.rawValue)
            """)
        let creator = try database.integer("SELECT creator FROM asset WHERE row = \(key.rawValue)")
        guard let creator else { throw CorruptRowError(table: "quarantined") }
        let connection = try database.integer(
            """
            SELECT c.row FROM asset AS a JOIN client AS o ON o.row = a.creator
            JOIN client AS c ON c.connection = a.creator_connection AND c.id = o.id || char(10) || c.connection
            WHERE a.row = \(key.rawValue)
            """)
        for scope in [creator] + (connection.map { [$0] } ?? []) { try NewAsset.enter(scope, key, in: database) }
        try database.execute(
            """
            INSERT INTO resource (asset, type, mime_type, filename, size, hash, file)
            SELECT \(key.rawValue), type, mime_type, filename, size, hash, file FROM quarantined_resource
            WHERE asset = \(row)
            """)
        try log.add(.inserted, key, client: creator)
        let burst = try database.integer("SELECT burst FROM quarantined WHERE number = \(row) AND burst IS NOT NULL")
        try joinBurst(key, burst, isOwners: false)
        let albums = try database.integers("SELECT album FROM quarantined_album WHERE asset = \(row)")
        for album in albums { try self.albums.add([key], to: album) }
        try keepVersions(of: row, key)
        try database.execute("DELETE FROM quarantined WHERE number = \(row)")
        try database.setReceipt(id, to: .seen)
    }

    /// Links a converted item with its original and its versions. The person can accept them in any order.
    private func keepVersions(of row: Int64, _ key: AssetKey) throws {
        try database.execute(
            """
            INSERT INTO early_version (version, original)
            SELECT \(key.rawValue), o.number FROM quarantined AS q JOIN quarantined AS o ON o.id = q.original_id
            WHERE q.number = \(row)
            """)
        let versions = try database.keys("SELECT version FROM early_version WHERE original = \(row)")
        for version in versions {
            try database.execute(
                "UPDATE asset SET original = \(key.rawValue) WHERE row = \(version.rawValue)")
            try log.add(.updated, version, properties: ChangeLog.ofOthers)
        }
    }

    /// Rejects an item. The clock may be wrong, so the date of rejection is never before the item's addition, or before
    /// the latest time that `TrashRetention` has accepted.
    func rejectQuarantined(_ row: Int64, _ id: AssetID) throws {
        try database.execute(
            """
            UPDATE quarantined SET rejected_date = max(
                \(now.rawValue), added_date, (SELECT ifnull(trash_latest, 0) FROM library))
            WHERE number = \(row) AND rejected_date IS NULL
            """)
        try database.setReceipt(id, to: .rejected)
    }

    /// Rejects a client's waiting additions as part of an undo.
    ///
    /// - Returns: the identifiers of the rejected items.
    func rejectQuarantined(by client: ClientID, since: Timestamp?, until: Timestamp?) throws -> [AssetID] {
        guard let creator = try database.row(of: .client(client)) else { return [] }
        let items = try database.quarantined(
            """
            creator = \(creator) AND rejected_date IS NULL
                AND added_date >= \(since?.rawValue ?? .min) AND added_date < \(until?.rawValue ?? .max)
            """)
        for item in items { try rejectQuarantined(item.row, item.id) }
        return items.map(\.id)
    }
}
