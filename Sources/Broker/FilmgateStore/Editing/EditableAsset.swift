public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// The state of an asset that a client wants to edit.
public final class EditableAsset: Sendable {
    public let id: AssetID
    public let mediaType: MediaType
    /// The Exif orientation of the original.
    public let originalOrientation: UInt32
    /// The current content's orientation. Apps' edits are upright; imported edits and rotated videos need not be.
    public let orientation: UInt32
    /// The format of the adjustment data, or nil if the asset is not edited.
    public let format: AdjustmentFormat?
    /// The client that made the edit, or nil if the asset is not edited.
    public let editor: ClientID?
    public let resources: [Resource]
    public let isLive: Bool
    /// The version of the content, which is the number of content changes so far.
    let base: Int64

    init(
        _ id: AssetID, _ row: borrowing Row, _ resources: [Resource]
    ) {
        self.id = id
        self.resources = resources
        mediaType = row.mediaType(0)
        originalOrientation = UInt32(clamping: row.integer(1))
        base = row.integer(2)
        isLive = row.integer(6) != 0
        orientation = UInt32(clamping: row.integer(7))
        editor = row.optionalText(5).flatMap(ClientID.init)
        format = row.optionalText(3).flatMap { identifier in
            row.optionalText(4).flatMap { AdjustmentFormat(identifier: identifier, version: $0) }
        }
    }

    /// The types of renders (files with edited content) that each edit of the asset must have.
    public var renders: Set<ResourceType> {
        switch mediaType {
        case .image: hasOwnPairedVideo ? [.fullSizePhoto, .fullSizePairedVideo] : [.fullSizePhoto]
        case .video: [.fullSizeVideo]
        }
    }

    /// The types of optional renders. A live photo has one if the video is inside the photo's file.
    public var optionalRenders: Set<ResourceType> {
        mediaType == .image && isLive && !hasOwnPairedVideo ? [.fullSizePairedVideo] : []
    }

    /// Whether the asset has a separate file for the live photo's video.
    public var hasOwnPairedVideo: Bool { resources.contains { $0.type == .pairedVideo } }

    /// Returns whether the asset has the same content as in the state `other`.
    public func hasContent(of other: EditableAsset) -> Bool { id == other.id && base == other.base }
}

extension Library {
    /// Returns the state of an asset, or nil if the asset does not exist or is not visible.
    public func editableAsset(_ id: AssetID, visibleTo visibility: Visibility) async throws -> EditableAsset? {
        try await database.read { database in
            guard let key = try database.key(of: id, in: SQLScope(visibility, in: database)) else { return nil }
            let resources = try database.resources(of: key).map(\.resource)
            return try database.first(
                """
                SELECT a.media_type, ifnull(a.original_orientation, a.orientation), a.content_changes, a.adjustment_format,
                    a.adjustment_version, (SELECT c.id FROM client AS c WHERE c.row = a.adjustment_client),
                    \(AssetPredicateColumns.isOf(.live)), a.orientation
                FROM asset AS a WHERE a.row = \(key.rawValue)
                """
            ) { EditableAsset(id, $0, resources) }
        }
    }

    /// Returns the assets that are videos or have a separate video file. Edits of these assets include a video file.
    public func assetsEditedByFiles(among ids: Set<AssetID>) async throws -> Set<AssetID> {
        try await database.read { database in
            try ids.filter { id in
                try database.exists(
                    """
                    SELECT 1 FROM asset AS a JOIN resource AS r ON r.asset = a.row
                    WHERE a.id = \(id.bytes) AND r.type IN ('video', 'paired-video')
                    """)
            }
        }
    }

    /// Returns the assets that the holder added.
    public func additions(of holder: Holder, among ids: Set<AssetID>) async throws -> Set<AssetID> {
        try await database.read { database in
            guard let client = try database.row(of: holder) else { return [] }
            return try ids.filter { id in
                try database.exists(
                    """
                    SELECT 1 FROM asset AS a JOIN member AS m ON m.asset = a.row
                    WHERE a.id = \(id.bytes) AND m.client = \(client) AND m.added = 1
                    """)
            }
        }
    }
}
