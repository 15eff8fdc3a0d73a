public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

extension Library {
    /// Returns inbox items, oldest first. Clients other than the owner and administrators get none.
    ///
    /// - Parameters:
    ///   - room: the limit on the total weight. The first item is returned even if it exceeds the limit.
    ///   - weight: returns the size of an item in the caller's unit, such as bytes of a reply.
    public func inbox(
        _ filter: InboxFilter, visibleTo visibility: Visibility, room: Int = .max,
        weight: @Sendable (InboxItem) -> Int = { _ in 0 }
    ) async throws -> [InboxItem] {
        guard visibility.isOwners else { return [] }
        return try await database.read { database in
            let client: SQL = filter.client.map { "c.id = \($0.description)" } ?? "1"
            let after = Int64(clamping: filter.after)
            var items: [InboxItem] = []
            var total = 0
            try database.each(
                """
                SELECT q.id, c.id, q.added_date, q.rejected_date, q.media_type, q.creation_date, q.title, q.pixel_width,
                    q.pixel_height, q.orientation, q.duration, r.filename, r.mime_type,
                    (SELECT sum(size) FROM quarantined_resource AS s WHERE s.asset = q.number), q.number
                FROM quarantined AS q JOIN client AS c ON c.row = q.creator
                JOIN quarantined_resource AS r ON r.asset = q.number AND r.type IN ('photo', 'video')
                WHERE q.number > \(after) AND (q.rejected_date IS NOT NULL) = \(filter.isRejected) AND \(client)
                ORDER BY q.number LIMIT \(Int64(filter.limit))
                """
            ) { row in
                let item = try InboxItem(row)
                total += weight(item)
                guard total <= room || items.isEmpty else { return false }
                items.append(item)
                return true
            }
            return items
        }
    }
}

extension InboxItem {
    fileprivate init(_ row: borrowing Row) throws {
        guard let id = AssetID(bytes: row.blob(0)), let client = ClientID(row.text(1)) else {
            throw CorruptRowError(table: "quarantined")
        }
        self.init(
            id: id, client: client, addedDate: Timestamp(rawValue: row.integer(2)), mediaType: row.mediaType(4),
            creationDate: Timestamp(rawValue: row.integer(5)))
        sequence = UInt64(clamping: row.integer(14))
        rejectedDate = row.optionalInteger(3).map { Timestamp(rawValue: $0) }
        title = row.optionalText(6)
        (pixelWidth, pixelHeight) = (UInt32(clamping: row.integer(7)), UInt32(clamping: row.integer(8)))
        orientation = UInt32(clamping: row.integer(9))
        if orientation > 4 { (pixelWidth, pixelHeight) = (pixelHeight, pixelWidth) }
        duration = row.isNull(10) ? nil : row.real(10)
        filename = row.optionalText(11)
        mimeType = row.text(12)
        fileSize = UInt64(clamping: row.integer(13))
    }
}

/// Reads the files of waiting and rejected inbox items. Only the owner can see these files.
extension DatabaseConnection {
    func quarantinedPicture(of id: AssetID) throws -> PictureFile? {
        try first(
            """
            SELECT r.file, r.type, q.pixel_width, q.pixel_height, r.size, q.orientation
            FROM quarantined AS q JOIN quarantined_resource AS r ON r.asset = q.number AND r.type IN ('photo', 'video')
            WHERE q.id = \(id.bytes)
            """
        ) { row in
            guard let name = StoredFileName(bytes: row.blob(0)), let type = ResourceType(rawValue: row.text(1)) else {
                throw CorruptRowError(table: "quarantined_resource")
            }
            return PictureFile(
                name: name, type: type, size: UInt64(clamping: row.integer(4)),
                pixelWidth: UInt32(clamping: row.integer(2)), pixelHeight: UInt32(clamping: row.integer(3)),
                orientation: UInt32(clamping: row.integer(5)), isReplaced: false, isDamaged: false)
        }
    }

    func quarantinedResources(of id: AssetID) throws -> [StoredResource]? {
        let files = try all(
            """
            SELECT r.type, r.mime_type, r.filename, r.size, r.file, 0
            FROM quarantined_resource AS r JOIN quarantined AS q ON q.number = r.asset
            WHERE q.id = \(id.bytes) ORDER BY r.type
            """
        ) { try StoredResource($0) }
        return files.isEmpty ? nil : files
    }
}
