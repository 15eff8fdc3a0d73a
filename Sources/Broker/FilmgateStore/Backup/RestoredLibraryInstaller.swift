public import FilmgateModel
import FilmgateSQLite
public import FilmgateSystem

/// Replaces a library with the restored one when the library is opened, and brings the previous library back if the
/// restored one does not open.
///
/// Each step can be repeated: after an interruption, the next opening continues. The restored library is complete and
/// on the disk before the first step. The previous library is kept until `confirm`. If the broker ends before that, for
/// any reason, the next start uses the previous library again.
enum RestoredLibraryInstaller {
    /// The folder in which a library is assembled.
    static let incomplete = "restore"
    /// The name of that folder when the library in it is complete.
    static let complete = "restored"
    /// The folder of the library that was replaced, until the restored library has opened.
    private static let replaced = "replaced"
    /// The folder of the replaced library while it is brought back.
    private static let returning = "returning"
    /// Returns the folder name of a library that could not be opened: `damaged`, `damaged-2` and so on. The folder
    /// stays until a restored library has opened.
    private static func aside(_ number: Int) -> String { number == 1 ? "damaged" : "damaged-\(number)" }
    /// The folder with the empty database that replaces a library that is set aside.
    private static let empty = "empty"
    /// The folder of data that is no longer needed, while the data is being removed.
    private static let removed = "replaced-originals"

    static let databaseFiles = ["library.sqlite3", "library.sqlite3-wal", "library.sqlite3-shm"]

    /// Installs a restored library, or continues interrupted steps. Call this while the library is locked and not open.
    static func install(in library: Directory) throws(Errno) {
        if !library.has("library.sqlite3"), library.has(empty) { try finishSettingAside(in: library) }
        try library.removeTree(empty)
        if library.has(replaced), !library.has(complete) { try library.rename(replaced, to: returning) }
        if library.has(returning) { try bringBack(in: library) }
        guard library.has(complete) else { return }
        let restored = try library.directory(complete)
        let before = try library.makingDirectory(replaced)
        if restored.has("library.sqlite3") {
            // SQLite must not apply the write-ahead log of the earlier database to the new database.
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
        // Removes the old database's files first, because the restored database brings its own logs.
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

    /// Removes the cached images, because assets may look different now.
    private static func removeImages(in library: Directory) throws(Errno) { try library.removeTree("cache") }

    private static func synchronize(_ folders: Directory...) throws(Errno) {
        for folder in folders { try folder.synchronize() }
    }

    /// Removes the previous library and the libraries that were set aside, because the restored library has opened.
    /// Does nothing if another library has opened, such as an empty one while a backup is checked.
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

    /// Returns the folder names of libraries that were set aside, the latest first.
    private static func asides(in library: Directory) -> [String] {
        (1...).lazy.map(aside).prefix { library.has($0) }.reversed()
    }

    /// Makes the folder for the database of the empty library. Removes what an interruption left there.
    static func makingEmpty(in library: Directory) throws(Errno) -> Directory {
        try library.removeTree(empty)
        return try library.makingDirectory(empty)
    }

    /// Sets the library aside, and puts the empty one in its place until a backup is restored. Until the first step
    /// succeeds, nothing has changed. After that, the next opening continues the work.
    ///
    /// - Parameter database: the folder of the empty library's database, which must be closed.
    static func setAside(in library: Directory, for database: Directory) throws(Errno) {
        // If the empty database still had a log, writes in the log would be lost.
        guard !database.has("library.sqlite3-wal") else { throw .noSpace }
        try synchronize(database, library)
        let earlier = asides(in: library)
        // After an interruption, the last folder does not have its database yet.
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

    /// Returns the folders with the stored files of the libraries that were set aside.
    static func asideFolders(in library: Directory) -> [StoredFolder] {
        asides(in: library).compactMap { name in
            // Files that a folder lacks come from the backup.
            guard let folder = try? library.directory(name).directory("originals") else { return nil }
            return StoredFolder(folder: folder, guarding: nil)
        }
    }
}

extension Library {
    /// Records that the library has opened, so that the library that it replaced is not needed any more.
    @concurrent
    public func confirmRestoration() async throws { try RestoredLibraryInstaller.confirm(in: folder) }

    /// Removes the library that a restored one replaced.
    @concurrent
    public func removeReplaced() async throws { try RestoredLibraryInstaller.remove(in: folder) }

    /// Returns whether an error means that a library's database is damaged. Other errors, such as a full disk, do not.
    public static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case is DamagedRow: true
        case let failure as CommitFailure: failure.reason.code.isDamage
        case let error as DatabaseError: error.code.isDamage
        default: false
        }
    }

    /// Sets aside a library that cannot be opened. An empty library replaces it, with the administrators' decisions and
    /// pauses that can still be read. If those cannot be written, the library stays where it is.
    ///
    /// - Returns: the reason why the decisions could not be read; nil if they were read.
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

    /// The codes that mean damage: the file is damaged or is not a database, the schema differs, a constraint is
    /// violated, or a value has a wrong type or size.
    private static let damage: Set<DatabaseError.Code> = [
        .corrupt, .notDatabase, .error, .constraint, .mismatch, .tooBig,
    ]
}
