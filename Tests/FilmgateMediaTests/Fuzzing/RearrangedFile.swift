import FilmgateTestKit

/// A valid file with additional and moved metadata: with parts that no camera writes, in odd orders.
enum RearrangedFile {
    /// Returns the file with a few changes, or the same file if its format has no movable parts.
    static func made(of bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) { bytes = changed(bytes, &random) }
        return bytes
    }

    private static func changed(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        switch bytes {
        case _ where bytes.starts(with: [0xFF, 0xD8]): JPEGParts(bytes)?.changed(&random) ?? bytes
        case _ where bytes.starts(with: [0x89, 0x50]): PNGParts(bytes)?.changed(&random) ?? bytes
        case _ where bytes.starts(with: Array("RIFF".utf8)): WebPParts(bytes)?.changed(&random) ?? bytes
        case _ where bytes.starts(with: Array("GIF8".utf8)): GIFParts.changed(bytes, &random)
        case _ where bytes.starts(with: Array("II".utf8)): TIFFEntryParts(bytes)?.changed(&random) ?? bytes
        case _ where bytes.dropFirst(4).starts(with: Array("ftyp".utf8)): BoxParts.changed(bytes, &random)
        default: bytes
        }
    }
}

extension [UInt8] {
    /// Unsigned numbers, big-endian or little-endian.
    static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ((count - 1 - $0) * 8)) }
    }

    static func little(_ number: Int, _ count: Int = 4) -> [UInt8] { big(number, count).reversed() }

    func big(at offset: Int, _ count: Int = 4) -> Int {
        indices.contains(offset + count - 1) ? self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) } : 0
    }

    func little(at offset: Int, _ count: Int = 4) -> Int {
        indices.contains(offset + count - 1)
            ? self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) } : 0
    }
}
