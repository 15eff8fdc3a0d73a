/// The properties of the image that a client requests of an asset.
public struct ImageSpecification: Codable, Hashable, Sendable {
    /// The width of the box that the image must fit, in pixels. A nil width or height does not limit the image.
    public var width: UInt32?
    public var height: UInt32?
    public var mode = Mode.fit
    public var resize = Resize.exact
    /// The maximum length of the longer side of the whole scaled picture, in pixels, even if the image shows only a
    /// part. Nil means no limit.
    package var maxPixels: UInt32?
    /// The part of the upright picture to show.
    public var crop = UnitRectangle.whole
    public var version = Version.current
    public var format = Format.jpeg
    public var color = Color.srgb
    /// The Exif orientation of the stored picture, if the library overrides the file's; nil means the orientation in
    /// the file.
    package var orientation: UInt32?

    public init() {}

    /// Returns the specification of a JPEG in sRGB that shows the whole picture, at most this wide and high, in pixels.
    public static func fitting(_ width: UInt32, _ height: UInt32) -> ImageSpecification {
        var specification = ImageSpecification()
        (specification.width, specification.height) = (width, height)
        return specification
    }

    /// How an image fits a box with a width and a height.
    public enum Mode: String, CaseIterable, Codable, Sendable {
        /// The whole picture is scaled to lie within the box.
        case fit
        /// The largest centered part with the box's aspect ratio is shown.
        case fill
    }

    public enum Resize: String, CaseIterable, Codable, Sendable {
        /// The image has exactly the size that follows from the box.
        case exact
        /// The image has the exact size or a larger size, whichever is faster to make. A larger size can exceed the
        /// box.
        case fast
    }

    /// The version of an asset's picture.
    public enum Version: String, CaseIterable, Codable, Sendable {
        case current, original
        /// The camera's own preview of a RAW file; for other files, the original.
        case unadjusted
    }

    public enum Format: String, CaseIterable, Codable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case webp = "image/webp"
        /// Raw RGBA pixels, one byte per component, in rows of four bytes per pixel, without a header.
        case pixels
    }

    public enum Color: String, CaseIterable, Codable, Sendable {
        case srgb
        /// The picture's color space, with its profile.
        case original
    }
}

extension ImageSpecification: CustomStringConvertible {
    /// A string with all values. Specifications with equal descriptions give equal images.
    public var description: String {
        let box = [width, height].map { $0.map(String.init) ?? "-" }.joined(separator: "x")
        let part = [crop.x, crop.y, crop.width, crop.height].map { String($0) }.joined(separator: ",")
        let limit = maxPixels.map(String.init) ?? "-"
        let words = [
            box, mode.rawValue, resize.rawValue, limit, part, version.rawValue, format.rawValue, color.rawValue,
        ]
        // Leaving out the orientation 1 keeps cached images of earlier versions valid.
        let turn = orientation.flatMap { $0 == 1 ? nil : ["turned", String($0)] } ?? []
        return (words + turn).joined(separator: " ")
    }
}

/// The images that a request delivers.
public enum ImageDelivery: String, CaseIterable, Sendable {
    /// First a degraded image, if it is ready sooner, then the final image.
    case opportunistic
    /// One image: a degraded image if available, or else the final image.
    case fast
    /// Only the final image.
    case highQuality = "high-quality"
}

/// A part of a picture, in fractions of the picture's width and height. The origin is the upper left corner.
public struct UnitRectangle: Codable, Hashable, Sendable {
    public let x: Double
    public let y: Double
    public let width: Double
    public let height: Double

    public static let whole = UnitRectangle()

    private init() { (x, y, width, height) = (0, 0, 1, 1) }

    /// Returns nil if the rectangle is empty or does not lie within the picture.
    public init?(x: Double, y: Double, width: Double, height: Double) {
        // These comparisons are also false for NaN.
        guard x >= 0, y >= 0, width > 0, height > 0, x + width <= 1 + 1e-9, y + height <= 1 + 1e-9 else { return nil }
        (self.x, self.y) = (x, y)
        (self.width, self.height) = (min(width, 1 - x), min(height, 1 - y))
        guard self.width > 0, self.height > 0 else { return nil }
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let part = UnitRectangle(
            x: try values.decode(Double.self, forKey: .x), y: try values.decode(Double.self, forKey: .y),
            width: try values.decode(Double.self, forKey: .width),
            height: try values.decode(Double.self, forKey: .height))
        guard let part else {
            throw DecodingError.dataCorruptedError(forKey: .x, in: values, debugDescription: "outside the picture")
        }
        self = part
    }
}
