internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateWire

/// Who calls and what policy says to it; the only caller of `decide`.
///
/// Everything it asks lives on the event loop, so that admitting a call costs no change of thread.
struct Gate: Sendable {
    let peers: PeerRegistry
    let grantTable: GrantTable
    let audit: AuditLog
    let coordinator: PromptCoordinator
    let refusals: RefusalLog
    let connections: ConnectionQuota
    /// Of readings, a few of each client at a time.
    let readings: KeyedLimiter<ClientID>
    let authorizations: AuthorizationCache
    let owners: Owners
    /// The user whose library this is.
    let owner: UInt32

    /// Who calls; an agent as one of the owner's own tools, for as long as it is registered.
    ///
    /// - Throws: `accessDenied` for a caller that could not be identified and for other users' programs.
    func client(of call: MethodCall) async throws -> Client { await acting(try await peer(of: call), in: call) }

    private func acting(_ peer: Client, in call: MethodCall) async -> Client {
        await coordinator.isRegistered(call.sender) ? peer.asAgent : peer
    }

    func peer(of call: MethodCall) async throws -> Client {
        let identification = await peers.identify(call.sender)
        // Nothing is kept of a caller that left while it was looked up.
        try Task.checkCancellation()
        switch identification {
        case .client(let client) where client.user == owner:
            // The owner's tools are there to put an end to what others do.
            if !client.isOwnersTool { try await connections.enter(call.sender, of: client.id) }
            return client
        case .client: throw WireError.accessDenied
        case .unidentified(let reason):
            refusals.note(reason, of: call.sender)
            throw WireError.accessDenied
        }
    }

    /// - Throws: what policy refuses with.
    func admit(_ call: MethodCall, to operation: Operation) async throws -> Admission {
        let peer = try await peer(of: call)
        let client = await acting(peer, in: call)
        let addsOnly = needsAuthorization(peer) ? try await checkAuthorization(for: [operation], peer, call) : false
        let standing = try await grantTable.standing(
            of: client, peer, calling: call.sender, isUse: operation != .askForAccess)
        return try Admission(
            client, standing, decide(on: operation, by: client, given: standing.grant, addsOnly: addsOnly))
    }

    /// Admits a whole batch, which has at least one operation: each must be allowed.
    ///
    /// - Throws: what policy refuses the first with, and its index.
    func admit(_ call: MethodCall, toAll operations: [Operation]) async throws -> Admission {
        let peer = try await peer(of: call)
        let client = await acting(peer, in: call)
        let addsOnly = needsAuthorization(peer) ? try await checkAuthorization(for: operations, peer, call) : false
        let standing = try await grantTable.standing(of: client, peer, calling: call.sender, isUse: true)
        let admissions = try operations.enumerated().map { index, operation in
            do {
                return try Admission(
                    client, standing, decide(on: operation, by: client, given: standing.grant, addsOnly: addsOnly))
            } catch let error as WireError {
                throw WireError.inChange(index, error)
            }
        }
        // All that see anything see the same.
        guard let admission = admissions.first(where: \.mustConfirm) ?? admissions.last else {
            throw WireError.accessDenied
        }
        return admission
    }

    /// Has a caller hear of changes of its status from now on, whatever else it may do.
    func welcome(_ client: Client, calling name: BusName) async {
        guard client.user == owner else { return }
        try? await grantTable.welcome(client, calling: name)
    }

    /// - Throws: `notAuthorized` for whoever may not be an agent.
    func agentPermit(of call: MethodCall) async throws -> AgentPermit {
        let client = try await client(of: call)
        guard let agentPermit = FilmgatePolicy.agentPermit(of: client, forLibraryOf: owner) else {
            throw WireError.notAuthorized
        }
        return agentPermit
    }
}

extension Gate {
    /// Whether what a caller does takes the authority's leave: the owner's own tools can be started by any program of the user. An
    /// agent acts for the broker.
    private func needsAuthorization(_ peer: Client) -> Bool { owners == .everyUser && peer.isOwnersTool }

    /// - Returns: whether the tool may only add.
    /// - Throws: as `AuthorizationCache.lastingAuthorization` does.
    private func checkAuthorization(for operations: [Operation], _ peer: Client, _ call: MethodCall) async throws
        -> Bool
    {
        guard await !coordinator.isRegistered(call.sender) else { return false }
        for action in Set(operations.compactMap { action(forOwnersTool: $0) }).sorted(by: { $0.rawValue < $1.rawValue })
        {
            let adminRequest = AdminRequest(.oversee, client: peer.id) { user in
                action == .addToOwnLibrary
                    ? "add to the photos of \(user) with the owner's tools"
                    : "see, change and delete the photos of \(user) with the owner's tools"
            }
            _ = try await authorizations.lastingAuthorization(
                adminRequest.question(action, call, on: peer.user), for: .ownersTool(action))
        }
        return await !authorizations.isGiven(.ownersTool(.useOwnLibrary), to: call.sender)
    }
}

/// A call that policy lets through.
struct Admission: Sendable {
    let client: Client
    let grant: Grant
    /// The library's, from before it was decided: what has departed since may be out of sight.
    let visibilityEpoch: UInt64
    let visibility: Visibility
    /// Who what it adds is recorded under.
    let holder: Holder
    /// Whether the person must confirm it first.
    let mustConfirm: Bool

    fileprivate init(_ client: Client, _ standing: GrantTable.Standing, _ decision: Decision) throws {
        switch decision {
        case .allow(let seen): (visibility, mustConfirm) = (seen, false)
        case .confirm(let seen): (visibility, mustConfirm) = (seen, true)
        case .refuse(let refusal): throw WireError(refusal)
        }
        self.client = client
        grant = standing.grant
        visibilityEpoch = standing.visibilityEpoch
        holder = FilmgatePolicy.holder(for: client, under: standing.grant)
    }
}

extension Gate {
    /// Whether a client's grant is being written: what the store tells of its view may be of the one to come. To be asked on the
    /// loop.
    func isWritingGrant(of client: ClientID) -> Bool { grantTable.assumeIsolated { $0.isWriting(client) } }

    /// What a connection sees at this moment; nil where it may not observe. To be asked on the loop.
    ///
    /// - Parameter peer: who that is when it is no agent.
    func view(of peer: Client, at name: BusName) -> View? {
        let client = coordinator.assumeIsolated { $0.isRegistered(name) } ? peer.asAgent : peer
        let grant = grantTable.assumeIsolated { $0.grant(of: client) }
        switch decide(on: .observe, by: client, given: grant) {
        case .allow(let visibility), .confirm(let visibility):
            return View(holder: holder(for: client, under: grant), visibility: visibility)
        case .refuse: return nil
        }
    }
}
