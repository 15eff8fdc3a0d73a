/// An album of one connection: a title and an ordered list of identifiers. It is never stored.
public struct TransientAlbum: Identifiable, Hashable, Sendable {
    public let id: ObjectID
    public let title: String
    public let assets: [AssetID]

    public init(id: ObjectID, title: String, assets: [AssetID]) {
        self.id = id
        self.title = title
        self.assets = assets
    }
}
