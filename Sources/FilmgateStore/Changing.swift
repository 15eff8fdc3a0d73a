public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite
internal import FilmgateSystem
internal import Synchronization

extension Library {
    /// Makes a batch of changes, all or none, in order. When it returns they have reached the disk.
    ///
    /// - Parameters:
    ///   - visibility: what identifiers may name, those of the batch's own assets aside.
    ///   - holder: who created assets are recorded under.
    ///   - quota: what the holder's client may add within a day, all its connections together; nil: it is not counted.
    ///   - audit: what the log says of it, once it is known what was created; it is there if and only if the changes are.
    /// - Returns: one for each change: the identifier of the asset or album created, nil for all else.
    /// - Throws: `ChangeRefusal`, `QuotaExcess`, and failures.
    public func apply(
        _ batch: [StoreChange], visibleTo visibility: Visibility, holder: Holder, at now: Timestamp,
        quota: AdditionQuota? = nil,
        audit: @Sendable ([ObjectID?]) -> [AuditEntry] = { _ in [] }
    ) async throws -> [ObjectID?] {
        let arrivals = Arrivals(in: originals)
        do {
            let (created, departed) = try await database.write { database in
                var change = try BatchChange(
                    in: database, sight: Sight(visibility, in: database), holder: holder, at: now, arrivals: arrivals)
                let created = try batch.enumerated().map { index, item in try change.apply(item, index: index) }
                if let quota { try change.count(within: quota) }
                try database.append(audit(created))
                try arrivals.synchronize()
                return (created, change.somethingDeparted)
            }
            arrivals.settle()
            noteHolder(holder)
            if departed { noteDeparture() }
            return created
        } catch let failure as CommitFailure where failure.reason.code.primary == .inputOutput {
            // Whether it is committed shows at the next start. Until then the files are nobody's to sweep.
            throw failure
        } catch {
            arrivals.remove()
            throw error
        }
    }
}

/// The names that a batch has given to staged files.
final class Arrivals: Sendable {
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
