import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore

/// Collects audit entries of reads and refusals, and writes them to the library's log after at most a second. If a
/// client makes more calls than the log records individually, merges its further entries for up to an hour.
/// The entry of a change is written in the transaction of the change, unless the client makes so many changes that they
/// share an entry.
@BrokerActor final class AuditLog {
    private let library: Library
    private let limits: AuditLimits
    private let now: @Sendable () -> Timestamp
    private(set) var batch: AuditBatch
    /// The timer for the next write of the collected entries.
    private var gathering: Timer?
    /// The timer for the next write of entries that wait for up to an hour, or that could not be written before.
    private var waiting: Timer?
    /// The write in progress, so that another flush can wait for it.
    private var writing: Task<Void, Never>?
    private var lastPruning: Timestamp?
    private var state = State.open
    /// Receives the entries that are added after `end`.
    private let successor: @BrokerActor ([AuditEntry]) -> Void

    private enum State {
        case open, ending, ended
    }

    private static let gatheringTime = Duration.seconds(1)
    private static let waitingTime = Duration.seconds(60)

    /// - Parameters:
    ///   - batch: the collected entries of the library's earlier log, which this log continues.
    ///   - successor: receives the entries of calls that continue after `end`.
    init(
        of library: Library, _ limits: AuditLimits, after batch: AuditBatch?,
        now: @escaping @Sendable () -> Timestamp, successor: @escaping @BrokerActor ([AuditEntry]) -> Void
    ) {
        self.library = library
        self.successor = successor
        self.now = now
        self.limits = limits
        self.batch = batch ?? AuditBatch(limits)
    }

    /// Collects an entry, merges it with similar ones, and schedules the next write.
    ///
    /// - Parameter client: the caller; nil if the caller is unknown or is the broker itself.
    private func note(_ entry: AuditEntry, by client: Client?, isChange: Bool = false) {
        guard state != .ended else { return successor([entry]) }
        batch.add(entry, of: AuditBatch.Account(of: client, user: entry.user), isChange: isChange)
        writeSoon()
    }

    /// Adds entries that an earlier log of the same library received after its end.
    func carryOn(_ entries: [AuditEntry]) {
        guard state != .ended else { return successor(entries) }
        batch.putBack(entries)
        writeSoon()
    }

    private func writeSoon() {
        if batch.isFull {
            Task { await flush() }
        } else if gathering == nil {
            gathering = BrokerActor.after(AuditLog.gatheringTime) { [weak self] in Task { await self?.flush() } }
        }
    }

    /// Records an event at the current time.
    func note(
        _ operation: AuditEntry.Operation, _ outcome: AuditEntry.Outcome, _ subject: AuditSubject, by client: Client?,
        detail: String = ""
    ) {
        note(entry(operation, outcome, subject, by: client, detail), by: client)
    }

    /// Returns the entry for an administrator's change, for the caller to write in the transaction of the change. The
    /// entry has at most as many identifiers as the log stores.
    func changing(
        _ operation: AuditEntry.Operation, _ subject: AuditSubject, by client: Client?, detail: String = ""
    ) -> AuditEntry {
        let entry = entry(operation, .allowed, subject, by: client, detail)
        let account = AuditBatch.Account(of: client, user: entry.user)
        let bounded = batch.bounded(entry, of: account)
        batch.made(bounded, of: account)
        return bounded
    }

    /// Returns the entry for an answer to a client's prompt, for the caller to write in the transaction of the change
    /// that the answer makes. Returns nil if the log collects the entry with the other answers to the client's prompts.
    func answering(
        _ operation: AuditEntry.Operation, _ outcome: AuditEntry.Outcome, _ subject: AuditSubject, by client: Client,
        detail: String
    ) -> AuditEntry? {
        let entry = entry(operation, outcome, subject, by: client, detail)
        let changes = changes([entry], by: client)
        made(changes, by: client)
        return changes.haveEntries ? changes.entries[0] : nil
    }

    /// Returns the entries for the changes of a batch, one for each kind of change.
    func changing(_ accounts: [(AuditEntry.Operation, AuditSubject)], by client: Client) -> AuditedChanges {
        changes(accounts.map { entry($0.0, .allowed, $0.1, by: client, "") }, by: client)
    }

    private func changes(_ entries: [AuditEntry], by client: Client) -> AuditedChanges {
        let account = AuditBatch.Account(of: client, user: client.user)
        guard batch.hasRoom(forChanges: entries.count, of: account, at: now()) else {
            return AuditedChanges(entries: entries, haveEntries: false)
        }
        return AuditedChanges(entries: entries.map { batch.bounded($0, of: account) }, haveEntries: true)
    }

    /// Records changes that were made, and counts them against the client's limit.
    func made(_ changes: AuditedChanges, by client: Client) {
        let account = AuditBatch.Account(of: client, user: client.user)
        for entry in changes.entries {
            if changes.haveEntries {
                batch.made(entry, of: account)
            } else {
                note(entry, by: client, isChange: true)
            }
        }
    }

    private func entry(
        _ operation: AuditEntry.Operation, _ outcome: AuditEntry.Outcome, _ subject: AuditSubject, by client: Client?,
        _ detail: String
    ) -> AuditEntry {
        AuditEntry(
            date: now(), client: client?.id.description ?? "", user: client?.user ?? .max, operation: operation,
            outcome: outcome, count: UInt32(clamping: subject.count), ids: subject.ids,
            about: subject.client?.description ?? "", through: client?.delegate?.description ?? "",
            detail: detail.isEmpty ? subject.detail : detail)
    }

    /// Writes the collected entries. When this returns, all earlier entries are stored, except those that are merged
    /// for an hour, or could not be written.
    ///
    /// - Parameter all: whether to write the entries that are merged for up to an hour, too.
    func flush(all: Bool = false) async {
        guard state != .ended else { return }
        gathering?.cancel()
        gathering = nil
        let entries = batch.take(at: now(), all: all)
        let before = writing
        let task = Task {
            await before?.value
            await write(entries)
        }
        writing = task
        await task.value
        if state == .open, !batch.isEmpty, waiting == nil {
            waiting = BrokerActor.after(AuditLog.waitingTime) { [weak self] in Task { await self?.waitingIsOver() } }
        }
    }

    /// Writes all entries for the last time, because the library is about to be closed. The successor receives later
    /// entries.
    ///
    /// - Returns: the entries that could not be written, and the clients' use of their allowances in the log.
    func end() async -> AuditBatch {
        state = .ending
        // The second flush writes the entries that were added, or could not be written, during the first flush.
        for _ in 0..<2 { await flush(all: true) }
        // No suspension may occur between this line and the return.
        state = .ended
        for timer in [gathering, waiting] { timer?.cancel() }
        (gathering, waiting) = (nil, nil)
        return batch
    }

    private func waitingIsOver() async {
        waiting = nil
        await flush()
    }

    private func write(_ entries: [AuditEntry]) async {
        do {
            try await library.record(entries)
        } catch {
            guard state != .ended else { return successor(entries) }
            batch.putBack(entries)
            return Journal.write(.error, "The audit log could not be written and will be tried again: \(error)")
        }
        guard state == .open else { return }
        let moment = now()
        if let lastPruning, (lastPruning...lastPruning.advanced(bySeconds: 60)).contains(moment) { return }
        lastPruning = moment
        Task {
            await Journal.noting("Old entries of the audit log could not be removed") {
                try await library.pruneAudit(to: limits, at: moment)
            }
        }
    }
}

/// The log's entries for the changes of one batch.
struct AuditedChanges {
    var entries: [AuditEntry]
    /// Whether the entries must be written in the transaction of the changes. If not, the log collects them after the
    /// changes.
    let haveEntries: Bool
}
