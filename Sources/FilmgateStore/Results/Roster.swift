/// Identifiers and creation dates by row number, in memory: what the usual order is made of, and what most is asked of every asset.
///
/// A copy shares all pages that were not changed since.
struct Roster: Sendable {
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
        pages.reserveCapacity(Int(min(row, Roster.rows.upperBound) / Roster.rowsOfPage) + 1)
    }

    subscript(row: Int64) -> Entry? {
        get {
            let (page, index) = Roster.place(of: row)
            guard page >= 0, page < pages.count, !pages[page].isEmpty else { return nil }
            let entry = pages[page][index]
            return entry.date == .min ? nil : entry
        }
        set {
            guard Roster.rows.contains(row) else { return }
            let (page, index) = Roster.place(of: row)
            if page >= pages.count { pages.append(contentsOf: repeatElement([], count: page - pages.count + 1)) }
            if pages[page].isEmpty { pages[page] = Array(repeating: .absent, count: Int(Roster.rowsOfPage)) }
            pages[page][index] = newValue ?? .absent
        }
    }

    /// The entries of these rows, one behind the other; nil where one of them is not known.
    func entries(of rows: [Int64]) -> [Entry]? {
        var found: [Entry] = []
        found.reserveCapacity(rows.count)
        // Neighbours in an order are neighbours in the library, as a rule.
        var number = -1
        var page: [Entry] = []
        for row in rows {
            let (wanted, index) = Roster.place(of: row)
            if wanted != number {
                guard pages.indices.contains(wanted), !pages[wanted].isEmpty else { return nil }
                (number, page) = (wanted, pages[wanted])
            }
            let entry = page[index]
            guard entry.date != .min else { return nil }
            found.append(entry)
        }
        return found
    }

    private static func place(of row: Int64) -> (page: Int, index: Int) {
        (Int(row / rowsOfPage), Int(row % rowsOfPage))
    }
}
