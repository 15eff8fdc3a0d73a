import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Asks the person whether a client gets access, if its access is undetermined.
@BrokerActor struct RequestAccessHandler: Sendable {
    let core: LibraryCore
    let coordinator: PromptCoordinator
    let requests: RequestRegistry

    /// - Returns: the path of the request object, which sends the response later.
    func request(
        _ access: AccessLevel, _ options: InteractionOptions, for call: MethodCall, _ admission: Admission
    ) async throws -> ObjectPath {
        let client = admission.client
        // If the person has just answered, waits for the answer to take effect, so that they are not asked again.
        await coordinator.carriedOut(for: client.id)
        return try requests.open(options.handleToken, for: call, admission) {
            guard isOpen(access, client) else { return { RequestResponse(.success, results(access, client)) } }
            try core.grants.checkAsking(client)
            let rules = core.grants.rules(of: client.id)
            let highest = rules.ceiling < .full ? rules.ceiling.level : nil
            let request = try coordinator.enter(promptRequest(access, highest, options, call, client))
            return { response(to: await coordinator.ending(of: request), access, client) }
        }
    }

    /// Asks the person about a client that was paused. Without an answer, the client stays paused, but can request
    /// access later.
    func askAboutPaused(_ client: Client, on connection: ClientConnection) {
        let rules = core.grants.rules(of: client.id)
        guard rules.allowsPrompts, !core.grants.isMuted(client), isOpen(.readWrite, client) else { return }
        let highest = rules.ceiling < .full ? rules.ceiling.level : nil
        let question = promptRequest(
            .readWrite, highest, InteractionOptions(), MethodCall(onBehalfOf: connection.name, "Tripwire"), client)
        // If too many requests wait, the client can itself request access later.
        guard let request = try? coordinator.enter(question) else { return }
        Task { _ = await coordinator.ending(of: request) }
    }

    private func isOpen(_ access: AccessLevel, _ client: Client) -> Bool {
        if client.isOwnersTool { return false }
        let grant = core.grants.grant(of: client)
        return PromptKind(access).isOpen(grant.addOnly, grant.readWrite)
    }

    /// Returns the results that each response includes.
    private func results(_ access: AccessLevel, _ client: Client) -> RequestResults {
        var results = RequestResults()
        results.status = core.grants.grant(of: client).status(of: access, for: client)
        return results
    }

    private func response(to ending: PromptResult, _ access: AccessLevel, _ client: Client) -> RequestResponse {
        let results = results(access, client)
        var response = core.audit.response(to: ending, in: "request-access", by: client, results) {
            settled(access, client)
        }
        response.results.status = results.status
        return response
    }

    /// Returns the response if the access was decided without this prompt, or if the person could not be asked.
    private func settled(_ access: AccessLevel, _ client: Client) -> RequestResponse {
        let grant = core.grants.grant(of: client)
        let results = results(access, client)
        return switch (access, grant.addOnly, grant.readWrite) {
        case (.addOnly, .authorized, _), (.readWrite, _, .authorized), (.readWrite, _, .limited):
            RequestResponse(.success, results)
        case (.addOnly, .denied, _), (.addOnly, .restricted, _), (.readWrite, _, .denied), (.readWrite, _, .restricted):
            RequestResponse(.denied, results)
        case (.addOnly, .notDetermined, _), (.readWrite, _, .notDetermined):
            .failed(core.grants.unasked(client).errorReply, results)
        }
    }

    // MARK: The question

    private func promptRequest(
        _ access: AccessLevel, _ highest: Level?, _ options: InteractionOptions, _ call: MethodCall, _ client: Client
    ) -> PromptRequest {
        PromptRequest(
            kind: PromptKind(access), client: client,
            requester: Requester(client: client.id, connection: holder(for: client, under: .undetermined).connection),
            prompt: { recipient in
                var prompt = try await core.prompt(
                    to: recipient, about: client, options, .access(access, highest: highest))
                if access == .readWrite { prompt.pause = core.grants.pauses[client.id]?.reason }
                return prompt
            },
            read: { reply, _, agent in
                guard let answer = await reading(reply, to: .access) else { return nil }
                guard answer.decidesAccess else {
                    core.audit.note("dismiss", rule: answer.rule, to: "request-access", by: client)
                    return .dismissed
                }
                guard isUsable(answer, about: access, client) else { return nil }
                let source = AnswerSource(rule: answer.rule, runsInAgentUnit: agent.runsInAgentUnit)
                return .decided { await carryOut(answer, source, about: access, client, call) }
            })
    }

    private func isUsable(_ answer: PromptAnswer, about access: AccessLevel, _ client: Client) -> Bool {
        grant(by: answer, about: access, on: .undetermined, of: client.id.kind, at: core.clock.now()) != nil
    }

    /// Returns the answer without assets and albums that no longer exist.
    private func existing(_ answer: PromptAnswer) async throws -> PromptAnswer {
        guard case .limit(let chosen) = answer.decision else { return answer }
        var answer = answer
        answer.decision = .limit(try await core.library.existing(of: chosen))
        return answer
    }

    private func carryOut(
        _ answer: PromptAnswer, _ source: AnswerSource, about access: AccessLevel, _ client: Client, _ call: MethodCall
    ) async -> RequestResponse {
        let now = core.clock.now()
        do {
            let answer = try await existing(answer)
            try await core.services.authorize(answer.decision, about: access, from: source, client, call)
            let entry = core.audit.answer(
                answer.word, rule: answer.rule, to: "request-access", AuditSubject(ids: answer.selection ?? []),
                by: client,
                detail: access == .readWrite ? answer.allowance(of: client.id.kind) : "")
            try await core.grants.answer(
                PromptKind(access), of: client, selection: answer.selection,
                until: answer.term(client.connection, from: now), audit: entry
            ) { standing in grant(by: answer, about: access, on: standing, of: client.id.kind, at: now) }
        } catch is StaleAnswerError {
            return settled(access, client)
        } catch {
            return core.audit.response(to: error, rule: answer.rule, in: "request-access", by: client, call)
        }
        return RequestResponse(answer.decision == .deny ? .denied : .success)
    }
}

extension GrantTable {
    /// Returns the reason why the person was not asked: policy forbids the prompt, the client is muted, or an error
    /// occurred.
    func unasked(_ client: Client) -> WireError {
        do { try checkAsking(client) } catch { return error }
        return .io("The person could not be asked; try again.")
    }
}

extension PromptAnswer {
    /// The name of the answer in the audit log.
    fileprivate var word: String {
        switch decision {
        case .allow: "allow"
        case .limit: "limit"
        case .deny: "deny"
        case .dismiss, .done, .picked, .otherFiles: "dismiss"
        }
    }

    /// Returns how the client may read and change the library, as text for the audit log; "" if it gets no access.
    fileprivate func allowance(of kind: ClientKind) -> String {
        guard givesAccess else { return "" }
        var given = Grant.undetermined
        (given.rights, given.limits) = (rights ?? .usual(for: kind), limits)
        return given.allowanceText
    }

    fileprivate var selection: [ObjectID]? { if case .limit(let selection) = decision { selection } else { nil } }

    fileprivate func term(_ connection: String, from now: Timestamp) -> GrantTerm? {
        validity.end(from: now).map { .until($0, from: now) } ?? (validity == .once ? .connection(connection) : nil)
    }
}
