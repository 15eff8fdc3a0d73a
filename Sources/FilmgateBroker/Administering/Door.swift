internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateWire

/// Where administrators come in: who may ask at all, what the thing they want takes, and whose house they then stand in.
struct Door: Sendable {
    let grounds: Grounds
    let houses: Houses
    /// Of the house of the caller's own user; nil for root, and where that house cannot be opened.
    let gate: Gate?
    let ledger: GrantLedger?

    /// Who asks, before anybody looks at what for.
    ///
    /// - Throws: `accessDenied` for whoever is not identified or of another user, `notAuthorized` for whoever never administers.
    func candidate(_ call: MethodCall) async throws -> Candidate {
        guard let candidate = FilmgatePolicy.candidate(try await client(of: call), among: grounds.owners) else {
            throw WireError.notAuthorized
        }
        return candidate
    }

    private func client(of call: MethodCall) async throws -> Client {
        if let gate { return try await gate.client(of: call) }
        guard case .client(let client) = await grounds.peers.identify(call.sender) else { throw WireError.accessDenied }
        return client
    }

    /// The house that a matter is about, once whoever asks may do in it what they want.
    ///
    /// It stays open until `Houses.left`.
    /// - Throws: as `permit` does, and `libraryUnavailable`.
    func site(of matter: Matter, by candidate: Candidate, _ call: MethodCall) async throws -> Site {
        let permit = try await permit(for: matter, by: candidate, call)
        if permit.user != candidate.ownUser, await !houses.hasLibrary(permit.user) {
            guard matter.isFounding else {
                throw WireError.notFound(
                    "User \(permit.user) has no photo library: none of their programs has called yet, and nobody has "
                        + "decided about any.")
            }
            try await Houses.checkExistence(of: permit.user)
        }
        return Site(permit: permit, house: try await houses.enter(by: permit))
    }

    /// Leave to do what somebody wants.
    ///
    /// - Throws: `notAuthorized`, `notAuthorizedBecause`, `InteractiveAuthorizationRequired`, `invalidArgument` where root names
    ///   no user.
    private func permit(
        for matter: Matter, by candidate: Candidate, _ call: MethodCall
    ) async throws -> Administration {
        guard let user = matter.user ?? candidate.ownUser else {
            throw WireError.invalidArgument("\(call.member): root has no library here; say whose with 'user'.")
        }
        var leave: Leave?
        if case .leave(let action) = candidate.requirement(for: matter.deed, on: user) {
            let question = matter.question(action, call, on: user)
            leave =
                matter.deed.isReading
                ? try await grounds.leaves.lastingLeave(question, for: .administering(matter.deed, user))
                : try await grounds.leaves.leave(question)
        }
        guard let permit = candidate.administration(for: matter.deed, on: user, with: leave) else {
            throw WireError.notAuthorized
        }
        return permit
    }

    /// What stands of a client, and what policy says of it.
    ///
    /// - Parameter user: in whose library; nil for the caller's own. Of another's that is closed nothing is known, and nothing is asked: what
    ///   is done there takes the same authorization in any case.
    func grants(of client: ClientID, on user: UInt32?) async -> (ClientGrants, ClientRules) {
        let ledger = if let user { await houses.openHouse(of: user)?.ledger } else { ledger }
        return await (ledger?.grants(of: client) ?? ClientGrants(), grounds.policy.rules(for: client))
    }

    /// Whose connections somebody may see: nil for everybody's.
    ///
    /// - Throws: as `site` does.
    func overview(by candidate: Candidate, _ call: MethodCall) async throws -> UInt32? {
        if case .only = grounds.owners { return nil }
        let matter = Matter(.oversee) { "see which programs use the photos of \($0)" }
        guard candidate.ownUser != nil else {
            _ = try await grounds.leaves.leave(matter.question(.manageGrants, call, on: candidate.client.user))
            return nil
        }
        return try await permit(for: matter, by: candidate, call).user
    }

    /// Has it written down that somebody got into no house: with the user whose library it was about, where that is open, else with the
    /// caller's own; root's, in the journal.
    ///
    /// Nobody has another's library opened, or kept open, by what they are refused.
    func noteRefusal(
        _ error: any Error, of operation: AuditEntry.Operation, _ call: MethodCall, by client: Client?,
        about user: UInt32? = nil
    ) async {
        // What is named in a call that is refused may be made up.
        if let client, let user, user != client.user, let house = await houses.openHouse(of: user) {
            await house.audit.note(operation, AuditEntry.Outcome(of: error), AuditSubject(), by: client)
        } else if let gate {
            await gate.noteRefusal(error, of: operation, call, by: client, AuditSubject())
        } else if let client {
            grounds.doubts.note(error, in: call, of: client.user)
        }
    }
}

/// A house in which somebody may do what they asked for.
struct Site: Sendable {
    let permit: Administration
    let house: House
}
