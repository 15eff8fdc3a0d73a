import CFilmgateSQLite

final class Statement {
    private let raw: OpaquePointer
    private let database: OpaquePointer
    let text: String

    init(_ text: String, on database: OpaquePointer) throws(DatabaseError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK else { throw DatabaseError(of: database, during: text) }
        guard let prepared else { throw DatabaseError(code: SQLITE_MISUSE, message: "an empty statement") }
        raw = prepared
        self.database = database
        self.text = text
    }

    deinit { sqlite3_finalize(raw) }

    func bind(_ value: SQLValue, at position: Int) throws(DatabaseError) {
        let index = Int32(position)
        let code =
            switch value {
            case .null: sqlite3_bind_null(raw, index)
            case .integer(let value): sqlite3_bind_int64(raw, index, value)
            case .real(let value): sqlite3_bind_double(raw, index, value)
            case .text(let value): fg_sqlite_bind_text(raw, index, value, UInt64(value.utf8.count))
            case .blob(let bytes): fg_sqlite_bind_blob(raw, index, bytes, UInt64(bytes.count))
            }
        guard code == SQLITE_OK else { throw DatabaseError(of: database, during: text) }
    }

    /// Steps to the next row. Returns false after the last row.
    func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(raw) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw DatabaseError(of: database, during: text)
        }
    }

    func reset() { sqlite3_reset(raw) }

    /// Frees the bound values, which can be large.
    func clear() { sqlite3_clear_bindings(raw) }

    var row: Row { Row(raw) }
}

@available(*, unavailable)
extension Statement: Sendable {}

/// The current row of a statement. Columns are numbered from 0.
public struct Row: ~Copyable {
    private let raw: OpaquePointer

    fileprivate init(_ raw: OpaquePointer) { self.raw = raw }

    public func isNull(_ column: Int) -> Bool { sqlite3_column_type(raw, Int32(column)) == SQLITE_NULL }

    /// Returns an integer, or 0 if the column is NULL.
    public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(raw, Int32(column)) }

    /// Returns a floating-point number, or 0 if the column is NULL.
    public func real(_ column: Int) -> Double { sqlite3_column_double(raw, Int32(column)) }

    public func flag(_ column: Int) -> Bool { integer(column) != 0 }

    /// Returns a string, or an empty string if the column is NULL.
    public func text(_ column: Int) -> String {
        guard let start = sqlite3_column_text(raw, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(raw, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns a blob, or an empty blob if the column is NULL.
    public func blob(_ column: Int) -> [UInt8] {
        guard let start = sqlite3_column_blob(raw, Int32(column)) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, Int32(column)))))
    }

    /// Calls `body` with the bytes of a string or a blob, without copying the bytes.
    public func withBytes<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        let start = sqlite3_column_blob(raw, Int32(column))
        return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, Int32(column)))))
    }

    /// Returns a 16-byte blob as a big-endian number, or 0 for any other value.
    public func number128(_ column: Int) -> UInt128 {
        guard let start = sqlite3_column_blob(raw, Int32(column)), sqlite3_column_bytes(raw, Int32(column)) == 16
        else { return 0 }
        return UInt128(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt128.self))
    }

    public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

    public func optionalReal(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }

    public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    public func optionalBlob(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }
}
