public import Filmgate
import FilmgateHashing
import FilmgateModel
import FilmgateSystem
import FilmgateWire
import Glibc

/// An object that writes a backup of a library to a folder. Copies only files that the folder does not have yet.
///
/// If the backup is interrupted, the folder still contains the previous backup. The next run reuses the copied files.
public struct BackupWriter: Sendable {
    /// The number and the size of files in a backup.
    public struct Report: Hashable, Sendable, Encodable {
        /// The number of copied files. Their size is `copiedBytes`.
        public var copied = 0
        public var copiedBytes: UInt64 = 0
        /// The number of all files in the backup. Their size is `bytes`.
        public var files = 0
        public var bytes: UInt64 = 0
        /// The number of removed files: the files of purged photos, and incomplete files.
        public var removed = 0
    }

    private let library: PhotoLibrary
    private let folder: BackupFolder
    private let replaces: Bool
    private let checks: Bool

    /// - Parameters:
    ///   - replaces: whether to replace a backup of a different library or of a later state.
    ///   - checks: whether to read the files that the folder already has, and to copy damaged ones again.
    public init(_ library: PhotoLibrary, to folder: BackupFolder, replacing replaces: Bool, checking checks: Bool) {
        self.library = library
        self.folder = folder
        self.replaces = replaces
        self.checks = checks
    }

    /// - Parameters:
    ///   - isInterrupted: returns whether to stop; called between groups of files.
    ///   - progress: called with the number of files that the folder already has and the total number of files.
    /// - Throws: `BackupFailure` or `PhotoLibraryError`.
    public func write(
        isInterrupted: @Sendable () -> Bool = { false }, progress: (Int, Int) async -> Void = { _, _ in }
    ) async throws -> Report {
        do { return try await written(isInterrupted, progress) } catch let error as Errno {
            throw BackupFailure.unusable(reason: error.description)
        }
    }

    private func written(
        _ isInterrupted: @Sendable () -> Bool, _ progress: (Int, Int) async -> Void
    ) async throws -> Report {
        var report = Report()
        // Tries again if photos were purged between the copying of the database and the copying of the files.
        for _ in 0..<10 {
            let state = try await library.backups.begin()
            try check(state.details)
            let files = try FileList.read(state.files, named: "files")
            let missing = try await BackupWriter.missing(of: files, in: folder, checking: checks)
            if try await copy(missing, of: files.count, &report, isInterrupted, progress) {
                let present = (database: state.database, files: state.files, details: state.details)
                try await put(present.database, present.files, present.details)
                report.removed = try await BackupWriter.removeOthers(than: files, in: folder)
                report.files = files.count
                report.bytes = state.details.bytes
                try await library.backups.finish()
                return report
            }
        }
        throw BackupFailure.changing
    }

    /// Throws an error if the folder contains a backup of a different library or a newer backup, unless `replaces` is
    /// set.
    private func check(_ details: BackupDetails) throws(BackupFailure) {
        guard let manifest = folder.manifest, !replaces else { return }
        guard manifest.library == details.library else { throw .otherLibrary }
        guard manifest.generation <= details.generation else { throw .newerBackup }
    }

    // MARK: Stored files

    /// Returns the files that the folder does not have and, if `checks` is set, the damaged files.
    @concurrent
    private static func missing(
        of files: [ListedFile], in folder: BackupFolder, checking checks: Bool
    ) async throws -> [ListedFile] {
        var missing: [ListedFile] = []
        var current: (name: String, folder: Directory)?
        for file in files {
            if current?.name != file.folder {
                current = (file.folder, try attempt { () throws(Errno) in try folder.makingOriginals(file.folder) })
            }
            let exists = current?.folder.fileSize(file.name) == file.size
            if !exists || checks && !folder.isIntact(file) { missing.append(file) }
        }
        return missing
    }

    /// Copies files, several at a time. Returns false if the library no longer has one of the files.
    private func copy(
        _ missing: [ListedFile], of count: Int, _ report: inout Report, _ isInterrupted: @Sendable () -> Bool,
        _ progress: (Int, Int) async -> Void
    ) async throws -> Bool {
        var done = count - missing.count
        await progress(done, count)
        return try await withThrowingTaskGroup(of: CopiedTotals.self) { group in
            var parts = missing.batches(of: PhotoLibrary.Backups.filesOfCall)[...]
            var isComplete = true
            func addTask() {
                guard let files = parts.popFirst() else { return }
                let part = CopyBatch(files: files, library: library, folder: folder)
                group.addTask { try await part.copy() }
            }
            for _ in 0..<BackupWriter.width { addTask() }
            while let copied = try await group.next() {
                if isInterrupted() { throw BackupFailure.interrupted }
                report.copied += copied.count
                report.copiedBytes += copied.bytes
                if copied.isShort { isComplete = false }
                done += copied.count
                await progress(done, count)
                addTask()
            }
            return isComplete
        }
    }

    /// The number of concurrent calls.
    private static let width = 3

    private struct CopiedTotals: Sendable {
        var count = 0
        var bytes: UInt64 = 0
        /// Whether the library no longer has one of the files.
        var isShort = false
    }

    /// The files that one call copies.
    private struct CopyBatch: Sendable {
        let files: [ListedFile]
        let library: PhotoLibrary
        let folder: BackupFolder

        @concurrent
        func copy() async throws -> CopiedTotals {
            let opened = try await library.backups.files(files.map(\.name))
            var copied = CopiedTotals()
            for file in files {
                guard let source = opened[file.name] else {
                    copied.isShort = true
                    continue
                }
                let target = try folder.makingOriginals(file.folder)
                guard try target.put(source, as: file.name).sha256 == file.sha256 else {
                    try target.removeTree(file.name)
                    throw BackupFailure.damagedOriginal(file.name)
                }
                copied.count += 1
                copied.bytes += file.size
            }
            return copied
        }
    }

    // MARK: The database

    /// Writes the database and the list of files, then the manifest with their names, and removes the previous ones.
    @concurrent
    private func put(_ database: OwnedDescriptor, _ list: OwnedDescriptor, _ details: BackupDetails) async throws {
        let number = UInt64.random(in: .min ... .max)
        let root = folder.folder
        let database = try root.put(database, as: "database-\(number).sqlite3")
        let files = try root.put(list, as: "files-\(number).txt")
        try root.synchronizeFileSystem()
        let manifest = BackupManifest(
            version: BackupManifest.currentVersion, library: details.library, generation: details.generation,
            date: SystemTime.nanoseconds(of: CLOCK_REALTIME) / 1000, database: database, files: files,
            count: details.files, bytes: details.bytes)
        try root.replaceFile(BackupManifest.name, with: manifest.utf8)
        for name in try root.names()
        where (name.hasPrefix("database-") || name.hasPrefix("files-")) && name != database.name && name != files.name {
            try root.removeTree(name)
        }
    }

    /// Removes the files of purged photos, and incomplete files of interrupted runs.
    @concurrent
    private static func removeOthers(than files: [ListedFile], in folder: BackupFolder) async throws -> Int {
        var removed = 0
        var rest = files[...]
        let originals = try folder.folder.directory("originals")
        for name in try originals.names().sorted() {
            let own = Set(rest.drop { $0.folder < name }.prefix { $0.folder == name }.map(\.name))
            rest = rest.drop { $0.folder <= name }
            guard name.count == 2 else { continue }
            let inner = try originals.directory(name)
            for entry in try inner.names() where !own.contains(entry) {
                try inner.removeTree(entry)
                removed += 1
            }
        }
        return removed
    }
}

extension Directory {
    /// Copies a file. The copy has a temporary name until it is complete, and then replaces an existing file of this
    /// name.
    fileprivate func put(_ source: OwnedDescriptor, as name: String) throws -> BackupManifest.File {
        let part = ".\(name).part"
        try removeTree(part)
        let target = try newFile(part)
        do {
            let (hash, size) = try target.fill(from: source)
            try rename(part, to: name)
            return BackupManifest.File(name: name, size: size, sha256: hash.text)
        } catch {
            // If the incomplete file cannot be removed, the next backup removes it.
            try? removeTree(part)
            throw error
        }
    }
}

extension OwnedDescriptor {
    /// Copies a whole file into this empty file. Returns the hash and the number of the written bytes.
    fileprivate func fill(from source: OwnedDescriptor) throws(Errno) -> (ContentHash, UInt64) {
        if clone(source) { return (try SHA256Hasher.hash(of: self), try facts().size) }
        var digest = SHA256Hasher()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 4096)
        defer { unsafe buffer.deallocate() }
        var offset: UInt64 = 0
        while true {
            let count = unsafe try source.read(into: buffer, at: offset)
            guard count > 0 else { return (digest.finish(), offset) }
            let block = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
            unsafe digest.update(block)
            unsafe try write(block, at: offset)
            offset += UInt64(count)
        }
    }
}
