/// The table that lists the items of a HEIF file and their types. Items can be added.
struct ItemInfoTable {
    private let head: [UInt8]
    private let countWidth: Int
    private var entries: [UInt8]
    private var items: [(id: Int, type: String, contentType: String)] = []
    private var count: Int

    private static let unknown = UnreadableFileError.invalid("Its items are described in an unknown way.")

    /// - Parameter table: the content of the `iinf` box.
    init(_ table: ByteBlock) throws(UnreadableFileError) {
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
            else { throw ItemInfoTable.unknown }
            let idWidth = version == 2 ? 2 : 4
            guard size >= 18 + idWidth, let id = table.number(offset + 12, idWidth) else { throw ItemInfoTable.unknown }
            // The item's name and its content type.
            let texts = (table.slice(offset + 18 + idWidth..<offset + size) ?? [])
                .split(separator: 0, omittingEmptySubsequences: false)
            let contentType = texts.count > 1 ? String(decoding: texts[1], as: UTF8.self) : ""
            items.append((id, table.name(offset + 14 + idWidth), contentType))
            offset += size
        }
    }

    /// Returns the identifiers of the existing items of the same kind as a new item.
    func ids(of item: NewHEIFItem) -> [Int] {
        items.filter { $0.type == item.type && (item.type != "mime" || $0.contentType == XMPPacket.contentType) }
            .map(\.id)
    }

    /// Adds an item, and returns its identifier, which no other item has.
    mutating func add(_ item: NewHEIFItem, unlike others: [Int]) throws(UnreadableFileError) -> Int {
        let used = Set(items.map(\.id) + others)
        let highest = used.max() ?? 0
        guard let id = highest < 0xFFFF ? highest + 1 : (1...0xFFFF).first(where: { !used.contains($0) }),
            count < 1 << (8 * countWidth) - 1
        else { throw .invalid("It has too many items.") }
        let contentType = item.type == "mime" ? XMPPacket.contentType : ""
        // The entry of an item that is hidden, not protected and unnamed.
        var entry: [UInt8] = [2, 0, 0, 1] + encoded(id, 2) + [0, 0] + Array(item.type.utf8) + [0]
        if !contentType.isEmpty { entry += Array(contentType.utf8) + [0] }
        entries += newBox("infe", entry)
        items.append((id, item.type, contentType))
        count += 1
        return id
    }

    var bytes: [UInt8] { head + encoded(count, countWidth) + entries }
}

/// The table of the locations of a HEIF file's items.
struct ItemLocationTable {
    private let head: ItemLocations.Layout
    private var places: [HEIFItemLocation] = []

    /// - Parameters:
    ///   - table: the content of the `iloc` box.
    ///   - size: the file's size in bytes.
    /// - Throws: if an item is in a different file, or begins beyond the end of this file.
    init(_ table: ByteBlock, in size: Int) throws(UnreadableFileError) {
        let locations = try ItemLocations(BoxCursor(table.bytes, table.bytes.indices))
        head = locations.head
        for entry in try locations.whole() {
            guard entry.method <= 2, entry.source == 0 else {
                throw .invalid("An item of it lies in a different file.")
            }
            var place = HEIFItemLocation(id: entry.id, method: entry.method, base: entry.base)
            for extent in entry.extents {
                let (start, overflows) = entry.base.addingReportingOverflow(extent.offset)
                guard !overflows, extent.length <= Int.max - start, !place.isInFile || start <= size else {
                    throw .truncated("picture")
                }
                place.extents.append(HEIFItemLocation.Extent(index: extent.index, start: start, count: extent.length))
            }
            places.append(place)
        }
    }

    var ids: [Int] { places.map(\.id) }

    subscript(id: Int) -> HEIFItemLocation? { places.first { $0.id == id } }

    func extents(except id: Int) -> [Range<Int>] {
        places.filter { $0.id != id && $0.isInFile }.flatMap { $0.extents.map(\.range) }
    }

    mutating func remove(_ id: Int) { places.removeAll { $0.id == id } }

    /// Adds an item that consists of one part of the file.
    mutating func put(_ id: Int, at start: Int, _ count: Int) {
        var place = HEIFItemLocation(id: id, method: 0, base: 0)
        place.extents = [HEIFItemLocation.Extent(index: 0, start: start, count: count)]
        places.append(place)
    }

    /// Corrects the offsets of the items that move: items after the tables, and added items.
    ///
    /// - Parameters:
    ///   - added: items whose offsets are relative to `start`.
    /// - Throws: if an item is within the tables.
    mutating func move(outOf tables: Range<Int>, by shift: Int, _ added: Set<Int>, to start: Int)
        throws(UnreadableFileError)
    {
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

    /// Returns the content of the `iloc` box.
    ///
    /// - Throws: if an offset does not fit into a field of the table.
    func bytes() throws(UnreadableFileError) -> [UInt8] {
        let widths = head.offsetWidth << 12 | head.lengthWidth << 8 | head.baseWidth << 4 | head.indexWidth
        var bytes = encoded(head.version, 1) + encoded(head.flags, 3) + encoded(widths, 2)
        bytes += try fitting(places.count, head.numberWidth)
        for place in places {
            bytes += try fitting(place.id, head.numberWidth)
            if head.version > 0 { bytes += encoded(place.method, 2) }
            bytes += [0, 0]
            // Without offset fields, only the base can contain the offset.
            let lowest = place.extents.map(\.start).min() ?? place.base
            let base = head.baseWidth == 0 ? 0 : head.offsetWidth == 0 ? lowest : min(place.base, lowest)
            bytes += try fitting(base, head.baseWidth)
            bytes += try fitting(place.extents.count, 2)
            for extent in place.extents {
                bytes += try fitting(extent.index, head.indexWidth)
                bytes += try fitting(extent.start - base, head.offsetWidth)
                bytes += try fitting(extent.count, head.lengthWidth)
            }
        }
        return bytes
    }

    private func fitting(_ value: Int, _ width: Int) throws(UnreadableFileError) -> [UInt8] {
        guard value >= 0, width >= 8 || value < 1 << (8 * width) else {
            throw .invalid("The places of its items would be too far away.")
        }
        return encoded(value, width)
    }
}

/// The location of an item, in one or more extents.
struct HEIFItemLocation {
    struct Extent {
        let index: Int
        /// The offset in the file, in the `idat` box or in a different item; `method` states which.
        var start: Int
        /// The length in bytes; 0 for all bytes up to the end.
        let count: Int

        var range: Range<Int> { start..<start + count }
    }

    let id: Int
    /// The construction method: 0 in the file, 1 in the `idat` box, 2 in a different item.
    let method: Int
    let base: Int
    var extents: [Extent] = []

    var isInFile: Bool { method == 0 }
}
