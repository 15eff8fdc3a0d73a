public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

extension Library {
    /// Applies a batch of changes in order, all or none. When this returns, the changes have reached the disk.
    ///
    /// - Parameters:
    ///   - visibility: the objects that identifiers can refer to, besides the assets that the batch creates.
    ///   - holder: the creator of new assets.
    ///   - quota: the limit on what the holder's client may add within a day, for all its connections together; nil if
    ///     additions do not count.
    ///   - isDryRun: whether to check everything without changing anything.
    ///   - audit: returns the audit entries, given the identifiers of the created objects. They are written in the same
    ///     transaction.
    /// - Returns: for each change the identifier of the asset, album or folder that it created, or nil.
    /// - Throws: `ChangeRefusal`, `QuotaExcess`, `LibraryFull`, and failures.
    @discardableResult
    public func apply(
        _ batch: [StoreChange], visibleTo visibility: Visibility, holder: Holder, at now: Timestamp,
        quota: AdditionQuota? = nil, isDryRun: Bool = false,
        audit: @Sendable (AppliedBatch) -> [AuditEntry] = { _ in [] }
    ) async throws -> [ObjectID?] {
        let published = PublishedFiles(in: originals)
        let deletions = FileDeletions(in: originals)
        do {
            let (created, reducesVisibility) = try await remove(deletions) { database in
                var change = try BatchChange(
                    in: database, visibleTo: visibility, holder: holder, at: now,
                    published: isDryRun ? nil : published, zones: zones)
                let created = try batch.enumerated().map { index, item in try change.apply(item, index: index) }
                if let quota { try change.count(within: quota) }
                try change.trimReceipts()
                try change.checkRoom(within: capacity)
                try change.endRecording(within: capacity, isDryRun: isDryRun)
                if isDryRun { throw DryRun(created: created) }
                deletions.add(change.deletedFiles)
                let recorded = RecordedBatch(number: change.undo.batch, date: now)
                try database.append(audit(AppliedBatch(created: created, recorded: recorded)))
                try published.synchronize()
                return (created, change.reducesVisibility)
            }
            published.settle()
            noteHolder(holder)
            if reducesVisibility { noteVisibilityLoss() }
            noteChanges()
            return created
        } catch let dryRun as DryRun {
            return dryRun.created
        } catch let failure as CommitFailure where failure.reason.code.primary == .inputOutput {
            // Only the next start can determine whether this was committed. Until then `sweep` must not remove the
            // files.
            throw failure
        } catch {
            published.park()
            throw error
        }
    }

    /// Runs a write. After the commit, removes the files of deleted rows. If a file cannot be removed, `sweep` removes
    /// it later.
    func remove<T: Sendable>(_ deletions: FileDeletions, in write: @Sendable (DatabaseConnection) throws -> T)
        async throws -> T
    {
        do {
            let result = try await database.write(write)
            guard !deletions.files.isEmpty else { return result }
            // Records the loss first: the removal can take a while, and purged assets must not be delivered meanwhile.
            noteVisibilityLoss()
            await removal.remove(deletions)
            // An image that cannot be removed is never found again, because its key, the file's name, is never reused.
            try? await images.remove(imagesOf: deletions.files)
            return result
        } catch {
            deletions.settle()
            throw error
        }
    }
}

/// Thrown to roll back the transaction of a successful dry run.
private struct DryRun: Error {
    let created: [ObjectID?]
}
