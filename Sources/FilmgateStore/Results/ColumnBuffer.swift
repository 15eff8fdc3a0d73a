internal import FilmgateModel

/// A column's values since they were last written out, and what must be remembered of those before.
///
/// An absent value takes as much room as any other, zeros, so that rows are found by counting.
struct ColumnBuffer {
    let name: String
    let type: ColumnType
    /// Of a fixed width, or the texts' own bytes.
    var values: [UInt8] = []
    /// Of texts, where each ends, counted from the first text; of lists of texts, how many there are up to each row's end.
    private(set) var ends: [UInt64] = []
    /// Bytes or texts so far, those written out included.
    private(set) var total: UInt64 = 0
    private var presence: [UInt8] = []
    private var rows = 0
    private var isPartial = false

    init(_ name: String, _ type: ColumnType) {
        self.name = name
        self.type = type
    }

    /// One bit a row, where a value is absent; nil where none is.
    var present: [UInt8]? { isPartial ? presence : nil }

    mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { values.append(contentsOf: $0) }
        note(isPresent: true)
    }

    /// As many bytes as the type is wide.
    mutating func append(fixed bytes: some Collection<UInt8>) {
        values.append(contentsOf: bytes)
        note(isPresent: true)
    }

    /// Rows whose values were all there, and went elsewhere.
    mutating func skip(_ count: Int) {
        precondition(!isPartial, "rows behind absent values")
        rows += count
    }

    mutating func append(text bytes: some Collection<UInt8>) {
        values.append(contentsOf: bytes)
        end(adding: bytes.count)
        note(isPresent: true)
    }

    /// A list whose texts stand in the column that follows.
    mutating func append(listOf count: Int) {
        end(adding: count)
        note(isPresent: true)
    }

    mutating func appendAbsent() {
        if let width = type.width { values.append(contentsOf: repeatElement(0, count: width)) } else { end(adding: 0) }
        note(isPresent: false)
    }

    /// What is to be written out now.
    mutating func takeValues() -> [UInt8] {
        defer { values.removeAll(keepingCapacity: true) }
        return values
    }

    mutating func takeEnds() -> [UInt64] {
        defer { ends.removeAll(keepingCapacity: true) }
        return ends
    }

    private mutating func end(adding amount: Int) {
        total += UInt64(amount)
        ends.append(total)
    }

    /// Bits are kept from the first absent value on.
    private mutating func note(isPresent: Bool) {
        if !isPresent, !isPartial {
            isPartial = true
            presence = Array(repeating: 0xff, count: rows >> 3)
            if rows & 7 > 0 { presence.append(1 << UInt8(rows & 7) - 1) }
        }
        if isPartial {
            if rows & 7 == 0 { presence.append(0) }
            if isPresent { presence[rows >> 3] |= 1 << UInt8(rows & 7) }
        }
        rows += 1
    }
}
