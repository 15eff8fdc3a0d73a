import FilmgateSystem
import Synchronization

/// Removes stored files after their rows were deleted, on a separate queue, so that only the removal waits for a slow
/// disk.
actor FileRemover {
    private let queue = SerialQueue(named: "removal")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func remove(_ deletions: FileDeletions) { deletions.remove() }
}

/// The staged files that a batch gave names.
final class PublishedFiles: Sendable {
    private let originals: Originals
    private let files = Mutex<[(name: FileName, file: StagedFile)]>([])

    init(in originals: Originals) { self.originals = originals }

    func link(_ file: StagedFile) throws -> FileName {
        // All files of a batch are in one folder, so that only one folder has to be synced.
        let name = FileName.random(inFolderOf: files.withLock { $0.first?.name })
        let parked = file.takeName()
        do {
            if let parked {
                try originals.move(parked.name, to: name)
            } else {
                try originals.link(file.descriptor, as: name)
            }
        } catch {
            originals.settle(CollectionOfOne(name))
            if let parked { file.keep(parked) }
            throw error
        }
        parked?.isTaken()
        files.withLock { $0.append((name, file)) }
        return name
    }

    /// Waits until the files and their names are on the disk. On a file system with a journal, syncing the first file
    /// also syncs the names and the other files.
    func synchronize() throws(Errno) {
        let files = files.withLock { $0 }
        for (_, file) in files where !file.isSynced { try file.descriptor.synchronize() }
        try originals.synchronize(files.map(\.name))
    }

    /// Takes the files out of the library after a rollback. Each file keeps its name until it gets a new name or is
    /// discarded, because a file without a name could not be linked again.
    func park() {
        for (name, file) in files.withLock({ $0 }) { file.keep(UnreferencedFile(name, in: originals)) }
    }

    /// Ends the staging of the files. Call this after the commit.
    func settle() {
        let files = files.withLock { $0 }
        // From here on, the files' rows count towards the capacity.
        for (_, file) in files { file.share.end() }
        originals.settle(files.map(\.name))
    }
}

/// The name of a file that no row names yet. When this object is released, the file is removed. After a crash, `sweep`
/// removes the file.
final class UnreferencedFile: Sendable {
    let name: FileName
    private let originals: Originals
    private let isOver = Atomic(false)

    init(_ name: FileName, in originals: Originals) {
        self.name = name
        self.originals = originals
    }

    /// Ends the tracking of this name, because the file now has another name.
    func isTaken() { if !isOver.exchange(true, ordering: .relaxed) { originals.settle(CollectionOfOne(name)) } }

    deinit { if !isOver.load(ordering: .relaxed) { originals.discard([name]) } }
}

/// The files whose rows a transaction deletes. `sweep` ignores them until the transaction has removed them.
final class FileDeletions: Sendable {
    private let originals: Originals
    private let names = Mutex<[FileName]>([])

    init(in originals: Originals) { self.originals = originals }

    /// Adds files to remove. Call this inside the transaction.
    func add(_ files: [FileName]) {
        originals.expect(files)
        names.withLock { $0 += files }
    }

    /// The files that `remove` removes.
    var files: [FileName] { names.withLock { $0 } }

    /// Removes the files after the commit. If a file cannot be removed, `sweep` removes it later.
    func remove() { originals.discard(files) }

    /// Keeps the files. Call this after a rollback.
    func settle() { originals.settle(names.withLock { $0 }) }
}
