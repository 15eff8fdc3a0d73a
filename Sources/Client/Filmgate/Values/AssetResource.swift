import FilmgateModel

/// One of the files of an asset, like PhotoKit's `PHAssetResource`.
public struct AssetResource: Hashable, Sendable {
    public let asset: AssetID
    public let type: ResourceType
    public let mimeType: String
    /// The name with which the file was added.
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
