internal import FilmgateDBus
internal import FilmgateModel

/// The keys of limits of content on the bus.
enum LimitKey: String {
    case maxPixels = "max-pixels"
    case locationPrecision = "location-precision"
}

extension OptionReader {
    /// Takes the keys of limits of content; absent keys limit nothing.
    mutating func takeLimits() throws -> ContentLimits {
        let pixels: UInt32 = try take(LimitKey.maxPixels) ?? 0
        let name = try take(LimitKey.locationPrecision, as: String.self) ?? LocationPrecision.exact.rawValue
        guard let precision = LocationPrecision(rawValue: name) else {
            throw WireError.invalidArgument(
                "\(owner): '\(LimitKey.locationPrecision.rawValue)' must be 'exact' or 'town', not '\(quotable(name))'."
            )
        }
        return ContentLimits(maxPixels: pixels == 0 ? nil : pixels, locationPrecision: precision)
    }
}

extension Options {
    /// The limits of content that keys in a reply say. A precision that this program does not know is none that it could use.
    var limits: ContentLimits {
        let pixels = self[LimitKey.maxPixels, as: UInt32.self] ?? 0
        let precision = self[LimitKey.locationPrecision, as: String.self] ?? LocationPrecision.exact.rawValue
        return ContentLimits(
            maxPixels: pixels == 0 ? nil : pixels, locationPrecision: LocationPrecision(rawValue: precision) ?? .town)
    }

    /// Adds the keys of limits of content.
    mutating func put(_ limits: ContentLimits) {
        self[LimitKey.maxPixels] = limits.maxPixels ?? 0
        self[LimitKey.locationPrecision] = limits.locationPrecision.rawValue
    }
}
