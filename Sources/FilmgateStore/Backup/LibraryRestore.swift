internal import FilmgateHashing
public import FilmgateModel
internal import FilmgateSQLite
public import FilmgateSystem

/// A backup that is being restored: a library that is put together beside the one in use, and takes its place when it is whole.
///
/// What is put together stays on the disk if the restoration is interrupted, and serves the next one.
public actor LibraryRestore {
    private let library: Library
    private let client: ClientID
    private let folder: Directory
    private let originals: Originals
    private let database: Database
    private var hasEnded = false
    private let queue = SerialQueue(named: "restore")
    /// The number of stored files, and their size.
    public nonisolated let count: UInt64
    public nonisolated let bytes: UInt64

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Begins with the backup's database, which is checked before anything else.
    fileprivate init(_ source: OwnedDescriptor, in library: Library, for client: ClientID) async throws {
        self.library = library
        self.client = client
        folder = try library.folder.makingDirectory(RestoredLibrary.incomplete)
        originals = try Originals(in: folder)
        for name in RestoredLibrary.databaseFiles { try folder.removeTree(name) }
        let staged = try await library.copy(source, to: originals, for: client)
        try staged.descriptor.restrict(to: 0o600)
        try folder.link(staged.descriptor, as: "library.sqlite3")
        do {
            database = try await LibraryRestore.checked(folder.path(of: "library.sqlite3"))
            (count, bytes) = try await database.read { database in
                let facts = try BackupFacts(of: database)
                return (facts.count, facts.bytes)
            }
        } catch let error as DatabaseError {
            throw RestoreRefusal.invalidDatabase(error.description)
        } catch is UnknownSchema {
            throw RestoreRefusal.newerSchema
        } catch is DamagedRow {
            throw RestoreRefusal.invalidDatabase("the row of the library is missing")
        }
        if let capacity = library.capacity, bytes > capacity { throw LibraryFull(capacity: capacity) }
    }

    /// Opens the database, checks its schema and its contents, and migrates it. After that, opening the library cannot fail.
    private static func checked(_ path: String) async throws -> Database {
        let foreign = try Database(path: path, access: .readWrite, named: "restore.check", functions: [.like])
        try await SchemaCheck.check(foreign)
        let faults = try await foreign.read { database in
            try database.all("SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'") {
                $0.text(0)
            }
                + database.all("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1") {
                    "a row of \($0.text(0)) refers to nothing"
                }
        }
        await foreign.close()
        if let fault = faults.first { throw RestoreRefusal.invalidDatabase(fault) }
        return try Database(
            path: path, access: .readWrite, named: "restore", functions: [.like], migrations: Schema.migrations)
    }

    /// Takes over files that the library, or an interrupted restoration, already holds, and returns a list of the others: a line
    /// `NAME SHA256 SIZE` for each. Reads all files that it takes over.
    public func missing() async throws -> (list: OwnedDescriptor, count: UInt64) {
        guard !hasEnded else { throw RestoreRefusal.ended }
        let list = try folder.unnamedFile(permissions: 0o400)
        var (last, count): (FileName?, UInt64) = (nil, 0)
        while true {
            let files = try await database.read { [last] in try StoredFile.next(after: last, in: $0) }
            var lines: [UInt8] = []
            for file in files where try !holds(file) && !takesOver(file) {
                lines += FileLine(name: file.name.bytes, hash: file.hash, size: file.size).utf8
                count += 1
            }
            try list.write(lines)
            guard let end = files.last?.name else { break }
            last = end
        }
        return (try list.reopenedReadOnly(), count)
    }

    /// Whether an interrupted restoration left the file, with the right bytes. Removes it otherwise.
    private func holds(_ file: StoredFile) throws -> Bool {
        guard let staged = try? originals.open(file.name) else { return false }
        if file.isEqual(to: staged) { return true }
        try originals.remove(file.name)
        return false
    }

    /// Links a file of the library in use, if its bytes are right.
    private func takesOver(_ file: StoredFile) throws -> Bool {
        guard let own = try? library.originals.open(file.name), file.isEqual(to: own) else { return false }
        do throws(Errno) {
            try originals.link(own, as: file.name)
            originals.settle([file.name])
            return true
        } catch {
            // Purged meanwhile.
            return false
        }
    }

    /// Copies files of the backup.
    ///
    /// - Throws: `RestoreRefusal`, `StagingRefusal`, `Errno`.
    public func add(_ files: [String: OwnedDescriptor]) async throws {
        for (text, source) in files {
            guard !hasEnded else { throw RestoreRefusal.ended }
            guard let name = FileName(text),
                let file = try await database.read({ try StoredFile.find(name, in: $0) })
            else { throw RestoreRefusal.unknownFile(text) }
            let copy = try await library.copy(source, to: originals, for: client)
            guard copy.size == file.size, copy.hash.bytes == file.hash else {
                throw RestoreRefusal.differingFile(text)
            }
            do throws(Errno) { try originals.link(copy.descriptor, as: name) } catch {
                guard error == .exists else { throw error }
            }
            originals.settle([name])
        }
    }

    /// Checks that all files are there, and makes the restored library take the place of the one in use when that is opened next. Notes
    /// the moment.
    ///
    /// - Throws: `RestoreRefusal`, `Errno`.
    public func finish(at moment: Timestamp) async throws {
        guard !hasEnded else { throw RestoreRefusal.ended }
        var (last, missing): (FileName?, Int) = (nil, 0)
        while true {
            let files = try await database.read { [last] in try StoredFile.next(after: last, in: $0) }
            missing += files.count { file in (try? originals.open(file.name).facts().size) != file.size }
            guard let end = files.last?.name else { break }
            last = end
        }
        guard missing == 0 else { throw RestoreRefusal.incomplete(missing) }
        hasEnded = true
        await database.close()
        try folder.replaceFile(Library.restoreNote, with: Array(String(moment.rawValue).utf8))
        try folder.synchronizeFileSystem()
        try library.folder.rename(RestoredLibrary.incomplete, to: RestoredLibrary.complete)
        // From here on the next opening installs it, whatever fails: the library in use must not go on.
        try? library.folder.synchronize()
    }

    /// Gives up, and removes what was put together.
    public func cancel() async throws {
        guard !hasEnded else { return }
        hasEnded = true
        await database.close()
        try library.folder.removeTree(RestoredLibrary.incomplete)
    }

    /// Ends without removing anything, so that a later restoration can continue.
    public func suspend() async {
        hasEnded = true
        await database.close()
    }
}

extension Library {
    /// Begins to restore a backup.
    ///
    /// - Parameters:
    ///   - database: the backup's copy of the database.
    ///   - replacing: whether the library may hold anything, which is lost.
    ///   - client: in whose turn files are copied.
    /// - Throws: `RestoreRefusal`, `StagingRefusal`, `LibraryFull`, `Errno`.
    public func restore(_ database: OwnedDescriptor, replacing: Bool, for client: ClientID) async throws
        -> LibraryRestore
    {
        let held = try await self.database.read { database in
            try database.first(
                """
                SELECT assets + trashed + (SELECT count(*) FROM quarantined), (SELECT count(*) FROM album) + (SELECT count(*) FROM folder) FROM library
                """
            ) { (assets: Int(clamping: $0.integer(0)), collections: $0.integer(1)) }
        }
        guard let held else { throw DamagedRow(table: "library") }
        guard replacing || held.assets == 0 && held.collections == 0 else {
            throw RestoreRefusal.notEmpty(assets: held.assets)
        }
        return try await LibraryRestore(database, in: self, for: client)
    }

    /// Copies a file of a backup, without syncing it.
    fileprivate func copy(
        _ source: OwnedDescriptor, to originals: Originals, for client: ClientID
    ) async throws -> StagedFile {
        let (limits, staged) = (StagingLimits(bytes: .max), staged)
        let file = try await copies.run(for: client, timeLimit: limits.timeLimit) { job in
            try FileCopy(of: source, limits: limits, allowance: nil, among: staged, job: job, isSynced: false)
                .make(in: originals)
        }
        // Counts when the library is complete.
        file.share.end()
        return file
    }
}

/// A row of a stored file in a backup.
private struct StoredFile {
    let name: FileName
    let hash: [UInt8]
    let size: UInt64
    /// With those of edits that can be brought back, and of what waits in the inbox.
    private static let columns: SQL = """
        SELECT file, hash, size FROM (
            SELECT file, hash, size FROM resource UNION ALL SELECT file, hash, size FROM undo_file
            UNION ALL SELECT file, hash, size FROM quarantined_resource)
        """

    private init(_ row: borrowing Row) throws {
        guard let name = FileName(bytes: row.blob(0)) else { throw DamagedRow(table: "resource") }
        (self.name, hash, size) = (name, row.blob(1), UInt64(clamping: row.integer(2)))
    }

    static func next(after name: FileName?, in database: DatabaseConnection) throws -> [StoredFile] {
        try database.all("\(columns) WHERE file > \(name?.bytes ?? []) ORDER BY file LIMIT 500") { try StoredFile($0) }
    }

    static func find(_ name: FileName, in database: DatabaseConnection) throws -> StoredFile? {
        try database.first("\(columns) WHERE file = \(name.bytes)") { try StoredFile($0) }
    }

    func isEqual(to file: OwnedDescriptor) -> Bool {
        (try? file.facts().size) == size && (try? SHA256Digest.hash(of: file).bytes) == hash
    }
}
