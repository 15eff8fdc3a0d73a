/// Pictures of very many tiny parts, for each of which a library allocates something.
enum Endless: String, CaseIterable {
    case gifFrames, gifBlocks, gifExtensions, webP, webPChunks, png, pngChunks

    var bytes: [UInt8] {
        switch self {
        case .gifFrames: gif(repeating: [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0], 10_001)
        case .gifBlocks:
            Self.screen + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2] + Self.times([1, 0], 250_001) + [0, 0x3B]
        case .gifExtensions: gif(repeating: [0x21, 0xFE, 0], 250_001)
        case .webP: riff(Self.times(Array("ANMF".utf8) + [16, 0, 0, 0] + [UInt8](repeating: 0, count: 16), 10_001))
        case .webPChunks: riff(Self.times(Array("JUNK".utf8) + [0, 0, 0, 0], 250_001))
        case .png: Self.signature + Self.times([0, 0, 0, 0] + Array("fcTL".utf8) + [0, 0, 0, 0], 10_001)
        case .pngChunks: Self.signature + Self.times([0, 0, 0, 0] + Array("teXt".utf8) + [0, 0, 0, 0], 250_001)
        }
    }

    /// One pixel, no color table.
    private static let screen = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private func gif(repeating part: [UInt8], _ count: Int) -> [UInt8] {
        Self.screen + Self.times(part, count) + [0x3B]
    }

    private func riff(_ chunks: [UInt8]) -> [UInt8] {
        let size = UInt32(chunks.count + 4)
        return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) } + Array("WEBP".utf8)
            + chunks
    }

    private static func times(_ part: [UInt8], _ count: Int) -> [UInt8] {
        Array([[UInt8]](repeating: part, count: count).joined())
    }
}
