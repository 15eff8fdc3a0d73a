import FilmgateTestKit

/// The segments of a JPEG with their markers. A scan's segment includes its pixels.
struct JPEGParts {
    private var segments: [[UInt8]] = []
    /// From the end-of-image marker on.
    private let rest: [UInt8]

    init?(_ bytes: [UInt8]) {
        var offset = 2
        while bytes.indices.contains(offset + 3), bytes[offset] == 0xFF {
            if bytes[offset + 1] == 0xD9 {
                rest = Array(bytes[offset...])
                return
            }
            var end = offset + 2 + bytes.big(at: offset + 2, 2)
            if bytes[offset + 1] == 0xDA {
                while end + 1 < bytes.count,
                    bytes[end] != 0xFF || [0, 0xFF].contains(bytes[end + 1]) || 0xD0...0xD7 ~= bytes[end + 1]
                {
                    end += 1
                }
            }
            guard end < bytes.count else { return nil }
            segments.append(Array(bytes[offset..<end]))
            offset = end
        }
        guard bytes.indices.contains(offset + 1), bytes[offset...].starts(with: [0xFF, 0xD9]) else { return nil }
        rest = Array(bytes[offset...])
    }

    /// Returns the file after one change.
    func changed(_ random: inout SeededRandom) -> [UInt8] {
        var parts = self
        var tail = rest
        let texts = segments.indices.filter { Self.isMetadata(segments[$0]) }
        let chosen = texts.randomElement(using: &random)
        // This can be between two scans.
        let place = Int.random(in: 0...segments.count, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            if let chosen {
                parts.segments.insert(parts.segments.remove(at: chosen), at: min(place, segments.count - 1))
            }
        case 1: if let chosen { parts.segments.insert(segments[chosen], at: place) }
        case 2: if let chosen { parts.segments.remove(at: chosen) }
        case 3:
            let order = texts.shuffled(using: &random)
            for (from, to) in zip(texts, order) { parts.segments[to] = segments[from] }
        // Fill bytes before a marker.
        case 4: if place < segments.count { parts.segments[place] = [0xFF, 0xFF] + segments[place] }
        case 5:
            let marker = UInt8.random(in: 0xE2...0xEF, using: &random)
            if marker != 0xEE { parts.insert(marker, Array(PlantedText.sentence.utf8), at: place) }
        case 6: parts.insert(0xFE, Array(PlantedText.sentence.utf8), at: place)
        case 7:
            parts.insert(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(PlantedText.packet.utf8), at: place)
        case 8: parts.insertExtendedXMP(&random)
        default:
            tail +=
                Bool.random(using: &random)
                ? Array(PlantedText.sentence.utf8) : [0xFF, 0xD8] + segments.joined() + rest
        }
        return [0xFF, 0xD8] + parts.segments.joined() + tail
    }

    private mutating func insert(_ marker: UInt8, _ content: [UInt8], at place: Int) {
        segments.insert([0xFF, marker] + .big(content.count + 2, 2) + content, at: place)
    }

    /// Inserts parts of one packet, out of order.
    private mutating func insertExtendedXMP(_ random: inout SeededRandom) {
        let packet = Array(PlantedText.packet.utf8)
        let cut = Int.random(in: 1..<packet.count, using: &random)
        let head = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array("0123456789ABCDEF0123456789ABCDEF".utf8)
        for range in [0..<cut, cut..<packet.count].shuffled(using: &random) {
            let content = head + .big(packet.count) + .big(range.lowerBound) + packet[range]
            insert(0xE1, content, at: Int.random(in: 0...min(6, segments.count), using: &random))
        }
    }

    private static func isMetadata(_ segment: [UInt8]) -> Bool { 0xE0...0xEF ~= segment[1] || segment[1] == 0xFE }
}
