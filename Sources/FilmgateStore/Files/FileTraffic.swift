internal import FilmgateSystem
internal import Synchronization

/// The names that a batch has given to staged files.
final class PublishedFiles: Sendable {
    private let originals: Originals
    private let names = Mutex<[FileName]>([])

    init(in originals: Originals) { self.originals = originals }

    func link(_ file: StagedFile) throws -> FileName {
        // All of a batch in one folder, so that one folder is synced.
        let name = names.withLock { names in
            let name = FileName.random(beside: names.first)
            names.append(name)
            return name
        }
        try originals.link(file.descriptor, as: name)
        // From here on the transaction counts it.
        file.share.end()
        return name
    }

    func synchronize() throws(Errno) { try originals.synchronize(names.withLock { $0 }) }

    /// After the roll-back. What cannot be removed is left for `sweep`.
    func remove() {
        for name in names.withLock({ $0 }) { try? originals.remove(name) }
        settle()
    }

    /// After the commit.
    func settle() { originals.settle(names.withLock { $0 }) }
}

/// The files whose rows a transaction removes. Until it has ended and they are gone, nobody takes them for strays.
final class FileDeletions: Sendable {
    private let originals: Originals
    private let names = Mutex<[FileName]>([])

    init(in originals: Originals) { self.originals = originals }

    /// Inside the transaction.
    func add(_ files: [FileName]) {
        originals.expect(files)
        names.withLock { $0 += files }
    }

    /// After the commit. What cannot be removed is left for `sweep`.
    func remove() {
        for name in names.withLock({ $0 }) { try? originals.remove(name) }
        settle()
    }

    /// After the roll-back.
    func settle() { originals.settle(names.withLock { $0 }) }
}
