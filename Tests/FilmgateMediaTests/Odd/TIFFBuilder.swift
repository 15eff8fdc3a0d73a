/// A picture of a little-endian TIFF.
struct TIFFBuilder {
    private var entries: [(tag: Int, type: Int, values: [Int])] = []
    private var parts: [(data: [UInt8], offsets: Int, index: Int)] = []

    /// - Parameter photometric: the kind of colors; nil to leave it out.
    init(width: Int, height: Int, samples: Int, bits: Int, photometric: Int?, compression: Int = 1) {
        add(256, 3, [width])
        add(257, 3, [height])
        add(258, 3, [Int](repeating: bits, count: samples))
        add(259, 3, [compression])
        if let photometric { add(262, 3, [photometric]) }
        add(277, 3, [samples])
    }

    /// - Parameter type: 3 for 2-byte numbers, 4 for 4-byte numbers, 5 for fractions, 7 for bytes.
    mutating func add(_ tag: Int, _ type: Int, _ values: [Int]) { entries.append((tag, type, values)) }

    /// Adds strips or tiles, and the tags with their offsets and lengths.
    mutating func addParts(_ data: [[UInt8]], offsets: Int, counts: Int) {
        add(offsets, 4, data.map { _ in 0 })
        add(counts, 4, data.map(\.count))
        parts += data.enumerated().map { ($0.element, offsets, $0.offset) }
    }

    /// A file with only this picture.
    var bytes: [UInt8] { TIFFBuilder.file(of: [self]) }

    static func file(of pictures: [TIFFBuilder]) -> [UInt8] {
        var file = Array("II*\0".utf8) + number(8, 4)
        for (index, picture) in pictures.enumerated() {
            file += picture.directory(at: file.count, isLast: index == pictures.count - 1)
        }
        return file
    }

    /// Returns the directory with all values.
    private func directory(at start: Int, isLast: Bool) -> [UInt8] {
        let sorted = entries.sorted { $0.tag < $1.tag }
        let tables = start + 2 + 12 * sorted.count + 4
        let sizes = sorted.map { entry in Self.width(entry.type) * entry.values.count }
        var place = tables
        for size in sizes where size > 4 { place += size + size % 2 }
        var offsets: [Int: [Int]] = [:]
        for part in parts {
            offsets[part.offsets, default: []].append(place)
            place += part.data.count
        }
        var head = Self.number(sorted.count, 2)
        var values: [UInt8] = []
        for (entry, size) in zip(sorted, sizes) {
            let numbers = offsets[entry.tag] ?? entry.values
            var encoded = numbers.flatMap { Self.number($0, Self.width(entry.type)) }
            if encoded.count % 2 == 1 { encoded.append(0) }
            head += Self.number(entry.tag, 2)
            head += Self.number(entry.type, 2)
            head += Self.number(entry.type == 5 ? numbers.count / 2 : numbers.count, 4)
            if size > 4 {
                head += Self.number(tables + values.count, 4)
                values += encoded
            } else {
                head += encoded
                head += [UInt8](repeating: 0, count: 4 - encoded.count)
            }
        }
        head += Self.number(isLast ? 0 : place + place % 2, 4)
        let padding = [UInt8](repeating: 0, count: isLast ? 0 : place % 2)
        return head + values + parts.flatMap(\.data) + padding
    }

    private static func width(_ type: Int) -> Int {
        switch type {
        case 3: 2
        case 7: 1
        default: 4
        }
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
}
