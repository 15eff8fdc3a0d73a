public import FilmgateModel
import FilmgateSQLite
public import FilmgateSystem

/// Replaces a library with the restored one when the library is opened.
///
/// The next opening continues an interrupted step. Before the first step, the restored library is complete and on the
/// disk. The previous library stays on the disk until `confirm`. If the broker ends before `confirm`, for example
/// because the restored library does not open, the next opening brings the previous library back.
enum RestoredLibraryInstaller {
    /// The folder in which a restored library is assembled.
    static let incomplete = "restore"
    /// The name to which `finish` renames the folder `incomplete`.
    static let complete = "restored"
    /// The folder of the previous library. It exists until the restored library has opened.
    private static let replaced = "replaced"
    /// The folder of the previous library during the steps that bring it back.
    private static let returning = "returning"
    /// Returns the folder name for a library that could not be opened: `damaged`, `damaged-2` and so on. The folder
    /// stays until a restored library has opened.
    private static func aside(_ number: Int) -> String { number == 1 ? "damaged" : "damaged-\(number)" }
    /// The folder with the empty database that replaces a damaged library's database.
    private static let empty = "empty"
    /// The folder of a previous or damaged library while it is being removed.
    private static let removed = "replaced-originals"

    static let databaseFiles = ["library.sqlite3", "library.sqlite3-wal", "library.sqlite3-shm"]

    /// Installs a restored library, or continues interrupted steps. The library must be locked but not open.
    static func install(in library: Directory) throws(Errno) {
        if !library.has("library.sqlite3"), library.has(empty) { try finishSettingAside(in: library) }
        try library.removeTree(empty)
        if library.has(replaced), !library.has(complete) { try library.rename(replaced, to: returning) }
        if library.has(returning) { try bringBack(in: library) }
        guard library.has(complete) else { return }
        let restored = try library.directory(complete)
        let before = try library.makingDirectory(replaced)
        if restored.has("library.sqlite3") {
            // Moves the old write-ahead log, too, because SQLite must not apply it to the new database.
            for name in databaseFiles where library.has(name) { try library.rename(name, to: name, in: before) }
            try synchronize(library, before)
            try restored.rename("library.sqlite3", to: "library.sqlite3", in: library)
        }
        for name in ["originals", Library.restoreNote] where restored.has(name) {
            if library.has(name) { try library.rename(name, to: name, in: before) }
            try restored.rename(name, to: name, in: library)
        }
        try synchronize(library, before)
        try removeImages(in: library)
        try library.removeTree(complete)
    }

    private static func bringBack(in library: Directory) throws(Errno) {
        let before = try library.directory(returning)
        // Removes the restored database with its logs, before the previous database returns.
        if before.has("library.sqlite3") {
            for name in databaseFiles { try library.removeTree(name) }
            try before.rename("library.sqlite3", to: "library.sqlite3", in: library)
        }
        for name in ["library.sqlite3-wal", "originals", Library.restoreNote] where before.has(name) {
            try library.removeTree(name)
            try before.rename(name, to: name, in: library)
        }
        try synchronize(library, before)
        try removeImages(in: library)
        try library.removeTree(returning)
    }

    /// Removes the cached images, because they may show different content.
    private static func removeImages(in library: Directory) throws(Errno) { try library.removeTree("cache") }

    private static func synchronize(_ folders: Directory...) throws(Errno) {
        for folder in folders { try folder.synchronize() }
    }

    /// Discards the previous library and all damaged libraries, because the restored library has opened. The last one
    /// stays on the disk until `remove`. Does nothing if no restored library was installed.
    static func confirm(in library: Directory) throws(Errno) {
        guard library.has(replaced) else { return }
        for name in [replaced] + asides(in: library) {
            try library.removeTree(removed)
            try library.rename(name, to: removed)
            try library.synchronize()
        }
    }

    static func remove(in library: Directory) throws(Errno) { try library.removeTree(removed) }

    // MARK: A library that cannot be opened

    /// Returns the folder names of the damaged libraries, latest first.
    private static func asides(in library: Directory) -> [String] {
        (1...).lazy.map(aside).prefix { library.has($0) }.reversed()
    }

    /// Makes the folder for an empty library's database. Removes the leftovers of an interrupted attempt.
    static func makingEmpty(in library: Directory) throws(Errno) -> Directory {
        try library.removeTree(empty)
        return try library.makingDirectory(empty)
    }

    /// Moves a library that cannot be opened to a separate folder, and installs an empty library. If moving the
    /// database fails, the library is unchanged. After the move, the next opening continues interrupted work.
    ///
    /// - Parameter database: the folder of the empty library's database, which must be closed.
    static func setAside(in library: Directory, for database: Directory) throws(Errno) {
        // A remaining write-ahead log would contain writes that the database file lacks.
        guard !database.has("library.sqlite3-wal") else { throw .noSpace }
        try synchronize(database, library)
        let earlier = asides(in: library)
        // If the latest folder has no database yet, an interrupted attempt made it, and this attempt uses it.
        let isComplete = earlier.first.map { library.has("\($0)/library.sqlite3") } ?? true
        let folder = try library.makingDirectory(aside(earlier.count + (isComplete ? 1 : 0)))
        if library.has("library.sqlite3") { try library.rename("library.sqlite3", to: "library.sqlite3", in: folder) }
        try finishSettingAside(in: library)
        try library.removeTree(empty)
    }

    private static func finishSettingAside(in library: Directory) throws(Errno) {
        let database = try library.directory(empty)
        guard database.has("library.sqlite3"), let name = asides(in: library).first else { throw .noEntry }
        let folder = try library.directory(name)
        for name in ["originals"] + databaseFiles where library.has(name) {
            try library.rename(name, to: name, in: folder)
        }
        try synchronize(library, folder)
        try database.rename("library.sqlite3", to: "library.sqlite3", in: library)
        try synchronize(library, database)
    }

    /// Returns the folders with the stored files of the damaged libraries.
    static func asideFolders(in library: Directory) -> [StoredFileOpener] {
        asides(in: library).compactMap { name in
            // A damaged library without stored files is skipped.
            guard let folder = try? library.directory(name).directory("originals") else { return nil }
            return StoredFileOpener(folder: folder, guarding: nil)
        }
    }
}

extension Library {
    /// Discards the library from before a restoration, after the restored library has opened.
    @concurrent
    public func confirmRestoration() async throws { try RestoredLibraryInstaller.confirm(in: folder) }

    /// Deletes the files of a discarded library from the disk.
    @concurrent
    public func removeReplaced() async throws { try RestoredLibraryInstaller.remove(in: folder) }

    /// Returns whether an error can mean that the library's database is damaged. A full disk is not damage.
    public static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case is CorruptRowError: true
        case let failure as CommitFailure: failure.reason.code.isDamage
        case let error as DatabaseError: error.code.isDamage
        default: false
        }
    }

    /// Replaces a library that cannot be opened with an empty one, and keeps the damaged library in a separate folder.
    /// The empty library takes over the administrators' decisions, pauses and mutes, if they can be read. If they
    /// cannot be written, nothing changes.
    ///
    /// - Returns: the error if the decisions could not be read, or nil.
    @concurrent
    @discardableResult
    public static func setAside(in folder: Directory, at now: Timestamp) async throws -> (any Error)? {
        guard let lock = try await folder.lock("lock", within: .seconds(3)) else { throw LibraryInUse() }
        defer { withExtendedLifetime(lock) {} }
        let empty = try RestoredLibraryInstaller.makingEmpty(in: folder)
        try empty.makeFile("library.sqlite3")
        let database = try Database(
            path: empty.path(of: "library.sqlite3"), access: .readWrite, named: "empty", functions: [.like],
            migrations: Schema.migrations)
        let decisions = await readDecisions(at: folder.path(of: "library.sqlite3"))
        do {
            if case .success(let decisions) = decisions {
                try await database.write { try decisions.put(into: $0, at: now) }
            }
        } catch {
            await database.close()
            throw error
        }
        await database.close()
        try RestoredLibraryInstaller.setAside(in: folder, for: empty)
        if case .failure(let error) = decisions { return error }
        return nil
    }

    private static func readDecisions(at path: String) async -> Result<PreservedGrants, any Error> {
        do {
            let damaged = try Database(path: path, access: .readOnly, named: "aside", functions: [.like])
            do {
                let decisions = try await damaged.read { try PreservedGrants(in: $0) }
                await damaged.close()
                return .success(decisions)
            } catch {
                await damaged.close()
                throw error
            }
        } catch {
            return .failure(error)
        }
    }
}

extension DatabaseError.Code {
    fileprivate var isDamage: Bool { DatabaseError.Code.damage.contains(primary) }

    /// The result codes that can mean damage: a damaged file, a file that is not a database, a different schema, a
    /// violated constraint, or a value with a wrong type or size.
    private static let damage: Set<DatabaseError.Code> = [
        .corrupt, .notDatabase, .error, .constraint, .mismatch, .tooBig,
    ]
}
