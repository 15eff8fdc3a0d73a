/// The role of a file in its asset.
public enum ResourceType: String, CaseIterable, Sendable {
    case photo, video
    case pairedVideo = "paired-video"
    case alternatePhoto = "alternate-photo"
    case adjustmentData = "adjustment-data"

    /// Whether it is the file that the asset's own properties describe.
    public var isPrimary: Bool { self == .photo || self == .video }
}

/// A stored file of an asset.
public struct Resource: Equatable, Sendable {
    public var type: ResourceType
    public var mimeType: String
    public var filename: String?
    /// In bytes.
    public var fileSize: UInt64

    public init(type: ResourceType, mimeType: String, filename: String?, fileSize: UInt64) {
        self.type = type
        self.mimeType = mimeType
        self.filename = filename
        self.fileSize = fileSize
    }
}
