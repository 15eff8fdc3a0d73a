import Glibc

/// A point on the Earth, in degrees of WGS 84.
public struct Location: Hashable, Sendable, Codable {
    public let latitude: Double
    public let longitude: Double

    /// Returns nil for a latitude outside ±90 degrees, a longitude outside ±180 degrees, or NaN.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    private enum CodingKeys: CodingKey { case latitude, longitude }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let latitude = try container.decode(Double.self, forKey: .latitude)
        let longitude = try container.decode(Double.self, forKey: .longitude)
        guard let valid = Location(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container, debugDescription: "outside the Earth")
        }
        self = valid
    }
}

extension Location {
    /// Whether the location is (0, 0), which some cameras write if they do not know their location.
    public var isOrigin: Bool { latitude == 0 && longitude == 0 }

    /// Returns the distance in meters along the Earth's surface, with an error of at most half a percent.
    public func distance(to other: Location) -> Double {
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let parallels = sin((to - from) / 2)
        let meridians = sin((other.longitude - longitude) * .pi / 360)
        let square = parallels * parallels + cos(from) * cos(to) * meridians * meridians
        return 2 * 6_371_000 * asin(min(1, square.squareRoot()))
    }
}
