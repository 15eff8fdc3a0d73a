import FilmgateDBus
import FilmgateModel

/// The state that the broker keeps for one connection to the bus.
///
/// `ConnectionTable` drops this object when the connection leaves the bus. A call in progress may use the object a
/// little longer.
@BrokerActor final class ClientConnection {
    let name: BusName

    // MARK: State as a client of its own user's library

    /// Set by the first call for which the gate looks up the client's grant.
    var statusSubscription: StatusSubscription?
    /// The client toward whose limit the connection counts; nil before the first call, and for the owner's tools.
    var countedWith: ClientID?
    var results = OpenResults()
    var requests = OpenRequests()
    var caching = AnnouncedImages()
    /// The images that the connection has received.
    var images = BoundedSet<ImageJobInput>()
    var picks = PickHandleTable()
    var edits = OpenEdits()
    var namedBatches = NamedBatches()
    var subscription = ChangeSubscription()
    /// Batches that wait for the person's confirmation, by the serial of the call.
    var confirmations: [UInt32: Task<Void, any Error>] = [:]
    /// Set as long as the connection is registered as an agent.
    var agent: RegisteredAgent?
    /// Statuses that have not been sent yet, because the connection had not read earlier messages.
    var unsentStatuses: [AccessLevel: String] = [:]

    // MARK: State as an administrator

    /// The state for each library that the connection administers, by the library's user.
    var administration: [UInt32: AdminConnectionState] = [:]
    var authorizations = Authorizations()

    /// The refusals of this connection that are already in the journal.
    var notedRefusals: Set<String> = []

    /// Whether a delegate acts for an app on this connection, or is about to. If so, no call uses the delegate's own
    /// access.
    var isDelegated = false
    /// The assets that a delegate added on this connection. A delegate can withdraw no others.
    var delegatedAdditions = BoundedSet<AssetID>()

    init(_ name: BusName) { self.name = name }

    /// Returns whether calls on this connection still belong to the client: false if a delegate has begun to act for an
    /// app since the client was identified.
    func serves(_ client: Client) -> Bool { isDelegated == (client.delegate != nil) }

    /// Whether the connection keeps its user's library open.
    var keepsLibraryOpen: Bool { statusSubscription != nil || countedWith != nil || agent != nil }

    /// Stops sending changes to the connection. A read in progress stays recorded, so that no second read starts
    /// meanwhile.
    func unsubscribe() { subscription = ChangeSubscription(separateReading: subscription.separateReading) }

    /// Records that the connection reads the audit log of a user's library. The audit log has one entry about this for
    /// each connection.
    ///
    /// - Returns: whether the connection reads this log for the first time.
    func beginsReadingAudit(of user: UInt32) -> Bool {
        guard !administration[user, default: AdminConnectionState()].hasReadAudit else { return false }
        administration[user, default: AdminConnectionState()].hasReadAudit = true
        return true
    }

    /// Cancels everything in progress for the connection. Must be called once, when the connection has left the bus.
    func cancelAll() {
        requests.cancelAll()
        caching = AnnouncedImages()
        picks = PickHandleTable()
        edits.endAll()
        authorizations.cancelAll()
        for task in confirmations.values { task.cancel() }
    }
}

/// The state of an administrator's connection for one library.
struct AdminConnectionState {
    /// The subscription to a signal.
    struct Subscription {
        var isActive = false
        /// Whether a postponed signal still has to be sent.
        var isUnsent = false
    }

    /// The subscription to `GrantsChanged`.
    var grants = Subscription()
    /// The subscription to `InboxChanged`.
    var inbox = Subscription()
    /// Whether the audit log has recorded that the connection reads the audit log.
    var hasReadAudit = false
}

/// The client of a connection, as it was identified, and the statuses last sent to it.
struct StatusSubscription: Sendable {
    let client: Client
    var sent: AuthorizationStatuses
}

/// The two statuses of a grant.
struct AuthorizationStatuses: Hashable, Sendable {
    let addOnly: AddOnlyStatus
    let readWrite: ReadWriteStatus

    init(_ grant: Grant) { (addOnly, readWrite) = (grant.addOnly, grant.readWrite) }
}

/// Batches that wait for the person's confirmation.
extension ClientConnection {
    /// Runs `wait` until it ends, the batch is canceled, or the caller leaves the bus.
    func confirming(_ call: MethodCall, _ wait: @escaping @BrokerActor () async throws -> Void) async throws {
        let task = Task { try await wait() }
        confirmations[call.serial] = task
        defer { confirmations[call.serial] = nil }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func cancelConfirmation(_ serial: UInt32) { confirmations[serial]?.cancel() }
}
