import FilmgateModel
import FilmgatePolicy
import FilmgateStore

/// The parts of a library host that all its operations share.
@BrokerActor final class LibraryCore {
    let services: SharedServices
    let library: Library
    /// The user who owns the library.
    let user: UInt32
    let signals: SignalDispatcher
    let audit: AuditLog
    let grants: GrantTable
    let clock: Clock

    /// - Parameters:
    ///   - suspended: the state of the library's previous host, saved when that host was closed.
    ///   - successor: receives the audit log's entries of calls that continue after the library is closed.
    init(
        of library: Library, on services: SharedServices, after suspended: SuspendedState?,
        successor: @escaping @BrokerActor ([AuditEntry]) -> Void
    ) async throws {
        self.services = services
        self.library = library
        user = library.user
        clock = services.clock
        signals = SignalDispatcher(services.bus, services.connections, of: user)
        audit = AuditLog(
            of: library, services.settings.audit, after: suspended?.audit, now: clock.now, successor: successor)
        grants = try await GrantTable(of: library, services, signals, closed: suspended?.closed)
    }
}

/// The state of a closed library host. The next host of the same library continues with it, so that closing the host
/// does not reset any limits.
struct SuspendedState: Sendable {
    /// The time since boot at which the library was closed. The time since then counts toward the terms of grants, even
    /// if the wall clock is set back.
    ///
    /// Nil if the library was replaced: in that case, the time that is stored in the library counts.
    let closed: Int64?
    let audit: AuditBatch
    let prompts: PromptMachine
    let unkept: DiscardedContentQuota
    let held: LibraryClientFiles
    let tickets: EditTickets

    /// The part of the state with which a library that replaces this one continues: the limits of clients, but nothing
    /// about photos.
    @BrokerActor var forReplacement: SuspendedState {
        SuspendedState(
            closed: nil, audit: audit, prompts: prompts, unkept: unkept,
            held: LibraryClientFiles(memory: held.memory.limit, held.descriptors), tickets: EditTickets())
    }
}
