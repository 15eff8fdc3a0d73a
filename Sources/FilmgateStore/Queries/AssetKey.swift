public import FilmgateModel

/// An asset's row number: what a result keeps of it. It never leaves the broker, for it tells of order.
public struct AssetKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A query asks about a property that the client is not told of: whoever may not know a value may not find it out by searching or
/// sorting either.
public struct WithheldProperty: Error, Hashable, Sendable {
    public let property: AssetProperty

    public init(property: AssetProperty) { self.property = property }
}

/// A query is for the assets of an album that does not exist or may not be seen: the two are one.
public struct NoSuchAlbum: Error, Hashable, Sendable {}
