/// The limits of what a client gets of the assets that it sees, whatever its rights are.
public struct ContentLimits: Hashable, Sendable {
    /// How many pixels the longer side of an image for the client has at most; nil for no limit. Under a limit, the client opens no
    /// files and edits no content.
    public var maxPixels: UInt32?
    /// How exactly the client learns places, if it has the right `location`.
    public var locationPrecision: LocationPrecision
    /// The types of the assets that exist for the client.
    public var mediaTypes: Set<MediaType>

    /// - Note: Without arguments, there are no limits.
    public init(
        maxPixels: UInt32? = nil, locationPrecision: LocationPrecision = .exact,
        mediaTypes: Set<MediaType> = MediaType.all
    ) {
        self.maxPixels = maxPixels
        self.locationPrecision = locationPrecision
        self.mediaTypes = mediaTypes
    }

    /// Whether they allow nothing that the other limits forbid.
    public func areWithin(_ other: ContentLimits) -> Bool { intersection(other) == self }

    /// Returns the stricter of each two limits.
    public func intersection(_ other: ContentLimits) -> ContentLimits {
        ContentLimits(
            maxPixels: [maxPixels, other.maxPixels].compactMap(\.self).min(),
            locationPrecision: max(locationPrecision, other.locationPrecision),
            mediaTypes: mediaTypes.intersection(other.mediaTypes))
    }
}

/// How exactly a client learns places. Compares by strictness. The raw values are its names on the bus.
public enum LocationPrecision: String, CaseIterable, Codable, Comparable, Sendable {
    case exact
    /// To a tenth of a degree, which is about ten kilometers.
    case town

    public static func < (left: LocationPrecision, right: LocationPrecision) -> Bool {
        (left, right) == (.exact, .town)
    }
}

extension Location {
    /// Returns the place as a client with this precision learns it.
    public func rounded(to precision: LocationPrecision) -> Location {
        switch precision {
        case .exact: self
        case .town: Location(latitude: Location.tenth(latitude), longitude: Location.tenth(longitude)) ?? self
        }
    }

    /// Rounds to a tenth, half away from zero. Adding 0 removes the sign of a negative zero, which would tell the hemisphere.
    private static func tenth(_ degrees: Double) -> Double { (degrees * 10).rounded() / 10 + 0 }
}
