import FilmgateModel
import FilmgateSQLite

/// The files of items that wait in the inbox or were rejected. Only the owner may look at them.
extension DatabaseConnection {
    /// Returns the photo or video of an item. Returns nil if there is none.
    func quarantinedPicture(of id: AssetID) throws -> PictureFile? {
        try first(
            """
            SELECT r.file, r.type, q.pixel_width, q.pixel_height, r.size, q.orientation
            FROM quarantined AS q JOIN quarantined_resource AS r ON r.asset = q.number AND r.type IN ('photo', 'video')
            WHERE q.id = \(id.bytes)
            """
        ) { row in
            guard let name = FileName(bytes: row.blob(0)), let type = ResourceType(rawValue: row.text(1)) else {
                throw DamagedRow(table: "quarantined_resource")
            }
            return PictureFile(
                name: name, type: type, size: UInt64(clamping: row.integer(4)),
                pixelWidth: UInt32(clamping: row.integer(2)), pixelHeight: UInt32(clamping: row.integer(3)),
                orientation: UInt32(clamping: row.integer(5)), isReplaced: false, isDamaged: false)
        }
    }

    /// Returns all files of an item. Returns nil if there is none.
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
