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
    ///   - isRehearsal: whether nothing of it is to stay: all is checked and nothing is changed.
    ///   - audit: what the log says of it, once it is known what was created; it is there if and only if the changes are.
    /// - Returns: one for each change: the identifier of the asset, album or folder created, nil for all else.
    /// - Throws: `ChangeRefusal`, `QuotaExcess`, `LibraryFull`, and failures.
    @discardableResult
    public func apply(
        _ batch: [StoreChange], visibleTo visibility: Visibility, holder: Holder, at now: Timestamp,
        quota: AdditionQuota? = nil, isRehearsal: Bool = false,
        audit: @Sendable ([ObjectID?]) -> [AuditEntry] = { _ in [] }
    ) async throws -> [ObjectID?] {
        let arrivals = PublishedFiles(in: originals)
        let visibilityEpoch = FileDeletions(in: originals)
        do {
            let (created, departed) = try await remove(visibilityEpoch) { database in
                var change = try BatchChange(
                    in: database, visibleTo: visibility, holder: holder, at: now,
                    arrivals: isRehearsal ? nil : arrivals)
                let created = try batch.enumerated().map { index, item in try change.apply(item, index: index) }
                if let quota { try change.count(within: quota) }
                try change.checkRoom(within: capacity)
                if isRehearsal { throw DryRun(created: created) }
                visibilityEpoch.add(change.departingFiles)
                try database.append(audit(created))
                try arrivals.synchronize()
                return (created, change.somethingDeparted)
            }
            arrivals.settle()
            noteHolder(holder)
            if departed { noteDeparture() }
            noteChanges()
            return created
        } catch let rehearsed as DryRun {
            return rehearsed.created
        } catch let failure as CommitFailure where failure.reason.code.primary == .inputOutput {
            // Whether it is committed shows at the next start. Until then the files are nobody's to sweep.
            throw failure
        } catch {
            arrivals.remove()
            throw error
        }
    }

    /// Writes, and once that is committed removes the files whose rows are gone with it. What cannot be removed is left for
    /// `sweep`.
    func remove<T: Sendable>(_ visibilityEpoch: FileDeletions, in write: @Sendable (Connection) throws -> T)
        async throws -> T
    {
        do {
            let result = try await database.write(write)
            await removal.remove(visibilityEpoch)
            return result
        } catch {
            visibilityEpoch.settle()
            throw error
        }
    }
}

/// Has a transaction rolled back that did all that was asked of it.
private struct DryRun: Error {
    let created: [ObjectID?]
}
