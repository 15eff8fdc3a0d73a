import FilmgateModel

/// A buffer for a column's values until they are written to the file.
///
/// An absent value is stored as zeros of the same width, so that a row's offset follows from its number.
struct ColumnBuffer {
    let name: String
    let type: ColumnType
    /// Values of a fixed width, or the bytes of texts.
    var values: [UInt8] = []
    /// For texts, the end of each text, counted from the start of the first text. For lists of texts, the number of
    /// texts up to the end of each row.
    private(set) var ends: [UInt64] = []
    /// The number of bytes or texts so far, including written ones.
    private(set) var total: UInt64 = 0
    private var presence: [UInt8] = []
    private var rows = 0
    private var isPartial = false

    init(_ name: String, _ type: ColumnType) {
        self.name = name
        self.type = type
    }

    /// One bit for each row; the bit is set if the row has a value. Nil if all values are present.
    var present: [UInt8]? { isPartial ? presence : nil }

    mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { values.append(contentsOf: $0) }
        note(isPresent: true)
    }

    /// Appends a value of the type's width.
    mutating func append(fixed bytes: some Collection<UInt8>) {
        values.append(contentsOf: bytes)
        note(isPresent: true)
    }

    /// Counts rows whose values are all present and were written directly.
    mutating func skip(_ count: Int) {
        precondition(!isPartial, "skipping rows after absent values")
        rows += count
    }

    mutating func append(text bytes: some Collection<UInt8>) {
        values.append(contentsOf: bytes)
        end(adding: bytes.count)
        note(isPresent: true)
    }

    /// Appends a list, whose texts are in the next column.
    mutating func append(listOf count: Int) {
        end(adding: count)
        note(isPresent: true)
    }

    mutating func appendAbsent() {
        if let width = type.width { values.append(contentsOf: repeatElement(0, count: width)) } else { end(adding: 0) }
        note(isPresent: false)
    }

    /// Removes and returns the buffered values.
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

    /// Records whether a value is present. Needed only from the first absent value on.
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
