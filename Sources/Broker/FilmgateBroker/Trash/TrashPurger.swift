import FilmgateModel
import FilmgatePolicy
import FilmgateStore

/// Purges assets that have been in the trash long enough, a batch at a time. Runs on the event loop.
///
/// Runs four times an hour, and saves its progress. An asset is due by the wall clock, after the library has been open
/// for an hour with that reading of the clock (see `TrashRetention`).
@BrokerActor final class TrashPurger {
    private let library: Library
    private let clock: Clock
    private let days: UInt64
    private let undoDays: Int64
    private let inboxChanged: () -> Void
    private var retention: TrashRetention?
    private var lastRun: Int64?
    /// The retention that is saved in the library.
    private var written = TrashRetention()
    private var task: PeriodicTask?
    private var isOver = false

    private static let interval = Duration.seconds(900)
    /// The batch size, which is small so that clients' changes do not wait long.
    private static let slice = 100
    private static let receiptSlice = 1_000

    /// - Parameters:
    ///   - days: the number of days that assets stay in the trash.
    ///   - undoDays: the number of days that undo data is kept.
    ///   - inboxChanged: called after rejected items were removed.
    init(
        of library: Library, keeping days: UInt64, undo undoDays: Int64 = 90, clock: Clock,
        inboxChanged: @escaping () -> Void = {}
    ) {
        self.library = library
        self.clock = clock
        self.days = days
        self.undoDays = undoDays
        self.inboxChanged = inboxChanged
    }

    /// Starts the purger. Does nothing after `end`, because the library can be closed before maintenance begins.
    func begin() {
        guard !isOver else { return }
        let task = PeriodicTask(every: Self.interval) { [weak self] in await self?.purgeDue() }
        self.task = task
        task.begin()
    }

    /// Saves the progress, and stops. Due assets are purged after the library is opened again.
    func end() async {
        isOver = true
        await task?.end()
        do {
            var later = try await known()
            let boot = clock.sinceBoot()
            later.count(boot - (lastRun ?? boot), until: clock.now())
            try await library.note(later)
        } catch {
            Journal.write(.warning, "The age of the trash could not be saved: \(error)")
        }
    }

    func purgeDue() async {
        guard let due = await advance() else { return }
        await purgeTrash(before: due)
        // The confirmed current time. A reading of the clock is confirmed an hour later.
        let now = due.advanced(bySeconds: TrashRetention.seconds(ofDays: days))
        await removeReceipts(at: now)
        await pruneUndo(at: now)
    }

    /// Removes old undo data and the files of replaced edits.
    private func pruneUndo(at now: Timestamp) async {
        await Journal.noting("What is kept for undo could not be removed") {
            try await library.pruneUndo(keeping: undoDays, at: now)
        }
    }

    /// Removes the receipts of apps' additions after a fixed time, even if the apps have not asked for them.
    private func removeReceipts(at now: Timestamp) async {
        await Journal.noting("Old receipts could not be removed") {
            while try await library.removeOldReceipts(limit: Self.receiptSlice, at: now) == Self.receiptSlice {
                try Task.checkCancellation()
            }
        }
    }

    /// Returns the time before which an asset must have been trashed to be purged now, or nil if nothing is due.
    private func advance() async -> Timestamp? {
        do {
            var retention = try await known()
            let hasRejected = try await library.hasRejected()
            let isEmpty = try await library.summary().trashed == 0 && !hasRejected
            let boot = clock.sinceBoot()
            let due = retention.advance(to: clock.now(), after: boot - (lastRun ?? boot), keeping: days)
            (self.retention, lastRun) = (retention, boot)
            if retention.isWorthWriting(over: written, isTrashEmpty: isEmpty) {
                try await library.note(retention)
                written = retention
            }
            return due
        } catch is CancellationError {
            return nil
        } catch {
            Journal.write(.error, "What is due in the trash could not be found: \(error)")
            return nil
        }
    }

    private func purgeTrash(before due: Timestamp) async {
        await Journal.noting("Old assets in the trash could not be purged") {
            while try await purgeSlice(before: due) { try Task.checkCancellation() }
            while try await removeRejectedSlice(before: due) { try Task.checkCancellation() }
        }
    }

    private func known() async throws -> TrashRetention {
        if let retention { return retention }
        written = try await library.retention()
        return written
    }

    /// Removes some rejected items of the inbox that are due.
    ///
    /// - Returns: whether more may be due.
    private func removeRejectedSlice(before due: Timestamp) async throws -> Bool {
        let entry = entry("reject-added", detail: "rejected for \(days) days, removed for good")
        let count = try await library.removeRejected(before: due, limit: Self.slice, at: entry.date) { ids in
            entry.about(ids)
        }
        if count > 0 { inboxChanged() }
        return count == Self.slice
    }

    /// - Returns: whether more may be due.
    private func purgeSlice(before due: Timestamp) async throws -> Bool {
        let entry = entry("purge-assets", detail: "in the trash for \(days) days")
        let count = try await library.purgeTrash(before: due, limit: Self.slice, at: entry.date) { ids in
            entry.about(ids)
        }
        return count == Self.slice
    }

    /// Returns an entry for the audit log, without assets.
    private func entry(_ operation: AuditEntry.Operation, detail: String) -> AuditEntry {
        AuditEntry(
            date: clock.now(), client: "", user: library.user, operation: operation, outcome: .allowed, about: "",
            detail: detail)
    }
}

extension AuditEntry {
    fileprivate func about(_ ids: [AssetID]) -> AuditEntry {
        var entry = self
        (entry.count, entry.ids) = (UInt32(clamping: ids.count), ids.map { ObjectID($0) })
        return entry
    }
}
