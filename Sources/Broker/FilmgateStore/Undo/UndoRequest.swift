public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

// Compiler fault: 2
/// The changes to undo, and the client that undoes them.
public final class UndoRequest: Sendable {
    let selection: UndoSelection
    let visibility: Visibility
    let holder: Holder
    let isOwners: Bool
    let now: Timestamp
    let isDryRun: Bool

    /// - Parameters:
    ///   - visibility: the visibility of an administrator or of the owner, who see everything.
    ///   - isOwners: whether the owner undoes the changes, rather than an administrator.
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
    /// Undoes changes. The undo is a batch, which can itself be undone. Later changes of other clients stay.
    ///
    /// The plan is made on a separate connection. Other writes wait only while the plan is carried out.
    /// - Parameter audit: returns the audit entries, which are written in the same transaction.
    /// - Throws: failures.
    public func undo(
        _ request: UndoRequest, audit: @Sendable (UndoReport) -> [AuditEntry] = { _ in [] }
    ) async throws -> UndoReport {
        for _ in 0..<Library.mostPlans {
            let plan = try await database.offload { try UndoPlan(request.selection, in: $0) }
            do { return try await undo(request, plan, audit) } catch is UndoPlanIsOld {}
        }
        return try await undo(request, nil, audit)
    }

    /// The maximum number of plans that other changes may make outdated. After that, a plan is made while other writes
    /// wait.
    private static let mostPlans = 3

    /// - Parameter given: the plan; nil if it must be made in the transaction.
    /// - Throws: `UndoPlanIsOld` if other changes have made the plan outdated.
    private func undo(
        _ request: UndoRequest, _ given: UndoPlan?, _ audit: @Sendable (UndoReport) -> [AuditEntry]
    ) async throws -> UndoReport {
        let deletions = FileDeletions(in: originals)
        do {
            let report = try await remove(deletions) { database in
                // Checks the plan before the undo's batch begins, because the undo's batch becomes the owner's last
                // batch.
                if let given, try !given.isCurrent(in: database) { throw UndoPlanIsOld() }
                let plan = try given ?? UndoPlan(request.selection, in: database)
                let batch = try BatchChange(
                    in: database, visibleTo: request.visibility, holder: request.holder, at: request.now,
                    published: nil, zones: zones, isOwners: request.isOwners, undoing: plan)
                var undo = UndoExecutor(plan, in: batch)
                try undo.run()
                if case .client(let client, let since, let until) = request.selection {
                    undo.note(try undo.batch.rejectQuarantined(by: client, since: since, until: until))
                }
                try undo.batch.endRecording(within: capacity, isDryRun: request.isDryRun)
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

    /// Removes the undo data of batches that are older than a number of days.
    ///
    /// Uses several transactions, so that other writes do not wait long.
    /// - Throws: `CancellationError` between two transactions if the task is cancelled, and failures.
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

/// Thrown to roll back the transaction of a dry run.
private struct UndoDryRun: Error {
    let report: UndoReport
}

/// Thrown if the objects of a plan have changed since the plan was made.
private struct UndoPlanIsOld: Error {}

/// The report of an undo.
public struct UndoReport: Sendable {
    /// A value or object that the undo did not change.
    public struct SkippedItem: Hashable, Sendable {
        public let id: ObjectID
        public let reason: Reason
        /// The aspect that did not change: a property, or `content`, `trash`, `title`, `parent`, `cover`, `order`,
        /// `assets` or `existence`.
        public let aspect: String
    }

    public enum Reason: Hashable, Sendable {
        /// The value was changed again later. The client is nil if it is not known.
        case changedLater(by: ClientID?)
        /// The asset was deleted permanently.
        case purged
        /// The asset that was the album's cover before was deleted permanently.
        case coverPurged
        /// The album or folder no longer exists.
        case gone
        /// The earlier edit is no longer kept.
        case editNotKept
        /// The album or folder contains objects that other clients put there.
        case holdsOthers
        /// The folder cannot return to its earlier place.
        case placeNotPossible
    }

    /// The assets, albums and folders that were changed, by identifier.
    public var undone: [ObjectID] = []
    public var skipped: [SkippedItem] = []
    /// The date from which on all changes are kept, set if some of the changes are no longer kept. Values return to
    /// their state on that date.
    public var keptSince: Timestamp?
}
