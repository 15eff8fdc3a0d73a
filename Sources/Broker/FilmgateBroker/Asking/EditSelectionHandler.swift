import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Lets the person change the selection of a client with limited access.
@BrokerActor struct EditSelectionHandler: Sendable {
    let core: LibraryCore
    let coordinator: PromptCoordinator
    let requests: RequestRegistry

    /// - Returns: the path of the request object, which sends the response later.
    func edit(_ options: InteractionOptions, for call: MethodCall, _ admission: Admission) async throws -> ObjectPath {
        let client = admission.client
        await coordinator.carriedOut(for: client.id)
        return try requests.open(options.handleToken, for: call, admission) {
            guard isLimited(client) else {
                throw WireError.invalidArgument("EditSelection: this app's access is not limited to a selection.")
            }
            try core.grants.checkAsking(client)
            let request = try coordinator.enter(promptRequest(options, call, client))
            return {
                core.audit.response(
                    to: await coordinator.ending(of: request), in: "edit-selection", by: client
                ) { settled(client) }
            }
        }
    }

    private func isLimited(_ client: Client) -> Bool {
        let grant = core.grants.grant(of: client)
        return !client.isOwnersTool && PromptKind.selection.isOpen(grant.addOnly, grant.readWrite)
    }

    /// Returns the response if the client's access is no longer limited, or if the person could not be asked.
    private func settled(_ client: Client) -> RequestResponse {
        isLimited(client)
            ? .failed(core.grants.unasked(client).errorReply)
            : .failed(WireError.accessDenied.errorReply)
    }

    // MARK: The question

    private func promptRequest(_ options: InteractionOptions, _ call: MethodCall, _ client: Client) -> PromptRequest {
        let holder = core.grants.holder(of: client)
        return PromptRequest(
            kind: .selection, client: client,
            requester: Requester(client: client.id, connection: holder.connection),
            prompt: { recipient in
                // The prompt does not list selected assets in the trash, so the answer cannot remove them.
                let selection = try await core.library.selectedAssets(of: holder)
                let edited = try await core.library.selectionDate(of: holder)
                return try await core.prompt(
                    to: recipient, about: client, options, .selection(selection, edited: edited))
            },
            read: { reply, prompt, agent in
                guard case .selection(let shown, _) = prompt.subject, let reply = await reading(reply, to: .selection)
                else { return nil }
                guard case .done(let chosen) = reply.decision else {
                    core.audit.note("dismiss", rule: reply.rule, to: "edit-selection", by: client)
                    return .dismissed
                }
                let source = AnswerSource(rule: reply.rule, runsInAgentUnit: agent.runsInAgentUnit)
                return .decided { await carryOut(shown, chosen, rule: reply.rule, source, client, call) }
            })
    }

    private func carryOut(
        _ shown: [AssetID], _ chosen: [AssetID], rule: String?, _ source: AnswerSource, _ client: Client,
        _ call: MethodCall
    ) async -> RequestResponse {
        do {
            let (shown, chosen) = await offload { (shown.map { ObjectID($0) }, chosen.map { ObjectID($0) }) }
            let existing = try await core.library.existing(of: chosen, besides: shown)
            let edit = await offload { SelectionEdit(from: shown, to: existing) }
            try await core.services.authorize(edit, from: source, client, call)
            let subject = AuditSubject(count: edit.count, ids: edit.added + edit.removed)
            let entry = core.audit.answer("allow", rule: rule, to: "edit-selection", subject, by: client)
            let outcome = try await core.grants.answer(edit, of: client, audit: entry)
            return RequestResponse(
                .success,
                try await offload { try RequestResults(Self.change(from: outcome.before, to: outcome.after)) })
        } catch is StaleAnswerError {
            return settled(client)
        } catch {
            return core.audit.response(to: error, rule: rule, in: "edit-selection", by: client, call)
        }
    }

    private nonisolated static func change(from before: [AssetID], to after: [AssetID]) -> SelectionChange {
        let (had, has) = (Set(before), Set(after))
        return SelectionChange(
            added: after.filter { !had.contains($0) }, removed: before.filter { !has.contains($0) },
            kept: had.intersection(has).count)
    }
}
