/// Pixels as a PNG whose data is not compressed: this library links no encoder.
struct PixelPicture {
    private let pixels: [UInt8]
    private let width: Int
    private let height: Int

    /// Returns nil if there are not four bytes for each pixel.
    init?(_ pixels: [UInt8], width: Int, height: Int) {
        let sides = 1...Int(Int32.max)
        guard sides.contains(width), sides.contains(height), pixels.count.isMultiple(of: 4),
            pixels.count / 4 == width * height
        else { return nil }
        (self.pixels, self.width, self.height) = (pixels, width, height)
    }

    var png: [UInt8] {
        let header = PixelPicture.bytes(width) + PixelPicture.bytes(height) + [8, 6, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored)
            + chunk("IEND", [])
    }

    /// The rows, each with the number of its filter before it.
    private var rows: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            rows.append(0)
            rows += pixels[row * width * 4..<(row + 1) * width * 4]
        }
        return rows
    }

    /// The rows in blocks that are stored as they are (RFC 1950 and 1951).
    private var stored: [UInt8] {
        let rows = rows
        var data: [UInt8] = [0x78, 0x01]
        data.reserveCapacity(rows.count + rows.count / 8192 + 16)
        var start = 0
        while start < rows.count {
            let end = min(start + 0xFFFF, rows.count)
            let count = end - start
            data += [end == rows.count ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
            data += [UInt8(~count & 0xFF), UInt8(~count >> 8 & 0xFF)]
            data += rows[start..<end]
            start = end
        }
        return data + PixelPicture.bytes(PixelPicture.sum(of: rows))
    }

    /// Adler-32.
    private static func sum(of bytes: [UInt8]) -> Int {
        var (low, high) = (1 as UInt32, 0 as UInt32)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return Int(high) << 16 | Int(low)
    }

    private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let typed = Array(name.utf8) + content
        var check: UInt32 = ~0
        for byte in typed { check = PixelPicture.table[Int((check ^ UInt32(byte)) & 0xFF)] ^ check >> 8 }
        return PixelPicture.bytes(content.count) + typed + PixelPicture.bytes(Int(~check))
    }

    /// CRC-32 of each byte.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    /// Four bytes, the most significant first.
    private static func bytes(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
