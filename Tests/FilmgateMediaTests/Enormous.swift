import Foundation
import Testing

/// Small files that claim more pixels than fit into memory.
enum Enormous: String, CaseIterable {
    /// Sides of 65,535 pixels in an otherwise valid file.
    case jpeg, png, gif, tiff
    /// More than libjpeg's largest side, but few pixels.
    case narrowJPEG
    /// A complete and valid black picture of 30,000 x 30,000 pixels in about 100 kB.
    case bomb

    func bytes(from folder: URL) throws -> [UInt8] {
        switch self {
        case .jpeg, .narrowJPEG:
            var bytes = try read("grey.jpg", in: folder)
            let frame = try #require(find([0xFF, 0xC0], in: bytes))
            bytes.replaceSubrange(
                frame + 5..<frame + 9, with: self == .jpeg ? [0xFF, 0xDC, 0xFF, 0xDC] : [0, 16, 0xFF, 0xFF])
            return bytes
        case .png:
            var bytes = try read("plain.png", in: folder)
            bytes.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
            let sum = checksum(ofPNG: bytes[12..<29])
            bytes.replaceSubrange(29..<33, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - $0 * 8)) })
            return bytes
        case .gif:
            var bytes = try read("still.gif", in: folder)
            bytes.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
            return bytes
        case .tiff:
            var bytes = try read("plain.tif", in: folder)
            // The entries for width and height: tag, type (2 or 4 bytes), one value.
            for tag: UInt8 in [0, 1] {
                let entry = try #require(
                    [3, 4].compactMap { find([tag, 1, $0, 0, 1, 0, 0, 0], in: bytes) }.first)
                bytes.replaceSubrange(entry + 8..<entry + 10, with: [0xFF, 0xFF])
            }
            return bytes
        case .bomb:
            return try read("bomb.png", in: folder)
        }
    }

    private func read(_ name: String, in folder: URL) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    private func find(_ pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast(pattern.count).first { bytes[$0..<$0 + pattern.count].elementsEqual(pattern) }
    }
}

/// Returns the checksum of a PNG chunk.
func checksum(ofPNG bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
}
