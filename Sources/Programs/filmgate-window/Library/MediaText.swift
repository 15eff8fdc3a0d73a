import FilmgateModel
import FilmgateText

/// Formats file types, exposures and image sizes for display.
nonisolated enum MediaText {
    private static let kinds = [
        "image/jpeg": "JPEG", "image/svg+xml": "SVG", "image/x-adobe-dng": "DNG", "image/jxl": "JPEG XL",
        "image/jp2": "JPEG 2000", "image/x-portable-pixmap": "PPM", "video/quicktime": "QuickTime",
        "video/x-matroska": "Matroska", "video/webm": "WebM", "image/webp": "WebP", "video/x-msvideo": "AVI",
        "video/mpeg": "MPEG", "video/3gpp": "3GP", "video/3gpp2": "3G2", "video/ogg": "Ogg",
    ]

    /// Returns the name of a file type, such as `JPEG` for `image/jpeg`, and `CR2` for `image/x-canon-cr2`.
    static func kind(_ mimeType: String) -> String {
        if let name = kinds[mimeType] { return name }
        let last = mimeType.split { $0 == "/" || $0 == "-" }.last.map(String.init) ?? mimeType
        return Text.singleLine(last)?.uppercased() ?? mimeType
    }

    /// Returns the number of pixels as text, such as `8.0 megapixels`.
    static func megapixels(width: UInt32, height: UInt32) -> String {
        let number = Double(width) * Double(height) / 1e6
        return localized("{number} megapixels", ["number": number < 9.95 ? tenths(number) : "\(Int(number.rounded()))"])
    }

    /// Returns the known parts of the exposure: shutter speed, aperture, sensitivity and focal length. An example is
    /// `1/200 s · f/2.8 · ISO 100 · 50 mm`.
    static func exposure(_ metadata: FileMetadata) -> String {
        func number(_ name: String) -> Double? { metadata[name].first.flatMap(number(in:)) }
        var parts: [String] = []
        if let seconds = number("exif:ExposureTime") { parts.append(shutter(seconds)) }
        if let aperture = number("exif:FNumber") { parts.append("f/" + short(aperture)) }
        if let speed = number("exifEX:PhotographicSensitivity") { parts.append("ISO " + short(speed)) }
        if let length = number("exif:FocalLength") { parts.append(short(length) + " mm") }
        return parts.joined(separator: " · ")
    }

    private static func shutter(_ seconds: Double) -> String {
        // Photographers write times of 0.3 seconds or more as decimals, and shorter times as fractions.
        seconds >= 0.3 ? short(seconds) + " s" : "1/\(Int((1 / seconds).rounded())) s"
    }

    /// Parses a positive number, either a fraction such as `28/10` or a decimal number.
    private static func number(in text: String) -> Double? {
        let parts = text.split(separator: "/", maxSplits: 1).map { Double(Text.trimmed(String($0))) }
        let number: Double? =
            switch (parts.first, parts.dropFirst().first) {
            case (let whole??, nil): whole
            case (let above??, let below??): above / below
            default: nil
            }
        // A file can contain any value, but no camera has settings outside this range.
        guard let number, number.isFinite, number > 1e-7, number < 1e7 else { return nil }
        return number
    }

    /// Returns a number with one decimal place, or without decimals if this place is zero.
    private static func short(_ number: Double) -> String {
        let text = tenths(number)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// Formats file sizes for display.
enum FileSizeText {
    static func text(_ bytes: UInt64) -> String {
        let units = ["kB", "MB", "GB"]
        guard bytes >= 1000 else { return counted("{n} byte", "{n} bytes", Int(bytes)) }
        var (value, unit) = (Double(bytes) / 1000, 0)
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        let tenths = Int((value * 10).rounded())
        let number = value < 10 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
        return "\(number) \(units[unit])"
    }
}
