/// An uncompressed BMP. Its pixels are either indexes into a color table, or contain red, green and blue bits, which
/// masks select.
struct UncompressedBMP {
    /// Whether libavcodec does not support the bitmap's headers or masks, or ignores its alpha.
    let isUncommon: Bool
    private let width: Int
    private let height: Int
    private let isTopDown: Bool
    /// The offset of the pixels.
    private let start: Int
    private let depth: Int
    /// The masks of red, green and blue, and of alpha if the pixels contain it.
    private let masks: [UInt32]
    /// The color table; empty if the pixels contain colors.
    private let palette: [UInt32]

    /// Returns nil if the file is not an uncompressed BMP.
    init?(_ file: InputFile) {
        let (header, base) = UncompressedBMP.header(of: file)
        func number(_ place: Int, _ count: Int) -> Int? { header.number(base + place, count) }
        guard let size = number(14, 4), size == 12 || size >= 16 else { return nil }
        // The first version of the format has 16-bit numbers.
        let isOld = size == 12
        guard let width = number(18, isOld ? 2 : 4), let height = number(isOld ? 20 : 22, isOld ? 2 : 4),
            let depth = number(isOld ? 24 : 28, 2), let kind = size < 20 ? 0 : number(30, 4),
            let start = base < 0
                ? UncompressedBMP.start(size, kind, depth, colors: number(46, 4) ?? 0) : number(10, 4)
        else { return nil }
        self.width = width
        // A negative height means that the first row is at the top.
        isTopDown = height >= 1 << 31
        self.height = isTopDown ? (1 << 32) - height : height
        self.start = start
        self.depth = depth
        switch (kind, depth) {
        case (3, 16), (3, 32), (6, 16), (6, 32):
            let colors = [54, 58, 62].map { UInt32(number($0, 4) ?? 0) }
            let alpha = size >= 56 || kind == 6 ? UInt32(number(66, 4) ?? 0) : 0
            // libavcodec does not support headers of 52 bytes.
            isUncommon = base != 0 || size == 52 || alpha != 0 || !UncompressedBMP.known.contains(colors)
            masks = colors + (alpha == 0 ? [] : [alpha])
            palette = []
        case (0, 1), (0, 2), (0, 4), (0, 8):
            isUncommon = base != 0
            masks = UncompressedBMP.bytes
            let entry = isOld ? 3 : 4
            palette = (0..<1 << depth).map { index in
                let place = base + 14 + size + index * entry
                return place < start ? UInt32(header.number(place, 3) ?? 0) : 0
            }
        case (0, 16), (0, 24), (0, 32):
            isUncommon = base != 0
            masks = depth == 16 ? [0x7C00, 0x03E0, 0x001F] : UncompressedBMP.bytes
            palette = []
        default: return nil
        }
    }

    /// Returns whether libavcodec would misread the file. libavcodec reads the wrong bytes as a header in arrays and in
    /// bitmaps without a file header. It also mistakes OS/2's Huffman codes for Windows's masks.
    static func isMisread(_ file: InputFile) -> Bool {
        let (header, base) = UncompressedBMP.header(of: file)
        return base != 0 || header.number(28, 2) == 1 && (header.number(14, 4) ?? 0) >= 40 && header.number(30, 4) == 3
    }

    /// Returns the beginning of a file, and the shift of its headers in bytes, compared with a common BMP. An array
    /// begins with an additional header. A bitmap from the clipboard lacks the file header.
    private static func header(of file: InputFile) -> (ByteBlock, base: Int) {
        let header = ByteBlock(file.bytes(at: 0, count: 2048), isLittleEndian: true)
        return (header, ["BM": 0, "BA": 14][header.name(0, count: 2)] ?? -14)
    }

    /// Returns the offset of the pixels in a bitmap without the file header: after the masks and the color table.
    private static func start(_ size: Int, _ kind: Int, _ depth: Int, colors: Int) -> Int {
        let masks = size == 40 ? [3: 12, 6: 16][kind] ?? 0 : 0
        let isWhole = depth <= 8 && (colors == 0 || colors > 1 << depth)
        return size + masks + 4 * (isWhole ? 1 << depth : colors)
    }

    private static let bytes: [UInt32] = [0xFF_0000, 0xFF00, 0xFF]

    private static let known: Set<[UInt32]> = [
        [0xFF00_0000, 0x00FF_0000, 0x0000_FF00], [0x00FF_0000, 0x0000_FF00, 0x0000_00FF],
        [0x0000_FF00, 0x00FF_0000, 0xFF00_0000], [0x0000_00FF, 0x0000_FF00, 0x00FF_0000],
        [0xF800, 0x07E0, 0x001F], [0x7C00, 0x03E0, 0x001F], [0x0F00, 0x00F0, 0x000F],
    ]

    /// - Parameter takesDamaged: whether the file may end early. Missing pixels are black.
    func decoded(_ file: InputFile, takesDamaged: Bool) throws(UnreadableFileError) -> DecodedPicture {
        try PictureSizeLimits.check(UInt32(clamping: width), UInt32(clamping: height), of: "BMP")
        return DecodedPicture(
            try file.withContent { content throws(UnreadableFileError) in try decoded(content, takesDamaged) }.pixels())
    }

    private func decoded(_ content: UnsafeRawBufferPointer, _ takesDamaged: Bool) throws(UnreadableFileError)
        -> PixelBuffer
    {
        let stride = (width * depth + 31) / 32 * 4
        // The last row may lack its padding.
        let end = start + (height - 1) * stride + (width * depth + 7) / 8
        guard end <= content.count || takesDamaged && start < content.count else { throw .truncated("BMP") }
        let buffer = try PixelBuffer(width: Int32(width), height: Int32(height), bands: Int32(masks.count), of: "BMP")
        let target = buffer.start.assumingMemoryBound(to: UInt8.self)
        var alphas: UInt8 = 0
        for row in 0..<height {
            let source = start + (isTopDown ? row : height - 1 - row) * stride
            guard source < content.count else { continue }
            let pixels = UnsafeRawBufferPointer(rebasing: content[source...])
            for column in 0..<min(width, pixels.count * 8 / depth) {
                let stored = value(column, of: pixels)
                let pixel = palette.isEmpty ? stored : palette[Int(stored)]
                let first = row * buffer.stride + column * masks.count
                for band in masks.indices { target[first + band] = UncompressedBMP.level(of: pixel, masks[band]) }
                if masks.count == 4 { alphas |= target[first + 3] }
            }
        }
        // Some programs declare alpha bits, but leave all of them zero. Such pictures are opaque.
        if masks.count == 4, alphas == 0 {
            for pixel in 0..<width * height { target[4 * pixel + 3] = 0xFF }
        }
        return buffer
    }

    /// Returns the bits of the pixel in a column of a row.
    private func value(_ column: Int, of row: UnsafeRawBufferPointer) -> UInt32 {
        if depth < 8 {
            // The first pixel is in the highest bits.
            let bit = column * depth
            return UInt32(row[bit / 8] >> UInt8(8 - depth - bit % 8)) & (1 << UInt32(depth) - 1)
        }
        let first = column * depth / 8
        var value: UInt32 = 0
        for byte in 0..<depth / 8 { value |= UInt32(row[first + byte]) << UInt32(8 * byte) }
        return value
    }

    /// Returns the masked bits scaled to 0...255.
    private static func level(of pixel: UInt32, _ mask: UInt32) -> UInt8 {
        guard mask != 0 else { return 0 }
        let shift = UInt32(mask.trailingZeroBitCount)
        return UInt8(UInt64((pixel & mask) >> shift) * 255 / UInt64(mask >> shift))
    }
}
