/// Identifiers and creation dates by row number, in memory: what the usual order is made of, and what most is asked of every asset.
///
/// A copy shares all pages that were not changed since.
struct SortKeyTable: Sendable {
    /// What is kept of one asset, 24 bytes.
    struct Entry: Equatable, Sendable {
        let date: Int64
        /// The identifier, in two halves: together they compare as its bytes do.
        let high: UInt64
        let low: UInt64

        init(date: Int64, id: UInt128) {
            self.date = date
            (high, low) = (UInt64(truncatingIfNeeded: id >> 64), UInt64(truncatingIfNeeded: id))
        }

        var id: UInt128 { UInt128(high) << 64 | UInt128(low) }

        fileprivate static let absent = Entry(date: .min, id: 0)

        /// Whether it comes first where the newest does, and what is of one date by identifier.
        func precedes(_ other: Entry) -> Bool {
            if date != other.date { return date > other.date }
            return high != other.high ? high < other.high : low < other.low
        }
    }

    private var pages: [[Entry]] = []
    private static let rowsOfPage: Int64 = 1024
    /// Row numbers beyond this are not kept: no library of ours gets there, and a damaged one must not take all memory.
    static let rows = 0..<(1 << 28 as Int64)

    /// Makes room for rows up to this one.
    init(upTo row: Int64) {
        pages.reserveCapacity(Int(min(row, SortKeyTable.rows.upperBound) / SortKeyTable.rowsOfPage) + 1)
    }

    subscript(row: Int64) -> Entry? {
        get {
            guard SortKeyTable.rows.contains(row) else { return nil }
            let (page, index) = SortKeyTable.place(of: row)
            guard page < pages.count, !pages[page].isEmpty else { return nil }
            let entry = pages[page][index]
            return entry.date == .min ? nil : entry
        }
        set {
            guard SortKeyTable.rows.contains(row) else { return }
            let (page, index) = SortKeyTable.place(of: row)
            makeRoom(on: page)
            pages[page][index] = newValue ?? .absent
        }
    }

    /// Enters a row behind the other. Neighbours in an order are neighbours in the library, as a rule.
    mutating func enter(
        _ rows: UnsafeBufferPointer<Int64>, dates: UnsafeBufferPointer<Int64>, ids: UnsafeBufferPointer<UInt128>
    ) {
        var next = 0
        while next < rows.count {
            guard SortKeyTable.rows.contains(rows[next]) else {
                next += 1
                continue
            }
            let page = SortKeyTable.place(of: rows[next]).page
            makeRoom(on: page)
            pages[page].withUnsafeMutableBufferPointer { entries in
                while next < rows.count, SortKeyTable.rows.contains(rows[next]) {
                    let (own, index) = SortKeyTable.place(of: rows[next])
                    guard own == page else { break }
                    entries[index] = Entry(date: dates[next], id: ids[next])
                    next += 1
                }
            }
        }
    }

    /// Finds what is kept of these rows, up to the first that is not known.
    ///
    /// - Parameters:
    ///   - dates: as they stand in a file, with room for all.
    ///   - ids: their bytes.
    /// - Returns: of how many.
    func find(
        _ rows: [Int64], dates: UnsafeMutableBufferPointer<Int64>, ids: UnsafeMutableBufferPointer<UInt128>
    ) -> Int {
        var next = 0
        while next < rows.count {
            let start = next
            let page = SortKeyTable.place(of: rows[next]).page
            guard pages.indices.contains(page), !pages[page].isEmpty else { return next }
            pages[page].withUnsafeBufferPointer { entries in
                while next < rows.count, SortKeyTable.rows.contains(rows[next]) {
                    let (own, index) = SortKeyTable.place(of: rows[next])
                    guard own == page, entries[index].date != .min else { break }
                    dates[next] = entries[index].date.littleEndian
                    ids[next] = entries[index].id.bigEndian
                    next += 1
                }
            }
            if next == start { return next }
        }
        return next
    }

    /// Makes the page, where it is missing.
    private mutating func makeRoom(on page: Int) {
        if page >= pages.count { pages.append(contentsOf: repeatElement([], count: page - pages.count + 1)) }
        if pages[page].isEmpty { pages[page] = Array(repeating: .absent, count: Int(SortKeyTable.rowsOfPage)) }
    }

    private static func place(of row: Int64) -> (page: Int, index: Int) {
        let (page, index) = row.quotientAndRemainder(dividingBy: rowsOfPage)
        return (Int(page), Int(index))
    }
}
