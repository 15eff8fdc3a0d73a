internal import FilmgateDBus
internal import FilmgateModel

/// The keys of limits of content on the bus.
enum LimitKey: String {
    case maxPixels = "max-pixels"
}

extension OptionReader {
    /// Takes the keys of limits of content; absent keys limit nothing.
    mutating func takeLimits() throws -> ContentLimits {
        let pixels: UInt32 = try take(LimitKey.maxPixels) ?? 0
        return ContentLimits(maxPixels: pixels == 0 ? nil : pixels)
    }
}

extension Options {
    /// The limits of content that keys in a reply say.
    var limits: ContentLimits {
        let pixels = self[LimitKey.maxPixels, as: UInt32.self] ?? 0
        return ContentLimits(maxPixels: pixels == 0 ? nil : pixels)
    }

    /// Adds the keys of limits of content.
    mutating func put(_ limits: ContentLimits) {
        self[LimitKey.maxPixels] = limits.maxPixels ?? 0
    }
}
