public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite
public import FilmgateSystem

/// The stored file that contains an asset's video.
public struct VideoFile: Hashable, Sendable {
    let name: StoredFileName
    /// The requested role of the video: `video` or `pairedVideo`.
    public let role: ResourceType
    /// The type of the stored resource: `role`, or the type of the corresponding render.
    public let type: ResourceType
    /// The width of the stored video in pixels, before any rotation for display, or nil if unknown.
    public let pixelWidth: UInt32?
    public let pixelHeight: UInt32?
    /// The duration in seconds, or nil if unknown.
    public let duration: Double?
    /// The size of the file, in bytes.
    public let size: UInt64
    /// Whether this is the original video of an edited asset.
    public let isReplaced: Bool
    /// Whether the asset is a video in slow motion.
    public let isSlowMotion: Bool
}

/// The result of a search for an asset's video.
public enum VideoLookupResult: Sendable {
    case found(VideoFile)
    /// The asset does not exist or is invisible. The client cannot distinguish these cases.
    case noSuchAsset
    /// The asset does not have a video in the requested role.
    case noVideo
}

extension Library {
    /// Finds the stored file of an asset's video. This requires no right, because clients get the video without
    /// metadata.
    ///
    /// If `isReplaced` is true, the caller must check the client's right to originals.
    ///
    /// - Parameter type: `video`, or `pairedVideo` for the video of a live photo. The video of a live photo can be
    ///   inside the original photo's file. An edit without its own video uses the video of the original.
    public func video(
        of id: AssetID, as type: ResourceType, _ version: ImageSpecification.Version = .current,
        visibleTo visibility: Visibility
    ) async throws -> VideoLookupResult {
        try await database.read { database in
            guard let key = try database.key(of: id, in: SQLScope(visibility, in: database)) else {
                // The owner can also see the videos of inbox items.
                guard visibility.isOwners, let files = try database.quarantinedResources(of: id) else {
                    return .noSuchAsset
                }
                let facts = try database.first(
                    """
                    SELECT pixel_width, pixel_height, duration, \(AssetPredicateColumns.isOf(.live)), 0, NULL, NULL, NULL,
                        \(AssetPredicateColumns.isOf(.slowMotion))
                    FROM quarantined AS a WHERE id = \(id.bytes)
                    """
                ) { VideoProperties($0) }
                return Library.video(type, version, among: files, facts)
            }
            let files = try database.resources(of: key)
            let facts = try database.first(
                """
                SELECT pixel_width, pixel_height, duration, \(AssetPredicateColumns.isOf(.live)), adjustment_format IS NOT NULL,
                    original_width, original_height, original_duration, \(AssetPredicateColumns.isOf(.slowMotion))
                FROM asset AS a WHERE row = \(key.rawValue)
                """
            ) { VideoProperties($0) }
            return Library.video(type, version, among: files, facts)
        }
    }

    private static func video(
        _ type: ResourceType, _ version: ImageSpecification.Version, among files: [StoredResource],
        _ facts: VideoProperties?
    ) -> VideoLookupResult {
        guard let facts else { return .noVideo }
        let isEdited = facts.isEdited && version == .current
        let own = files.first { $0.resource.type == (isEdited ? type.render : type) }
        let hasOwn = files.contains { $0.resource.type == .pairedVideo }
        let within = facts.isLive && !hasOwn ? files.first { $0.resource.type == .photo } : nil
        guard let stored = own ?? (type == .pairedVideo ? within : nil) else { return .noVideo }
        // The stored properties of a live photo describe the photo, not the video.
        let shape = type == .video ? facts.shape(isEdited ? .current : .original) : nil
        return .found(
            VideoFile(
                name: stored.file, role: type, type: stored.resource.type == .photo ? type : stored.resource.type,
                pixelWidth: shape?.width, pixelHeight: shape?.height, duration: shape?.duration,
                size: stored.resource.fileSize, isReplaced: facts.isEdited && (!isEdited || own == nil),
                isSlowMotion: facts.isSlowMotion))
    }

    /// Opens a video, read-only and with its own position.
    ///
    /// - Throws: `Errno`: `noEntry` if the asset was purged meanwhile, `badMessage` if the file is incomplete.
    public func content(of video: VideoFile) async throws -> OwnedDescriptor {
        try await originals.open(video.name, ofSize: video.size)
    }

    /// Creates an empty temporary file without a name on the library's disk. The system deletes the file when it is
    /// closed.
    @concurrent
    public func temporaryFile() async throws -> OwnedDescriptor { try originals.unnamedFile() }

    /// Returns the descriptor from which clients' descriptors of a temporary file are opened. Unless `handsOutCopies`
    /// is set, clients cannot make the file writable; if it is set, the caller must give them copies.
    @concurrent
    public func readOnly(_ file: OwnedDescriptor) async throws -> OwnedDescriptor { try originals.readOnly(file) }
}

private struct VideoProperties {
    typealias Shape = (width: UInt32, height: UInt32, duration: Double?)

    let isLive: Bool
    let isEdited: Bool
    let isSlowMotion: Bool
    private let current: Shape
    private let original: Shape

    init(_ row: borrowing Row) {
        isLive = row.integer(3) != 0
        isEdited = row.flag(4)
        isSlowMotion = row.flag(8)
        current = (UInt32(clamping: row.integer(0)), UInt32(clamping: row.integer(1)), row.optionalReal(2))
        original =
            isEdited
            ? (UInt32(clamping: row.integer(5)), UInt32(clamping: row.integer(6)), row.optionalReal(7)) : current
    }

    func shape(_ version: ImageSpecification.Version) -> Shape { version == .current ? current : original }
}
