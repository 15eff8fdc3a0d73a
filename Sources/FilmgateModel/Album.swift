/// An album that somebody made: a title, and assets in an order of their own.
public struct Album: Hashable, Sendable {
    public let id: AlbumID
    public var title: String
    /// Of its assets outside the trash.
    public var count: UInt32

    public init(id: AlbumID, title: String, count: UInt32) {
        self.id = id
        self.title = title
        self.count = count
    }
}
