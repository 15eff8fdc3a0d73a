import FilmgateModel

/// A buffer for the values of a column until they are written to a snapshot file.
///
/// A fixed-width column stores zeros for an absent value, so that the row number determines the offset of a value.
struct ColumnBuffer {
    let name: String
    let type: ColumnType
    /// Fixed-width values, or the bytes of strings.
    var values: [UInt8] = []
    /// For strings, the end offset of each string, relative to the first string. For lists of strings, the number of
    /// strings up to the end of each row.
    private(set) var ends: [UInt64] = []
    /// The number of bytes or strings so far, including those already written.
    private(set) var total: UInt64 = 0
    private var presence: [UInt8] = []
    private var rows = 0
    private var isPartial = false

    init(_ name: String, _ type: ColumnType) {
        self.name = name
        self.type = type
    }

    /// One bit for each row, which is set if the row has a value. It is nil if no value is absent.
    var present: [UInt8]? { isPartial ? presence : nil }

    mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { values.append(contentsOf: $0) }
        note(isPresent: true)
    }

    /// Appends a value that has the width of the type.
    mutating func append(fixed bytes: some Collection<UInt8>) {
        values.append(contentsOf: bytes)
        note(isPresent: true)
    }

    /// Counts rows that were written directly to the file. None of their values can be absent.
    mutating func skip(_ count: Int) {
        precondition(!isPartial, "skipping rows after absent values")
        rows += count
    }

    mutating func append(text bytes: some Collection<UInt8>) {
        values.append(contentsOf: bytes)
        end(adding: bytes.count)
        note(isPresent: true)
    }

    /// Appends the length of a list. The strings of the list are in the next column.
    mutating func append(listOf count: Int) {
        end(adding: count)
        note(isPresent: true)
    }

    mutating func appendAbsent() {
        if let width = type.width { values.append(contentsOf: repeatElement(0, count: width)) } else { end(adding: 0) }
        note(isPresent: false)
    }

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

    /// Records whether a value is present. Stores bits only from the first absent value on.
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
