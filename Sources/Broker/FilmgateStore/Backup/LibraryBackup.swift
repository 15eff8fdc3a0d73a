import FilmgateHashing
public import FilmgateModel
import FilmgateSQLite
public import FilmgateSystem

/// A consistent copy of a library's database, with a list of the library's stored files but not their content.
public struct LibraryBackup: Sendable {
    /// A read-only descriptor of a copy of the database. The copy has no name.
    public let database: OwnedDescriptor
    /// A list of all stored files of the library, sorted by name. Each line has the form `NAME SHA256 SIZE`.
    public let files: OwnedDescriptor
    /// An identifier of the library. A restored library has the identifier of the original library.
    public let identity: String
    /// The number of the last transaction in the change log. It increases with each batch of changes.
    public let generation: Int64
    public let count: UInt64
    /// The total size of all stored files, in bytes.
    public let bytes: UInt64
}

extension Library {
    /// Copies the database and lists the stored files. The library remains usable during the backup.
    public func backup() async throws -> LibraryBackup { try await inspector.backup(in: folder) }

    /// Opens stored files by name, read-only. Leaves out missing files: they may have been purged meanwhile.
    @concurrent
    public func storedFiles(_ names: [String]) async throws -> [String: OwnedDescriptor] {
        var files: [String: OwnedDescriptor] = [:]
        let known = names.compactMap { text in StoredFileName(text).map { (text: text, name: $0) } }
        for (file, opened) in zip(known, await originals.reading.open(known.map(\.name))) {
            do throws(Errno) { files[file.text] = try opened.get() } catch {
                guard error == .noEntry else { throw error }
            }
        }
        return files
    }

    /// Records that a backup has ended. The backup itself does not contain this record.
    @concurrent
    public func noteBackup(at moment: Timestamp) async throws {
        try folder.replaceFile(Library.backupNote, with: Array(String(moment.rawValue).utf8))
    }

    /// Returns the time of the last backup, or nil if none is recorded.
    @concurrent
    public func lastBackup() async -> Timestamp? { moment(in: Library.backupNote) }

    /// Returns the time of the last restoration from a backup, or nil if none is recorded.
    @concurrent
    public func lastRestore() async -> Timestamp? { moment(in: Library.restoreNote) }

    private func moment(in note: String) -> Timestamp? {
        // Without a readable file, the time is unknown.
        guard let bytes = try? folder.file(note).contents(upTo: 32) else { return nil }
        return Int64(String(decoding: bytes, as: UTF8.self)).map(Timestamp.init(rawValue:))
    }

    /// Returns an identifier of this library. Only libraries that are restored from its backups share the identifier.
    public func identity() async throws -> String { try await database.read { try BackupProperties.identity(of: $0) } }

    private static var backupNote: String { "last-backup" }
    static var restoreNote: String { "last-restore" }
}

extension LibraryVerifier {
    func backup(in folder: Directory) async throws -> LibraryBackup {
        let part = "backup.sqlite3"
        // A broker that was killed may have left a copy.
        try folder.removeTree(part)
        try folder.makeFile(part)
        // If the removal fails, the next backup removes the copy.
        defer { try? folder.removeTree(part) }
        let list = try folder.unnamedFile(permissions: 0o400)
        let facts = try await database.offload { database in
            let facts = try BackupProperties(of: database)
            try database.list(to: list)
            try database.copy(toFileAt: folder.path(of: part))
            return facts
        }
        return LibraryBackup(
            database: try folder.file(part), files: try list.reopenedReadOnly(), identity: facts.identity,
            generation: facts.generation, count: facts.count, bytes: facts.bytes)
    }
}

/// The data that identifies a library and its state in a backup.
struct BackupProperties: Sendable {
    let identity: String
    let generation: Int64
    let count: UInt64
    let bytes: UInt64

    init(of database: DatabaseConnection) throws {
        identity = try BackupProperties.identity(of: database)
        let row = try database.first(
            """
            SELECT generation, resources + (SELECT count(*) FROM undo_file),
                bytes + (SELECT ifnull(sum(size), 0) FROM undo_file)
            FROM library
            """
        ) { ($0.integer(0), UInt64(clamping: $0.integer(1)), UInt64(clamping: $0.integer(2))) }
        guard let row else { throw CorruptRowError(table: "library") }
        (generation, count, bytes) = row
    }

    static func identity(of database: DatabaseConnection) throws -> String {
        let hash = SHA256Hasher.hash(of: [Array("filmgate backup".utf8), try database.secret()])
        return Hexadecimal.text(of: hash.prefix(16))
    }
}

extension DatabaseConnection {
    fileprivate func list(to file: OwnedDescriptor) throws {
        var buffer: [UInt8] = []
        try StoredFile.each(in: self) { stored in
            buffer += stored.line
            if buffer.count >= 1 << 20 {
                try file.write(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
        }
        try file.write(buffer)
    }
}
