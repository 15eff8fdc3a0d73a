import CFilmgateVips

/// The flattened picture of a Photoshop document, PSD or PSB, in 8 bits. The layers are not decoded.
struct PhotoshopPicture {
    private let file: InputFile
    private let header: PhotoshopHeader
    /// The offset of the flattened picture.
    private let start: UInt64
    /// Whether the channel after the colors is transparency. It could also be a saved selection.
    private let hasAlpha: Bool

    init(_ file: InputFile) throws(UnreadableFileError) {
        self.file = file
        header = try PhotoshopHeader(file)
        let resources = try file.number(at: 30 + UInt64(header.paletteSize), 4)
        let layers = 34 + UInt64(header.paletteSize) + UInt64(resources)
        let width = header.isLarge ? 8 : 4
        let length = try file.number(at: layers, width)
        let first = layers + UInt64(width)
        start = first + UInt64(length)
        let alpha = length > 0 ? try header.savesAlpha(in: file, from: first, to: start) : nil
        hasAlpha =
            header.allowsAlpha && header.channels > header.colors && (alpha ?? (header.channels == header.colors + 1))
    }

    func decoded() throws(UnreadableFileError) -> DecodedPicture {
        let (isGray, colors) = (header.colors == 1 && header.mode != .indexed, header.colors)
        let buffer = try PixelBuffer(
            width: Int32(header.width), height: Int32(header.height), bands: hasAlpha ? 4 : isGray ? 1 : 3, of: "PSD")
        let channels = colors + (hasAlpha ? 1 : 0)
        var rows = try PhotoshopRows(file, header, from: start, channels: channels)
        for channel in 0..<channels {
            for row in 0..<header.height {
                let samples = header.samples(try rows.next(), areLinear: channel == colors)
                write(samples, of: channel, to: buffer, row)
            }
        }
        if header.mode == .indexed { applyPalette(to: buffer) }
        if header.mode == .lab { SRGB.convertLab(buffer) }
        let pixels = try buffer.pixels()
        // 32-bit samples are linear light, to which the profile does not apply.
        if header.depth < 32 { pixels.setProfile(ContainerMetadataReader.photoshopProfile(file)) }
        return DecodedPicture(pixels)
    }

    private func write(_ samples: [UInt8], of channel: Int, to buffer: PixelBuffer, _ row: Int) {
        let bands = Int(buffer.bands)
        let target = buffer.start.assumingMemoryBound(to: UInt8.self) + row * buffer.stride
        for column in 0..<header.width {
            let (pixel, value) = (target + column * bands, samples[column])
            if channel == header.colors {
                pixel[3] = value
            } else if header.colors == 1 {
                for band in 0..<min(bands, 3) { pixel[band] = value }
            } else if channel == 3 {
                // The fourth channel is black ink; 255 means no ink.
                for band in 0..<3 { pixel[band] = UInt8(Int(pixel[band]) * Int(value) / 255) }
            } else {
                pixel[channel] = value
            }
        }
    }

    private func applyPalette(to buffer: PixelBuffer) {
        let palette = file.bytes(at: 30, count: 768)
        let target = buffer.start.assumingMemoryBound(to: UInt8.self)
        for pixel in 0..<header.width * header.height {
            let index = Int(target[3 * pixel])
            // The palette stores all reds, then all greens, then all blues.
            for band in 0..<3 { target[3 * pixel + band] = palette[256 * band + index] }
        }
    }
}

/// The fields of a document's header that describe the pixels.
private struct PhotoshopHeader {
    enum ColorMode: Int {
        case bitmap, gray, indexed, rgb, cmyk
        case channels = 7
        case duotone, lab
    }

    let isLarge: Bool
    let channels: Int
    let width: Int
    let height: Int
    let depth: Int
    let mode: ColorMode
    let paletteSize: Int
    /// The number of channels that make up a color.
    let colors: Int

    init(_ file: InputFile) throws(UnreadableFileError) {
        let head = ByteBlock(file.bytes(at: 0, count: 30))
        guard let version = head.number(4, 2), let channels = head.number(12, 2), let height = head.number(14, 4),
            let width = head.number(18, 4), let depth = head.number(22, 2), let code = head.number(24, 2),
            let paletteSize = head.number(26, 4)
        else { throw .truncated("PSD") }
        try PictureSizeLimits.check(UInt32(clamping: width), UInt32(clamping: height), of: "PSD")
        guard let mode = ColorMode(rawValue: code), [1, 8, 16, 32].contains(depth), (depth == 1) == (mode == .bitmap)
        else { throw .invalid("This kind of PSD is not supported.") }
        isLarge = version == 2
        (self.channels, self.width, self.height) = (channels, width, height)
        (self.depth, self.mode, self.paletteSize) = (depth, mode, paletteSize)
        colors =
            switch mode {
            case .bitmap, .gray, .indexed, .duotone: 1
            case .rgb, .lab: 3
            case .cmyk: 4
            // The first four channels are taken for the inks cyan, magenta, yellow and black.
            case .channels: channels < 3 ? 1 : min(channels, 4)
            }
        guard channels >= colors, mode != .indexed || depth == 8 && paletteSize >= 768 else {
            throw .broken("PSD", "it has too few channels.")
        }
    }

    var allowsAlpha: Bool { [.gray, .rgb, .cmyk, .duotone, .lab].contains(mode) }

    var stride: Int { (width * depth + 7) / 8 }

    /// Returns whether the layers mark the flattened picture as transparent.
    func savesAlpha(in file: InputFile, from start: UInt64, to end: UInt64) throws(UnreadableFileError) -> Bool {
        let width = isLarge ? 8 : 4
        let length = try file.number(at: start, width)
        // A negative number of layers means that the first extra channel is transparency.
        if length >= 2 { return try file.number(at: start + UInt64(width), 2) >= 0x8000 }
        // Layers with more than 8 bits are stored in later blocks.
        guard end - start >= UInt64(width + 4) else { return false }
        var place = start + UInt64(width + 4) + UInt64(try file.number(at: start + UInt64(width), 4))
        for _ in 0..<1000 where place < end && end - place >= 14 {
            let head = ByteBlock(file.bytes(at: place, count: 16))
            let key = head.name(4)
            let width = isLarge && PhotoshopHeader.largeBlocks.contains(key) ? 8 : 4
            guard ["8BIM", "8B64"].contains(head.name(0)), let size = head.number(8, width) else { return false }
            place += 8 + UInt64(width)
            if ["Mtrn", "Mt16", "Mt32"].contains(key) { return true }
            if ["Layr", "Lr16", "Lr32"].contains(key) { return try file.number(at: place, 2) >= 0x8000 }
            guard place <= end, UInt64(size) <= end - place else { return false }
            place += UInt64(size) + UInt64((4 - size % 4) % 4)
        }
        return false
    }

    /// The names of the blocks whose length fields have eight bytes in a PSB.
    private static let largeBlocks: Set<String> = [
        "LMsk", "Lr16", "Lr32", "Layr", "Mt16", "Mt32", "Mtrn", "Alph", "FMsk", "lnk2", "FEid", "FXid", "PxSD",
    ]

    /// Converts the samples of a row to 8 bits.
    ///
    /// - Parameter areLinear: whether 32-bit samples stay linear, as for transparency. Colors are converted to sRGB.
    func samples(_ row: [UInt8], areLinear: Bool) -> [UInt8] {
        switch depth {
        // In bitmaps, 1 is black.
        case 1: return (0..<width).map { row[$0 / 8] << UInt8($0 % 8) & 0x80 == 0 ? 255 : 0 }
        case 16: return (0..<width).map { row[2 * $0] }
        case 32:
            return (0..<width).map { index in
                let bits = row[4 * index..<4 * index + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
                let value = Float(bitPattern: bits)
                return areLinear ? UInt8(value > 0 ? min(value, 1) * 255 : 0) : SRGB.tone(value)
            }
        default: return row
        }
    }
}

/// Reads the rows of the flattened picture, channel by channel.
private struct PhotoshopRows {
    private let file: InputFile
    private let stride: Int
    private var place: UInt64
    /// The sizes of the compressed rows in bytes, in reverse order; nil if the rows are not compressed.
    private var counts: [Int]?

    init(_ file: InputFile, _ header: PhotoshopHeader, from start: UInt64, channels: Int) throws(UnreadableFileError) {
        self.file = file
        stride = header.stride
        place = start + 2
        switch try file.number(at: start, 2) {
        case 0: break
        case 1:
            let width = header.isLarge ? 4 : 2
            let table = ByteBlock(file.bytes(at: place, count: channels * header.height * width))
            guard table.bytes.count == channels * header.height * width else { throw .truncated("PSD") }
            counts = (0..<channels * header.height).reversed().map { table.number($0 * width, width) ?? 0 }
            place += UInt64(header.channels * header.height * width)
        default: throw .invalid("This kind of PSD is not supported.")
        }
    }

    /// Returns the next row, which has at least the bytes of a complete row.
    mutating func next() throws(UnreadableFileError) -> [UInt8] {
        let count = counts?.popLast() ?? stride
        // In files from real programs, compression never makes rows much longer.
        guard count <= 2 * stride + 256 else { throw .broken("PSD", "a row is too long.") }
        let bytes = file.bytes(at: place, count: count)
        guard bytes.count == count else { throw .truncated("PSD") }
        place += UInt64(count)
        return counts == nil ? bytes : try unpacked(bytes)
    }

    /// Unpacks a PackBits row.
    private func unpacked(_ bytes: [UInt8]) throws(UnreadableFileError) -> [UInt8] {
        var row: [UInt8] = []
        row.reserveCapacity(stride + 128)
        var index = 0
        while row.count < stride, index + 1 < bytes.count {
            let code = Int(bytes[index])
            index += 1
            if code < 128 {
                row += bytes[index..<min(index + code + 1, bytes.count)]
                index += code + 1
            } else if code > 128 {
                row += repeatElement(bytes[index], count: 257 - code)
                index += 1
            }
        }
        guard row.count >= stride else { throw .broken("PSD", "a row is too short.") }
        return row
    }
}

extension InputFile {
    /// Reads a big-endian number.
    fileprivate func number(at offset: UInt64, _ width: Int) throws(UnreadableFileError) -> Int {
        guard let number = ByteBlock(bytes(at: offset, count: width)).number(0, width) else { throw .truncated("PSD") }
        return number
    }
}
