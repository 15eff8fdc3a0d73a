public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite
public import FilmgateSystem

/// A restoration of a backup. The restored library is assembled in a separate folder. After `finish`, it replaces the
/// library in use at the next opening.
///
/// After an interruption, the assembled files stay on the disk, and the next restoration uses them.
public actor LibraryRestore {
    let library: Library
    private let client: ClientID
    private let visibility: Visibility
    private let folder: Directory
    private let originals: Originals
    let database: Database
    private var hasEnded = false
    private let queue = SerialQueue(named: "restore")
    /// The number of stored files in the backup.
    public nonisolated let count: UInt64
    public nonisolated let bytes: UInt64

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Begins a restoration: copies the backup's database into the folder, and checks the copy.
    fileprivate init(
        _ source: OwnedDescriptor, in library: Library, for client: ClientID, seeing visibility: Visibility,
        at now: Timestamp
    ) async throws {
        self.library = library
        self.client = client
        self.visibility = visibility
        folder = try library.folder.makingDirectory(RestoredLibraryInstaller.incomplete)
        originals = try Originals(in: folder)
        for name in RestoredLibraryInstaller.databaseFiles { try folder.removeTree(name) }
        let staged = try await library.copy(source, to: originals, for: client)
        try staged.descriptor.restrict(to: 0o600)
        try folder.link(staged.descriptor, as: "library.sqlite3")
        do {
            database = try await LibraryRestore.checked(folder.path(of: "library.sqlite3"), at: now)
            (count, bytes) = try await database.read { try StoredFile.total(in: $0) }
        } catch let error as DatabaseError {
            throw RestoreRefusal.invalidDatabase(error.description)
        } catch let row as CorruptRowError {
            throw RestoreRefusal.invalidDatabase("a row of '\(row.table)' is damaged")
        }
        if let capacity = library.capacity, bytes > capacity { throw LibraryFull(capacity: capacity) }
    }

    /// Opens the database, checks its schema, migrates it, checks all values, and recomputes derived data.
    private static func checked(_ path: String, at now: Timestamp) async throws -> Database {
        let foreign = try Database(path: path, access: .readWrite, named: "restore.check", functions: [.like])
        try await BackupSchemaCheck.check(foreign)
        // Empties the search index first: the integrity check and triggers in migrations read it, but it may be forged.
        try await foreign.write { try DerivedData.emptySearch(in: $0) }
        let faults = try await foreign.read { database in
            try database.all("SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'") {
                $0.text(0)
            }
                + database.all("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1") {
                    "a row of \($0.text(0)) refers to nothing"
                }
        }
        if faults.isEmpty { try await foreign.write { try DerivedData.fillSearch(in: $0) } }
        await foreign.close()
        if let fault = faults.first { throw RestoreRefusal.invalidDatabase(fault) }
        let database = try Database(
            path: path, access: .readWrite, named: "restore", functions: [.like], migrations: Schema.migrations)
        try await database.write { database in
            try BackupValueChecker.check(database)
            try DerivedData.rebuild(in: database, at: now)
        }
        let problem: VerificationProblem? = try await database.read { database in
            for check in DatabaseCheck.all where check.refusal == nil {
                if let problem = try check.problems(in: database).first { return problem }
            }
            return nil
        }
        if let problem { throw RestoreRefusal.invalidDatabase(problem.detail) }
        return database
    }

    /// Checks the files that are already in the folder, and links files from the library in use and from damaged
    /// libraries. Returns a list of the files that are still missing, with lines of the form `NAME SHA256 SIZE`.
    public func missing() async throws -> (list: OwnedDescriptor, count: UInt64) {
        guard !hasEnded else { throw RestoreRefusal.ended }
        let list = try folder.unnamedFile(permissions: 0o400)
        var (last, count): (StoredFileName?, UInt64) = (nil, 0)
        while true {
            let files = try await database.read { [last] in try StoredFile.next(after: last, in: $0) }
            var lines: [UInt8] = []
            for start in stride(from: 0, to: files.count, by: StoredFileOpener.batch) {
                let part = Array(files[start..<min(start + StoredFileOpener.batch, files.count)])
                for file in try await missing(of: part) {
                    lines += file.line
                    count += 1
                }
            }
            try list.write(lines)
            guard let end = files.last?.name else { break }
            last = end
        }
        return (try list.reopenedReadOnly(), count)
    }

    /// Links the files that are available, and returns the missing ones. Pass at most `StoredFileOpener.batch` files.
    ///
    /// - Throws: `RestoreRefusal.ended` if the restoration ends meanwhile, because the folder may then belong to the
    ///   library in use.
    private func missing(of files: [StoredFile]) async throws -> [StoredFile] {
        var missing: [StoredFile] = []
        let staged = await originals.reading.open(files.map(\.name))
        guard !hasEnded else { throw RestoreRefusal.ended }
        for (file, opened) in zip(files, staged) {
            if try !holds(file, opened) { missing.append(file) }
        }
        for source in [library.originals.inPlace] + RestoredLibraryInstaller.asideFolders(in: library.folder) {
            let found = await source.open(missing.map(\.name))
            guard !hasEnded else { throw RestoreRefusal.ended }
            missing = zip(missing, found).compactMap { file, found in takesOver(file, found) ? nil : file }
        }
        return missing
    }

    /// Returns whether an interrupted restoration has left the file. Removes a file with wrong content.
    ///
    /// - Throws: `Errno` if the file cannot be read.
    private func holds(_ file: StoredFile, _ staged: Result<OwnedDescriptor, Errno>) throws -> Bool {
        if case .failure(.noEntry) = staged { return false }
        let content = try staged.get()
        if file.isEqual(to: content) { return true }
        try originals.remove(file.name)
        return false
    }

    /// Links a file of the library in use or of a damaged library. Returns whether this succeeded.
    private func takesOver(_ file: StoredFile, _ found: Result<OwnedDescriptor, Errno>) -> Bool {
        // If no library has the file, the backup must provide it.
        guard case .success(let found) = found, file.isEqual(to: found) else { return false }
        do throws(Errno) {
            try originals.link(found, as: file.name)
            originals.settle([file.name])
            return true
        } catch {
            // The file may have been purged meanwhile.
            return false
        }
    }

    /// Copies files from the backup, if their names, sizes and hashes are those in the database.
    ///
    /// - Throws: `RestoreRefusal`, `StagingRefusal`, `Errno`, `CancellationError`, and an error of the database.
    public func add(_ files: [String: OwnedDescriptor]) async throws {
        for (text, source) in files {
            guard !hasEnded else { throw RestoreRefusal.ended }
            guard let name = StoredFileName(text),
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

    /// Checks that the restored library is complete and can be opened, and prepares it to replace the library in use at
    /// the next opening. The caller must close the library in use first. The restored library takes over the
    /// administrators' decisions, pauses and mutes.
    ///
    /// - Throws: `RestoreRefusal`, `Errno`, and an error of the database.
    public func finish(at moment: Timestamp) async throws {
        try await checkComplete()
        hasEnded = true
        try await keepDecisions(at: moment)
        await database.close()
        try await openWhole(at: moment)
        try folder.replaceFile(Library.restoreNote, with: Array(String(moment.rawValue).utf8))
        try folder.synchronizeFileSystem()
        try library.folder.rename(RestoredLibraryInstaller.incomplete, to: RestoredLibraryInstaller.complete)
        // An error does not matter: after the rename, the next opening installs the restored library.
        try? library.folder.synchronize()
    }

    /// - Throws: `RestoreRefusal.incomplete` if files are missing or have a wrong size, `RestoreRefusal.ended`.
    public func checkComplete() async throws {
        guard !hasEnded else { throw RestoreRefusal.ended }
        var (last, missing): (StoredFileName?, Int) = (nil, 0)
        while true {
            let files = try await database.read { [last] in try StoredFile.next(after: last, in: $0) }
            missing += files.count { file in originals.size(of: file.name) != file.size }
            guard let end = files.last?.name else { break }
            last = end
        }
        guard missing == 0 else { throw RestoreRefusal.incomplete(missing) }
    }

    private func openWhole(at moment: Timestamp) async throws {
        do {
            let whole = try await Library.open(in: folder, user: library.user, fetchTime: .seconds(3_600))
            do { try await whole.readWhole(by: client, visibleTo: visibility, at: moment) } catch {
                await whole.close()
                throw error
            }
            await whole.close()
        } catch let error where Library.isDamage(error) {
            throw RestoreRefusal.invalidDatabase("the library cannot be opened: \(error)")
        }
    }

    /// Ends the restoration, and removes all assembled files.
    public func cancel() async throws {
        guard !hasEnded else { return }
        hasEnded = true
        await database.close()
        try library.folder.removeTree(RestoredLibraryInstaller.incomplete)
    }

    /// Ends the restoration but keeps the assembled files, so that a later restoration can use them.
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
    ///   - replacing: whether a library that is not empty may be replaced.
    ///   - client: the client on whose behalf files are copied.
    ///   - visibility: an administrator's visibility, used to read the restored library as a test.
    /// - Throws: `RestoreRefusal`, `StagingRefusal`, `LibraryFull`, `Errno`, and an error of the database.
    public func restore(
        _ database: OwnedDescriptor, replacing: Bool, for client: ClientID, seeing visibility: Visibility,
        at now: Timestamp
    ) async throws -> LibraryRestore {
        let held = try await self.database.read { database in
            try database.first(
                """
                SELECT assets + trashed + (SELECT count(*) FROM quarantined), (SELECT count(*) FROM album) + (SELECT count(*) FROM folder) FROM library
                """
            ) { (assets: Int(clamping: $0.integer(0)), collections: $0.integer(1)) }
        }
        guard let held else { throw CorruptRowError(table: "library") }
        guard replacing || held.assets == 0 && held.collections == 0 else {
            throw RestoreRefusal.notEmpty(assets: held.assets)
        }
        return try await LibraryRestore(database, in: self, for: client, seeing: visibility, at: now)
    }

    /// Copies a file from the backup, without syncing the copy.
    fileprivate func copy(
        _ source: OwnedDescriptor, to originals: Originals, for client: ClientID
    ) async throws -> StagedFile {
        let copy = FileCopier(
            source: source, limits: StagingLimits(bytes: .max), allowance: nil, staged: staged, isSynced: false)
        let file = try await copies.run(for: client, timeLimit: copy.limits.timeLimit) { job in
            try copy.make(in: originals, for: job)
        }
        // The copy no longer counts as staged. `finish` syncs it together with all other files.
        file.share.end()
        return file
    }
}
