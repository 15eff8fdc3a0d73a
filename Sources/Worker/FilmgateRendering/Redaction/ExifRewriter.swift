import FilmgateModel

/// Rewrites the TIFF structure that JPEG, PNG, WebP and HEIF use for Exif, with only the entries that may stay.
///
/// The result is a new structure without thumbnails, maker notes and bytes to which no entry refers.
struct ExifRewriter {
    private let block: ByteBlock
    private let first: Int

    /// The tags that may stay.
    enum AllowedTags {
        case exif
        /// The index of further pictures in a JPEG (CIPA DC-007). The pictures' identifiers are removed.
        case multiPicture(PictureIndexCorrection)
    }

    private struct Entry: Hashable {
        let tag: Int
        let type: Int
        let count: Int
        let value: [UInt8]
    }

    private static let widths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

    /// Parses a structure. Returns nil if the bytes are not a TIFF structure.
    init?(_ bytes: [UInt8]) {
        block = ByteBlock(bytes, isLittleEndian: bytes.first == UInt8(ascii: "I"))
        guard ["II*\0", "MM\0*"].contains(block.name(0)), let first = block.number(4, 4) else { return nil }
        self.first = first
    }

    /// Returns the structure without a leading `Exif`. It has no entries or is empty if it would not fit in `bytes`.
    static func rewritten(
        _ bytes: [UInt8], _ vocabulary: AllowedTags = .exif, _ plan: inout RedactionPlan
    ) -> [UInt8] {
        let bytes = ExifBlockReader.unmarked(bytes)
        guard let rewriter = ExifRewriter(bytes) else {
            if bytes.contains(where: { $0 != 0 }) { plan.noteOpaque() }
            return []
        }
        let whole = rewriter.rewritten(vocabulary, &plan)
        if whole.count <= bytes.count { return whole }
        let empty = rewriter.written([], exif: [], position: [])
        return empty.count <= bytes.count ? empty : []
    }

    private func rewritten(_ vocabulary: AllowedTags, _ plan: inout RedactionPlan) -> [UInt8] {
        let (entries, next) = entries(at: first)
        switch vocabulary {
        case .multiPicture(let shift):
            let index = entries.filter { [0xB000, 0xB001, 0xB002].contains($0.tag) }
            return written(index.map { $0.tag == 0xB002 ? moved($0, shift) : $0 }, exif: [], position: [])
        case .exif:
            let exif = folder(ExifTags.exifFolder, in: entries)
            let position = folder(ExifTags.positionFolder, in: entries)
            if next != 0, self.entries(at: next).entries.contains(where: { [0x010F, 0x0110].contains($0.tag) }) {
                plan.noteOpaque()
            }
            let place = positionEntries(position, &plan)
            return written(
                entries.filter { keeps($0, ExifTags.meaning($0.tag), &plan) },
                exif: exif.filter { keeps($0, ExifTags.meaning($0.tag), &plan) },
                // Without coordinates, the tag with the version of the GPS IFD is not needed.
                position: place.count > 1 ? place : [])
        }
    }

    /// Returns the list of pictures, with sizes and offsets that are corrected for the omitted bytes.
    private func moved(_ list: Entry, _ shift: PictureIndexCorrection) -> Entry {
        let numbers = ByteBlock(list.value, isLittleEndian: block.isLittleEndian)
        var value = list.value
        for start in stride(from: 0, to: value.count - 15, by: 16) {
            guard let size = numbers.number(start + 4, 4), let place = numbers.number(start + 8, 4) else { break }
            // The offset 0 means the first picture.
            value.replaceSubrange(start + 4..<start + 8, with: number(place == 0 ? max(0, size - shift.size) : size, 4))
            value.replaceSubrange(start + 8..<start + 12, with: number(max(0, place - shift.places), 4))
        }
        return Entry(tag: list.tag, type: list.type, count: list.count, value: value)
    }

    /// Returns the entries of the GPS IFD that stay.
    private func positionEntries(_ position: [Entry], _ plan: inout RedactionPlan) -> [Entry] {
        let version = position.filter { $0.tag == 0 && $0.type == 1 && $0.count == 4 }
        if plan.keepsTown, let town = town(of: position).map({ version + $0 }) {
            if Set(town) != Set(position) { _ = plan.keeps(.location) }
            return town
        }
        return position.filter { keeps($0, ExifTags.meaningOfPosition($0.tag), &plan) }
    }

    /// Returns entries with coordinates that are rounded to the town; nil if the coordinates are missing or invalid.
    private func town(of position: [Entry]) -> [Entry]? {
        func degrees(_ tag: Int, _ references: (Character, Character)) -> Double? {
            guard let reference = position.first(where: { $0.tag == tag }), reference.type == 2,
                let value = position.first(where: { $0.tag == tag + 1 }), value.type == 5, value.count == 3,
                let letter = reference.value.first.map({ Character(Unicode.Scalar($0)) }),
                letter == references.0 || letter == references.1
            else { return nil }
            let numbers = ByteBlock(value.value, isLittleEndian: block.isLittleEndian)
            var degrees = 0.0
            for (index, unit) in [1.0, 60, 3600].enumerated() {
                guard let numerator = numbers.number(8 * index, 4), let denominator = numbers.number(8 * index + 4, 4),
                    denominator > 0
                else { return nil }
                degrees += Double(numerator) / Double(denominator) / unit
            }
            return letter == references.0 ? degrees : -degrees
        }
        guard let latitude = degrees(1, ("N", "S")), let longitude = degrees(3, ("E", "W")),
            let town = Location(latitude: latitude, longitude: longitude)?.rounded(to: .town)
        else { return nil }
        return entries(1, town.latitude < 0 ? "S" : "N", town.latitude)
            + entries(3, town.longitude < 0 ? "W" : "E", town.longitude)
    }

    private func entries(_ tag: Int, _ reference: Character, _ value: Double) -> [Entry] {
        let (degrees, tenths) = TownCoordinates.tenths(value)
        let numbers = [degrees, 1, tenths * 6, 1, 0, 1].flatMap { number($0, 4) }
        return [
            Entry(tag: tag, type: 2, count: 2, value: Array(String(reference).utf8) + [0]),
            Entry(tag: tag + 1, type: 5, count: 3, value: numbers),
        ]
    }

    private func keeps(_ entry: Entry, _ meaning: MetadataClassification, _ plan: inout RedactionPlan) -> Bool {
        switch meaning {
        case .harmless: return ValueWordDetector.isPlain(entry.value, ofType: entry.type, count: entry.count)
        // Some cameras write strings that consist of spaces. The removal of such strings is not recorded.
        case .kind(let kind):
            return entry.value.contains { $0 != 0 && $0 != 0x20 } && plan.keeps(kind) && entry.tag != 0x927C
        case .opaque: return false
        }
    }

    private func folder(_ tag: Int, in entries: [Entry]) -> [Entry] {
        guard let entry = entries.first(where: { $0.tag == tag }), let offset = number(entry.value) else { return [] }
        return self.entries(at: offset).entries
    }

    private func number(_ value: [UInt8]) -> Int? {
        ByteBlock(value, isLittleEndian: block.isLittleEndian).number(0, value.count)
    }

    /// Returns the entries of an IFD. Skips entries that reach outside the block, and repeated tags.
    private func entries(at offset: Int) -> (entries: [Entry], next: Int) {
        guard let count = block.number(offset, 2) else { return ([], 0) }
        var entries: [Entry] = []
        var tags: Set<Int> = []
        for index in 0..<count {
            let start = offset + 2 + 12 * index
            guard let tag = block.number(start, 2), let type = block.number(start + 2, 2),
                let count = block.number(start + 4, 4)
            else { break }
            guard (1..<ExifRewriter.widths.count).contains(type), count > 0, count <= block.bytes.count else {
                continue
            }
            let size = ExifRewriter.widths[type] * count
            guard let place = size <= 4 ? start + 8 : block.number(start + 8, 4),
                let value = block.slice(place..<place + size), tags.insert(tag).inserted
            else { continue }
            entries.append(Entry(tag: tag, type: type, count: count, value: value))
        }
        return (entries, block.number(offset + 2 + 12 * count, 4) ?? 0)
    }

    private func written(_ main: [Entry], exif: [Entry], position: [Entry]) -> [UInt8] {
        var bytes = Array(block.isLittleEndian ? "II*\0".utf8 : "MM\0*".utf8) + number(8, 4)
        let folders = [(ExifTags.exifFolder, exif), (ExifTags.positionFolder, position)].filter { !$0.1.isEmpty }
        // The other IFDs follow the main IFD's values. The main IFD contains their offsets.
        var place = 8 + size(of: main, folders: folders.count)
        var pointers: [Entry] = []
        for (tag, entries) in folders {
            pointers.append(Entry(tag: tag, type: 4, count: 1, value: number(place, 4)))
            place += size(of: entries, folders: 0)
        }
        append(main + pointers, to: &bytes)
        for (_, entries) in folders { append(entries, to: &bytes) }
        return bytes
    }

    private func size(of entries: [Entry], folders: Int) -> Int {
        6 + 12 * (entries.count + folders)
            + entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count + $1.value.count % 2 : 0) }
    }

    private func append(_ entries: [Entry], to bytes: inout [UInt8]) {
        let entries = entries.sorted { $0.tag < $1.tag }
        bytes += number(entries.count, 2)
        var place = bytes.count + 12 * entries.count + 4
        var values: [UInt8] = []
        for entry in entries {
            bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
            if entry.value.count > 4 {
                bytes += number(place, 4)
                values += entry.value + [UInt8](repeating: 0, count: entry.value.count % 2)
                place += entry.value.count + entry.value.count % 2
            } else {
                bytes += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            }
        }
        bytes += number(0, 4) + values
    }

    private func number(_ value: Int, _ width: Int) -> [UInt8] {
        encoded(value, width, isLittleEndian: block.isLittleEndian)
    }
}

/// The corrections to an index of pictures.
struct PictureIndexCorrection {
    /// The number of bytes that are omitted between the index and the further pictures.
    var places = 0
    /// The number of bytes that are omitted from the first picture.
    var size = 0
}
