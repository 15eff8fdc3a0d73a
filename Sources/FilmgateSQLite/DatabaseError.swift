internal import CFilmgateSQLite

/// What SQLite reports when a statement cannot be run: a failure of the world, or of the statement's author.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    public let code: Code
    /// For the journal; it may quote SQL and must not reach a client.
    public let message: String

    /// One of SQLite's extended result codes.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The class of errors that the code belongs to.
        public var primary: Code { Code(rawValue: rawValue & 0xff) }

        public static let busy = Code(rawValue: SQLITE_BUSY)
        public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        /// Of what was ended from outside.
        public static let interrupt = Code(rawValue: SQLITE_INTERRUPT)
        public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        public static let full = Code(rawValue: SQLITE_FULL)
        public static let inputOutput = Code(rawValue: SQLITE_IOERR)
        public static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        public static let readOnly = Code(rawValue: SQLITE_READONLY)
        /// Also what every access to a closed database meets.
        public static let misuse = Code(rawValue: SQLITE_MISUSE)
    }

    init(code: Int32, message: String) {
        self.code = Code(rawValue: code)
        self.message = message
    }

    /// What went wrong last on a connection.
    init(of raw: OpaquePointer?, during statement: String) {
        code = Code(rawValue: sqlite3_extended_errcode(raw))
        message = "\(String(cString: sqlite3_errmsg(raw))) (in: \(statement.prefix(200)))"
    }

    static let closed = DatabaseError(code: SQLITE_MISUSE, message: "the database is closed")

    public var description: String { "SQLite \(code.rawValue): \(message)" }
}

/// A transaction whose body went well and whose commit did not.
///
/// After an input or output error it is not known whether a restart will find it done.
public struct CommitFailure: Error, Hashable, Sendable {
    public let reason: DatabaseError
}

/// A database whose schema is newer than this program.
public struct UnknownSchema: Error, Hashable, Sendable {
    public let version: Int
}
