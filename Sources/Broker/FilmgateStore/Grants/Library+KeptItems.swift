public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// Stores kept items, the picked photos that a client may open again until they expire.
extension Library {
    /// Stores new items. Removes expired items, and a client's least recently used items beyond the limit.
    ///
    /// - Parameters:
    ///   - expiry: items that were last used before this time have expired.
    ///   - audit: the audit entry, which the same transaction writes.
    public func keepItems(_ items: [KeptItem], expiredBefore expiry: Timestamp, audit: AuditEntry?) async throws {
        try await database.write { database in
            try database.append(audit)
            try database.execute("DELETE FROM kept_item WHERE last_used < \(expiry.rawValue)")
            for item in items { try database.put(item) }
            for client in Set(items.map(\.client)) {
                try database.execute(
                    """
                    DELETE FROM kept_item WHERE handle IN (
                        SELECT k.handle FROM kept_item AS k JOIN client AS c ON c.row = k.client
                        WHERE c.id = \(client.description) ORDER BY k.last_used DESC, k.picked_date DESC
                        LIMIT -1 OFFSET \(Int64(KeptItem.mostOfClient)))
                    """)
            }
        }
    }

    /// Returns an item of a client, or nil if the item does not exist, has expired, or belongs to a different client.
    public func keptItem(
        _ handle: PickHandle, of client: ClientID, expiredBefore expiry: Timestamp
    ) async throws -> KeptItem? {
        try await database.read { database in
            try database.first(
                """
                \(KeptItem.query) WHERE k.handle = \(handle.bytes) AND c.id = \(client.description)
                    AND k.last_used >= \(expiry.rawValue)
                """
            ) { try KeptItem($0) }
        }
    }

    /// Returns the items that have not expired, most recently picked first. A nil client means all clients.
    public func keptItems(of client: ClientID?, expiredBefore expiry: Timestamp) async throws -> [KeptItem] {
        let ofClient: SQL = client.map { "AND c.id = \($0.description)" } ?? ""
        return try await database.read { database in
            try database.all(
                """
                \(KeptItem.query) WHERE k.last_used >= \(expiry.rawValue) \(ofClient)
                ORDER BY k.picked_date DESC, c.id, k.handle
                """
            ) { try KeptItem($0) }
        }
    }

    /// Returns the number of each client's items that have not expired.
    public func keptItemCounts(expiredBefore expiry: Timestamp) async throws -> [ClientID: Int] {
        let counts = try await database.read { database in
            try database.all(
                """
                SELECT c.id, count(*) FROM kept_item AS k JOIN client AS c ON c.row = k.client
                WHERE k.last_used >= \(expiry.rawValue) GROUP BY c.id
                """
            ) { row in ClientID(row.text(0)).map { ($0, Int(row.integer(1))) } }
        }
        return Dictionary(counts.compactMap(\.self)) { $0 + $1 }
    }

    /// Records that a client used an item, so that it expires later.
    public func noteUse(of item: KeptItem, at now: Timestamp) async throws {
        try await database.write { database in
            try database.execute(
                "UPDATE kept_item SET last_used = \(now.rawValue) WHERE handle = \(item.handle.bytes)")
        }
    }

    /// Removes items of a client. Ignores handles of other clients, and handles that do not exist.
    ///
    /// - Parameters:
    ///   - handles: the handles of the items, or nil for all items of the client.
    ///   - audit: the audit entry, which the same transaction writes.
    /// - Returns: the assets of the removed items.
    @discardableResult
    public func forgetItems(
        _ handles: [PickHandle]?, of client: ClientID, audit: AuditEntry? = nil
    ) async throws -> [AssetID] {
        try await database.write { database in
            try database.append(audit)
            let items = try handles.map { try $0.compactMap { try database.keptItem($0, of: client) } }
            guard let items else {
                let all = try database.all("\(KeptItem.query) WHERE c.id = \(client.description)") { try KeptItem($0) }
                try database.forgetItems(of: client)
                return all.map(\.asset)
            }
            for item in items { try database.execute("DELETE FROM kept_item WHERE handle = \(item.handle.bytes)") }
            return items.map(\.asset)
        }
    }
}

extension DatabaseConnection {
    func forgetItems(of client: ClientID) throws {
        try execute(
            "DELETE FROM kept_item WHERE client = (SELECT row FROM client WHERE id = \(client.description))")
    }

    fileprivate func keptItem(_ handle: PickHandle, of client: ClientID) throws -> KeptItem? {
        try first("\(KeptItem.query) WHERE k.handle = \(handle.bytes) AND c.id = \(client.description)") {
            try KeptItem($0)
        }
    }

    fileprivate func put(_ item: KeptItem) throws {
        guard let asset = try integer("SELECT row FROM asset WHERE id = \(item.asset.bytes)") else { return }
        let names = ContentLimits.columns.map(\.name)
        let crop = item.crop
        try execute(
            """
            INSERT INTO kept_item (handle, client, asset, rights, representation, crop_x, crop_y, crop_width, crop_height,
                trim_start, trim_end, picked_date, last_used, \(names.joined(by: ", ")))
            VALUES (\(item.handle.bytes), \(try makingRow(of: .client(item.client))), \(asset), \(item.rights.rawValue),
                \(item.representation.rawValue), \(crop?.x), \(crop?.y), \(crop?.width), \(crop?.height),
                \(item.trim?.lowerBound), \(item.trim?.upperBound), \(item.pickedTime.rawValue),
                \(item.lastUsed.rawValue), \(item.limits.columnValues))
            """)
    }
}

extension KeptItem {
    fileprivate static let query: SQL = """
        SELECT k.handle, c.id, a.id, k.rights, k.representation, k.crop_x, k.crop_y, k.crop_width, k.crop_height,
            k.trim_start, k.trim_end, k.picked_date, k.last_used,
            \(ContentLimits.columns.map { "k.\($0.name)" }.joined(by: ", "))
        FROM kept_item AS k JOIN client AS c ON c.row = k.client JOIN asset AS a ON a.row = k.asset
        """

    fileprivate init(_ row: borrowing Row) throws {
        guard let handle = PickHandle(bytes: row.blob(0)), let client = ClientID(row.text(1)),
            let asset = AssetID(bytes: row.blob(2)),
            let representation = PickerConfiguration.Representation(rawValue: row.text(4))
        else { throw CorruptRowError(table: "kept_item") }
        var crop: UnitRectangle?
        if !row.isNull(5) {
            crop = UnitRectangle(x: row.real(5), y: row.real(6), width: row.real(7), height: row.real(8))
        }
        var trim: Range<Double>?
        if !row.isNull(9), row.real(9) < row.real(10) { trim = row.real(9)..<row.real(10) }
        self.init(
            handle, of: client, asset,
            rights: Rights(rawValue: Int(row.integer(3))).intersection(.reading),
            limits: try ContentLimits(row, at: 13), representation, crop: crop, trim: trim,
            picked: Timestamp(rawValue: row.integer(11)), lastUsed: Timestamp(rawValue: row.integer(12)))
    }
}
