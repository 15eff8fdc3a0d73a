public import Filmgate
import FilmgateSystem
import FilmgateWire

/// Restores a backup. The library is replaced when everything has been copied and compared; until then it stays as it is.
public struct BackupRestorer: Sendable {
    /// What was restored.
    public struct Report: Hashable, Sendable, Encodable {
        /// All files, and their size.
        public var files = 0
        public var bytes: UInt64 = 0
        /// The files that were copied; the library had the others.
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
    ///   - replacing: whether the library may hold anything, which is lost.
    ///   - isInterrupted: asked between the parts of the work.
    ///   - progress: called with the number of files that are there, and of all files.
    /// - Throws: `BackupFailure`, `PhotoLibraryError`.
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
            var next = missing.startIndex
            func addTask() {
                guard next < missing.endIndex else { return }
                let end = min(next + PhotoLibrary.Backups.filesOfCall, missing.endIndex)
                let part = SendBatch(files: Array(missing[next..<end]), library: library, folder: folder)
                next = end
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

    /// Opens the database, once its hash and that of the list of files were compared.
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
