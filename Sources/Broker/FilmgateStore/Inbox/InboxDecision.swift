public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// A decision of the person about items of the inbox.
public enum InboxDecision: Hashable, Sendable {
    /// The items become assets of the library.
    case keep
    /// The items go to the inbox's trash, from which they can still be accepted. They stay there as long as assets stay
    /// in the library's trash.
    case reject
    /// The items are removed permanently.
    case remove
}

// Compiler fault: 2
/// A decision, and the person or administrator who makes it.
public final class InboxRequest: Sendable {
    let decision: InboxDecision
    let ids: [AssetID]
    let visibility: Visibility
    let holder: Holder
    let isOwners: Bool
    let now: Timestamp

    /// - Parameters:
    ///   - visibility: the visibility of the owner or of an administrator, who see everything.
    ///   - isOwners: whether the owner decides, rather than an administrator.
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
    /// Carries out a decision about items of the inbox, all or none. Skips items that no longer exist: an app can
    /// withdraw its additions at any moment, which must not keep the person from deciding about the others.
    ///
    /// - Parameter audit: the audit entry that is written in the same transaction.
    /// - Throws: `NoSuchAsset` if none of the items is in the inbox, and failures.
    public func decide(_ request: InboxRequest, audit: AuditEntry? = nil) async throws {
        guard request.visibility.isOwners else { throw NoSuchAsset() }
        let deletions = FileDeletions(in: originals)
        try await remove(deletions) { database in
            var batch = try BatchChange(
                in: database, visibleTo: request.visibility, holder: request.holder, at: request.now, published: nil,
                zones: zones, isOwners: request.isOwners)
            let items = try Set(request.ids).flatMap { try database.quarantined("id = \($0.bytes)") }
            guard !items.isEmpty else { throw NoSuchAsset() }
            // Handles the items in the order of their addition, so that originals come before their versions.
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

    /// Returns whether the inbox keeps any rejected items.
    public func hasRejected() async throws -> Bool {
        try await database.read { try $0.exists("SELECT 1 FROM quarantined WHERE rejected_date IS NOT NULL") }
    }

    /// Removes items that were rejected before a date, the oldest first.
    ///
    /// - Parameter audit: returns the audit entry, which is written in the same transaction.
    /// - Returns: the number of removed items; less than `limit` if no others are due.
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
    /// Returns the items of the inbox that satisfy a condition.
    fileprivate func quarantined(_ condition: SQL) throws -> [(row: Int64, id: AssetID)] {
        try all("SELECT number, id FROM quarantined WHERE \(condition)") { row in
            guard let id = AssetID(bytes: row.blob(1)) else { throw DamagedRow(table: "quarantined") }
            return (row.integer(0), id)
        }
    }
}

extension BatchChange {
    /// Turns an inbox item into an asset, in the scope of the client that added the item, and in the albums to which it
    /// was added.
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
        guard let creator else { throw DamagedRow(table: "quarantined") }
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

    /// Connects an item that becomes an asset with its original and its versions, whatever the order in which the
    /// person accepts them.
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

    /// Rejects an item. If the clock is behind, the date of rejection is at least the item's own date, and at least the
    /// latest clock reading that `TrashRetention` accepted.
    func rejectQuarantined(_ row: Int64, _ id: AssetID) throws {
        try database.execute(
            """
            UPDATE quarantined SET rejected_date = max(
                \(now.rawValue), added_date, (SELECT ifnull(trash_latest, 0) FROM library))
            WHERE number = \(row) AND rejected_date IS NULL
            """)
        try database.setReceipt(id, to: .rejected)
    }

    /// Rejects a client's waiting additions, because they are undone.
    ///
    /// - Returns: the rejected items.
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
