/// The locations of a HEIF file's items, from the `iloc` box.
struct ItemLocations {
    struct Entry {
        let id: Int
        /// The construction method: 0 in the file, 1 in the `idat` box, 2 in a different item.
        let method: Int
        /// The number of the data source; 0 is this file.
        let source: Int
        let base: Int
        let extents: [ByteExtent]
    }

    struct ByteExtent {
        let index: Int
        /// The offset relative to the base.
        let offset: Int
        /// The length; 0 for all bytes up to the end.
        let length: Int
    }

    /// The version of the table, and the widths of its fields.
    struct Layout {
        let version: Int
        let flags: Int
        /// The width of an offset, in bytes.
        let offsetWidth: Int
        let lengthWidth: Int
        let baseWidth: Int
        let indexWidth: Int

        /// The width of an item's identifier, in bytes.
        var numberWidth: Int { version < 2 ? 2 : 4 }
    }

    let head: Layout
    /// The entries before the first incomplete entry.
    private(set) var entries: [Entry] = []
    private var isCut = false

    /// - Parameter cursor: a cursor at the beginning of the box's content.
    /// - Throws: if the version is unknown, or if the header of the table is incomplete.
    init<Bytes>(_ cursor: BoxCursor<Bytes>) throws(UnreadableFileError) {
        var cursor = cursor
        guard let version = cursor.number(1) else { throw ItemLocations.truncated }
        guard version <= 2 else { throw .invalid("Its items are described in an unknown way.") }
        guard let flags = cursor.number(3), let widths = cursor.number(2) else { throw ItemLocations.truncated }
        head = Layout(
            version: version, flags: flags, offsetWidth: widths >> 12, lengthWidth: widths >> 8 & 15,
            baseWidth: widths >> 4 & 15, indexWidth: version > 0 ? widths & 15 : 0)
        guard let count = cursor.number(head.numberWidth) else { throw ItemLocations.truncated }
        while entries.count < count, !isCut {
            if let entry = ItemLocations.entry(&cursor, head) { entries.append(entry) } else { isCut = true }
        }
    }

    /// - Throws: if the table ends before the last entry.
    func whole() throws(UnreadableFileError) -> [Entry] {
        if isCut { throw ItemLocations.truncated }
        return entries
    }

    private static let truncated = UnreadableFileError.truncated("list of items")

    private static func entry<Bytes>(_ cursor: inout BoxCursor<Bytes>, _ head: Layout) -> Entry? {
        let width = head.indexWidth + head.offsetWidth + head.lengthWidth
        guard let id = cursor.number(head.numberWidth), let method = cursor.number(head.version > 0 ? 2 : 0),
            let source = cursor.number(2), let base = cursor.number(head.baseWidth), let count = cursor.number(2),
            // If the fields of extents have a width of 0, there can be only one extent.
            count <= 1 || width > 0 && count <= cursor.rest.count / width
        else { return nil }
        var extents: [ByteExtent] = []
        for _ in 0..<count {
            guard let index = cursor.number(head.indexWidth), let offset = cursor.number(head.offsetWidth),
                let length = cursor.number(head.lengthWidth)
            else { return nil }
            extents.append(ByteExtent(index: index, offset: offset, length: length))
        }
        return Entry(id: id, method: method & 15, source: source, base: base, extents: extents)
    }
}
