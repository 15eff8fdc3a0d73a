/// The pictures of a HEIF or AVIF file that are made of tiles.
///
/// libheif also shows a picture whose tiles do not cover it. What was in memory before then shows through the gaps.
enum HEIFGrids {
    /// - Throws: if the tiles of a picture leave a part of it empty, by the sizes that the file gives for them.
    static func check(_ file: InputFile, of what: String) throws(Unreadable) {
        guard let tables = try HEIFTables(file) else { return }
        for grid in try tables.grids() where !tables.covers(grid) {
            throw .broken(what, "its tiles leave a part of it empty.")
        }
    }
}

/// What the box `meta` says about the items of a file, as far as it is about grids.
private struct HEIFTables {
    struct Grid {
        let item: Int
        let columns: Int
        let rows: Int
        let width: Int
        let height: Int
    }

    private struct Part {
        let type: String
        let range: Range<Int>
    }

    private struct Place {
        let isInner: Bool
        let offset: Int
        let length: Int
    }

    private static let mostBytes = 1 << 26

    private let file: InputFile
    /// The content of the box.
    private let block: ByteBlock
    /// The item data inside the box.
    private var inner: Range<Int>?
    private var gridItems: [Int] = []
    private var tiles: [Int: [Int]] = [:]
    private var sizes: [Int: (width: Int, height: Int)] = [:]
    private var places: [Int: Place] = [:]

    /// Returns nil if the file has no such box.
    init?(_ file: InputFile) throws(Unreadable) {
        var offset: UInt64 = 0
        var found: Range<UInt64>?
        while found == nil, offset < file.size {
            let header = ByteBlock(file.bytes(at: offset, count: 16))
            guard let short = header.number(0, 4) else { break }
            let left = file.size - offset
            let given = short == 1 ? header.number(8, 8).map { UInt64($0) } : short == 0 ? left : UInt64(short)
            let head: UInt64 = short == 1 ? 16 : 8
            guard let size = given, size >= head, size <= left else { break }
            if header.name(4) == "meta" { found = offset + head..<offset + size }
            offset += size
        }
        guard let range = found else { return nil }
        let size = range.upperBound - range.lowerBound
        guard size <= HEIFTables.mostBytes else { throw .enormous("Its tables are too long.") }
        self.file = file
        block = ByteBlock(file.bytes(at: range.lowerBound, count: Int(size)))
        // Its version and its flags come first.
        guard block.bytes.count >= 4 else { return nil }
        for part in parts(in: 4..<block.bytes.count) {
            switch part.type {
            case "idat": inner = part.range
            case "iinf": readTypes(part.range)
            case "iref": readReferences(part.range)
            case "iprp": readSizes(part.range)
            case "iloc": readPlaces(part.range)
            default: break
            }
        }
    }

    /// Whether the tiles of a grid, which lie in rows, cover it.
    func covers(_ grid: Grid) -> Bool {
        let all = tiles[grid.item] ?? []
        let used = all.prefix(grid.columns * grid.rows).map { sizes[$0] ?? (width: 0, height: 0) }
        guard used.count == grid.columns * grid.rows, let width = used.map(\.width).min(),
            let height = used.map(\.height).min()
        else { return false }
        return width * grid.columns >= grid.width && height * grid.rows >= grid.height
    }

    /// - Throws: if a grid is not described.
    func grids() throws(Unreadable) -> [Grid] {
        var described: [Grid] = []
        for item in gridItems {
            let bytes = ByteBlock(places[item].map { content(of: $0) } ?? [])
            guard let flags = bytes.number(1, 1), let rows = bytes.number(2, 1), let columns = bytes.number(3, 1),
                let width = bytes.number(4, flags & 1 == 1 ? 4 : 2),
                let height = bytes.number(flags & 1 == 1 ? 8 : 6, flags & 1 == 1 ? 4 : 2)
            else { throw .broken("HEIF", "its tiles are not described.") }
            described.append(Grid(item: item, columns: columns + 1, rows: rows + 1, width: width, height: height))
        }
        return described
    }

    /// The first bytes of an item, as many as describe a grid.
    private func content(of place: Place) -> [UInt8] {
        let length = place.length == 0 ? 12 : min(place.length, 12)
        guard place.isInner else { return file.bytes(at: UInt64(place.offset), count: length) }
        guard let inner, place.offset <= inner.count else { return [] }
        let start = inner.lowerBound + place.offset
        return Array(block.bytes[start..<min(start + length, inner.upperBound)])
    }

    // MARK: The tables

    private func parts(in range: Range<Int>) -> [Part] {
        var parts: [Part] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, let short = block.number(offset, 4) {
            let head = short == 1 ? 16 : 8
            let given = short == 1 ? block.number(offset + 8, 8) : short == 0 ? range.upperBound - offset : short
            guard let size = given, size >= head, size <= range.upperBound - offset else { break }
            parts.append(Part(type: block.name(offset + 4), range: offset + head..<offset + size))
            offset += size
        }
        return parts
    }

    private mutating func readTypes(_ range: Range<Int>) {
        let start = range.lowerBound + (block.number(range.lowerBound, 1) == 0 ? 6 : 8)
        guard start <= range.upperBound else { return }
        for entry in parts(in: start..<range.upperBound) where entry.type == "infe" {
            let first = entry.range.lowerBound
            guard let version = block.number(first, 1), version >= 2,
                let item = block.number(first + 4, version == 2 ? 2 : 4)
            else { continue }
            if block.name(first + (version == 2 ? 8 : 10)) == "grid" { gridItems.append(item) }
        }
    }

    private mutating func readReferences(_ range: Range<Int>) {
        guard range.count >= 4 else { return }
        let width = block.number(range.lowerBound, 1) == 0 ? 2 : 4
        for reference in parts(in: range.lowerBound + 4..<range.upperBound) where reference.type == "dimg" {
            let first = reference.range.lowerBound
            guard let item = block.number(first, width), let count = block.number(first + width, 2) else { continue }
            tiles[item] = (0..<count).compactMap { block.number(first + width + 2 + $0 * width, width) }
        }
    }

    /// Reads the property `ispe` of each item: its width and height.
    private mutating func readSizes(_ range: Range<Int>) {
        let boxes = parts(in: range)
        let properties = boxes.first { $0.type == "ipco" }.map { parts(in: $0.range) } ?? []
        for association in boxes where association.type == "ipma" {
            var offset = association.range.lowerBound
            let (version, flags) = (block.number(offset, 1) ?? 0, block.number(offset + 3, 1) ?? 0)
            let (itemWidth, indexWidth) = (version < 1 ? 2 : 4, flags & 1 == 1 ? 2 : 1)
            let count = block.number(offset + 4, 4) ?? 0
            offset += 8
            for _ in 0..<count {
                guard let item = block.number(offset, itemWidth), let indexes = block.number(offset + itemWidth, 1)
                else { return }
                offset += itemWidth + 1
                for _ in 0..<indexes {
                    let index = (block.number(offset, indexWidth) ?? 0) & (indexWidth == 2 ? 0x7FFF : 0x7F)
                    offset += indexWidth
                    guard properties.indices.contains(index - 1) else { continue }
                    if let found = size(of: properties[index - 1]) { sizes[item] = found }
                }
            }
        }
    }

    /// Returns nil for a property that is no size.
    private func size(of property: Part) -> (width: Int, height: Int)? {
        let first = property.range.lowerBound
        guard property.type == "ispe", let width = block.number(first + 4, 4),
            let height = block.number(first + 8, 4)
        else { return nil }
        return (width, height)
    }

    /// Reads where the data of each item begins.
    private mutating func readPlaces(_ range: Range<Int>) {
        let block = block
        var offset = range.lowerBound
        func next(_ width: Int) -> Int? {
            defer { offset += width }
            return width == 0 ? 0 : block.number(offset, width)
        }
        guard let version = next(1), next(3) != nil, let widths = next(2),
            let count = next(version < 2 ? 2 : 4)
        else { return }
        let (offsetWidth, lengthWidth, baseWidth) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
        let indexWidth = version > 0 ? widths & 15 : 0
        guard max(offsetWidth, lengthWidth, baseWidth, indexWidth) <= 8 else { return }
        for _ in 0..<count {
            guard let item = next(version < 2 ? 2 : 4), let method = version > 0 ? next(2) : 0, next(2) != nil,
                let base = next(baseWidth), let extents = next(2)
            else { return }
            guard extents > 0 else { continue }
            guard next(indexWidth) != nil, let start = next(offsetWidth), let length = next(lengthWidth) else {
                return
            }
            offset += (extents - 1) * (indexWidth + offsetWidth + lengthWidth)
            let (place, overflows) = base.addingReportingOverflow(start)
            // A grid is so short that no program divides it.
            if extents == 1, method & 15 < 2, !overflows {
                places[item] = Place(isInner: method & 15 == 1, offset: place, length: length)
            }
        }
    }
}
