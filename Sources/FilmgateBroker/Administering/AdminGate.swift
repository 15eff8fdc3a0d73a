internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateWire

/// Where administrators come in: who may ask at all, what the thing they want takes, and whose library host they then stand in.
@BrokerActor struct AdminGate: Sendable {
    let services: SharedServices
    let hosts: LibraryHosts
    /// Of the library host of the caller's own user; nil for root, and where that library host cannot be opened.
    let gate: Gate?
    let grantTable: GrantTable?

    /// Who asks, before anybody looks at what for.
    ///
    /// - Throws: `accessDenied` for whoever is not identified or of another user, `notAuthorized` for whoever never administers.
    func candidate(_ call: MethodCall) async throws -> AdminCaller {
        guard let candidate = FilmgatePolicy.candidate(try await client(of: call), among: services.owners) else {
            throw WireError.notAuthorized
        }
        return candidate
    }

    private func client(of call: MethodCall) async throws -> Client {
        if let gate { return try await gate.caller(of: call).client }
        guard case .client(let client) = await services.peers.identify(call.sender) else {
            throw WireError.accessDenied
        }
        return client
    }

    /// The library host that a matter is about, once whoever asks may do in it what they want.
    ///
    /// It stays open until `LibraryHosts.left`.
    /// - Throws: as `permit` does, and `libraryUnavailable`.
    func site(of adminRequest: AdminRequest, by candidate: AdminCaller, _ call: MethodCall) async throws
        -> AdministeredLibrary
    {
        let permit = try await permit(for: adminRequest, by: candidate, call)
        if permit.user != candidate.ownUser, await !hosts.hasLibrary(permit.user) {
            guard adminRequest.isFounding else {
                throw WireError.notFound(
                    "User \(permit.user) has no photo library: none of their programs has called yet, and nobody has "
                        + "decided about any.")
            }
            try await LibraryHosts.checkExistence(of: permit.user)
        }
        let connection = try services.connections.caller(call.sender)
        // Nothing may fail after this, for `LibraryHosts.left` must follow.
        return AdministeredLibrary(permit: permit, host: try await hosts.enter(by: permit), connection: connection)
    }

    /// Authorization to do what somebody wants.
    ///
    /// - Throws: `notAuthorized`, `notAuthorizedBecause`, `InteractiveAuthorizationRequired`, `invalidArgument` where root names
    ///   no user.
    private func permit(
        for adminRequest: AdminRequest, by candidate: AdminCaller, _ call: MethodCall
    ) async throws -> AdminPermit {
        guard let user = adminRequest.user ?? candidate.ownUser else {
            throw WireError.invalidArgument("\(call.member): root has no library here; say whose with 'user'.")
        }
        var authorization: Authorization?
        if case .authorization(let action) = candidate.requirement(for: adminRequest.operation, on: user) {
            let question = adminRequest.question(action, call, on: user)
            authorization =
                adminRequest.operation.isReading
                ? try await services.authorizations.lastingAuthorization(
                    question, for: .administering(adminRequest.operation, user),
                    on: services.connections.caller(call.sender))
                : try await services.authorizations.authorization(question)
        }
        guard let permit = candidate.administration(for: adminRequest.operation, on: user, with: authorization) else {
            throw WireError.notAuthorized
        }
        return permit
    }

    /// What stands of a client, and what policy says of it.
    ///
    /// - Parameter user: in whose library; nil for the caller's own. Of another's that is closed nothing is known, and nothing is asked: what
    ///   is done there takes the same authorization in any case.
    func grants(of client: ClientID, on user: UInt32?) -> (ClientGrants, ClientRules) {
        let grantTable = if let user { hosts.openHouse(of: user)?.grantTable } else { grantTable }
        return (grantTable?.grants(of: client) ?? ClientGrants(), services.policy.rules(for: client))
    }

    /// Whose connections somebody may see: nil for everybody's.
    ///
    /// - Throws: as `site` does.
    func overview(by candidate: AdminCaller, _ call: MethodCall) async throws -> UInt32? {
        if case .only = services.owners { return nil }
        let adminRequest = AdminRequest(.oversee) { "see which programs use the photos of \($0)" }
        guard candidate.ownUser != nil else {
            _ = try await services.authorizations.authorization(
                adminRequest.question(.manageGrants, call, on: candidate.client.user))
            return nil
        }
        return try await permit(for: adminRequest, by: candidate, call).user
    }

    /// Has it written down that somebody got into no library host: with the user whose library it was about, where that is open, else with the
    /// caller's own; root's, in the journal.
    ///
    /// Nobody has another's library opened, or kept open, by what they are refused.
    func noteRefusal(
        _ error: any Error, of operation: AuditEntry.Operation, _ call: MethodCall, by client: Client?,
        about user: UInt32? = nil
    ) async {
        // What is named in a call that is refused may be made up.
        if let client, let user, user != client.user, let host = hosts.openHouse(of: user) {
            host.audit.note(operation, AuditEntry.Outcome(of: error), AuditSubject(), by: client)
        } else if let gate {
            await gate.noteRefusal(error, of: operation, call, by: client, AuditSubject())
        } else if let client {
            services.refusals.note(error, in: call, of: client.user)
        }
    }
}

/// A library in which an administrator may do what they asked for.
@BrokerActor struct AdministeredLibrary: Sendable {
    let permit: AdminPermit
    let host: LibraryHost
    /// The administrator's.
    let connection: ClientConnection
}
