internal import FilmgateModel

/// One of the files that an asset is made of, after PhotoKit's `PHAssetResource`.
public struct AssetResource: Hashable, Sendable {
    public let asset: AssetID
    public let type: ResourceType
    public let mimeType: String
    /// As it came in.
    public let filename: String?
    /// Bytes.
    public let fileSize: UInt64

    init(_ resource: Resource, of asset: AssetID) {
        self.asset = asset
        type = resource.type
        mimeType = resource.mimeType
        filename = resource.filename
        fileSize = resource.fileSize
    }
}
