/// The table of the types of a HEIF file's items, to which items are added.
struct ItemTypes {
    private let head: [UInt8]
    private let countWidth: Int
    private var entries: [UInt8]
    private var items: [(id: Int, type: String, contentType: String)] = []
    private var count: Int

    private static let unknown = Unreadable.invalid("Its items are described in an unknown way.")

    /// - Parameter table: what the box `iinf` holds.
    init(_ table: ByteBlock) throws(Unreadable) {
        countWidth = table.number(0, 1) == 0 ? 2 : 4
        guard let head = table.slice(0..<min(4, table.bytes.count)), let count = table.number(4, countWidth) else {
            throw .truncated("list of items")
        }
        (self.head, self.count) = (head, count)
        entries = Array(table.bytes[(4 + countWidth)...])
        var offset = 4 + countWidth
        while offset < table.bytes.count {
            guard let size = table.number(offset, 4), size <= table.bytes.count - offset,
                table.name(offset + 4) == "infe", let version = table.number(offset + 8, 1), (2...3).contains(version)
            else { throw ItemTypes.unknown }
            let idWidth = version == 2 ? 2 : 4
            guard size >= 18 + idWidth, let id = table.number(offset + 12, idWidth) else { throw ItemTypes.unknown }
            // The name, then the type of the content.
            let texts = (table.slice(offset + 18 + idWidth..<offset + size) ?? [])
                .split(separator: 0, omittingEmptySubsequences: false)
            let contentType = texts.count > 1 ? String(decoding: texts[1], as: UTF8.self) : ""
            items.append((id, table.name(offset + 14 + idWidth), contentType))
            offset += size
        }
    }

    /// The items of the same kind.
    func ids(of item: NewItem) -> [Int] {
        items.filter { $0.type == item.type && (item.type != "mime" || $0.contentType == NewItem.packetType) }.map(\.id)
    }

    /// Adds an item, and returns its number.
    mutating func add(_ item: NewItem, unlike others: [Int]) throws(Unreadable) -> Int {
        let used = Set(items.map(\.id) + others)
        let highest = used.max() ?? 0
        guard let id = highest < 0xFFFF ? highest + 1 : (1...0xFFFF).first(where: { !used.contains($0) }),
            count < 1 << (8 * countWidth) - 1
        else { throw .invalid("It has too many items.") }
        let contentType = item.type == "mime" ? NewItem.packetType : ""
        // Hidden, not protected, without a name.
        var entry: [UInt8] = [2, 0, 0, 1] + encoded(id, 2) + [0, 0] + Array(item.type.utf8) + [0]
        if !contentType.isEmpty { entry += Array(contentType.utf8) + [0] }
        entries += newBox("infe", entry)
        items.append((id, item.type, contentType))
        count += 1
        return id
    }

    var bytes: [UInt8] { head + encoded(count, countWidth) + entries }
}

/// The table of the places of a HEIF file's items.
struct ItemPlaces {
    private let version: Int
    private let flags: Int
    private let offsetWidth: Int
    private let lengthWidth: Int
    private let baseWidth: Int
    private let indexWidth: Int
    private var places: [ItemPlace] = []

    /// - Parameter table: what the box `iloc` holds.
    init(_ table: ByteBlock) throws(Unreadable) {
        var reader = TableReader(table)
        version = try reader.next(1)
        guard version <= 2 else { throw .invalid("Its items are described in an unknown way.") }
        flags = try reader.next(3)
        let widths = try reader.next(2)
        (offsetWidth, lengthWidth, baseWidth) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
        indexWidth = version > 0 ? widths & 15 : 0
        let count = try reader.next(version < 2 ? 2 : 4)
        for _ in 0..<count {
            let id = try reader.next(version < 2 ? 2 : 4)
            let method = version > 0 ? try reader.next(2) & 15 : 0
            let source = try reader.next(2)
            guard method <= 2, source == 0 else { throw .invalid("An item of it lies in a different file.") }
            var place = ItemPlace(id: id, method: method, base: try reader.next(baseWidth))
            let parts = try reader.next(2)
            for _ in 0..<parts {
                let index = try reader.next(indexWidth)
                let (offset, length) = (try reader.next(offsetWidth), try reader.next(lengthWidth))
                let (start, overflows) = place.base.addingReportingOverflow(offset)
                guard !overflows, length <= Int.max - start else { throw .truncated("picture") }
                place.extents.append(ItemPlace.Extent(index: index, start: start, count: length))
            }
            places.append(place)
        }
    }

    var ids: [Int] { places.map(\.id) }

    subscript(id: Int) -> ItemPlace? { places.first { $0.id == id } }

    func extents(except id: Int) -> [Range<Int>] {
        places.filter { $0.id != id && $0.isInFile }.flatMap { $0.extents.map(\.range) }
    }

    mutating func remove(_ id: Int) { places.removeAll { $0.id == id } }

    /// Adds an item that is one part of the file.
    mutating func put(_ id: Int, at start: Int, _ count: Int) {
        var place = ItemPlace(id: id, method: 0, base: 0)
        place.extents = [ItemPlace.Extent(index: 0, start: start, count: count)]
        places.append(place)
    }

    /// Moves what lies behind the tables, and what was added.
    ///
    /// - Parameters:
    ///   - added: items whose places count from `start`.
    /// - Throws: if something lies within the tables.
    mutating func move(
        outOf tables: Range<Int>, by shift: Int, _ added: Set<Int>, to start: Int
    ) throws(Unreadable) {
        for index in places.indices where places[index].isInFile {
            let isNew = added.contains(places[index].id)
            for part in places[index].extents.indices {
                let extent = places[index].extents[part]
                if isNew {
                    places[index].extents[part].start += start
                } else if extent.start >= tables.upperBound {
                    places[index].extents[part].start += shift
                } else if extent.count == 0 || extent.range.upperBound > tables.lowerBound {
                    throw .invalid("An item of it lies within its tables.")
                }
            }
        }
    }

    /// - Throws: if a place does not fit into the widths of the table.
    func bytes() throws(Unreadable) -> [UInt8] {
        let widths = offsetWidth << 12 | lengthWidth << 8 | baseWidth << 4 | indexWidth
        let numberWidth = version < 2 ? 2 : 4
        var bytes = encoded(version, 1) + encoded(flags, 3) + encoded(widths, 2)
        bytes += try fitting(places.count, numberWidth)
        for place in places {
            bytes += try fitting(place.id, numberWidth)
            if version > 0 { bytes += encoded(place.method, 2) }
            bytes += [0, 0]
            // Without offsets, the base is the only place.
            let lowest = place.extents.map(\.start).min() ?? place.base
            let base = baseWidth == 0 ? 0 : offsetWidth == 0 ? lowest : min(place.base, lowest)
            bytes += try fitting(base, baseWidth)
            bytes += try fitting(place.extents.count, 2)
            for extent in place.extents {
                bytes += try fitting(extent.index, indexWidth)
                bytes += try fitting(extent.start - base, offsetWidth)
                bytes += try fitting(extent.count, lengthWidth)
            }
        }
        return bytes
    }

    private func fitting(_ value: Int, _ width: Int) throws(Unreadable) -> [UInt8] {
        guard value >= 0, width >= 8 || value < 1 << (8 * width) else {
            throw .invalid("The places of its items would be too far away.")
        }
        return encoded(value, width)
    }
}

/// Where an item lies.
struct ItemPlace {
    struct Extent {
        let index: Int
        /// From the start of what it lies in.
        var start: Int
        /// 0: up to the end.
        let count: Int

        var range: Range<Int> { start..<start + count }
    }

    let id: Int
    /// 0: in the file; 1: in the tables; 2: in a different item.
    let method: Int
    let base: Int
    var extents: [Extent] = []

    var isInFile: Bool { method == 0 }
}

/// Reads numbers one after the other.
private struct TableReader {
    private let table: ByteBlock
    private var offset = 0

    init(_ table: ByteBlock) { self.table = table }

    /// - Parameter width: 0 to 8 bytes; a number without bytes is 0.
    mutating func next(_ width: Int) throws(Unreadable) -> Int {
        guard width <= 8, let value = table.number(offset, width) else { throw .truncated("list of items") }
        offset += width
        return value
    }
}
