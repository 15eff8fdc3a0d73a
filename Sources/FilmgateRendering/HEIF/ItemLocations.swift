/// What the box `iloc` of a HEIF file says of the places of its items.
struct ItemLocations {
    struct Entry {
        let id: Int
        /// 0: in the file; 1: in the tables; 2: in a different item.
        let method: Int
        /// 0: this file.
        let source: Int
        let base: Int
        let extents: [Extent]
    }

    struct Extent {
        let index: Int
        /// From the base.
        let offset: Int
        /// 0: up to the end.
        let length: Int
    }

    /// How the table is written.
    struct Head {
        let version: Int
        let flags: Int
        /// In bytes.
        let offsetWidth: Int
        let lengthWidth: Int
        let baseWidth: Int
        let indexWidth: Int

        /// The bytes of an item's number.
        var numberWidth: Int { version < 2 ? 2 : 4 }
    }

    let head: Head
    /// Those that are whole, up to the first that is not.
    private(set) var entries: [Entry] = []
    private var isCut = false

    /// - Parameter table: what the box holds.
    /// - Throws: if its head is not known.
    init(_ table: ByteBlock) throws(Unreadable) {
        var reader = TableReader(table)
        let version = try reader.next(1)
        guard version <= 2 else { throw .invalid("Its items are described in an unknown way.") }
        let (flags, widths) = (try reader.next(3), try reader.next(2))
        head = Head(
            version: version, flags: flags, offsetWidth: widths >> 12, lengthWidth: widths >> 8 & 15,
            baseWidth: widths >> 4 & 15, indexWidth: version > 0 ? widths & 15 : 0)
        let count = try reader.next(head.numberWidth)
        do throws(Unreadable) {
            for _ in 0..<count {
                let entry = try ItemLocations.entry(&reader, head)
                entries.append(entry)
            }
        } catch {
            isCut = true
        }
    }

    /// All entries.
    ///
    /// - Throws: if the table ends before they do.
    func whole() throws(Unreadable) -> [Entry] {
        if isCut { throw .truncated("list of items") }
        return entries
    }

    private static func entry(_ reader: inout TableReader, _ head: Head) throws(Unreadable) -> Entry {
        let id = try reader.next(head.numberWidth)
        let method = head.version > 0 ? try reader.next(2) & 15 : 0
        let (source, base) = (try reader.next(2), try reader.next(head.baseWidth))
        let count = try reader.count(2, of: head.indexWidth + head.offsetWidth + head.lengthWidth)
        var extents: [Extent] = []
        for _ in 0..<count {
            let index = try reader.next(head.indexWidth)
            let (offset, length) = (try reader.next(head.offsetWidth), try reader.next(head.lengthWidth))
            extents.append(Extent(index: index, offset: offset, length: length))
        }
        return Entry(id: id, method: method, source: source, base: base, extents: extents)
    }
}
