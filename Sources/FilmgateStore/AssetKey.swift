/// An asset's row number: what a result keeps of it, 8 bytes. It never leaves the broker, for it tells of order.
public struct AssetKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A query asks for an order by a property that has none, or that the grant withholds.
public struct UnsortableQuery: Error, Hashable, Sendable {}

/// A query is for the assets of an album that does not exist or may not be seen: the two are one.
public struct NoSuchAlbum: Error, Hashable, Sendable {}
