import FilmgateModel

/// A file of an asset, like PhotoKit's `PHAssetResource`.
public struct AssetResource: Hashable, Sendable {
    public let asset: AssetID
    public let type: ResourceType
    public let mimeType: String
    /// The original name of the file, given when the file was added.
    public let filename: String?
    /// The size in bytes.
    public let fileSize: UInt64

    init(_ resource: Resource, of asset: AssetID) {
        self.asset = asset
        type = resource.type
        mimeType = resource.mimeType
        filename = resource.filename
        fileSize = resource.fileSize
    }
}
