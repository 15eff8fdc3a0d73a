/// Reads the numbers of a table one after the other.
struct TableReader {
    /// The longest table that is read, in bytes. That of a file of 20,000 tiles is shorter.
    static let mostBytes = 4 << 20

    private let table: ByteBlock
    private var offset = 0

    init(_ table: ByteBlock) { self.table = table }

    /// - Parameter width: 0 to 8 bytes; a number without bytes is 0.
    mutating func next(_ width: Int) throws(Unreadable) -> Int {
        guard width <= 8, let value = table.number(offset, width) else { throw .truncated("list of items") }
        offset += width
        return value
    }

    /// How many parts follow.
    ///
    /// - Parameter partWidth: the bytes of each part.
    /// - Throws: if they are more than the rest of the table has bytes for; of parts without bytes there can be one.
    mutating func count(_ width: Int, of partWidth: Int) throws(Unreadable) -> Int {
        let count = try next(width)
        guard count <= 1 || partWidth > 0 && count <= (table.bytes.count - offset) / partWidth else {
            throw .truncated("list of items")
        }
        return count
    }
}
