import FilmgateModel

/// A metadata block that a program stored as PNG text in hexadecimal digits. ImageMagick introduced this form. Exiv2
/// and many programs use it for blocks without a chunk type.
struct PNGRawProfile {
    enum Content {
        case exif([UInt8])
        case iptc([UInt8])
        case xmp([UInt8])
    }

    let content: Content

    private static let photoshop = Array("Photoshop 3.0\0".utf8)

    /// Returns nil if the text is not such a block.
    init?(keyword: String, text: [UInt8]) {
        guard keyword.hasPrefix("Raw profile type "), let bytes = PNGRawProfile.bytes(text) else { return nil }
        switch keyword.dropFirst(17).lowercased() {
        case "app1" where bytes.starts(with: JPEGSegmentParser.packetMark):
            content = .xmp(Array(bytes.dropFirst(JPEGSegmentParser.packetMark.count)))
        case "exif", "app1":
            content = .exif(ExifBlockReader.unmarked(bytes))
        case "xmp": content = .xmp(bytes)
        case "iptc" where bytes.first == 0x1C: content = .iptc(bytes)
        case "iptc", "8bim":
            let segment = bytes.starts(with: PNGRawProfile.photoshop) ? bytes : PNGRawProfile.photoshop + bytes
            guard let data = IPTCBlock.data(inSegment: segment) else { return nil }
            content = .iptc(Array(data))
        default: return nil
        }
    }

    /// Parses a line with the kind, a line with the length, and hexadecimal digits. Ignores all text after the digits.
    private static func bytes(_ text: [UInt8]) -> [UInt8]? {
        let lines = text.split(maxSplits: 2) { isLineEnd($0) }
        guard lines.count == 3, let length = Int(withoutBlanks(lines[1])), (0...lines[2].count / 2).contains(length)
        else { return nil }
        let digits = withoutBlanks(lines[2]).utf8.prefix(2 * length)
        guard digits.count == 2 * length else { return nil }
        return Hexadecimal.bytes(of: String(decoding: digits, as: UTF8.self).lowercased())
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private static func withoutBlanks(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.filter { !isLineEnd($0) && $0 != 0x20 }, as: UTF8.self)
    }
}

struct PNGText {
    let keyword: String
    let text: [UInt8]

    /// Reads a chunk of the type `tEXt`, `zTXt` or `iTXt`. Returns nil if the chunk is damaged.
    init?(chunk type: String, _ data: [UInt8]) {
        let parts = data.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        keyword = String(decoding: parts[0], as: UTF8.self)
        switch type {
        case "tEXt": text = Array(parts[1])
        // The first byte is the compression method.
        case "zTXt": text = PNGChunkCompression.inflated(Array(parts[1].dropFirst()))
        default:
            // Two one-byte numbers, two strings that end with a zero byte, and the main text follow the keyword.
            let fields = parts[1].dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { return nil }
            text = parts[1].first == 1 ? PNGChunkCompression.inflated(Array(fields[2])) : Array(fields[2])
        }
    }
}
