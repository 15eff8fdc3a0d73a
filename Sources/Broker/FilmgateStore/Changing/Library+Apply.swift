public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

extension Library {
    /// Applies all changes of a batch in order, or none of them. When this method returns, the changes are on the
    /// disk.
    ///
    /// - Parameters:
    ///   - visibility: the visibility of the client. Changes can also refer to assets that the batch creates.
    ///   - holder: the creator of new assets.
    ///   - quota: the limit for the additions of the holder's client, including all its connections. If nil, the
    ///     additions are not counted.
    ///   - isDryRun: whether to check the batch without changing anything.
    ///   - audit: returns the audit entries for the applied batch. The same transaction writes them.
    /// - Returns: one element for each change: the identifier of the object that it created, or nil.
    /// - Throws: `ChangeRefusal`, `QuotaExceededError`, `AssetInboxFull`, `LibraryFull`; an error of the database or
    ///   the disk.
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
                var change = try BatchApplier(
                    in: database, visibleTo: visibility, holder: holder, at: now,
                    published: isDryRun ? nil : published, zones: zones)
                let created = try batch.enumerated().map { index, item in try change.apply(item, index: index) }
                if let quota { try change.count(within: quota) }
                try change.trimReceipts()
                try change.checkRoom(within: capacity)
                try change.endRecording(within: capacity, isDryRun: isDryRun)
                if isDryRun { throw DryRunRollback(created: created) }
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
        } catch let dryRun as DryRunRollback {
            return dryRun.created
        } catch let failure as CommitFailure where failure.reason.code.primary == .inputOutput {
            // The changes may or may not have been committed, which only the next start can determine. The files stay
            // until then.
            throw failure
        } catch {
            published.park()
            throw error
        }
    }

    /// Runs a write, and after the commit removes the files of deleted rows, with their cached images. If the removal
    /// of a file fails, `sweep` removes the file later.
    func remove<T: Sendable>(_ deletions: FileDeletions, in write: @Sendable (DatabaseConnection) throws -> T)
        async throws -> T
    {
        do {
            let result = try await database.write(write)
            guard !deletions.files.isEmpty else { return result }
            // Records the loss of visibility before the slow removal, so that no purged asset is delivered meanwhile.
            noteVisibilityLoss()
            await removal.remove(deletions)
            // A cached image that remains does no harm: its key is the file's name, which is never reused.
            try? await images.remove(imagesOf: deletions.files)
            return result
        } catch {
            deletions.settle()
            throw error
        }
    }
}

/// An error that rolls back a successful dry run.
private struct DryRunRollback: Error {
    let created: [ObjectID?]
}
