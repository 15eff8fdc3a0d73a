/// One database by two connections, so that reading does not wait while a writer waits for the disk.
///
/// A read that begins after a write has returned sees it.
public struct DatabasePair: Sendable {
    private let writer: Database
    private let reader: Database
    private let path: String

    /// Opens the file on the calling thread, makes it where it is missing, and brings its schema up to date.
    ///
    /// - Throws: `DatabaseError`, and `UnknownSchema` where a newer program wrote it.
    public init(path: String, named name: String, migrations: [Migration]) throws {
        self.path = path
        writer = try Database(path: path, access: .readWrite, named: "\(name).write") {
            try migrate($0, by: migrations)
        }
        reader = try Database(path: path, access: .readOnly, named: "\(name).read")
    }

    /// See `Database.read`.
    public func read<T: Sendable>(_ body: @Sendable (Connection) throws -> T) async throws -> T {
        try await reader.read(body)
    }

    /// See `Database.write`.
    public func write<T: Sendable>(_ body: @Sendable (Connection) throws -> T) async throws -> T {
        try await writer.write(body)
    }

    /// Reads on a connection opened for this alone, where `body` may take so long that other readers must not wait for it.
    public func aside<T: Sendable>(_ body: @Sendable (Connection) throws -> T) async throws -> T {
        try await Database(path: path, access: .readOnly, named: "aside").read(body)
    }

    /// The reader first, so that the writer, the last one, folds the log into the file.
    public func close() async {
        await reader.close()
        await writer.close()
    }
}
