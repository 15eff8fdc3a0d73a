import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicy
import FilmgateWire

/// Identifies callers and applies policy to their calls. No other type in this module calls `decide`.
@BrokerActor final class Gate {
    let core: LibraryCore
    let tripwires: Tripwires
    /// Lets each client make at most eight reads at a time.
    let readings = KeyedLimiter<ClientID>(width: 8, loop: BrokerActor.loop)

    init(_ core: LibraryCore) {
        self.core = core
        tripwires = Tripwires(core)
    }

    var services: SharedServices { core.services }
    /// The owner of the library.
    private var owner: UInt32 { core.user }

    /// The identity and the connection of a caller.
    @BrokerActor struct Caller {
        let peer: Client
        let connection: ClientConnection
        /// The picked item to which the call is limited, if any.
        var item: PickedItem?

        /// The client that the broker treats as the caller. A registered agent is treated as one of the owner's tools.
        var client: Client { connection.agent != nil ? peer.asAgent : peer }
    }

    /// Identifies the caller.
    ///
    /// - Throws: `accessDenied` if the caller cannot be identified, belongs to another user, or has become a delegate;
    ///   `limitsExceeded` for too many connections; `CancellationError` if the caller has left.
    func caller(of call: MethodCall) async throws -> Caller {
        switch await services.peers.identify(call.sender) {
        case .client(let client) where client.user == owner:
            let connection = try services.connections.caller(call.sender, of: owner)
            guard connection.serves(client) else { throw WireError.accessDenied }
            // The owner's tools are always admitted, because they can end other clients' access.
            if !client.isOwnersTool {
                try services.connections.count(connection, of: client, limit: services.settings.connections)
            }
            return Caller(peer: client, connection: connection)
        case .client: throw WireError.accessDenied
        case .unidentified(let reason):
            services.refusals.note(reason, of: call.sender)
            throw WireError.accessDenied
        }
    }

    /// Admits a call if policy allows its operation. Delegates of an app may make the call only if `isForDelegates` is
    /// set.
    func admit(_ call: MethodCall, to operation: Operation, isForDelegates: Bool = false) async throws -> Admission {
        let caller = try await caller(of: call)
        guard isForDelegates || caller.peer.delegate == nil else { throw WireError.delegated }
        let addsOnly = needsAuthorization(caller) ? try await checkAuthorization(for: [operation], caller, call) : false
        let standing = core.grants.standing(of: caller, isUse: operation != .askForAccess)
        return try Admission(
            caller, standing, decide(on: operation, by: caller.client, given: standing.grant, addsOnly: addsOnly))
    }

    /// Admits a batch of at least one operation if policy allows every operation.
    ///
    /// - Throws: `inChange` with the first refusal of policy, and the errors of `caller` and of the authorization.
    func admit(_ call: MethodCall, toAll operations: [Operation]) async throws -> Admission {
        let caller = try await caller(of: call)
        let addsOnly = needsAuthorization(caller) ? try await checkAuthorization(for: operations, caller, call) : false
        let standing = core.grants.standing(of: caller, isUse: true)
        let admissions = try operations.enumerated().map { index, operation in
            do {
                return try Admission(
                    caller, standing,
                    decide(on: operation, by: caller.client, given: standing.grant, addsOnly: addsOnly))
            } catch let error as WireError {
                throw WireError.inChange(index, error)
            }
        }
        // All admissions that allow reading share the same view.
        guard let admission = admissions.first(where: \.mustConfirm) ?? admissions.last else {
            throw WireError.accessDenied
        }
        return admission
    }

    /// Subscribes a client of this library's user to changes of its status; does nothing for others.
    func subscribeToStatus(_ client: Client, from name: BusName) {
        // The connection may have left the bus meanwhile.
        guard client.user == owner, let connection = try? services.connections.caller(name, of: owner),
            connection.serves(client)
        else { return }
        core.grants.subscribeToStatus(client, on: connection)
    }

    /// - Throws: `notAuthorized` if the program may not be an agent, and the errors of `caller`.
    func agentPermit(of call: MethodCall) async throws -> (AgentPermit, ClientConnection) {
        let caller = try await caller(of: call)
        guard let permit = FilmgatePolicy.agentPermit(of: caller.client, forLibraryOf: owner) else {
            throw WireError.notAuthorized
        }
        return (permit, caller.connection)
    }
}

extension Gate {
    /// Returns whether the call needs authorization. Calls by the owner's tools need it, because every program of the
    /// user can start these tools. Calls by agents do not need it, because agents act for the broker.
    private func needsAuthorization(_ caller: Caller) -> Bool {
        services.owners == .everyUser && caller.peer.isOwnersTool && caller.connection.agent == nil
    }

    /// - Returns: whether the tool is authorized only to add.
    /// - Throws: the errors of `AuthorizationCache.lastingAuthorization`.
    private func checkAuthorization(for operations: [Operation], _ caller: Caller, _ call: MethodCall) async throws
        -> Bool
    {
        for action in Set(operations.compactMap { action(forOwnersTool: $0) }).sorted(by: { $0.rawValue < $1.rawValue })
        {
            let adminRequest = AdminRequest.use(action, by: caller.peer.id)
            _ = try await services.authorizations.lastingAuthorization(
                adminRequest.authorityQuestion(action, call, on: caller.peer.user), for: .ownersTool(action),
                on: caller.connection)
        }
        return !caller.connection.authorizations.isGiven(.ownersTool(.useOwnLibrary))
    }
}

/// A call that policy allows.
struct Admission: Sendable {
    let client: Client
    let connection: ClientConnection
    let grant: Grant
    /// The library's `visibilityEpoch`, read before the decision. If the epoch has changed since, assets may have
    /// become invisible.
    let visibilityEpoch: UInt64
    let visibility: Visibility
    /// The client, or the connection of an unverified client, under which additions are recorded.
    let holder: Holder
    /// Whether the person must confirm the call first.
    let mustConfirm: Bool
    /// The picked item to which the call is limited, if any.
    let item: PickedItem?

    @BrokerActor fileprivate init(_ caller: Gate.Caller, _ standing: GrantTable.DecisionInput, _ decision: Decision)
        throws
    {
        switch decision {
        case .allow(let seen): (visibility, mustConfirm) = (seen, false)
        case .confirm(let seen): (visibility, mustConfirm) = (seen, true)
        case .refuse(let refusal): throw WireError(refusal)
        }
        (client, connection) = (caller.client, caller.connection)
        grant = standing.grant
        visibilityEpoch = standing.visibilityEpoch
        holder = FilmgatePolicy.holder(for: caller.client, under: standing.grant)
        item = nil
    }

    /// Creates an admission that is limited to an item that the person picked for the connection, or to an asset that
    /// the connection may edit.
    init(_ admission: Admission, to item: PickedItem) {
        (client, connection, grant) = (admission.client, admission.connection, admission.grant)
        (visibilityEpoch, holder) = (admission.visibilityEpoch, admission.holder)
        (visibility, mustConfirm) = (item.visibility, false)
        self.item = item
    }

    @BrokerActor var caller: Gate.Caller { Gate.Caller(peer: client, connection: connection, item: item) }
}

extension Gate {
    /// Returns whether a client's grant is being written. If so, the store may already apply the new grant.
    func isWritingGrant(of client: ClientID) -> Bool { core.grants.isWriting(client) }

    /// Returns the part of the library that a client may read now, or nil if it may read nothing or belongs to another
    /// user.
    func visibility(of client: Client) -> Visibility? {
        guard client.user == owner else { return nil }
        switch decide(on: .readAssets, by: client, given: core.grants.grant(of: client)) {
        case .allow(let visibility), .confirm(let visibility): return visibility
        case .refuse: return nil
        }
    }

    /// Returns the view that a caller has now, or nil if it may not observe. A caller that is limited to a picked item
    /// sees only the item, as long as the connection holds the item.
    func view(of caller: Caller) -> ClientView? {
        let client = caller.client
        let grant = core.grants.grant(of: client)
        if let item = caller.item {
            guard caller.connection.picks.holds(item) || caller.connection.edits.holds(item) else { return nil }
            return ClientView(holder: holder(for: client, under: grant), visibility: item.visibility)
        }
        switch decide(on: .observe, by: client, given: grant) {
        case .allow(let visibility), .confirm(let visibility):
            return ClientView(holder: holder(for: client, under: grant), visibility: visibility)
        case .refuse: return nil
        }
    }
}

/// The part of the library that a client may see, and the holder of the client's grant.
struct ClientView: Hashable, Sendable {
    let holder: Holder
    let visibility: Visibility
}

extension Admission {
    var view: ClientView { ClientView(holder: holder, visibility: visibility) }
}
