/// A check of a backup, which reads all files and compares them with their hashes. Does not need a broker.
public struct BackupCheck: Sendable {
    private let folder: BackupFolder
    private let manifest: BackupManifest

    public init(of folder: BackupFolder, _ manifest: BackupManifest) {
        self.folder = folder
        self.manifest = manifest
    }

    /// - Parameters:
    ///   - isInterrupted: returns whether to stop; called between files.
    ///   - progress: called with the number of checked files and the total number of files.
    /// - Returns: the relative paths of missing or damaged files.
    /// - Throws: `BackupFailure.interrupted`.
    public func damaged(
        isInterrupted: @Sendable () -> Bool = { false }, progress: (Int, Int) async -> Void = { _, _ in }
    ) async throws -> [String] {
        var damaged: [String] = []
        // A file that cannot be read counts as damaged.
        if (try? folder.open(manifest.database)) == nil { damaged.append(manifest.database.name) }
        // A list that cannot be read counts as damaged.
        guard let files = try? folder.files(of: manifest) else { return damaged + [manifest.files.name] }
        for (index, file) in files.enumerated() {
            if isInterrupted() { throw BackupFailure.interrupted }
            if await !BackupCheck.isIntact(file, in: folder) {
                damaged.append("originals/\(file.folder)/\(file.name)")
            }
            await progress(index + 1, files.count)
        }
        return damaged
    }

    @concurrent
    private static func isIntact(_ file: ListedFile, in folder: BackupFolder) async -> Bool { folder.isIntact(file) }
}
