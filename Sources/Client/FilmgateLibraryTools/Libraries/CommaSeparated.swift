import FilmgateSystem

/// A table of comma-separated values whose first row has the names of the columns. The rows are read one by one,
/// because the texts of a large file would take many times its size.
struct CommaSeparated {
    /// The names of the columns. Empty if the first row has too many values, or was not read completely.
    let names: [String]
    /// Whether only the beginning of the file was read.
    let isCut: Bool
    let bytes: [UInt8]
    private let start: Int

    /// Reads the beginning of a file, up to a size. Returns nil if the file cannot be read.
    init?(_ file: PhotoFile, atMost most: Int) {
        guard let bytes = file.beginning(atMost: most) else { return nil }
        self.init(bytes, isCut: bytes.count < file.size)
    }

    init(_ text: String) { self.init(Array(text.utf8), isCut: false) }

    private init(_ bytes: [UInt8], isCut: Bool) {
        (self.bytes, self.isCut) = (bytes, isCut)
        var rows = Rows(bytes, isCut: isCut, at: 0, columns: CommaSeparated.mostColumns)
        let first = rows.nextRow()
        // A byte order mark is not a part of the first name.
        let names = (first?.values ?? []).map { name in
            String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "\u{FEFF}" }))
        }
        self.names = first?.count == names.count ? names : []
        start = rows.position
    }

    /// The rows below the names.
    var rows: Rows { Rows(bytes, isCut: isCut, at: start, columns: names.count) }

    private static let mostColumns = 256

    /// A sequence of rows. Skips empty lines, and rows with far more values than there are columns.
    struct Rows: Sequence, IteratorProtocol {
        private let bytes: [UInt8]
        private let isCut: Bool
        private let columns: Int
        fileprivate private(set) var position: Int
        /// The number of rows so far that had far too many values.
        private(set) var wide = 0

        private static let mostExtra = 64

        fileprivate init(_ bytes: [UInt8], isCut: Bool, at position: Int, columns: Int) {
            (self.bytes, self.isCut, self.position, self.columns) = (bytes, isCut, position, columns)
        }

        /// Returns the values of the next row, at most one for each column.
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

        /// Returns the next row, and the number of its values, including those beyond the columns. Returns nil for a
        /// row whose end was not read.
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
                    // Two quotation marks within quotes stand for one quotation mark.
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
    /// Returns the content of the file; nil if it cannot be read or exceeds the size.
    func contents(atMost bytes: Int) -> [UInt8]? {
        guard size <= bytes else { return nil }
        return beginning(atMost: bytes)
    }

    /// Returns the beginning of the file, up to a size; nil if it cannot be read.
    func beginning(atMost bytes: Int) -> [UInt8]? {
        let count = Int(min(size, UInt64(bytes)))
        // A file that cannot be read is treated like a missing file.
        return count == 0 ? [] : try? open().0.bytes(at: 0, count: count)
    }
}
