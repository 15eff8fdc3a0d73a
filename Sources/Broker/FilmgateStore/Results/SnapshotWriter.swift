public import FilmgateModel
public import FilmgateSystem

/// A result, or a part of it, as columns in a sealed memory file.
public struct Snapshot: Sendable {
    /// A read-only descriptor with its own position, at the start of the file.
    public let content: OwnedDescriptor
    public let count: Int
    public let columns: [SnapshotColumn]
    /// The assets in the rows. Empty if there are too many assets for the audit log.
    public let ids: [ObjectID]
    /// Whether the snapshot needs new memory. It does not if the client has already received the same file.
    public var isNew = true

    public static let rowsNamed = 1_000

    /// The size of the file, in bytes.
    public var bytes: Int { Int(columns.map { $0.offset + $0.bytes }.max() ?? 0) }
}

/// An error for a snapshot that would exceed its size limit.
public struct SnapshotTooLarge: Error, Hashable, Sendable {
    public let limit: Int
}

/// Writes rows as columns to a memory file. The heap contains only a few thousand rows at a time.
///
/// Fixed-width columns come first in the file, then strings. A separate file collects the strings of each column until
/// the size of the column is known.
public struct SnapshotWriter {
    /// The index of each property's first column.
    private let fields: [Int]
    private var columns: [ColumnBuffer] = []
    private var places: [ColumnOffsets] = []
    private let rows: Int
    private let limit: Int
    private let file: OwnedDescriptor
    private var size = 0
    private var appended = 0
    static let rowsAtOnce = 4096

    /// The position of a column: its start in the file, the files that collect its strings and their ends, and the
    /// number of bytes that were written.
    private struct ColumnOffsets {
        var fixed = 0
        var written = 0
        var texts: OwnedDescriptor?
        var ends: OwnedDescriptor?
        var endsWritten = 0
    }

    /// - Parameter rows: the number of rows that will follow.
    public init(_ properties: [some SnapshotProperty], rows: Int, limit: Int) throws {
        self.rows = rows
        self.limit = limit
        file = try .memory(named: "filmgate-snapshot")
        var fields: [Int] = []
        for property in properties {
            fields.append(columns.count)
            for (name, type) in property.columns {
                columns.append(ColumnBuffer(name, type))
                if type == .texts { columns.append(ColumnBuffer(name, .text)) }
            }
        }
        self.fields = fields
        for column in columns {
            var place = ColumnOffsets()
            if let width = column.type.width {
                place.fixed = reserve(rows * width)
            } else {
                place.ends = try .memory(named: "filmgate-ends")
                if column.type == .text { place.texts = try .memory(named: "filmgate-texts") }
            }
            places.append(place)
        }
        guard size <= limit else { throw SnapshotTooLarge(limit: limit) }
    }

    /// Appends a value of the property with the index `field`. Nil means that the value is absent.
    public mutating func append(_ value: PropertyValue?, to field: Int) {
        let index = fields[field]
        switch value {
        case nil: appendAbsent(to: field)
        case .text(let text):
            guard columns[index].type == .uuid else { return columns[index].append(text: text.utf8) }
            if let id = ObjectID(text) { columns[index].append(fixed: id.bytes) } else { appendAbsent(to: field) }
        case .texts(let texts):
            columns[index].append(listOf: texts.count)
            for text in texts { columns[index + 1].append(text: text.utf8) }
        case .flag(let flag): columns[index].append(UInt8(flag ? 1 : 0))
        case .date(let date): columns[index].append(date.rawValue)
        case .place(let place):
            columns[index].append(place.latitude.bitPattern)
            columns[index + 1].append(place.longitude.bitPattern)
        case .signed(let value): columns[index].append(value)
        case .unsigned(let value): columns[index].append(value)
        case .bytes(let value): columns[index].append(value)
        case .seconds(let value): columns[index].append(value.bitPattern)
        }
    }

    /// Writes a fixed-width property of several rows in the file's encoding. No value can be absent.
    mutating func write(_ values: UnsafeRawBufferPointer, to field: Int) throws {
        let index = fields[field]
        guard let width = columns[index].type.width else { preconditionFailure("a column without a fixed width") }
        try file.write(values, at: UInt64(places[index].fixed + places[index].written))
        places[index].written += values.count
        columns[index].skip(values.count / width)
    }

    /// Counts rows that were written with `write`.
    mutating func endRows(_ count: Int) { appended += count }

    /// Appends a number that has the width of the column.
    mutating func append(number: some FixedWidthInteger, to field: Int) { columns[fields[field]].append(number) }

    /// Appends the bytes of a string or an identifier.
    mutating func append(bytes: UnsafeRawBufferPointer, to field: Int) {
        let index = fields[field]
        if columns[index].type == .uuid {
            columns[index].append(fixed: bytes)
        } else {
            columns[index].append(text: bytes)
        }
    }

    /// Ends a row, after all of its values were appended.
    public mutating func endRow() throws {
        appended += 1
        if appended.isMultiple(of: SnapshotWriter.rowsAtOnce) { try writeOut() }
    }

    private mutating func appendAbsent(to field: Int) {
        let next = field + 1 < fields.count ? fields[field + 1] : columns.count
        for index in fields[field]..<next where !(columns[index].type == .text && index > fields[field]) {
            columns[index].appendAbsent()
        }
    }

    private mutating func reserve(_ bytes: Int) -> Int {
        let start = (size + 7) / 8 * 8
        size = start + bytes
        return start
    }

    private mutating func writeOut() throws {
        var gathered = size
        for index in columns.indices {
            let values = columns[index].takeValues()
            let place = places[index]
            if let texts = place.texts {
                try values.withUnsafeBytes { try texts.write($0, at: UInt64(place.written)) }
            } else if columns[index].type.width != nil {
                try values.withUnsafeBytes { try file.write($0, at: UInt64(place.fixed + place.written)) }
            }
            places[index].written += values.count
            if let file = place.ends {
                let ends = columns[index].takeEnds()
                try ends.withUnsafeBytes { try file.write($0, at: UInt64(place.endsWritten)) }
                places[index].endsWritten += ends.count * 8
                gathered += places[index].written + places[index].endsWritten
            }
        }
        guard gathered <= limit else { throw SnapshotTooLarge(limit: limit) }
    }

    /// Copies the collected strings to the file, and seals the file.
    public mutating func finish(naming ids: [ObjectID]) throws -> Snapshot {
        precondition(appended == rows, "the number of rows is wrong")
        try writeOut()
        var layout: [SnapshotColumn] = []
        var waiting: SnapshotColumn?
        for index in columns.indices {
            let column = columns[index]
            let (offset, bytes) = try settle(index)
            layout.append(
                SnapshotColumn(name: column.name, type: column.type, offset: UInt64(offset), bytes: UInt64(bytes)))
            if let present = column.present {
                let start = reserve(present.count)
                try present.withUnsafeBytes { try file.write($0, at: UInt64(start)) }
                waiting = SnapshotColumn(
                    name: column.name, type: .present, offset: UInt64(start), bytes: UInt64(present.count))
            }
            // In the layout, the strings of a list follow the list immediately.
            if column.type != .texts, let present = waiting {
                layout.append(present)
                waiting = nil
            }
        }
        return Snapshot(
            content: try file.sealedForReading(), count: rows, columns: layout,
            ids: rows <= Snapshot.rowsNamed ? ids : [])
    }

    private mutating func settle(_ index: Int) throws -> (offset: Int, bytes: Int) {
        let (place, type) = (places[index], columns[index].type)
        guard let gathered = place.ends else { return (place.fixed, place.written) }
        // Ends of strings are offsets from the column's start. Ends of lists are indexes into the column of strings.
        let head = place.endsWritten + 8
        let origin = type == .text ? UInt64(head) : 0
        let start = reserve(head + place.written)
        var target = UInt64(start)
        try write([origin], at: &target)
        var source: UInt64 = 0
        var ends = [UInt64](repeating: 0, count: 8192)
        while source < place.endsWritten {
            let count = try ends.withUnsafeMutableBytes { try gathered.read(into: $0, at: source) }
            try write(ends[..<(count / 8)].map { $0 + origin }, at: &target)
            source += UInt64(count)
        }
        if let texts = place.texts { try file.append(texts, bytes: place.written, at: target) }
        return (start, head + place.written)
    }

    private func write(_ numbers: [UInt64], at target: inout UInt64) throws {
        try numbers.withUnsafeBytes { try file.write($0, at: target) }
        target += UInt64(numbers.count * 8)
    }
}

extension OwnedDescriptor {
    /// Copies bytes from another memory file to an offset in this file.
    fileprivate func append(_ other: OwnedDescriptor, bytes: Int, at target: UInt64) throws {
        var buffer = [UInt8](repeating: 0, count: min(bytes, 1 << 20))
        var offset = 0
        while offset < bytes {
            let count = try buffer.withUnsafeMutableBytes { try other.read(into: $0, at: UInt64(offset)) }
            let part = min(count, bytes - offset)
            try buffer.withUnsafeBytes { try write(.init(rebasing: $0[..<part]), at: target + UInt64(offset)) }
            offset += part
        }
    }

    /// Seals the file against changes, and returns a read-only descriptor.
    fileprivate func sealedForReading() throws(Errno) -> OwnedDescriptor {
        try seal()
        return try reopenedReadOnly()
    }
}
