import FilmgateModel
import FilmgateStore

/// The parts of one user's library that its use cases share.
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
    ///   - suspended: the state that the library's previous host kept when it was closed.
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
