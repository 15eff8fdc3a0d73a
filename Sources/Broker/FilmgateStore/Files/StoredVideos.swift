public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite
public import FilmgateSystem

/// The file from which an asset's videos are made.
public struct VideoFile: Hashable, Sendable {
    let name: FileName
    /// The resource type that the file represents: `video` or `pairedVideo`.
    public let role: ResourceType
    /// The type of the resource: `role`, or the type of its render.
    public let type: ResourceType
    /// The width of the stored video, in pixels, before any rotation for display; nil if it is not known.
    public let pixelWidth: UInt32?
    public let pixelHeight: UInt32?
    /// The duration in seconds; nil if it is not known.
    public let duration: Double?
    /// The size of the file, in bytes.
    public let size: UInt64
    /// Whether the asset shows an edit of this video instead.
    public let isReplaced: Bool
}

/// The result of looking for an asset's video.
public enum VideoAccess: Sendable {
    case found(VideoFile)
    /// The asset does not exist or is not visible. The client does not learn which.
    case noSuchAsset
    /// The asset does not have a video in the requested role.
    case noVideo
}

extension Library {
    /// Finds the file from which an asset's videos are made. Clients need no right for this, because the resulting
    /// video does not contain metadata.
    ///
    /// A replaced original needs the right to originals, which the caller must check.
    ///
    /// - Parameter type: `video`, or `pairedVideo` for the video of a live photo. That video can be inside the photo's
    ///   file. Then it belongs to the original, and an edit without its own video uses it.
    public func video(
        of id: AssetID, as type: ResourceType, _ version: ImageSpecification.Version = .current,
        visibleTo visibility: Visibility
    ) async throws -> VideoAccess {
        try await database.read { database in
            guard let key = try database.key(of: id, in: SQLScope(visibility, in: database)) else {
                // The owner may look at the videos of inbox items, too.
                guard visibility.isOwners, let files = try database.quarantinedResources(of: id) else {
                    return .noSuchAsset
                }
                let facts = try database.first(
                    """
                    SELECT pixel_width, pixel_height, duration, \(AssetColumns.isOf(.live)), 0, NULL, NULL, NULL
                    FROM quarantined AS a WHERE id = \(id.bytes)
                    """
                ) { VideoProperties($0) }
                return Library.video(type, version, among: files, facts)
            }
            let files = try database.resources(of: key)
            let facts = try database.first(
                """
                SELECT pixel_width, pixel_height, duration, \(AssetColumns.isOf(.live)), adjustment_format IS NOT NULL,
                    original_width, original_height, original_duration
                FROM asset AS a WHERE row = \(key.rawValue)
                """
            ) { VideoProperties($0) }
            return Library.video(type, version, among: files, facts)
        }
    }

    private static func video(
        _ type: ResourceType, _ version: ImageSpecification.Version, among files: [StoredResource],
        _ facts: VideoProperties?
    ) -> VideoAccess {
        guard let facts else { return .noVideo }
        let isEdited = facts.isEdited && version == .current
        let own = files.first { $0.resource.type == (isEdited ? type.render : type) }
        let hasOwn = files.contains { $0.resource.type == .pairedVideo }
        let within = facts.isLive && !hasOwn ? files.first { $0.resource.type == .photo } : nil
        guard let stored = own ?? (type == .pairedVideo ? within : nil) else { return .noVideo }
        // The library's properties of a live photo describe its picture, not its video.
        let shape = type == .video ? facts.shape(isEdited ? .current : .original) : nil
        return .found(
            VideoFile(
                name: stored.file, role: type, type: stored.resource.type == .photo ? type : stored.resource.type,
                pixelWidth: shape?.width, pixelHeight: shape?.height, duration: shape?.duration,
                size: stored.resource.fileSize, isReplaced: facts.isEdited && (!isEdited || own == nil)))
    }

    /// Opens a video, read-only and with a position of its own.
    ///
    /// - Throws: `Errno`; `noEntry` if the asset was purged meanwhile, `badMessage` if the file is incomplete.
    public func content(of video: VideoFile) async throws -> OwnedDescriptor {
        try await originals.open(video.name, ofSize: video.size)
    }

    /// Creates an empty file on the library's disk for output that is not kept: it has no name, and the system removes
    /// it when it is closed.
    @concurrent
    public func temporaryFile() async throws -> OwnedDescriptor { try originals.unnamedFile() }

    /// Returns a path descriptor, from which such a file can be opened for clients. Clients can neither write the file
    /// nor make it writable, unless `handsOutCopies`.
    @concurrent
    public func readOnly(_ file: OwnedDescriptor) async throws -> OwnedDescriptor { try originals.readOnly(file) }
}

/// The library's properties of an asset with a video.
private struct VideoProperties {
    typealias Shape = (width: UInt32, height: UInt32, duration: Double?)

    let isLive: Bool
    let isEdited: Bool
    private let current: Shape
    private let original: Shape

    init(_ row: borrowing Row) {
        isLive = row.integer(3) != 0
        isEdited = row.flag(4)
        current = (UInt32(clamping: row.integer(0)), UInt32(clamping: row.integer(1)), row.optionalReal(2))
        original =
            isEdited
            ? (UInt32(clamping: row.integer(5)), UInt32(clamping: row.integer(6)), row.optionalReal(7)) : current
    }

    func shape(_ version: ImageSpecification.Version) -> Shape { version == .current ? current : original }
}
