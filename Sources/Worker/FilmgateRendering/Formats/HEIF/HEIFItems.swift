/// The items that the `meta` box of a HEIF or AVIF file lists: pictures, and metadata of pictures.
struct HEIFItems {
    struct Item {
        var type = ""
        /// The content type of an item of the type `mime`; empty for other items.
        var contentType = ""
        var contentEncoding = ""
        var isHidden = false
        /// The ranges of the item's data in the file; nil if the file does not state them, or states them in an unknown
        /// way.
        var extents: [Range<Int>]?
        /// The indexes of the item's properties, counted from 0.
        var properties: [(index: Int, isEssential: Bool)] = []
    }

    struct Reference {
        let type: String
        let from: Int
        let to: [Int]
    }

    private(set) var primary: Int?
    private(set) var items: [Int: Item] = [:]
    private(set) var references: [Reference] = []
    /// All properties, in the order of their indexes.
    private(set) var properties: [ISOBox] = []
    let content: UnsafeRawBufferPointer
    private var sources: [Int: [Int]] = [:]
    /// The range of the content of the `idat` box.
    private var inner = 0..<0
    /// The numbers of the data sources that refer to this file.
    private var ownSources: Set<Int> = [0]
    /// The items whose data reach beyond the end of the file.
    private(set) var cut: Set<Int> = []

    /// Returns nil if the file has no items.
    init?(_ content: UnsafeRawBufferPointer) {
        self.content = content
        let file = ISOBox.all(in: 0..<content.count, of: content)
        guard let meta = file.first(where: { $0.type == "meta" }), meta.range.count > 4 else { return nil }
        let boxes = ISOBox.all(in: meta.content + 4..<meta.end, of: content)
        inner = boxes.first { $0.type == "idat" }?.range ?? 0..<0
        // Like libheif, uses the first box of a type.
        func table(_ type: String) -> ISOBox? {
            boxes.first { $0.type == type }.flatMap { $0.range.count <= ISOBox.mostTableBytes ? $0 : nil }
        }
        if let box = table("iinf") { readTypes(box) }
        guard !items.isEmpty else { return nil }
        if let box = table("pitm") { readPrimary(box) }
        if let box = table("iref") { readReferences(box) }
        if let box = boxes.first(where: { $0.type == "iprp" }) { readProperties(box) }
        if let box = table("dinf") { readSources(box) }
        if let box = table("iloc") { readPlaces(box) }
    }

    /// Returns the type of a property; empty if the property does not exist.
    func propertyType(_ index: Int) -> String { properties.indices.contains(index) ? properties[index].type : "" }

    func has(_ property: String, _ id: Int) -> Bool {
        items[id]?.properties.contains { propertyType($0.index) == property } ?? false
    }

    /// Returns the items from which an item is derived, in order.
    func sources(of id: Int) -> [Int] { sources[id] ?? [] }

    /// Gives an item the rotation and mirroring of another item.
    mutating func turn(_ id: Int, as other: Int) {
        let kept = items[id]?.properties.filter { !isTurn($0.index) } ?? []
        let turns = items[other]?.properties.filter { isTurn($0.index) } ?? []
        items[id]?.properties = kept + turns
    }

    private func isTurn(_ property: Int) -> Bool { ["irot", "imir"].contains(propertyType(property)) }

    // MARK: The boxes

    private mutating func readPrimary(_ box: ISOBox) {
        var cursor = BoxCursor(content, box.range)
        guard let head = cursor.versionAndFlags() else { return }
        primary = cursor.number(head.version == 0 ? 2 : 4)
    }

    private mutating func readTypes(_ box: ISOBox) {
        var cursor = BoxCursor(content, box.range)
        guard let head = cursor.versionAndFlags(), cursor.number(head.version == 0 ? 2 : 4) != nil else { return }
        for entry in ISOBox.all(in: cursor.rest, of: content) where entry.type == "infe" {
            var cursor = BoxCursor(content, entry.range)
            guard let head = cursor.versionAndFlags(), head.version >= 2,
                let id = cursor.number(head.version == 2 ? 2 : 4), cursor.number(2) != nil, let type = cursor.name()
            else { continue }
            var item = Item()
            (item.type, item.isHidden) = (type, head.flags & 1 != 0)
            _ = cursor.text()
            if type == "mime" { (item.contentType, item.contentEncoding) = (cursor.text(), cursor.text()) }
            items[id] = item
        }
    }

    private mutating func readReferences(_ box: ISOBox) {
        var cursor = BoxCursor(content, box.range)
        guard let head = cursor.versionAndFlags() else { return }
        let width = head.version == 0 ? 2 : 4
        for entry in ISOBox.all(in: cursor.rest, of: content) {
            var cursor = BoxCursor(content, entry.range)
            guard let from = cursor.number(width), let count = cursor.number(2),
                let to = cursor.numbers(count, width)
            else { continue }
            references.append(Reference(type: entry.type, from: from, to: to))
            if entry.type == "dimg", sources[from] == nil { sources[from] = to }
        }
    }

    private mutating func readProperties(_ box: ISOBox) {
        let parts = ISOBox.all(in: box.range, of: content)
        properties = parts.first { $0.type == "ipco" }.map { ISOBox.all(in: $0.range, of: content) } ?? []
        for part in parts where part.type == "ipma" && part.range.count <= ISOBox.mostTableBytes {
            var cursor = BoxCursor(content, part.range)
            guard let head = cursor.versionAndFlags(), let entries = cursor.number(4) else { continue }
            let (idWidth, width) = (head.version == 0 ? 2 : 4, head.flags & 1 == 0 ? 1 : 2)
            for _ in 0..<entries {
                guard let id = cursor.number(idWidth), let count = cursor.number(1),
                    let numbers = cursor.numbers(count, width)
                else { break }
                let mark = width == 1 ? 0x80 : 0x8000
                // The index 0 means that there is no property. Only the first list of properties of an item is used.
                guard items[id]?.properties.isEmpty == true else { continue }
                for number in numbers where number & (mark - 1) > 0 {
                    items[id]?.properties.append((number & (mark - 1) - 1, number & mark != 0))
                }
            }
        }
    }

    private mutating func readSources(_ box: ISOBox) {
        guard let table = ISOBox.all(in: box.range, of: content).first(where: { $0.type == "dref" }) else { return }
        var cursor = BoxCursor(content, table.range)
        guard cursor.versionAndFlags() != nil, cursor.number(4) != nil else { return }
        for (index, entry) in ISOBox.all(in: cursor.rest, of: content).enumerated() {
            var cursor = BoxCursor(content, entry.range)
            if let head = cursor.versionAndFlags(), head.flags & 1 == 1 { ownSources.insert(index + 1) }
        }
    }

    private mutating func readPlaces(_ box: ISOBox) {
        // If the table cannot be read, the items have no extents, and callers report an error.
        guard let table = try? ItemLocations(BoxCursor(content, box.range)) else { return }
        for entry in table.entries {
            var places: [Range<Int>]? = []
            for extent in entry.extents {
                guard let place = place(entry.base, extent.offset, extent.length, method: entry.method) else {
                    places = nil
                    continue
                }
                places?.append(place)
                if place.count < extent.length { cut.insert(entry.id) }
            }
            // Data sources that are not in this set refer to other files.
            items[entry.id]?.extents = ownSources.contains(entry.source) ? places.map(HEIFItems.joined) : nil
        }
    }

    /// Returns the range of the data within the file; nil if it begins after the end, or is in a different item.
    private func place(_ base: Int, _ offset: Int, _ length: Int, method: Int) -> Range<Int>? {
        guard method < 2 else { return nil }
        let source = method == 1 ? inner : 0..<content.count
        let (start, overflows) = base.addingReportingOverflow(offset)
        guard !overflows, start < source.count else { return nil }
        let first = source.lowerBound + start
        return first..<(length == 0 ? source.upperBound : first + min(length, source.count - start))
    }

    /// Merges adjacent extents.
    private static func joined(_ extents: [Range<Int>]) -> [Range<Int>] {
        extents.reduce(into: []) { joined, extent in
            if let last = joined.last, last.upperBound == extent.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<extent.upperBound
            } else {
                joined.append(extent)
            }
        }
    }
}
