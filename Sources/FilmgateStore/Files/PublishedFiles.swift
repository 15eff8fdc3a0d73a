internal import FilmgateSystem
internal import Synchronization

/// Removes stored files after their rows were deleted, on a queue of its own, so that only the purge waits for a slow disk.
actor FileRemoval {
    private let queue = SerialQueue(named: "removal")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func remove(_ deletions: FileDeletions) { deletions.remove() }
}

/// The staged files that a batch gave names.
final class PublishedFiles: Sendable {
    private let originals: Originals
    private let names = Mutex<[FileName]>([])
    private let unsynced = Mutex<[StagedFile]>([])

    init(in originals: Originals) { self.originals = originals }

    func link(_ file: StagedFile) throws -> FileName {
        // All files of a batch are in one folder, so that only one folder has to be synced.
        let name = names.withLock { names in
            let name = FileName.random(inFolderOf: names.first)
            names.append(name)
            return name
        }
        try originals.link(file.descriptor, as: name)
        if !file.isSynced { unsynced.withLock { $0.append(file) } }
        // From here on its row counts towards the capacity.
        file.share.end()
        return name
    }

    /// Waits until the files and their names are on the disk. Where a file system keeps a journal, syncing the first file brings the
    /// names and the other files along.
    func synchronize() throws(Errno) {
        for file in unsynced.withLock({ $0 }) { try file.descriptor.synchronize() }
        try originals.synchronize(names.withLock { $0 })
    }

    /// Removes the files after a rollback. Leaves files that cannot be removed for `sweep`.
    func remove() {
        for name in names.withLock({ $0 }) { try? originals.remove(name) }
        settle()
    }

    /// Call it after the commit.
    func settle() { originals.settle(names.withLock { $0 }) }
}

/// The files whose rows a transaction deletes. `sweep` ignores them until the transaction has ended and they are removed.
final class FileDeletions: Sendable {
    private let originals: Originals
    private let names = Mutex<[FileName]>([])

    init(in originals: Originals) { self.originals = originals }

    /// Call it inside the transaction.
    func add(_ files: [FileName]) {
        originals.expect(files)
        names.withLock { $0 += files }
    }

    /// The files that `remove` removes.
    var files: [FileName] { names.withLock { $0 } }

    /// Removes the files after the commit. Leaves files that cannot be removed for `sweep`.
    func remove() {
        for name in names.withLock({ $0 }) { try? originals.remove(name) }
        settle()
    }

    /// Call it after a rollback.
    func settle() { originals.settle(names.withLock { $0 }) }
}
