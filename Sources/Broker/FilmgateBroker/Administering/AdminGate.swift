import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicy
import FilmgateWire

/// Admits administrators: identifies the caller, asks for authorization, and opens the library that the request names.
@BrokerActor struct AdminGate: Sendable {
    let hosts: LibraryHosts
    /// The gate of the caller's own library; nil for root, or if that library cannot be opened.
    let gate: Gate?

    var services: SharedServices { hosts.services }

    /// Identifies the caller. Called before the arguments are decoded.
    ///
    /// - Throws: the errors of `Gate.caller`; `notAuthorized` if the caller can never be an administrator.
    func caller(of call: MethodCall) async throws -> AdminCaller {
        guard let caller = adminCaller(try await client(of: call), among: services.owners) else {
            throw WireError.notAuthorized
        }
        return caller
    }

    private func client(of call: MethodCall) async throws -> Client {
        if let gate { return try await gate.caller(of: call).client }
        guard case .client(let client) = await services.peers.identify(call.sender) else {
            throw WireError.accessDenied
        }
        return client
    }

    /// Returns the library that a request is about, after authorizing the caller.
    ///
    /// The library stays open until `LibraryHosts.release`.
    /// - Throws: the errors of `permit`, `notFound` if the user has no library, and `libraryUnavailable`.
    func library(
        for operation: AdminOperation, _ adminRequest: AdminRequest, by caller: AdminCaller, _ call: MethodCall
    ) async throws -> AdministeredLibrary {
        let permit = try await permit(for: operation, adminRequest, by: caller, call)
        if permit.user != caller.ownUser, await !hosts.hasLibrary(permit.user) {
            guard adminRequest.createsLibrary else {
                throw WireError.notFound(
                    "User \(permit.user) has no photo library: none of their programs has called yet, and no grant "
                        + "was set for one.")
            }
            try await LibraryHosts.checkExistence(of: permit.user)
        }
        let connection = try services.connections.caller(call.sender)
        // After `acquire`, no step may fail, because `LibraryHosts.release` must follow.
        let host = try await hosts.acquire(by: permit, replacing: adminRequest.replacesLibrary)
        return AdministeredLibrary(permit: permit, host: host, connection: connection, call: call)
    }

    /// Asks for a further authorization that turns out to be necessary during a call.
    ///
    /// - Throws: the errors of `caller` and `permit`.
    func authorize(_ operation: AdminOperation, _ adminRequest: AdminRequest, _ call: MethodCall) async throws {
        _ = try await permit(for: operation, adminRequest, by: try await caller(of: call), call)
    }

    /// Returns the permit for a request, after asking for the necessary authorization.
    ///
    /// - Throws: `notAuthorized`, `notAuthorizedBecause`, `InteractiveAuthorizationRequired`; `invalidArgument` if a
    ///   call by root names no user.
    private func permit(
        for operation: AdminOperation, _ adminRequest: AdminRequest, by caller: AdminCaller, _ call: MethodCall
    ) async throws -> AdminPermit {
        guard let user = adminRequest.user ?? caller.ownUser else {
            throw WireError.invalidArgument("\(call.member): root has no library; name a user with 'user'.")
        }
        var authorization: Authorization?
        if case .authorization(let action) = caller.requirement(for: operation, on: user) {
            let isUse = operation.isUseOfLibrary && caller.client.isOwnersTool && user == caller.client.user
            let adminRequest = isUse ? .use(action, by: caller.client.id) : adminRequest
            var question = adminRequest.authorityQuestion(action, call, on: user)
            // A muted program must not ask the person anything, not even for a password.
            if gate?.core.grants.isMuted(caller.client) == true { question.allowsInteraction = false }
            authorization =
                isUse || operation.takesSeveralCalls
                ? try await services.authorizations.lastingAuthorization(
                    question, for: isUse ? .ownersTool(action) : .administering(operation, user),
                    on: services.connections.caller(call.sender))
                : try await services.authorizations.authorization(question)
        }
        guard let permit = caller.permit(for: operation, on: user, with: authorization) else {
            throw WireError.notAuthorized
        }
        return permit
    }

    /// Returns a client's grants, and the policy's rules for it.
    ///
    /// - Parameter user: the owner of the library; nil means the caller. Returns no grants if another user's library is
    ///   closed: operations on it need the same authorization, whatever the grants are.
    func grants(of client: ClientID, on user: UInt32?) -> (ClientGrants, ClientRules) {
        (openGrantTable(of: user)?.grants(of: client) ?? ClientGrants(), services.policy.rules(for: client))
    }

    /// Returns the operation to authorize for a decision about a client. Ending a pause or a mute counts as `extend`.
    ///
    /// - Parameter mutes: whether the client is muted afterward.
    func operation(
        of transition: GrantTransition, about client: ClientID, on user: UInt32?, mutes: Bool
    ) -> AdminOperation {
        let grantTable = openGrantTable(of: user)
        let resumes = transition.level.readsPhotos && grantTable?.pauses[client] != nil
        let unmutes = !mutes && grantTable?.mutes.contains(client) == true
        return resumes || unmutes ? .extend : transition.operation
    }

    private func openGrantTable(of user: UInt32?) -> GrantTable? {
        if let user { hosts.openHost(of: user)?.core.grants } else { gate?.core.grants }
    }

    /// Returns the user whose connections the caller may see, or nil for all users.
    ///
    /// - Throws: the errors of `permit`.
    func visibleUser(for caller: AdminCaller, _ call: MethodCall) async throws -> UInt32? {
        if case .only = services.owners { return nil }
        let adminRequest = AdminRequest { "see which programs use the photos of \($0)" }
        guard caller.ownUser != nil else {
            _ = try await services.authorizations.authorization(
                adminRequest.authorityQuestion(.manageGrants, call, on: caller.client.user))
            return nil
        }
        return try await permit(for: .oversee, adminRequest, by: caller, call).user
    }

    /// Records that a caller was refused before it was admitted to a library. Writes to the audit log of the library
    /// that the call names, if it is open; if not, to the log of the caller's own library or, without `gate`, to the
    /// journal.
    ///
    /// A refused call neither opens another user's library nor keeps it open.
    func noteRefusal(
        _ error: any Error, of operation: AuditEntry.Operation, _ call: MethodCall, by client: Client?,
        about user: UInt32? = nil
    ) async {
        // The entry does not name the client of the request, which may not exist.
        if let client, let user, user != client.user, let host = hosts.openHost(of: user) {
            host.core.audit.note(operation, AuditEntry.Outcome(of: error), AuditSubject(), by: client)
        } else if let gate {
            await gate.noteRefusal(error, of: operation, call, by: client, AuditSubject())
        } else if let client {
            services.refusals.note(error, in: call, of: client.user)
        }
    }
}

/// A library to which an administrator is admitted.
@BrokerActor struct AdministeredLibrary: Sendable {
    let permit: AdminPermit
    let host: LibraryHost
    var core: LibraryCore { host.core }
    let connection: ClientConnection
    let call: MethodCall
}
