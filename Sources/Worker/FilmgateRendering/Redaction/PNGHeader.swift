/// The facts in a PNG's chunks that decide whether decoders use or skip later chunks.
struct PNGHeader {
    private var width = 0
    private var height = 0
    private var hasPalette = false
    private var isAnimated = false
    private var hasPixels = false
    /// The number of animation chunks so far. Each one carries its number.
    private var parts = 0

    /// Returns whether decoders use a chunk, which has a valid length.
    ///
    /// - Parameter start: the first bytes of the chunk's data.
    mutating func uses(_ name: String, _ start: [UInt8]) -> Bool {
        let data = ByteBlock(start)
        switch name {
        case "IHDR":
            guard width == 0 else { return false }
            (width, height) = (data.number(0, 4) ?? 0, data.number(4, 4) ?? 0)
            hasPalette = data.number(9, 1) == 3
        // In pictures without a palette, `PLTE` only suggests colors for old screens.
        case "PLTE", "hIST": return hasPalette
        case "IDAT": hasPixels = true
        case "acTL":
            guard !isAnimated, !hasPixels else { return false }
            isAnimated = true
        case "fcTL", "fdAT":
            guard isAnimated, data.number(0, 4) == parts, name == "fdAT" || isFrame(data) else { return false }
            parts += 1
        default: break
        }
        return true
    }

    /// Returns whether a frame has a valid size, place and drawing mode.
    private func isFrame(_ data: ByteBlock) -> Bool {
        let numbers = [4, 8, 12, 16].map { data.number($0, 4) ?? .max }
        let (across, down, left, top) = (numbers[0], numbers[1], numbers[2], numbers[3])
        return across > 0 && down > 0 && across <= width && down <= height && left <= width - across
            && top <= height - down && (data.number(24, 1) ?? 3) <= 2 && (data.number(25, 1) ?? 2) <= 1
    }
}
