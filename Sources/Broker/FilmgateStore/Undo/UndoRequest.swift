public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

// Compiler fault: 2
/// A request of the owner or an administrator to undo changes.
public final class UndoRequest: Sendable {
    let selection: UndoSelection
    let visibility: Visibility
    let holder: Holder
    let isOwners: Bool
    let now: Timestamp
    let isDryRun: Bool

    /// - Parameters:
    ///   - visibility: the visibility of the owner or of an administrator.
    ///   - isOwners: whether the owner makes the request. If false, an administrator makes it.
    ///   - isDryRun: whether to report the changes without making them.
    public init(
        _ selection: UndoSelection, visibleTo visibility: Visibility, by holder: Holder, isOwners: Bool = true,
        at now: Timestamp, isDryRun: Bool = false
    ) {
        self.selection = selection
        self.visibility = visibility
        self.holder = holder
        self.isOwners = isOwners
        self.now = now
        self.isDryRun = isDryRun
    }
}

extension Library {
    /// Undoes changes with a new batch, which can itself be undone. Later changes by other clients stay.
    ///
    /// The plan is computed on a separate connection, so other writes wait only while the plan is executed.
    /// - Parameter audit: returns the audit entries, which the same transaction writes.
    /// - Throws: an error of the database or the disk.
    public func undo(
        _ request: UndoRequest, audit: @Sendable (UndoReport) -> [AuditEntry] = { _ in [] }
    ) async throws -> UndoReport {
        for _ in 0..<Library.mostPlans {
            let plan = try await database.offload { try UndoPlan(request.selection, in: $0) }
            do { return try await undo(request, plan, audit) } catch is UndoPlanIsOld {}
        }
        return try await undo(request, nil, audit)
    }

    /// The maximum number of plans that can become outdated. After that, the plan is computed within the write
    /// transaction.
    private static let mostPlans = 3

    /// - Parameter given: the plan. If nil, the plan is computed within the transaction.
    /// - Throws: `UndoPlanIsOld` if other changes have made the plan outdated.
    private func undo(
        _ request: UndoRequest, _ given: UndoPlan?, _ audit: @Sendable (UndoReport) -> [AuditEntry]
    ) async throws -> UndoReport {
        let deletions = FileDeletions(in: originals)
        do {
            let report = try await remove(deletions) { database in
                // This check must come before the undo's own batch begins, because that batch becomes the owner's last
                // batch.
                if let given, try !given.isCurrent(in: database) { throw UndoPlanIsOld() }
                let plan = try given ?? UndoPlan(request.selection, in: database)
                let batch = try BatchApplier(
                    in: database, visibleTo: request.visibility, holder: request.holder, at: request.now,
                    published: nil, zones: zones, isOwners: request.isOwners, undoing: plan)
                var undo = UndoExecutor(plan, in: batch)
                try undo.run()
                if case .client(let client, let since, let until) = request.selection {
                    undo.note(try undo.batch.rejectQuarantined(by: client, since: since, until: until))
                }
                try undo.batch.endRecording(within: capacity, isDryRun: request.isDryRun)
                if request.isDryRun { throw UndoDryRunRollback(report: undo.report) }
                deletions.add(undo.batch.deletedFiles)
                try database.append(audit(undo.report))
                return undo.report
            }
            noteVisibilityLoss()
            noteChanges()
            return report
        } catch let dryRun as UndoDryRunRollback {
            return dryRun.report
        }
    }

    /// Deletes the undo log's batches that are older than a number of days.
    ///
    /// Uses several transactions, so that other writes do not wait long.
    /// - Throws: `CancellationError` between transactions if the task is canceled, and an error of the database.
    public func pruneUndo(keeping days: Int64, at now: Timestamp) async throws {
        let oldest = now.advanced(bySeconds: -max(days, 0) * 86_400)
        while true {
            try Task.checkCancellation()
            let deletions = FileDeletions(in: originals)
            let isDone = try await remove(deletions) { database in
                let batches = try database.integers(
                    """
                    SELECT number FROM undo_batch
                    WHERE date < \(oldest.rawValue) ORDER BY number LIMIT 100
                    """)
                for batch in batches { deletions.add(try database.removeUndo(of: batch)) }
                return batches.isEmpty
            }
            if isDone { return }
        }
    }
}

/// An error that rolls back a dry run.
private struct UndoDryRunRollback: Error {
    let report: UndoReport
}

/// An error for a plan that other changes have made outdated.
private struct UndoPlanIsOld: Error {}

/// The result of an undo.
public struct UndoReport: Sendable {
    /// An object, or an aspect of an object, that the undo did not change.
    public struct SkippedItem: Hashable, Sendable {
        public let id: ObjectID
        public let reason: Reason
        /// The unchanged aspect: a property, `content`, `trash`, `title`, `parent`, `cover`, `rule`, `order`, `assets`
        /// or `existence`.
        public let aspect: String
    }

    public enum Reason: Hashable, Sendable {
        /// The object was changed or used again later. The client is nil if it is unknown.
        case changedLater(by: ClientID?)
        /// The asset was deleted permanently.
        case purged
        /// The earlier cover of the album was deleted permanently.
        case coverPurged
        /// The album or folder was deleted.
        case gone
        /// The earlier edit is no longer in the undo log.
        case editNotKept
        /// The folder cannot be deleted, because it still contains albums or folders.
        case holdsOthers
        /// The album or folder cannot return to its earlier parent folder.
        case placeNotPossible
    }

    /// The identifiers of the changed assets, albums and folders.
    public var undone: [ObjectID] = []
    public var skipped: [SkippedItem] = []
    /// The time since which the undo log contains all changes, if it no longer contains all selected changes. The undo
    /// restores the state at this time.
    public var keptSince: Timestamp?
}
