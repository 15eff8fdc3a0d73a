/// The assets of a result in order. A key needs 4 bytes if all row numbers of its run fit into 32 bits.
///
/// The keys are stored in immutable runs, which copies share. Two orders that differ only in a few places share most
/// runs, even across results, clients and caches.
public struct AssetKeys: RandomAccessCollection, Sendable {
    private(set) var runs: [AssetKeyRun] = []
    /// For each run, the number of keys up to the end of this run.
    private var ends: [Int] = []
    /// The number of the library's last change when the keys were found.
    var change: Int64 = 0

    public init() {}

    public init(_ keys: some Sequence<AssetKey>) {
        var builder = AssetKeysBuilder()
        for key in keys { builder.append(key.rawValue) }
        self = builder.finish()
    }

    init(runs: [AssetKeyRun], asOf change: Int64 = 0) {
        self.runs = runs
        self.change = change
        measure(from: 0)
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { ends.last ?? 0 }

    public subscript(position: Int) -> AssetKey {
        let run = run(at: position)
        return AssetKey(rawValue: runs[run][position - start(of: run)])
    }

    /// Returns the first keys. The result shares storage with these keys.
    public func first(_ limit: Int) -> AssetKeys {
        guard limit < count else { return self }
        guard limit > 0 else { return emptied }
        let last = run(at: limit - 1)
        var found = self
        found.runs.removeSubrange(last...)
        found.runs.append(runs[last].prefix(limit - start(of: last)))
        found.ends.removeSubrange(last...)
        found.ends.append(limit)
        return found
    }

    /// Returns the keys in a range. The result does not keep the storage of other keys alive.
    public func part(_ range: Range<Int>) -> AssetKeys {
        if range.lowerBound == 0 { return first(range.upperBound) }
        var builder = AssetKeysBuilder()
        forEach(in: range) { builder.append($0) }
        return builder.finish(asOf: change)
    }

    private var emptied: AssetKeys { AssetKeys(runs: [], asOf: change) }

    /// Calls `body` with each row number. This is faster than a subscript for each index.
    func forEach(in range: Range<Int>, _ body: (Int64) throws -> Void) rethrows {
        try forEachRun(in: range) { run, part in try run.forEach(in: part, body) }
    }

    func rows(in range: Range<Int>) -> [Int64] {
        var rows: [Int64] = []
        rows.reserveCapacity(range.count)
        forEachRun(in: range) { run, part in run.append(part, to: &rows) }
        return rows
    }

    private func forEachRun(in range: Range<Int>, _ body: (AssetKeyRun, Range<Int>) throws -> Void) rethrows {
        guard !range.isEmpty else { return }
        var position = range.lowerBound
        var number = run(at: position)
        while position < range.upperBound {
            let start = start(of: number)
            let end = Swift.min(range.upperBound, ends[number])
            try body(runs[number], position - start..<end - start)
            position = end
            number += 1
        }
    }

    // MARK: Changing

    mutating func remove(at position: Int) {
        let run = run(at: position)
        let left = runs[run].removing(at: position - start(of: run))
        replace(run, with: left.count == 0 ? [] : [left])
    }

    mutating func insert(_ row: Int64, at position: Int) {
        guard !runs.isEmpty else {
            runs = [AssetKeyRun([row])]
            ends = [1]
            return
        }
        let run = position == count ? runs.count - 1 : run(at: position)
        replace(run, with: runs[run].inserting(row, at: position - start(of: run)))
    }

    private mutating func replace(_ run: Int, with others: [AssetKeyRun]) {
        runs.replaceSubrange(run...run, with: others)
        ends.removeLast(ends.count - run)
        measure(from: run)
    }

    private mutating func measure(from run: Int) {
        var end = start(of: run)
        for run in runs[run...] {
            end += run.count
            ends.append(end)
        }
    }

    /// Returns the index of a run's first key. For the number after the last run, returns the count.
    func start(of run: Int) -> Int { run == 0 ? 0 : ends[run - 1] }

    private func run(at position: Int) -> Int {
        precondition(position >= 0 && position < count, "an index outside of the result")
        var (low, high) = (0, runs.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > position { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns the index of a key, or nil if the key is missing.
    public func index(of key: AssetKey) -> Int? {
        for (number, run) in runs.enumerated() {
            if let index = run.index(of: key.rawValue) { return start(of: number) + index }
        }
        return nil
    }

    /// Returns the indexes of rows in ascending order. Leaves out missing rows.
    func indexes(of rows: Set<Int64>) -> [Int] {
        guard let lowest = rows.min(), let highest = rows.max() else { return [] }
        var (found, index): ([Int], Int) = ([], 0)
        forEach(in: 0..<count) { row in
            if row >= lowest, row <= highest, rows.contains(row) { found.append(index) }
            index += 1
        }
        return found
    }

    /// Returns whether these keys share all storage with other keys. The keys are then equal, and need no additional
    /// memory.
    public func isShared(with others: AssetKeys) -> Bool {
        count == others.count && runs.elementsEqual(others.runs) { $0 === $1 }
    }

    /// The memory that the keys use, including shared storage, in bytes.
    var bytes: Int { runs.reduce(0) { $0 + $1.bytes } }
}

extension AssetKeys: Equatable {
    /// Returns whether the keys and their order are equal, even if the keys were found at different times.
    public static func == (left: AssetKeys, right: AssetKeys) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }
}

struct AssetKeysBuilder {
    private var runs: [AssetKeyRun] = []
    /// The current run, if all of its row numbers fit into 32 bits.
    private var narrow: [UInt32] = []
    private var wide: [Int64] = []

    mutating func append(_ row: Int64) {
        guard wide.isEmpty, let short = UInt32(exactly: row) else { return append(wide: row) }
        narrow.append(short)
        if narrow.count == AssetKeyRun.usualCount { flush() }
    }

    mutating func append(contentsOf rows: UnsafeBufferPointer<Int64>) {
        let isShort = rows.allSatisfy { $0 >> 32 == 0 }
        guard isShort, narrow.isEmpty, wide.isEmpty, rows.count == AssetKeyRun.usualCount else {
            for row in rows { append(row) }
            return
        }
        runs.append(AssetKeyRun(narrow: rows.map { UInt32(truncatingIfNeeded: $0) }))
    }

    private mutating func append(wide row: Int64) {
        wide += narrow.map { Int64($0) } + [row]
        narrow.removeAll(keepingCapacity: true)
        if wide.count == AssetKeyRun.usualCount { flush() }
    }

    mutating func finish(asOf change: Int64 = 0) -> AssetKeys {
        flush()
        return AssetKeys(runs: runs, asOf: change)
    }

    private mutating func flush() {
        if !narrow.isEmpty { runs.append(AssetKeyRun(narrow: Array(narrow[...]))) }
        if !wide.isEmpty { runs.append(AssetKeyRun(wide)) }
        narrow.removeAll(keepingCapacity: true)
        wide.removeAll()
    }
}

/// An immutable array of row numbers.
final class AssetKeyRun: Sendable {
    /// The usual number of keys in a run. A large library has about as many runs as a run has keys.
    static let usualCount = 1024

    private let keys: Keys

    private enum Keys: Sendable {
        case narrow([UInt32])
        case wide([Int64])
    }

    init(_ rows: [Int64]) {
        let narrow = rows.allSatisfy { UInt32(exactly: $0) != nil }
        keys = narrow ? .narrow(rows.map { UInt32(truncatingIfNeeded: $0) }) : .wide(rows)
    }

    init(narrow rows: [UInt32]) { keys = .narrow(rows) }

    var count: Int {
        switch keys {
        case .narrow(let rows): rows.count
        case .wide(let rows): rows.count
        }
    }

    var bytes: Int {
        switch keys {
        case .narrow(let rows): rows.count * 4
        case .wide(let rows): rows.count * 8
        }
    }

    subscript(index: Int) -> Int64 {
        switch keys {
        case .narrow(let rows): Int64(rows[index])
        case .wide(let rows): rows[index]
        }
    }

    func forEach(in range: Range<Int>, _ body: (Int64) throws -> Void) rethrows {
        switch keys {
        case .narrow(let rows): for index in range { try body(Int64(rows[index])) }
        case .wide(let rows): for index in range { try body(rows[index]) }
        }
    }

    func index(of row: Int64) -> Int? {
        switch keys {
        case .narrow(let rows): UInt32(exactly: row).flatMap { rows.firstIndex(of: $0) }
        case .wide(let rows): rows.firstIndex(of: row)
        }
    }

    func append(_ range: Range<Int>, to others: inout [Int64]) {
        switch keys {
        case .narrow(let rows): for row in rows[range] { others.append(Int64(row)) }
        case .wide(let rows): others.append(contentsOf: rows[range])
        }
    }

    func prefix(_ count: Int) -> AssetKeyRun {
        switch keys {
        case .narrow(let rows): AssetKeyRun(narrow: Array(rows.prefix(count)))
        case .wide(let rows): AssetKeyRun(Array(rows.prefix(count)))
        }
    }

    func removing(at index: Int) -> AssetKeyRun {
        switch keys {
        case .narrow(var rows):
            rows.remove(at: index)
            return AssetKeyRun(narrow: rows)
        case .wide(var rows):
            rows.remove(at: index)
            return AssetKeyRun(rows)
        }
    }

    /// Returns the run with an additional row, or two runs if one would be too long.
    func inserting(_ row: Int64, at index: Int) -> [AssetKeyRun] {
        var rows: [Int64] = []
        rows.reserveCapacity(count + 1)
        forEach(in: 0..<index) { rows.append($0) }
        rows.append(row)
        forEach(in: index..<count) { rows.append($0) }
        guard rows.count > 2 * AssetKeyRun.usualCount else { return [AssetKeyRun(rows)] }
        return [AssetKeyRun(Array(rows.prefix(rows.count / 2))), AssetKeyRun(Array(rows.dropFirst(rows.count / 2)))]
    }
}
