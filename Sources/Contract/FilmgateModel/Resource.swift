/// The role of a file in its asset.
public enum ResourceType: String, CaseIterable, Sendable {
    case photo, video
    case pairedVideo = "paired-video"
    case alternatePhoto = "alternate-photo"
    case adjustmentData = "adjustment-data"
    /// The adjustment data that was added together with the asset. Exists only while the asset is edited.
    case adjustmentBaseData = "adjustment-base-data"
    /// The edited version of `photo`. The next two are the edited versions of `video` and `pairedVideo`.
    case fullSizePhoto = "full-size-photo"
    case fullSizeVideo = "full-size-video"
    case fullSizePairedVideo = "full-size-paired-video"
    /// The metadata in a separate XMP file.
    case sidecar
    /// A file that belongs to the photo but cannot be shown.
    case attachment

    /// Whether the resource is the file from which the asset was created: its first photo or its video.
    public var isPrimary: Bool { self == .photo || self == .video }

    /// The type of the file's edited version; nil if the file cannot be edited.
    public var render: ResourceType? {
        switch self {
        case .photo: .fullSizePhoto
        case .video: .fullSizeVideo
        case .pairedVideo: .fullSizePairedVideo
        case .alternatePhoto, .adjustmentData, .adjustmentBaseData, .fullSizePhoto, .fullSizeVideo,
            .fullSizePairedVideo, .sidecar, .attachment:
            nil
        }
    }

    /// Whether the resource is the edited version of a file.
    public var isRender: Bool {
        switch self {
        case .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo: true
        case .photo, .video, .pairedVideo, .alternatePhoto, .adjustmentData, .adjustmentBaseData, .sidecar,
            .attachment:
            false
        }
    }

    /// The media type of the content; nil if it is neither an image nor a video.
    public var mediaType: MediaType? {
        switch self {
        case .photo, .alternatePhoto, .fullSizePhoto: .image
        case .video, .pairedVideo, .fullSizeVideo, .fullSizePairedVideo: .video
        case .adjustmentData, .adjustmentBaseData, .sidecar, .attachment: nil
        }
    }
}

/// A stored file of an asset.
public struct Resource: Equatable, Sendable {
    public var type: ResourceType
    public var mimeType: String
    public var filename: String?
    /// The size of the file, in bytes.
    public var fileSize: UInt64

    public init(type: ResourceType, mimeType: String, filename: String?, fileSize: UInt64) {
        self.type = type
        self.mimeType = mimeType
        self.filename = filename
        self.fileSize = fileSize
    }
}
