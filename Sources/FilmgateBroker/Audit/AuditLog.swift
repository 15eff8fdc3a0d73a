internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore

/// What was decided and is not yet in the store's log: reads and refusals, gathered for at most a second.
///
/// A change is in it only where its client made so many that they share an entry; otherwise its
/// entry is written with the change.
@BrokerActor final class AuditLog {
    private let library: Library
    private let limits: AuditLimits
    private let now: @Sendable () -> Timestamp
    private(set) var batch: AuditBatch
    /// Runs out when what was gathered is to be written.
    private var gathering: Timer?
    /// Runs out when it may be time for what waits for its hour, or could not be written.
    private var waiting: Timer?
    /// What is being written, so that whoever flushes waits for that too.
    private var writing: Task<Void, Never>?
    private var lastPruning: Timestamp?

    private static let gatheringTime = Duration.seconds(1)
    private static let waitingTime = Duration.seconds(60)

    /// - Parameter batch: what it goes on with, of the log that the library had before.
    init(
        of library: Library, _ limits: AuditLimits, after batch: AuditBatch?,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.library = library
        self.now = now
        self.limits = limits
        self.batch = batch ?? AuditBatch(limits)
    }

    /// Has an entry written within a second, together with others like it.
    ///
    /// - Parameter client: who asked; nil where that could not be told, and for the broker itself.
    private func note(_ entry: AuditEntry, by client: Client?, isChange: Bool = false) {
        batch.add(entry, of: AuditBatch.Account(of: client, user: entry.user), isChange: isChange)
        if batch.isFull {
            Task { await flush() }
        } else if gathering == nil {
            gathering = BrokerActor.after(AuditLog.gatheringTime) { [weak self] in Task { await self?.flush() } }
        }
    }

    /// What happened just now, to be noted.
    func note(
        _ operation: AuditEntry.Operation, _ outcome: AuditEntry.Outcome, _ subject: AuditSubject, by client: Client?,
        detail: String = ""
    ) {
        note(entry(operation, outcome, subject, by: client, detail), by: client)
    }

    /// What an administrator is about to do, for the change's own transaction, with as many identifiers as may be kept.
    func changing(
        _ operation: AuditEntry.Operation, _ subject: AuditSubject, by client: Client?
    ) -> AuditEntry {
        let entry = entry(operation, .allowed, subject, by: client, "")
        let account = AuditBatch.Account(of: client, user: entry.user)
        let bounded = batch.bounded(entry, of: account)
        batch.made(bounded, of: account)
        return bounded
    }

    /// What is about to be answered, for the change's own transaction; nil where it is gathered with the client's others.
    func answering(
        _ operation: AuditEntry.Operation, _ outcome: AuditEntry.Outcome, _ subject: AuditSubject, by client: Client,
        detail: String
    ) -> AuditEntry? {
        let entry = entry(operation, outcome, subject, by: client, detail)
        let changes = changes([entry], by: client)
        made(changes, by: client)
        return changes.haveEntries ? changes.entries[0] : nil
    }

    /// The changes of a batch, kind by kind.
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

    /// That changes were made: those that failed are no client's expense.
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
            about: subject.client?.description ?? "", detail: detail)
    }

    /// Writes what was gathered; when it returns, all that was noted before is in the store's log.
    ///
    /// - Parameter all: what may wait for its hour too, of clients that did more than is kept of them word for word.
    func flush(all: Bool = false) async {
        gathering = nil
        let entries = batch.take(at: now(), all: all)
        let before = writing
        let task = Task {
            await before?.value
            await write(entries)
        }
        writing = task
        await task.value
        if !batch.isEmpty, waiting == nil {
            waiting = BrokerActor.after(AuditLog.waitingTime) { [weak self] in Task { await self?.waitingIsOver() } }
        }
    }

    private func waitingIsOver() async {
        waiting = nil
        await flush()
    }

    private func write(_ entries: [AuditEntry]) async {
        do {
            try await library.record(entries)
        } catch {
            batch.putBack(entries)
            return Journal.write(.error, "The audit log could not be written, which is tried again: \(error)")
        }
        let moment = now()
        if let lastPruning, (lastPruning...lastPruning.advanced(bySeconds: 60)).contains(moment) { return }
        lastPruning = moment
        Task {
            do {
                try await library.pruneAudit(to: limits, at: moment)
            } catch {
                Journal.write(.error, "Old entries of the audit log could not be removed: \(error)")
            }
        }
    }
}

/// What the log is to say of changes.
struct AuditedChanges {
    var entries: [AuditEntry]
    /// Whether each is written by itself, with its change. Otherwise they are gathered, once they were made.
    let haveEntries: Bool
}
