/// A small picture as packed pixels, from the top row to the bottom.
public struct Bitmap: Hashable, Sendable {
    /// The reason why the bytes do not form a picture.
    public enum Malformed: Error, Hashable {
        /// A side is zero, or longer than `longestSide`.
        case size
        /// The number of bytes is not width × height × 4.
        case byteCount
    }

    /// The longest side in pixels.
    public static let longestSide = 2048

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Red, green, blue and alpha of each pixel, a byte each, in sRGB.
    public let pixels: [UInt8]

    /// - Throws: `Malformed` if the size is out of range, or does not match the number of bytes.
    public init(width: Int, height: Int, pixels: [UInt8]) throws(Malformed) {
        guard pixels.count == (try Bitmap.byteCount(width: width, height: height)) else { throw .byteCount }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Returns the number of bytes of a picture of this size.
    ///
    /// - Throws: `Malformed.size` if the size is out of range.
    static func byteCount(width: Int, height: Int) throws(Malformed) -> Int {
        guard (1...longestSide).contains(width), (1...longestSide).contains(height) else { throw .size }
        return width * height * 4
    }
}
