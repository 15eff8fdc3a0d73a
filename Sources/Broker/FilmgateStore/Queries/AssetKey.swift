public import FilmgateModel
import FilmgatePolicy

/// An asset's row number, which results hold. It must not leave the broker, because it reveals the order of additions.
public struct AssetKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Thrown if a query uses a property that the client may not read and so must not learn by searching or sorting.
public struct WithheldProperty: Error, Hashable, Sendable {
    public let property: AssetProperty

    public init(property: AssetProperty) { self.property = property }

    /// Returns the first property, in declaration order, that a query may not use. The result is the same for equal
    /// queries in every process.
    ///
    /// - Returns: nil if the client may use all of them.
    init?(among properties: Set<AssetProperty>, for visibility: Visibility) {
        guard
            let property = AssetProperty.allCases.first(where: {
                properties.contains($0) && (!visibility.tells($0) || $0.type == .unasked)
            })
        else { return nil }
        self.property = property
    }
}

/// Thrown if the album of a query does not exist or is not visible. The client cannot tell which.
public struct NoSuchAlbum: Error, Hashable, Sendable {}
