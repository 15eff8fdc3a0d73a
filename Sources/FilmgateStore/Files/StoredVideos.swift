public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite
public import FilmgateSystem

/// The file that an asset's videos are made of.
public struct VideoFile: Hashable, Sendable {
    let name: FileName
    /// What it stands for: `video` or `pairedVideo`.
    public let type: ResourceType
    /// In pixels, as stored: a video that is to be turned has them the other way round. Nil if they are not known.
    public let pixelWidth: UInt32?
    public let pixelHeight: UInt32?
    /// In seconds; nil if it is not known.
    public let duration: Double?
    /// In bytes.
    public let size: UInt64
}

/// The result of looking for an asset's video.
public enum VideoAccess: Sendable {
    case found(VideoFile)
    /// The asset does not exist or is not visible. The client cannot tell which.
    case noSuchAsset
    /// The asset has no such video.
    case noVideo
}

extension Library {
    /// Finds the file that an asset's videos are made of. No right is needed: a video that is made holds no metadata.
    ///
    /// - Parameter type: `video`, or `pairedVideo` for the video of a live photo; that can lie within the photo's file.
    public func video(
        of id: AssetID, as type: ResourceType, visibleTo visibility: Visibility
    ) async throws -> VideoAccess {
        try await database.read { database in
            guard let key = try database.key(of: id, in: SQLScope(visibility, in: database)) else {
                return .noSuchAsset
            }
            let resources = try database.all("\(Library.storedResources) WHERE r.asset = \(key.rawValue)") {
                try StoredResource($0)
            }
            let facts = try database.first(
                """
                SELECT pixel_width, pixel_height, duration, \(AssetColumns.isOf(.live)) FROM asset AS a
                WHERE row = \(key.rawValue)
                """
            ) {
                (
                    width: UInt32(clamping: $0.integer(0)), height: UInt32(clamping: $0.integer(1)),
                    duration: $0.optionalReal(2), isLive: $0.integer(3) != 0
                )
            }
            let own = resources.first { $0.resource.type == type }
            let within = facts?.isLive == true ? resources.first { $0.resource.type == .photo } : nil
            guard let facts, let stored = own ?? (type == .pairedVideo ? within : nil) else { return .noVideo }
            // What the library knows of a live photo is about its picture.
            let isKnown = type == .video
            return .found(
                VideoFile(
                    name: stored.file, type: type, pixelWidth: isKnown ? facts.width : nil,
                    pixelHeight: isKnown ? facts.height : nil, duration: isKnown ? facts.duration : nil,
                    size: stored.resource.fileSize))
        }
    }

    /// Opens a video, read-only and with a position of its own.
    ///
    /// - Throws: `Errno`; `noEntry` if the asset was purged meanwhile.
    @concurrent
    public func content(of video: VideoFile) async throws -> OwnedDescriptor { try originals.open(video.name) }

    /// Makes an empty file of the library's disk for something that is made and not kept: it has no name, and is removed when it is
    /// closed.
    @concurrent
    public func temporaryFile() async throws -> OwnedDescriptor { try originals.unnamedFile() }
}
