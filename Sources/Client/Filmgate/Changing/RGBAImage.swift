import CFilmgateZlib

/// A picture that can be encoded as a PNG.
struct RGBAImage {
    private let pixels: [UInt8]
    private let width: Int
    private let height: Int
    /// The PNG limit for the width and the height in pixels, and for the size of a chunk in bytes.
    private static let most = Int(Int32.max)

    /// Returns nil if a side is out of range, or if there are not four bytes for each pixel.
    init?(_ pixels: [UInt8], width: Int, height: Int) {
        let sides = 1...RGBAImage.most
        guard sides.contains(width), sides.contains(height), pixels.count.isMultiple(of: 4),
            pixels.count / 4 == width * height
        else { return nil }
        (self.pixels, self.width, self.height) = (pixels, width, height)
    }

    /// The PNG file; nil if the compressed pixels do not fit into one chunk, or if memory is exhausted.
    var png: [UInt8]? {
        guard let data = RGBAImage.compressed(rows), data.count <= RGBAImage.most else { return nil }
        let header = RGBAImage.bytes(width) + RGBAImage.bytes(height) + [8, 6, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data)
            + chunk("IEND", [])
    }

    /// The rows of pixels, each preceded by a byte for its filter.
    private var rows: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            rows.append(0)
            rows += pixels[row * width * 4..<(row + 1) * width * 4]
        }
        return rows
    }

    /// Returns the bytes in zlib's format, or nil if memory is exhausted.
    private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(uLong(bytes.count))
        var data = [UInt8](repeating: 0, count: Int(count))
        guard unsafe compress2(&data, &count, bytes, uLong(bytes.count), Z_BEST_SPEED) == Z_OK else { return nil }
        data.removeLast(data.count - Int(count))
        return data
    }

    private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let typed = Array(name.utf8) + content
        let check = unsafe crc32(0, typed, uInt(typed.count))
        return RGBAImage.bytes(content.count) + typed + RGBAImage.bytes(Int(check))
    }

    /// Returns the four bytes of a number, the most significant first.
    private static func bytes(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
