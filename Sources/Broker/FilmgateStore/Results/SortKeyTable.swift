/// The creation date and the identifier of each row, in memory. These are the sort keys of the default order, and the
/// most frequently requested properties.
///
/// Copies share all unchanged pages.
struct SortKeyTable: Sendable {
    /// The sort key of an asset, in 24 bytes.
    struct Entry: Equatable, Sendable {
        let date: Int64
        /// The two halves of the identifier. Comparing them as numbers gives the order of the identifier's bytes.
        let high: UInt64
        let low: UInt64

        init(date: Int64, id: UInt128) {
            self.date = date
            (high, low) = (UInt64(truncatingIfNeeded: id >> 64), UInt64(truncatingIfNeeded: id))
        }

        var id: UInt128 { UInt128(high) << 64 | UInt128(low) }

        fileprivate static let absent = Entry(date: .min, id: 0)

        /// Returns whether the entry precedes another one in the default order: newest first, then by identifier.
        func precedes(_ other: Entry) -> Bool {
            if date != other.date { return date > other.date }
            return high != other.high ? high < other.high : low < other.low
        }
    }

    private var pages: [[Entry]] = []
    private static let rowsOfPage: Int64 = 1024
    /// The valid row numbers. No real library exceeds them. The limit protects the memory if a library is damaged.
    static let rows = 0..<(1 << 28 as Int64)

    /// Reserves space in the list of pages for all rows up to this one.
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

    /// Stores the entries of several rows. Consecutive rows are usually on the same page.
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

    /// Copies the entries of rows. Stops at the first row without an entry.
    ///
    /// - Parameters:
    ///   - dates: a buffer for the dates, in the encoding of a snapshot.
    ///   - ids: a buffer for the bytes of the identifiers.
    /// - Returns: the number of copied entries.
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

    /// Creates a missing page.
    private mutating func makeRoom(on page: Int) {
        if page >= pages.count { pages.append(contentsOf: repeatElement([], count: page - pages.count + 1)) }
        if pages[page].isEmpty { pages[page] = Array(repeating: .absent, count: Int(SortKeyTable.rowsOfPage)) }
    }

    private static func place(of row: Int64) -> (page: Int, index: Int) {
        let (page, index) = row.quotientAndRemainder(dividingBy: rowsOfPage)
        return (Int(page), Int(index))
    }
}
