/// An album that one connection made for itself: a title and identifiers, in their order.
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
