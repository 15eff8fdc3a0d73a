public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

/// What is to be undone, and by whom.
///
/// A class, because the compiler passes a wrong return address to asynchronous functions with many arguments.
public final class UndoRequest: Sendable {
    let selection: UndoSelection
    let visibility: Visibility
    let holder: Holder
    let now: Timestamp
    let isDryRun: Bool

    /// - Parameters:
    ///   - visibility: that of an administrator or of the owner, who see everything.
    ///   - isDryRun: whether to only report what would be done.
    public init(
        _ selection: UndoSelection, visibleTo visibility: Visibility, by holder: Holder, at now: Timestamp,
        isDryRun: Bool = false
    ) {
        self.selection = selection
        self.visibility = visibility
        self.holder = holder
        self.now = now
        self.isDryRun = isDryRun
    }
}

extension Library {
    /// Takes changes back, as one batch, which can be undone itself. What somebody else changed later stays.
    ///
    /// - Parameter audit: returns the audit entries, which are written in the same transaction.
    /// - Throws: `UndoTooLarge`, and failures.
    public func undo(
        _ request: UndoRequest, audit: @Sendable (UndoReport) -> [AuditEntry] = { _ in [] }
    ) async throws -> UndoReport {
        let deletions = FileDeletions(in: originals)
        do {
            let report = try await remove(deletions) { database in
                // Before the batch of the undo begins, which is the owner's last one from then on.
                let plan = try UndoPlan(request.selection, in: database)
                let batch = try BatchChange(
                    in: database, visibleTo: request.visibility, holder: request.holder, at: request.now,
                    published: nil,
                    towns: towns)
                var undo = UndoChange(plan, in: batch)
                try undo.run()
                try undo.batch.endRecording(within: capacity)
                if request.isDryRun { throw UndoDryRun(report: undo.report) }
                deletions.add(undo.batch.deletedFiles)
                try database.append(audit(undo.report))
                return undo.report
            }
            noteVisibilityLoss()
            noteChanges()
            return report
        } catch let dryRun as UndoDryRun {
            return dryRun.report
        }
    }

    /// Removes what is kept for undoing of batches that are older than a number of days.
    ///
    /// Uses several transactions, so that other writes do not wait long.
    /// - Throws: `CancellationError` between two transactions if the task is cancelled, and failures.
    public func pruneUndo(keeping days: Int64, at now: Timestamp) async throws {
        let oldest = now.advanced(bySeconds: -max(days, 0) * 86_400)
        while true {
            try Task.checkCancellation()
            let deletions = FileDeletions(in: originals)
            let isDone = try await remove(deletions) { database in
                let batches = try database.all(
                    """
                    SELECT number FROM undo_batch
                    WHERE date < \(oldest.rawValue) ORDER BY number LIMIT 100
                    """
                ) { $0.integer(0) }
                for batch in batches { deletions.add(try database.removeUndo(of: batch)) }
                return batches.isEmpty
            }
            if isDone { return }
        }
    }
}

/// Rolls back the transaction of a dry run.
private struct UndoDryRun: Error {
    let report: UndoReport
}
