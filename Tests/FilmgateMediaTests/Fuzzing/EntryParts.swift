import FilmgateTestKit

/// The first directory of a little-endian TIFF.
struct TIFFEntryParts {
    private let bytes: [UInt8]
    private let first: Int
    private let count: Int

    init?(_ bytes: [UInt8]) {
        guard bytes.little(at: 2, 2) == 42 else { return nil }
        let directory = bytes.little(at: 4)
        first = directory + 2
        count = bytes.little(at: directory, 2)
        guard count > 0, first + 12 * count + 4 <= bytes.count else { return nil }
        self.bytes = bytes
    }

    /// Returns the file after one change.
    func changed(_ random: inout SeededRandom) -> [UInt8] {
        let texts = (0..<count).filter { bytes.little(at: first + 12 * $0 + 2, 2) == 2 }
        guard let chosen = texts.randomElement(using: &random) else { return bytes }
        let entry = first + 12 * chosen
        var changed = bytes
        switch Int.random(in: 0..<5, using: &random) {
        // A text with an unknown tag.
        case 0:
            changed.replaceSubrange(
                entry..<entry + 2, with: [UInt8].little(Int.random(in: 0xC800...0xFFFF, using: &random), 2))
        // Bytes instead of a text.
        case 1: changed[entry + 2] = [1, 7].randomElement(using: &random) ?? 1
        case 2: return appendedDirectory(&random)
        // Its entries are not sorted.
        case 3:
            let other = first + 12 * Int.random(in: 0..<count, using: &random)
            let (one, two) = (Array(bytes[entry..<entry + 12]), Array(bytes[other..<other + 12]))
            changed.replaceSubrange(entry..<entry + 12, with: two)
            changed.replaceSubrange(other..<other + 12, with: one)
        default: changed += Array(PlantedText.sentence.utf8)
        }
        return changed
    }

    /// Returns the file with a copy of the first directory at its end, with a text of a private tag.
    private func appendedDirectory(_ random: inout SeededRandom) -> [UInt8] {
        let text = Array(PlantedText.sentence.utf8) + [0]
        var file = bytes + [UInt8](repeating: 0, count: bytes.count % 2)
        let place = file.count
        file += text + [UInt8](repeating: 0, count: text.count % 2)
        let directory = file.count
        let tag = Int.random(in: 0xC800...0xFFFF, using: &random)
        file += .little(count + 1, 2) + bytes[first..<first + 12 * count]
        file += .little(tag, 2) + .little(2, 2) + .little(text.count) + .little(place) + .little(0)
        file.replaceSubrange(4..<8, with: [UInt8].little(directory))
        return file
    }
}

/// The boxes of HEIF, MP4 and QuickTime files.
enum BoxParts {
    private struct Box {
        let type: String
        let start: Int
        let end: Int
    }

    private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "udta", "meta", "ilst", "iprp"]
    private static let texts: Set<String> = ["udta", "meta", "keys", "ilst", "loci", "hdlr", "uuid", "free"]

    /// Returns the file after one change. No box moves, because other boxes contain offsets.
    static func changed(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        let sentence = Array(PlantedText.sentence.utf8)
        let boxes = all(in: bytes, 0..<bytes.count)
        switch Int.random(in: 0..<6, using: &random) {
        // An unknown type, or a different one.
        case 0, 1:
            let reported = boxes.filter { texts.contains($0.type) || $0.type.hasPrefix("©") }
            guard let chosen = reported.randomElement(using: &random) else { return bytes }
            var changed = bytes
            let type = ["free", "skip", "uuid", "udta", "meta", "Xyzw", "wide"].randomElement(using: &random) ?? "free"
            changed.replaceSubrange(chosen.start + 4..<chosen.start + 8, with: Array(type.utf8))
            return changed
        case 2:
            return bytes
                + box(
                    ["free", "skip", "Xyzw", "uuid", "mdat"].randomElement(using: &random) ?? "", sentence + sentence)
        case 3:
            return bytes
                + box("udta", boxOf([0xA9] + Array("xyz".utf8), .big(sentence.count, 2) + [0x15, 0xC7] + sentence))
        case 4:
            let id: [UInt8] = [
                0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
            ]
            return bytes + box("uuid", id + Array(PlantedText.packet.utf8))
        default: return bytes + sentence
        }
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] { boxOf(Array(type.utf8), content) }

    private static func boxOf(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
        .big(content.count + 8) + type + content
    }

    private static func all(in bytes: [UInt8], _ range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            let size = bytes.big(at: offset)
            guard size >= 8, offset + size <= range.upperBound else { break }
            let name = bytes[offset + 4..<offset + 8]
            let type = String(decoding: name.map { $0 == 0xA9 ? UInt8(ascii: "c") : $0 }, as: UTF8.self)
            boxes.append(
                Box(type: name.first == 0xA9 ? "©" + type.dropFirst() : type, start: offset, end: offset + size))
            if containers.contains(type) {
                // MPEG-4's `meta` begins with a version; QuickTime's does not.
                let skipped = type == "meta" && bytes.big(at: offset + 8) == 0 ? 12 : 8
                boxes += all(in: bytes, offset + skipped..<offset + size)
            }
            offset += size
        }
        return boxes
    }
}
