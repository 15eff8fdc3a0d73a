import FilmgateSystem

/// A table of comma-separated values. Its first row contains the names of the columns. Rows are decoded one by one,
/// because decoding a large file at once would need many times its size in memory.
struct CSVTable {
    /// The names of the columns; empty if the first row has too many values or is incomplete.
    let names: [String]
    /// Whether only the beginning of the file was read.
    let isCut: Bool
    let bytes: [UInt8]
    private let start: Int

    /// Reads the first `most` bytes of a file. Returns nil if the file cannot be read.
    init?(_ file: PhotoFile, atMost most: Int) {
        guard let bytes = file.beginning(atMost: most) else { return nil }
        self.init(bytes, isCut: bytes.count < file.size)
    }

    init(_ text: String) { self.init(Array(text.utf8), isCut: false) }

    private init(_ bytes: [UInt8], isCut: Bool) {
        (self.bytes, self.isCut) = (bytes, isCut)
        var rows = Rows(bytes, isCut: isCut, at: 0, columns: CSVTable.mostColumns)
        let first = rows.nextRow()
        // Removes a byte order mark from the names.
        let names = (first?.values ?? []).map { name in
            String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "\u{FEFF}" }))
        }
        self.names = first?.count == names.count ? names : []
        start = rows.position
    }

    /// The rows after the row with the column names.
    var rows: Rows { Rows(bytes, isCut: isCut, at: start, columns: names.count) }

    private static let mostColumns = 256

    /// A sequence of rows. Skips empty lines, and rows with far more values than the table has columns.
    struct Rows: Sequence, IteratorProtocol {
        private let bytes: [UInt8]
        private let isCut: Bool
        private let columns: Int
        fileprivate private(set) var position: Int
        /// The number of skipped rows that had far too many values.
        private(set) var wide = 0

        private static let mostExtra = 64

        fileprivate init(_ bytes: [UInt8], isCut: Bool, at position: Int, columns: Int) {
            (self.bytes, self.isCut, self.position, self.columns) = (bytes, isCut, position, columns)
        }

        /// Returns the values of the next row, at most as many as there are columns.
        mutating func next() -> [String]? {
            while true {
                skipEmptyLines()
                guard let row = nextRow() else { return nil }
                if row.count > columns + Rows.mostExtra {
                    wide += 1
                } else if row.count > 1 || row.values.first?.isEmpty == false {
                    return row.values
                }
            }
        }

        private mutating func skipEmptyLines() {
            while position < bytes.count, bytes[position] == UInt8(ascii: "\n") { position += 1 }
        }

        /// Returns the next row, and the number of all its values, including those beyond the last column. Returns nil
        /// for an incomplete row at the end.
        fileprivate mutating func nextRow() -> (values: [String], count: Int)? {
            guard position < bytes.count else { return nil }
            var values: [String] = []
            var count = 0
            var field: [UInt8] = []
            var isQuoted = false
            var previous: UInt8?
            func endField() {
                if count < columns {
                    values.append(String(decoding: field, as: UTF8.self))
                    field.removeAll(keepingCapacity: true)
                }
                count += 1
            }
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                switch byte {
                case UInt8(ascii: "\""):
                    // Two quotation marks in a quoted value stand for one quotation mark.
                    if !isQuoted, previous == byte, count < columns { field.append(byte) }
                    isQuoted.toggle()
                case UInt8(ascii: ",") where !isQuoted: endField()
                case UInt8(ascii: "\n") where !isQuoted:
                    if previous == UInt8(ascii: "\r"), !field.isEmpty { field.removeLast() }
                    endField()
                    return (values, count)
                default: if count < columns { field.append(byte) }
                }
                previous = byte
            }
            endField()
            return isCut ? nil : (values, count)
        }
    }
}

extension PhotoFile {
    /// Returns the contents of the file; nil if the file cannot be read or is too large.
    func contents(atMost bytes: Int) -> [UInt8]? {
        guard size <= bytes else { return nil }
        return beginning(atMost: bytes)
    }

    /// Returns at most the first `bytes` bytes of the file; nil if the file cannot be read.
    func beginning(atMost bytes: Int) -> [UInt8]? {
        let count = Int(min(size, UInt64(bytes)))
        // Errors are ignored, because an unreadable file is treated like a missing file.
        return count == 0 ? [] : try? open().0.bytes(at: 0, count: count)
    }
}
