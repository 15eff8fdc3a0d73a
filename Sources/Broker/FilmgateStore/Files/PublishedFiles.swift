import FilmgateSystem
import Synchronization

/// Removes stored files after their rows were deleted. Runs on a separate queue, so that other work does not wait for
/// a slow disk.
actor FileRemover {
    private let queue = SerialQueue(named: "removal")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func remove(_ deletions: FileDeletions) { deletions.remove() }
}

/// The staged files to which a batch has given names.
final class PublishedFiles: Sendable {
    private let originals: Originals
    private let files = Mutex<[(name: StoredFileName, file: StagedFile)]>([])

    init(in originals: Originals) { self.originals = originals }

    func link(_ file: StagedFile) throws -> StoredFileName {
        // All files of a batch share a folder, so that only one folder must be synced.
        let name = StoredFileName.random(inFolderOf: files.withLock { $0.first?.name })
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

    /// Syncs the files and the folder of their names. On a journaling file system, the first sync often covers the
    /// others.
    func synchronize() throws(Errno) {
        let files = files.withLock { $0 }
        for (_, file) in files where !file.isSynced { try file.descriptor.synchronize() }
        try originals.synchronize(files.map(\.name))
    }

    /// Keeps the files after a rollback, so that a new attempt can use them. Each file keeps its name until it gets a
    /// new one or is discarded, because a file that loses its name can never be linked again.
    func park() {
        for (name, file) in files.withLock({ $0 }) { file.keep(UnreferencedFile(name, in: originals)) }
    }

    /// Ends the staging of the files. Call this after a commit.
    func settle() {
        let files = files.withLock { $0 }
        // The rows of the files now count toward the capacity, so the reservations end.
        for (_, file) in files { file.share.end() }
        originals.settle(files.map(\.name))
    }
}

/// The name of a file without a row. Removes the file when deallocated. After a crash, `sweep` removes the file.
final class UnreferencedFile: Sendable {
    let name: StoredFileName
    private let originals: Originals
    private let isOver = Atomic(false)

    init(_ name: StoredFileName, in originals: Originals) {
        self.name = name
        self.originals = originals
    }

    /// Stops tracking this name, because the file has a new name.
    func isTaken() { if !isOver.exchange(true, ordering: .relaxed) { originals.settle(CollectionOfOne(name)) } }

    deinit { if !isOver.load(ordering: .relaxed) { originals.discard([name]) } }
}

/// The files whose rows a transaction deletes. `sweep` ignores these files until they are removed or kept.
final class FileDeletions: Sendable {
    private let originals: Originals
    private let names = Mutex<[StoredFileName]>([])

    init(in originals: Originals) { self.originals = originals }

    /// Adds files to remove. Call this within the transaction.
    func add(_ files: [StoredFileName]) {
        originals.expect(files)
        names.withLock { $0 += files }
    }

    var files: [StoredFileName] { names.withLock { $0 } }

    /// Removes the files. Call this after the commit. If a removal fails, `sweep` removes the file later.
    func remove() { originals.discard(files) }

    /// Keeps the files. Call this after a rollback.
    func settle() { originals.settle(names.withLock { $0 }) }
}
