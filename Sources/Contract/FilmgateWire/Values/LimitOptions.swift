import FilmgateDBus
import FilmgateModel

/// The keys of limits of content on the bus.
enum LimitKey: String {
    case maxPixels = "max-pixels"
    case locationPrecision = "location-precision"
    case mediaTypes = "media-types"
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
        return ContentLimits(
            maxPixels: pixels == 0 ? nil : pixels, locationPrecision: precision, mediaTypes: try takeMediaTypes())
    }

    private mutating func takeMediaTypes() throws -> Set<MediaType> {
        guard let names = try take(LimitKey.mediaTypes, as: [String].self) else { return MediaType.all }
        let types = names.map(MediaType.init)
        guard !types.isEmpty, !types.contains(nil) else {
            throw WireError.invalidArgument(
                "\(owner): '\(LimitKey.mediaTypes.rawValue)' must hold 'image', 'video' or both.")
        }
        return Set(types.compactMap(\.self))
    }
}

extension Options {
    /// The limits of content that keys in a reply say. A precision that this program does not know is none that it could use.
    var limits: ContentLimits {
        let pixels = self[LimitKey.maxPixels, as: UInt32.self] ?? 0
        let precision = self[LimitKey.locationPrecision, as: String.self] ?? LocationPrecision.exact.rawValue
        return ContentLimits(
            maxPixels: pixels == 0 ? nil : pixels, locationPrecision: LocationPrecision(rawValue: precision) ?? .town,
            mediaTypes: self[LimitKey.mediaTypes, as: [String].self].map { Set($0.compactMap(MediaType.init)) }
                ?? MediaType.all)
    }

    /// Adds the keys of limits of content.
    mutating func put(_ limits: ContentLimits) {
        self[LimitKey.maxPixels] = limits.maxPixels ?? 0
        self[LimitKey.locationPrecision] = limits.locationPrecision.rawValue
        self[LimitKey.mediaTypes] = limits.mediaTypes.names
    }
}
