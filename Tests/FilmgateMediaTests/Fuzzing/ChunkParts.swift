import FilmgateTestKit

/// The chunks of a PNG.
struct PNGParts {
    private var chunks: [(type: String, content: [UInt8])] = []
    private let rest: [UInt8]

    init?(_ bytes: [UInt8]) {
        var offset = 8
        while offset + 12 <= bytes.count {
            let size = bytes.big(at: offset)
            guard offset + 12 + size <= bytes.count else { return nil }
            let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            chunks.append((type, Array(bytes[offset + 8..<offset + 8 + size])))
            offset += 12 + size
            if type == "IEND" { break }
        }
        guard chunks.last?.type == "IEND" else { return nil }
        rest = Array(bytes[offset...])
    }

    /// Returns the file after one change.
    func changed(_ random: inout SeededRandom) -> [UInt8] {
        var parts = self
        var tail = rest
        let places = (1..<chunks.count).filter { $0 == 1 || chunks[$0].type != chunks[$0 - 1].type }
        let place = places.randomElement(using: &random) ?? 1
        let texts = chunks.indices.filter { ["eXIf", "tEXt", "iTXt", "zTXt", "tIME"].contains(chunks[$0].type) }
        let chosen = texts.randomElement(using: &random)
        let sentence = Array(PlantedText.sentence.utf8)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: if let chosen { parts.chunks.insert(parts.chunks.remove(at: chosen), at: min(place, chunks.count - 2)) }
        case 1: if let chosen { parts.chunks.insert(chunks[chosen], at: place) }
        case 2: parts.chunks.insert(("tEXt", Array("Comment\0".utf8) + sentence), at: place)
        case 3: parts.chunks.insert(("zTXt", Array("Serial\0\0".utf8) + Self.deflated(sentence)), at: place)
        case 4:
            parts.chunks.insert(
                ("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(PlantedText.packet.utf8)), at: place)
        case 5:
            let packet = Self.deflated(Array(PlantedText.packet.utf8))
            parts.chunks.insert(("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + packet), at: place)
        case 6:
            parts.chunks.insert(
                (["prVt", "exIf", "zXIf", "teXt"].randomElement(using: &random) ?? "", sentence), at: place)
        // A byte of a text with a valid checksum.
        case 7:
            if let chosen, !chunks[chosen].content.isEmpty {
                let index = Int.random(in: chunks[chosen].content.indices, using: &random)
                parts.chunks[chosen].content[index] = UInt8.random(in: .min ... .max, using: &random)
            }
        default: tail += sentence
        }
        return parts.written + tail
    }

    private var written: [UInt8] {
        chunks.reduce(into: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { file, chunk in
            let body = Array(chunk.type.utf8) + chunk.content
            file += .big(chunk.content.count) + body + .big(Int(checksum(ofPNG: body)))
        }
    }

    /// Stores bytes in zlib's uncompressed form.
    static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        let sums = bytes.reduce((1, 0)) { sums, byte in
            let first = (sums.0 + Int(byte)) % 65521
            return (first, (sums.1 + first) % 65521)
        }
        return [0x78, 0x01, 0x01] + .little(bytes.count, 2) + .little(~bytes.count, 2) + bytes + .big(sums.1, 2)
            + .big(sums.0, 2)
    }
}

/// The chunks of a WebP.
struct WebPParts {
    private var chunks: [(type: [UInt8], content: [UInt8])] = []

    init?(_ bytes: [UInt8]) {
        var offset = 12
        while offset + 8 <= bytes.count {
            let size = bytes.little(at: offset + 4)
            guard offset + 8 + size <= bytes.count else { return nil }
            chunks.append((Array(bytes[offset..<offset + 4]), Array(bytes[offset + 8..<offset + 8 + size])))
            offset += 8 + size + size % 2
        }
        guard chunks.first?.type == Array("VP8X".utf8) else { return nil }
    }

    /// Returns the file after one change.
    func changed(_ random: inout SeededRandom) -> [UInt8] {
        var parts = self
        let texts = chunks.indices.filter { [Array("EXIF".utf8), Array("XMP ".utf8)].contains(chunks[$0].type) }
        let place = Int.random(in: 1...chunks.count, using: &random)
        let sentence = Array(PlantedText.sentence.utf8)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            if let chosen = texts.randomElement(using: &random) {
                parts.chunks.insert(parts.chunks.remove(at: chosen), at: min(place, chunks.count - 1))
            }
        case 1: if let chosen = texts.randomElement(using: &random) { parts.chunks.insert(chunks[chosen], at: place) }
        case 2: parts.chunks.insert((Array("XMP ".utf8), Array(PlantedText.packet.utf8)), at: chunks.count)
        case 3: parts.chunks.insert((Array("NOTE".utf8), sentence), at: place)
        // A duplicate Exif block.
        case 4:
            if let chosen = chunks.firstIndex(where: { $0.type == Array("EXIF".utf8) }) {
                parts.chunks[chosen].content = Array("Exif\0\0".utf8) + chunks[chosen].content
            }
        default: return parts.written + sentence
        }
        return parts.written
    }

    private var written: [UInt8] {
        let body = chunks.reduce(into: Array("WEBP".utf8)) { file, chunk in
            file += chunk.type + .little(chunk.content.count) + chunk.content
            if chunk.content.count % 2 == 1 { file.append(0) }
        }
        return Array("RIFF".utf8) + .little(body.count) + body
    }
}

/// The blocks of a GIF.
enum GIFParts {
    /// Returns the file after one change.
    static func changed(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard bytes.count > 14 else { return bytes }
        let colors = bytes[10] & 0x80 == 0 ? 0 : 3 << (Int(bytes[10] & 7) + 1)
        let begin = 13 + colors
        let text = Array(PlantedText.sentence.utf8)
        let block = [UInt8(text.count)] + text + [0]
        // XMP ends with a magic trailer, by which readers without XMP find its end.
        let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
        let added: [UInt8] =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: [0x21, 0xFE] + block
            case 1: [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + Array(PlantedText.packet.utf8) + trailer
            case 2: [0x21, 0xFF, 11] + Array("PLANTED 1.0".utf8) + block
            default: [0x21, 0x42] + block
            }
        if Int.random(in: 0..<8, using: &random) == 0 { return bytes + text }
        let end = bytes.lastIndex(of: 0x3B) ?? bytes.count - 1
        let place = Bool.random(using: &random) && begin < end ? begin : end
        return Array(bytes[..<place]) + added + bytes[place...]
    }
}
