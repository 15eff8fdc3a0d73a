import FilmgateModel

/// Decides whether decoders use or skip a chunk of a PNG, from the chunks before it.
struct PNGChunkClassifier {
    private var width = 0
    private var height = 0
    private var depth = 0
    private var colors = ColorType.gray
    private var isInterlaced = false
    /// The number of colors in the palette.
    private var paletteCount = 0
    private var isAnimated = false
    /// The types of the chunks that decoders have used.
    private var seen: Set<String> = []
    private var pixelChunks = PixelChunks.none
    /// The size of the frame whose pixels follow, after the picture has ended.
    private var frame: (width: Int, height: Int)?
    /// The number of animation chunks so far. Each animation chunk contains its own number.
    private var parts = 0
    /// The pixels of the current picture or frame.
    private(set) var pixels: PNGPixelDataScanner?

    /// The state of the consecutive chunks with the picture's pixels.
    private enum PixelChunks { case none, begun, ended }

    private enum ColorType: Int {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgbAlpha = 6

        var channels: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgbAlpha: 4
            }
        }
    }

    private static let repeated: Set<String> = ["IDAT", "fcTL", "fdAT"]

    /// Returns whether decoders use a chunk. Records the values of the chunk for the chunks after it.
    ///
    /// - Parameters:
    ///   - hasLength: whether the length of the chunk is valid for its type.
    ///   - start: the first bytes of the chunk's data.
    mutating func uses(_ name: String, hasLength: Bool, _ start: [UInt8], count: Int) throws(UnreadableFileError)
        -> Bool
    {
        if name != "IDAT", pixelChunks == .begun { pixelChunks = .ended }
        guard hasLength, PNGChunkClassifier.repeated.contains(name) || !seen.contains(name), fits(name, count) else {
            return false
        }
        let data = ByteBlock(start)
        switch name {
        case "IHDR":
            (width, height, depth) = (data.number(0, 4) ?? 0, data.number(4, 4) ?? 0, data.number(8, 1) ?? 0)
            colors = data.number(9, 1).flatMap(ColorType.init) ?? .gray
            isInterlaced = data.number(12, 1) != 0
        case "PLTE": paletteCount = count / 3
        case "tIME": guard isTime(data) else { return false }
        case "IDAT":
            guard pixelChunks != .ended else { return false }
            if pixelChunks == .none { pixels = try PNGPixelDataScanner(needed: neededBytes(width, height)) }
            pixelChunks = .begun
        case "acTL":
            guard pixelChunks == .none else { return false }
            isAnimated = true
        case "fcTL":
            guard isAnimated, data.number(0, 4) == parts, isFrame(data) else { return false }
            parts += 1
            if pixelChunks == .ended { frame = (data.number(4, 4) ?? 0, data.number(8, 4) ?? 0) }
            pixels = nil
        case "fdAT":
            guard isAnimated, data.number(0, 4) == parts, let frame else { return false }
            parts += 1
            if pixels == nil { pixels = try PNGPixelDataScanner(needed: neededBytes(frame.width, frame.height)) }
        default: break
        }
        seen.insert(name)
        return true
    }

    /// Returns whether the length of a chunk is valid for the picture's colors.
    private func fits(_ name: String, _ count: Int) -> Bool {
        switch (name, colors) {
        // In pictures without a palette, `PLTE` only suggests colors for old screens.
        case ("PLTE", .palette): count % 3 == 0 && count <= 3 << min(depth, 8)
        case ("hIST", .palette): count == 2 * paletteCount
        case ("PLTE", _), ("hIST", _): false
        case ("tRNS", .gray): count == 2
        case ("tRNS", .rgb): count == 6
        case ("tRNS", .palette): count <= paletteCount
        case ("tRNS", .grayAlpha), ("tRNS", .rgbAlpha): false
        case ("bKGD", .gray), ("bKGD", .grayAlpha): count == 2
        case ("bKGD", .rgb), ("bKGD", .rgbAlpha): count == 6
        case ("bKGD", .palette): count == 1
        case ("sBIT", .palette): count == 3
        case ("sBIT", _): count == colors.channels
        default: true
        }
    }

    /// Returns the number of bytes of inflated pixels. Each row consists of a filter byte and the pixels.
    private func neededBytes(_ width: Int, _ height: Int) -> UInt64 {
        let bits = depth * colors.channels
        let passes = isInterlaced ? PNGChunkClassifier.interlaced : [(0, 0, 1, 1)]
        return passes.reduce(0) { sum, pass in
            guard width > pass.left, height > pass.top else { return sum }
            let columns = (width - pass.left + pass.across - 1) / pass.across
            let rows = (height - pass.top + pass.down - 1) / pass.down
            let (bytes, isTooMuch) = UInt64(1 + (columns * bits + 7) / 8).multipliedReportingOverflow(by: UInt64(rows))
            return isTooMuch ? .max : sum.addingClamped(bytes)
        }
    }

    /// The passes of an interlaced picture: the position of the first pixel, and the distances between pixels.
    private static let interlaced: [(left: Int, top: Int, across: Int, down: Int)] = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    private func isTime(_ data: ByteBlock) -> Bool {
        let limits = [(2, 1...12), (3, 1...31), (4, 0...23), (5, 0...59), (6, 0...60)]
        return limits.allSatisfy { place, limit in data.number(place, 1).map(limit.contains) ?? false }
    }

    /// Returns whether a frame has a valid size, position and drawing mode.
    private func isFrame(_ data: ByteBlock) -> Bool {
        let numbers = [4, 8, 12, 16].map { data.number($0, 4) ?? .max }
        let (across, down, left, top) = (numbers[0], numbers[1], numbers[2], numbers[3])
        return across > 0 && down > 0 && across <= width && down <= height && left <= width - across
            && top <= height - down && (data.number(24, 1) ?? 3) <= 2 && (data.number(25, 1) ?? 2) <= 1
    }
}
