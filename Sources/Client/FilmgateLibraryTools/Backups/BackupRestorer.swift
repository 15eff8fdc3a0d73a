public import Filmgate
import FilmgateSystem
import FilmgateWire

/// The restoration of a backup. The broker replaces the library only after all files have been copied and verified.
public struct BackupRestorer: Sendable {
    /// The number and the size of the restored files.
    public struct Report: Hashable, Sendable, Encodable {
        public var files = 0
        public var bytes: UInt64 = 0
        /// The number of copied files. The library already had the remaining files.
        public var copied = 0
    }

    private let library: PhotoLibrary
    private let folder: BackupFolder
    private let manifest: BackupManifest

    public init(_ library: PhotoLibrary, from folder: BackupFolder, _ manifest: BackupManifest) {
        self.library = library
        self.folder = folder
        self.manifest = manifest
    }

    /// - Parameters:
    ///   - replacing: whether a library that is not empty may be replaced.
    ///   - isInterrupted: returns whether to stop; called between groups of files.
    ///   - progress: called with the number of files that the library already has and the total number of files.
    /// - Throws: `BackupFailure` or `PhotoLibraryError`.
    public func restore(
        replacing: Bool, isInterrupted: @Sendable () -> Bool = { false },
        progress: (Int, Int) async -> Void = { _, _ in }
    ) async throws -> Report {
        let database = try await opened()
        let (list, details) = try await library.backups.beginRestore(database, replacing: replacing)
        let missing = try FileList.read(list, named: "files")
        let total = Int(clamping: details.files)
        var done = total - missing.count
        await progress(done, total)
        try await withThrowingTaskGroup(of: Int.self) { group in
            var parts = missing.batches(of: PhotoLibrary.Backups.filesOfCall)[...]
            func addTask() {
                guard let files = parts.popFirst() else { return }
                let part = SendBatch(files: files, library: library, folder: folder)
                group.addTask { try await part.send() }
            }
            for _ in 0..<BackupRestorer.width { addTask() }
            while let count = try await group.next() {
                if isInterrupted() { throw BackupFailure.interrupted }
                done += count
                await progress(done, total)
                addTask()
            }
        }
        try await library.backups.finishRestore()
        return Report(files: total, bytes: details.bytes, copied: missing.count)
    }

    /// Opens the database, after verifying the hashes of the database and of the list of files.
    @concurrent
    private func opened() async throws -> OwnedDescriptor {
        _ = try folder.open(manifest.files)
        return try folder.open(manifest.database)
    }

    private static let width = 2

    private struct SendBatch: Sendable {
        let files: [ListedFile]
        let library: PhotoLibrary
        let folder: BackupFolder

        @concurrent
        func send() async throws -> Int {
            var opened: [String: OwnedDescriptor] = [:]
            for file in files { opened[file.name] = try folder.open(file) }
            try await library.backups.add(opened)
            return files.count
        }
    }
}
