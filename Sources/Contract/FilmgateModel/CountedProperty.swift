/// The properties by which assets can be counted. The raw values are the names on the bus.
public enum CountedProperty: String, CaseIterable, Sendable {
    /// The year, month or day of the creation date, in the asset's time zone, or else in the library's.
    case year, month, day
    case mediaType = "media-type"
    case subtype, rating, favorite, keyword, camera, place

    /// The property that a client must be allowed to read to count by this property.
    public var property: AssetProperty {
        switch self {
        case .year, .month, .day: .creationDate
        case .mediaType: .mediaType
        case .subtype: .subtypes
        case .rating: .rating
        case .favorite: .favorite
        case .keyword: .keywords
        case .camera: .camera
        case .place: .place
        }
    }

    /// Whether the property is a part of a date.
    public var isOfDate: Bool {
        switch self {
        case .year, .month, .day: true
        case .mediaType, .subtype, .rating, .favorite, .keyword, .camera, .place: false
        }
    }
}

/// A value, and the number of assets that have it.
public struct ValueCount: Hashable, Sendable {
    /// The value as text: `2024`, `2024-05`, `2024-05-01`, `image`, `true`.
    public var value: String
    public var count: UInt32

    public init(_ value: String, _ count: UInt32) {
        self.value = value
        self.count = count
    }
}

extension LocalDay {
    /// Returns the date as `2024`, `2024-05` or `2024-05-01`, or nil for a property that is not a part of a date.
    public func text(of property: CountedProperty) -> String? {
        let text = date.text
        return switch property {
        case .year: String(text.dropLast(6))
        case .month: String(text.dropLast(3))
        case .day: text
        case .mediaType, .subtype, .rating, .favorite, .keyword, .camera, .place: nil
        }
    }
}
