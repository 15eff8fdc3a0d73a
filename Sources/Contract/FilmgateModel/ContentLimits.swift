/// The limits on the content that a client gets, in addition to its rights.
public struct ContentLimits: Hashable, Sendable {
    /// The maximum length of the longer side of images and videos for the client, in pixels; nil means no limit. With a
    /// limit, the client cannot open original files or edit content.
    public var maxPixels: UInt32?
    /// The precision of the locations that the client gets, if it has the right `location`.
    public var locationPrecision: LocationPrecision
    /// The types of the assets that exist for the client.
    public var mediaTypes: Set<MediaType>

    /// Creates limits. The default values limit nothing.
    public init(
        maxPixels: UInt32? = nil, locationPrecision: LocationPrecision = .exact,
        mediaTypes: Set<MediaType> = MediaType.all
    ) {
        self.maxPixels = maxPixels
        self.locationPrecision = locationPrecision
        self.mediaTypes = mediaTypes
    }

    /// Returns whether these limits are at least as strict as the other limits in every respect.
    public func areWithin(_ other: ContentLimits) -> Bool { intersection(other) == self }

    /// Returns limits with the stricter value of each limit.
    public func intersection(_ other: ContentLimits) -> ContentLimits {
        ContentLimits(
            maxPixels: [maxPixels, other.maxPixels].compactMap(\.self).min(),
            locationPrecision: max(locationPrecision, other.locationPrecision),
            mediaTypes: mediaTypes.intersection(other.mediaTypes))
    }
}

/// A limit on content. The raw values are the names on the bus, in JSON, in files and in the tool's options.
public enum ContentLimit: String, CaseIterable, CodingKey, Sendable {
    case maxPixels = "max-pixels"
    case locationPrecision = "location-precision"
    case mediaTypes = "media-types"
}

/// Converts limits from and to text, for files and command lines.
extension ContentLimits {
    /// Returns the value of a limit as text, with `;` in lists; nil means unlimited.
    public func text(of limit: ContentLimit) -> String? {
        switch limit {
        case .maxPixels: maxPixels.map { String($0) }
        case .locationPrecision: locationPrecision == .exact ? nil : locationPrecision.rawValue
        case .mediaTypes: mediaTypes == MediaType.all ? nil : mediaTypes.names.joined(separator: ";")
        }
    }

    /// - Parameter separator: the character between the words of a list.
    /// - Returns: false if the limit cannot have this value. In that case, nothing changes.
    public mutating func set(_ limit: ContentLimit, to text: String, separator: Character = ";") -> Bool {
        switch limit {
        case .maxPixels:
            guard let pixels = UInt32(text), pixels > 0 else { return false }
            maxPixels = pixels
        case .locationPrecision:
            guard let precision = LocationPrecision(rawValue: text) else { return false }
            locationPrecision = precision
        case .mediaTypes:
            let types = text.split(separator: separator).map { MediaType(rawValue: String($0)) }
            guard !types.isEmpty, !types.contains(nil) else { return false }
            mediaTypes = Set(types.compactMap(\.self))
        }
        return true
    }
}

/// In the encoded form, an absent key means no limit.
extension ContentLimits: Codable {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: ContentLimit.self)
        let pixels = try values.decodeIfPresent(UInt32.self, forKey: .maxPixels)
        let types = try values.decodeIfPresent(Set<MediaType>.self, forKey: .mediaTypes)
        guard types?.isEmpty != true else {
            throw DecodingError.dataCorruptedError(
                forKey: .mediaTypes, in: values, debugDescription: "must hold 'image', 'video' or both")
        }
        self.init(
            maxPixels: pixels == 0 ? nil : pixels,
            locationPrecision: try values.decodeIfPresent(LocationPrecision.self, forKey: .locationPrecision) ?? .exact,
            mediaTypes: types ?? MediaType.all)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: ContentLimit.self)
        try values.encodeIfPresent(maxPixels, forKey: .maxPixels)
        if locationPrecision != .exact { try values.encode(locationPrecision, forKey: .locationPrecision) }
        if mediaTypes != MediaType.all { try values.encode(mediaTypes.names, forKey: .mediaTypes) }
    }
}

/// The precision of the locations that a client gets. Stricter cases are greater. The raw values are the names on the
/// bus.
public enum LocationPrecision: String, OrderedCases, Codable, Sendable {
    case exact
    /// The location is rounded to a tenth of a degree, which is about ten kilometers.
    case town
}

extension Location {
    /// Returns the location with this precision.
    public func rounded(to precision: LocationPrecision) -> Location {
        switch precision {
        case .exact: self
        case .town: Location(latitude: Location.tenth(latitude), longitude: Location.tenth(longitude)) ?? self
        }
    }

    /// Rounds to a tenth; a half is rounded away from zero. Adding 0 removes the sign of a negative zero, which would
    /// reveal the hemisphere.
    private static func tenth(_ degrees: Double) -> Double { (degrees * 10).rounded() / 10 + 0 }
}
