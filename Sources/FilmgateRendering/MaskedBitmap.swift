internal import Glibc

/// A BMP that says which bits of a pixel are red, green and blue, in a way that libavcodec does not know.
struct MaskedBitmap {
    private let width: Int
    private let height: Int
    private let isTopDown: Bool
    /// Where the pixels begin.
    private let start: Int
    /// Bytes of a pixel: 2 or 4.
    private let pixelSize: Int
    /// Of red, green and blue, and of alpha if there is one.
    private let masks: [UInt32]

    /// - Returns: nil for a file that libavcodec decodes.
    static func decode(_ file: InputFile) throws(Unreadable) -> DecodedPicture? {
        guard let bitmap = MaskedBitmap(file) else { return nil }
        try Dimensions.check(UInt32(clamping: bitmap.width), UInt32(clamping: bitmap.height), of: "BMP")
        return DecodedPicture(
            try file.withContent { content throws(Unreadable) in try bitmap.decoded(content) }.pixels())
    }

    private init?(_ file: InputFile) {
        var header = ByteBlock(file.bytes(at: 0, count: 70))
        header.isLittleEndian = true
        guard let start = header.number(10, 4), let size = header.number(14, 4), size >= 40,
            let width = header.number(18, 4), let height = header.number(22, 4), let depth = header.number(28, 2),
            [16, 32].contains(depth), let kind = header.number(30, 4), [3, 6].contains(kind)
        else { return nil }
        let colors = [54, 58, 62].map { UInt32(header.number($0, 4) ?? 0) }
        let alpha = size >= 56 || kind == 6 ? UInt32(header.number(66, 4) ?? 0) : 0
        // Headers of 52 bytes are not known there either.
        guard size == 52 || !MaskedBitmap.known.contains(colors) else { return nil }
        self.width = width
        // Negative if the first row is at the top.
        isTopDown = height >= 1 << 31
        self.height = isTopDown ? (1 << 32) - height : height
        self.start = start
        pixelSize = depth / 8
        masks = colors + (alpha == 0 ? [] : [alpha])
    }

    private static let known: Set<[UInt32]> = [
        [0xFF00_0000, 0x00FF_0000, 0x0000_FF00], [0x00FF_0000, 0x0000_FF00, 0x0000_00FF],
        [0x0000_FF00, 0x00FF_0000, 0xFF00_0000], [0x0000_00FF, 0x0000_FF00, 0x00FF_0000],
        [0xF800, 0x07E0, 0x001F], [0x7C00, 0x03E0, 0x001F], [0x0F00, 0x00F0, 0x000F],
    ]

    private func decoded(_ content: UnsafeRawBufferPointer) throws(Unreadable) -> PixelBuffer {
        let stride = (width * pixelSize + 3) & ~3
        guard start <= content.count, height <= (content.count - start) / stride else { throw .truncated("BMP") }
        let buffer = try PixelBuffer(
            width: Int32(width), height: Int32(height), bands: Int32(masks.count), of: "BMP")
        let target = buffer.start.assumingMemoryBound(to: UInt8.self)
        for row in 0..<height {
            let source = start + (isTopDown ? row : height - 1 - row) * stride
            for column in 0..<width {
                let place = source + column * pixelSize
                let pixel =
                    pixelSize == 2
                    ? UInt32(UInt16(littleEndian: content.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
                    : UInt32(littleEndian: content.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                let first = row * buffer.stride + column * masks.count
                for band in masks.indices { target[first + band] = MaskedBitmap.value(of: pixel, masks[band]) }
            }
        }
        return buffer
    }

    /// From 0 to 255, however many bits the mask has.
    private static func value(of pixel: UInt32, _ mask: UInt32) -> UInt8 {
        guard mask != 0 else { return 0 }
        let shift = UInt32(mask.trailingZeroBitCount)
        return UInt8(UInt64((pixel & mask) >> shift) * 255 / UInt64(mask >> shift))
    }
}
