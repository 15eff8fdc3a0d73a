extension XMPVocabulary {
    /// Returns whether the value of a harmless property has a valid form: numbers, dates, a Boolean, or one of the
    /// property's known words. Without this check, the value could contain anything.
    ///
    /// - Parameter name: the name of the property or field, without a prefix.
    public static func isPlain(_ text: String, named name: String) -> Bool {
        guard text.utf8.count <= 64 else { return false }
        return isNumeric(text) || ["True", "False", "true", "false"].contains(text)
            || words[name]?.contains(text) == true
    }

    /// Returns whether the text consists of numbers and dates. The letters `T`, `Z` and `e` must follow a digit, as in
    /// `2024-05-01T12:00:00Z` or `1.5e-05`.
    private static func isNumeric(_ text: String) -> Bool {
        var isBehindDigit = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): isBehindDigit = true
            case _ where " .,:/+-".utf8.contains(byte): isBehindDigit = false
            case _ where "TZe".utf8.contains(byte) && isBehindDigit: isBehindDigit = false
            default: return false
            }
        }
        return true
    }

    /// Returns whether the text is a language tag of BCP 47, at most with a script and a region.
    public static func isLanguage(_ text: String) -> Bool {
        text == "x-default" || text.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?/) != nil
    }

    private static let mediaTypes: Set<String> = [
        "image/jpeg", "image/png", "image/tiff", "image/webp", "image/gif", "image/heic", "image/heif", "image/avif",
        "image/jxl", "image/jp2", "image/dng", "image/x-adobe-dng", "video/mp4", "video/quicktime",
    ]
    private static let words: [String: Set<String>] = [
        "format": mediaTypes, "Mime": mediaTypes,
        "Semantic": ["Primary", "GainMap", "MotionPhoto", "Original", "Depth", "Confidence"],
        "ProjectionType": ["equirectangular", "cylindrical", "cube", "planar", "fisheye", "rectilinear", "spherical"],
    ]
}
