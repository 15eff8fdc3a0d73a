public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// What an app added and the person has not decided about, or rejected.
public struct InboxItem: Hashable, Sendable {
    /// Ascends in the order in which items were added.
    public var number: Int64
    public var id: AssetID
    public var client: ClientID
    public var addedDate: Timestamp
    /// When the person rejected it; nil while it waits.
    public var rejectedDate: Timestamp?
    public var mediaType: MediaType
    public var creationDate: Timestamp
    public var title: String?
    /// In pixels, as stored.
    public var pixelWidth: UInt32
    public var pixelHeight: UInt32
    /// The EXIF orientation, 1 to 8.
    public var orientation: UInt32
    /// In seconds.
    public var duration: Double?
    public var filename: String?
    public var mimeType: String
    /// The size of all its files, in bytes.
    public var fileSize: UInt64
}

/// Which items of the inbox are listed.
public struct InboxQuery: Hashable, Sendable {
    public var client: ClientID?
    /// Whether those that the person rejected are listed, in place of those that wait.
    public var isRejected = false
    /// The number of the item after which the list begins.
    public var after: Int64 = 0
    public var limit: UInt32

    public init(limit: UInt32) { self.limit = limit }
}

extension Library {
    /// Returns items of the inbox, the oldest first, for the owner and administrators.
    ///
    /// - Parameters:
    ///   - room: the limit of the total weight. At least one item is returned.
    ///   - weight: returns the weight of an item.
    public func inbox(
        _ query: InboxQuery, visibleTo visibility: Visibility, room: Int = .max,
        weight: @Sendable (InboxItem) -> Int = { _ in 0 }
    ) async throws -> [InboxItem] {
        guard visibility.isOwners else { return [] }
        return try await database.read { database in
            let client: SQL = query.client.map { "c.id = \($0.description)" } ?? "1"
            var items: [InboxItem] = []
            var total = 0
            try database.each(
                """
                SELECT q.id, c.id, q.added_date, q.rejected_date, q.media_type, q.creation_date, q.title, q.pixel_width,
                    q.pixel_height, q.orientation, q.duration, r.filename, r.mime_type,
                    (SELECT sum(size) FROM quarantined_resource AS s WHERE s.asset = q.number), q.number
                FROM quarantined AS q JOIN client AS c ON c.row = q.creator
                JOIN quarantined_resource AS r ON r.asset = q.number AND r.type IN ('photo', 'video')
                WHERE q.number > \(query.after) AND (q.rejected_date IS NOT NULL) = \(query.isRejected) AND \(client)
                ORDER BY q.number LIMIT \(Int64(query.limit))
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
            throw DamagedRow(table: "quarantined")
        }
        self.init(
            number: row.integer(14), id: id, client: client, addedDate: Timestamp(rawValue: row.integer(2)),
            rejectedDate: row.optionalInteger(3).map { Timestamp(rawValue: $0) }, mediaType: row.mediaType(4),
            creationDate: Timestamp(rawValue: row.integer(5)), title: row.optionalText(6),
            pixelWidth: UInt32(clamping: row.integer(7)), pixelHeight: UInt32(clamping: row.integer(8)),
            orientation: UInt32(clamping: row.integer(9)), duration: row.isNull(10) ? nil : row.real(10),
            filename: row.optionalText(11), mimeType: row.text(12), fileSize: UInt64(clamping: row.integer(13)))
    }
}
