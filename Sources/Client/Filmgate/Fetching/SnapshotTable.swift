import FilmgateModel
import FilmgateWire

/// The columns of a snapshot. `init` validates them, so that reading a row is safe even if the file is malformed.
struct SnapshotTable: Sendable {
    /// The columns of the file that together hold one property.
    private struct Column {
        var values: SnapshotColumn
        /// For lists of strings, the column with the strings that `values` refers to.
        var texts: SnapshotColumn?
        var present: SnapshotColumn?
    }

    let count: Int
    private let bytes: [UInt8]
    private let ids: SnapshotColumn
    private var columns: [String: Column] = [:]

    /// - Throws: `invalidReply` if there are no identifiers, or if a column is not within the file or is too short for
    ///   the rows.
    init(_ bytes: [UInt8], _ layout: SnapshotLayout) throws(PhotoLibraryError) {
        guard let ids = layout.columns.first(where: { $0.name == "id" && $0.type == .uuid }) else {
            throw .invalidReply("The broker's snapshot has no identifiers for its rows.")
        }
        self.bytes = bytes
        self.ids = ids
        count = layout.count
        for column in layout.columns { try add(column) }
    }

    private mutating func add(_ column: SnapshotColumn) throws(PhotoLibraryError) {
        let (end, overflows) = column.offset.addingReportingOverflow(column.bytes)
        guard !overflows, end <= UInt64(bytes.count) else { throw SnapshotTable.broken(column) }
        switch column.type {
        case .present:
            guard Int(column.bytes) >= (count + 7) / 8 else { throw SnapshotTable.broken(column) }
            columns[column.name]?.present = column
        case .text where columns[column.name]?.values.type == .texts:
            columns[column.name]?.texts = column
        case .signed64, .unsigned64, .double, .unsigned32, .signed32, .flag, .uuid, .text, .texts:
            // Columns of lists or strings contain offsets, one more than there are rows.
            let needed = column.type.width.map { $0 * count } ?? 8 * (count + 1)
            guard Int(column.bytes) >= needed else { throw SnapshotTable.broken(column) }
            columns[column.name] = Column(values: column)
        }
    }

    private static func broken(_ column: SnapshotColumn) -> PhotoLibraryError {
        .invalidReply("The column '\(quotable(column.name))' of the broker's snapshot is shorter than it says.")
    }

    /// Returns a value of a row, or nil if the value is absent.
    ///
    /// - Parameter row: the index of the row, less than `count`.
    func value(_ name: String, at row: Int) -> PropertyValue? {
        guard let column = columns[name] else { return place(name, at: row) }
        if let present = column.present, bytes[Int(present.offset) + row / 8] >> (row % 8) & 1 == 0 { return nil }
        let values = column.values
        return switch values.type {
        case .signed64: .date(Timestamp(rawValue: Int64(bitPattern: word(values, row))))
        case .unsigned64: .bytes(word(values, row))
        case .double: .seconds(Double(bitPattern: word(values, row)))
        case .unsigned32: .unsigned(half(values, row))
        case .signed32: .signed(Int32(bitPattern: half(values, row)))
        case .flag: .flag(bytes[Int(values.offset) + row] != 0)
        case .uuid: .text(ObjectID(uuid: number(values, row)).description)
        case .text: .text(text(values, row))
        case .texts: .texts(texts(column, row))
        case .present: nil
        }
    }

    func id<ID: LocalIdentifier>(at row: Int) -> ID { ID(uuid: number(ids, row)) }

    /// Returns a location. Its latitude and its longitude are in separate columns.
    private func place(_ name: String, at row: Int) -> PropertyValue? {
        guard case .seconds(let latitude)? = coordinate("\(name).latitude", row),
            case .seconds(let longitude)? = coordinate("\(name).longitude", row)
        else { return nil }
        return Location(latitude: latitude, longitude: longitude).map(PropertyValue.place)
    }

    private func coordinate(_ name: String, _ row: Int) -> PropertyValue? {
        columns[name] == nil ? nil : value(name, at: row)
    }

    /// Returns an identifier as a number, read from 16 big-endian bytes.
    private func number(_ column: SnapshotColumn, _ row: Int) -> UInt128 {
        let start = Int(column.offset) + 16 * row
        return bytes[start..<start + 16].reduce(0) { $0 << 8 | UInt128($1) }
    }

    private func texts(_ column: Column, _ row: Int) -> [String] {
        guard let texts = column.texts else { return [] }
        let (first, end) = (word(column.values, row), word(column.values, row + 1))
        // Limits the number of strings to the number in the column, even if the row's positions are invalid.
        let room = UInt64(texts.bytes / 8)
        guard first <= end, end < room || first == end else { return [] }
        return (first..<end).map { text(texts, Int($0)) }
    }

    /// Returns a string, or an empty string if its offsets are outside the column.
    private func text(_ column: SnapshotColumn, _ index: Int) -> String {
        let (first, end) = (word(column, index), word(column, index + 1))
        guard first <= end, end <= column.bytes else { return "" }
        let start = Int(column.offset)
        return String(decoding: bytes[start + Int(first)..<start + Int(end)], as: UTF8.self)
    }

    private func word(_ column: SnapshotColumn, _ index: Int) -> UInt64 {
        littleEndian(at: Int(column.offset) + 8 * index, bytes: 8)
    }

    private func half(_ column: SnapshotColumn, _ index: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: littleEndian(at: Int(column.offset) + 4 * index, bytes: 4))
    }

    private func littleEndian(at start: Int, bytes count: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in (start..<start + count).reversed() { value = value << 8 | UInt64(bytes[index]) }
        return value
    }
}
