import FilmgateModel
import FilmgateSQLite

/// Changes the content of existing assets. The original files never change.
extension BatchApplier {
    mutating func setContent(_ edit: AssetEdit?, of key: AssetKey) throws {
        guard let edit else { throw Fault.contentChanged }
        guard try contentVersion(of: key) == edit.base else { throw Fault.contentChanged }
        try replaceContent(of: key)
        // Adjustment data from an import belongs to the original, so the edit's own data does not replace it.
        try rename(.adjustmentData, to: .adjustmentBaseData, of: key)
        for resource in edit.files {
            try insert(resource, of: key)
            added.bytes += resource.file.size
        }
        let facts = edit.facts
        try database.execute(
            """
            UPDATE asset SET
                original_width = ifnull(original_width, pixel_width),
                original_height = ifnull(original_height, pixel_height),
                original_orientation = ifnull(original_orientation, orientation),
                original_duration = CASE WHEN original_width IS NULL THEN duration ELSE original_duration END,
                pixel_width = \(facts.pixelWidth), pixel_height = \(facts.pixelHeight),
                orientation = \(facts.orientation), duration = \(facts.duration),
                adjustment_format = \(edit.format.identifier), adjustment_version = \(edit.format.version),
                adjustment_client = \(try database.makingRow(of: .client(holder.client))),
                content_changes = content_changes + 1, modification_date = \(now.rawValue)
            WHERE row = \(key.rawValue)
            """)
        try logContent(of: key)
    }

    /// - Parameter base: the expected version of the content, or nil to revert any version.
    mutating func revertContent(of key: AssetKey, base: Int64?) throws {
        if let base, try contentVersion(of: key) != base { throw Fault.contentChanged }
        guard
            try database.exists("SELECT 1 FROM asset WHERE row = \(key.rawValue) AND adjustment_format IS NOT NULL")
        else { return }
        try replaceContent(of: key)
        try database.execute(
            """
            UPDATE asset SET
                pixel_width = original_width, pixel_height = original_height, orientation = original_orientation,
                duration = original_duration, original_width = NULL, original_height = NULL,
                original_orientation = NULL, original_duration = NULL, adjustment_format = NULL,
                adjustment_version = NULL, adjustment_client = NULL, content_changes = content_changes + 1,
                modification_date = \(now.rawValue)
            WHERE row = \(key.rawValue)
            """)
        try rename(.adjustmentBaseData, to: .adjustmentData, of: key)
        try logContent(of: key)
    }

    private func contentVersion(of key: AssetKey) throws -> Int64? {
        try database.integer("SELECT content_changes FROM asset WHERE row = \(key.rawValue)")
    }

    func rename(_ type: ResourceType, to other: ResourceType, of key: AssetKey) throws {
        try database.execute(
            """
            UPDATE resource SET type = \(other.rawValue) WHERE asset = \(key.rawValue) AND type = \(type.rawValue)
            """)
    }

    /// Inserts the row of a file. Gives the file its final name, except in a dry run.
    func insert(_ resource: StagedResource, of key: AssetKey) throws {
        try insert(resource, into: "resource", of: key.rawValue)
    }

    /// - Parameter table: `resource`, or `quarantined_resource` for an inbox item.
    func insert(_ resource: StagedResource, into table: SQL, of row: Int64) throws {
        let file = try published?.link(resource.file) ?? .random()
        try database.execute(
            """
            INSERT INTO \(table) (asset, type, mime_type, filename, size, hash, file) VALUES (
                \(row), \(resource.type.rawValue), \(resource.mimeType), \(resource.filename),
                \(Int64(clamping: resource.file.size)), \(resource.file.hash.bytes), \(file.bytes))
            """)
    }

    /// Restores an edit and its files from an entry of the undo log.
    mutating func restoreEdit(_ entry: Int64, of key: AssetKey) throws {
        try replaceContent(of: key)
        try rename(.adjustmentData, to: .adjustmentBaseData, of: key)
        try database.execute(
            """
            INSERT INTO resource (asset, type, mime_type, filename, size, hash, file)
            SELECT \(key.rawValue), type, mime_type, filename, size, hash, file FROM undo_file WHERE edit = \(entry)
            """)
        try database.execute("DELETE FROM undo_file WHERE edit = \(entry)")
        try database.execute(
            """
            UPDATE asset SET
                original_width = ifnull(asset.original_width, asset.pixel_width),
                original_height = ifnull(asset.original_height, asset.pixel_height),
                original_orientation = ifnull(asset.original_orientation, asset.orientation),
                original_duration =
                    CASE WHEN asset.original_width IS NULL THEN asset.duration ELSE asset.original_duration END,
                pixel_width = e.pixel_width, pixel_height = e.pixel_height, orientation = e.orientation,
                duration = e.duration, adjustment_format = e.format, adjustment_version = e.version,
                adjustment_client = e.client, content_changes = asset.content_changes + 1,
                modification_date = \(now.rawValue)
            FROM undo_edit AS e WHERE asset.row = \(key.rawValue) AND e.entry = \(entry)
            """)
        try logContent(of: key)
    }

    func logContent(of key: AssetKey) throws {
        try log.add(
            .updated, key,
            properties: [
                .pixelWidth, .pixelHeight, .orientation, .duration, .hasAdjustments, .adjustmentFormat,
                .modificationDate,
            ], changesContent: true)
    }
}
