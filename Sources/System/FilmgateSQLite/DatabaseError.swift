import CFilmgateSQLite

/// An error that SQLite reported.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    public let code: Code
    /// A message for the journal. It can quote SQL, so the broker must not send it to a client.
    public let message: String

    /// An extended result code of SQLite.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The primary result code, which is the low byte.
        public var primary: Code { Code(rawValue: rawValue & 0xff) }

        /// A generic error: for example, a table, a column or a function is missing.
        public static let error = Code(rawValue: SQLITE_ERROR)
        public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        public static let notDatabase = Code(rawValue: SQLITE_NOTADB)
        public static let mismatch = Code(rawValue: SQLITE_MISMATCH)
        public static let tooBig = Code(rawValue: SQLITE_TOOBIG)
        public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        public static let interrupt = Code(rawValue: SQLITE_INTERRUPT)
        public static let inputOutput = Code(rawValue: SQLITE_IOERR)
        /// A misuse of SQLite's interface. Accesses to a closed database also fail with this code.
        public static let misuse = Code(rawValue: SQLITE_MISUSE)
    }

    init(code: Int32, message: String) {
        self.code = Code(rawValue: code)
        self.message = message
    }

    /// Describes the last error of a connection.
    init(of raw: OpaquePointer?, during statement: String) {
        code = Code(rawValue: sqlite3_extended_errcode(raw))
        message = "\(String(cString: sqlite3_errmsg(raw))) (in: \(statement.prefix(200)))"
    }

    static let closed = DatabaseError(code: SQLITE_MISUSE, message: "the database is closed")

    public var description: String { "SQLite \(code.rawValue): \(message)" }
}

/// A failed commit.
///
/// After an I/O error, the changes of the transaction may or may not be in the database after a restart.
public struct CommitFailure: Error, Hashable, Sendable { public let reason: DatabaseError }

/// An error for a database whose schema is too new, too old, or not Filmgate's.
public struct UnknownSchema: Error, Hashable, Sendable, CustomStringConvertible {
    public let version: Int
    /// The version numbers of the schemas that this program can open or migrate.
    let known: ClosedRange<Int>

    public var description: String {
        if version > known.upperBound {
            "a newer program wrote the database: its schema is \(version), and this program supports none after "
                + "\(known.upperBound)"
        } else if version == 0 {
            "the database belongs to another program: it has tables, but no schema version"
        } else {
            "an older program wrote the database: its schema is \(version), and this program supports none before "
                + "\(known.lowerBound)"
        }
    }
}
