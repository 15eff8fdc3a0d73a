import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Lets the person pick assets for a client, independently of the client's own access.
@BrokerActor struct PickHandler: Sendable {
    let configuring: PickerObjectResolver
    let coordinator: PromptCoordinator
    let requests: RequestRegistry

    private static let showingTime: Duration = .seconds(1)

    private var core: LibraryCore { configuring.gate.core }

    /// - Returns: the path of the request object, which sends the response later.
    /// - Throws: `restricted` if policy forbids picks, `muted`, `invalidArgument`, `busy`, `limitsExceeded`.
    func pick(_ options: PickOptions, for call: MethodCall, _ admission: Admission) async throws -> ObjectPath {
        let client = admission.client
        await coordinator.carriedOut(for: client.id)
        let configuration = try await configuring.configuration(options, admission)
        // If the library is empty, the person gets the file dialog at once, instead of an empty picker.
        let showsOtherFiles = configuration.offersOtherFiles ? try await configuring.isLibraryEmpty : false
        // Nothing suspends from here to the prompt, so policy cannot change meanwhile.
        let picker = try self.picker(configuration, options, client)
        try core.grants.checkMuting(client)
        return try requests.open(options.handleToken, for: call, admission) {
            let pick = Pick(picker, for: admission, call, parentWindow: options.parentWindow)
            guard !showsOtherFiles else { return { otherFiles(for: client) } }
            let request = try coordinator.enter(promptRequest(pick))
            // A person who opened a file dialog must get one at once, and must not wait for other prompts.
            if configuration.offersOtherFiles { coordinator.end(request, unlessShownWithin: Self.showingTime) }
            return { response(to: await coordinator.ending(of: request), client) }
        }
    }

    private func picker(
        _ configuration: PickerConfiguration, _ options: PickOptions, _ client: Client
    ) throws(WireError) -> Picker {
        do throws(PickRefusal) {
            return try Picker(
                configuration, matching: options.predicate, for: client, given: core.grants.grant(of: client),
                under: core.grants.rules(of: client.id))
        } catch {
            throw .restricted
        }
    }

    private func response(to ending: PromptResult, _ client: Client) -> RequestResponse {
        let nothing = RequestResults(picked: [])
        return core.audit.response(to: ending, in: Pick.operation, by: client, nothing) {
            .failed(core.grants.unpicked(client).errorReply, nothing)
        }
    }

    private func otherFiles(for client: Client, rule: String? = nil) -> RequestResponse {
        core.audit.note("other-files", rule: rule, to: Pick.operation, by: client)
        return RequestResponse(.success, .otherFiles)
    }

    // MARK: The question

    private func promptRequest(_ pick: Pick) -> PromptRequest {
        let client = pick.admission.client
        return PromptRequest(
            kind: .pick, client: client,
            requester: Requester(client: client.id, connection: holder(for: client, under: .undetermined).connection),
            prompt: { recipient in
                let asking = InteractionOptions(parentWindow: pick.parentWindow)
                var prompt = try await core.prompt(
                    to: recipient, about: client, asking, .pick(pick.picker.configuration))
                // If counting fails, the prompt shows the number of photos in the library.
                let count = try? await configuring.count(of: pick.picker, inTurnOf: client.id)
                if let count { prompt.assetCount = count }
                prompt.isDenied = core.grants.grant(of: client).readWrite == .denied
                return prompt
            },
            read: { reply, _, agent in
                guard let reply = await reading(reply, to: .pick) else { return nil }
                if reply.decision == .otherFiles {
                    guard pick.picker.configuration.offersOtherFiles else { return nil }
                    return .decided { otherFiles(for: client, rule: reply.rule) }
                }
                guard case .picked(let answer) = reply.decision, !answer.items.isEmpty else {
                    core.audit.note("dismiss", rule: reply.rule, to: Pick.operation, by: client)
                    return .dismissed
                }
                (pick.answer, pick.rule) = (answer, reply.rule)
                pick.revocations = pick.admission.connection.picks.revocations
                pick.source = AnswerSource(rule: reply.rule, runsInAgentUnit: agent.runsInAgentUnit)
                pick.isInWaylandSession =
                    agent.process.map {
                        coordinator.sessions.isInWaylandSession($0, of: agent.user)
                    } ?? false
                return await outcome(of: pick)
            })
    }

    /// Returns nil if the answer does not fit the prompt.
    private func outcome(of pick: Pick) async -> ReplyOutcome? {
        guard pick.picker.fits(pick.answer) else { return nil }
        let result: Result<[PickedItem], any Error>
        do { result = .success(try await items(of: pick)) } catch { result = .failure(error) }
        if case .failure(let error) = result, error is PickRefusal { return nil }
        return .decided { await carryOut(result, pick) }
    }

    private func items(of pick: Pick) async throws -> [PickedItem] {
        let found = try await configuring.assets(pick.answer.items, of: pick.picker)
        return try pick.picker.items(
            of: pick.answer, among: found.mapValues(\.pickable), isByRule: pick.rule != nil)
    }

    // MARK: The answer

    private func carryOut(_ picked: Result<[PickedItem], any Error>, _ pick: Pick) async -> RequestResponse {
        let (client, connection) = (pick.admission.client, pick.admission.connection)
        do {
            let items = try picked.get()
            // Assets that were deleted meanwhile are left out. If none remains, the answer is not usable.
            guard !items.isEmpty else { throw WireError.noUsableAnswer }
            let keeps = pick.answer.keeps && pick.picker.configuration.offersKeep
            try await core.services.authorizePick(
                from: pick.source, extendsGrant: keeps, isInWaylandSession: pick.isInWaylandSession,
                under: core.grants.rules(of: client.id).passwordForPicks, client, pick.call)
            let found = try await configuring.assets(items.map(\.asset), of: pick.picker)
            let given = items.filter { found[$0.asset] != nil }
            guard !given.isEmpty else { throw WireError.noUsableAnswer }
            var readable = try await configuring.readable(given.map(\.asset), by: pick.admission.caller)
            let altTexts = try await configuring.altTexts(of: given)
            try check(pick, given)
            // Changes the client's selection only after the checks, because this change is permanent.
            if keeps, try await keep(given.map(\.asset), pick) {
                readable.formUnion(given.map(\.asset))
                try check(pick, given)
            } else {
                if !pick.lasts { noteGiven(given, pick) }
            }
            let handles = connection.picks.add(given)
            let lasts = pick.lasts
            if lasts {
                let items = zip(handles, given).map { (handle: $0, item: $1) }
                do {
                    try await configuring.keeper.keep(
                        items, on: connection, for: client.id, audit: lastingEntry(given, pick)
                    ) { try check(pick, given) }
                } catch {
                    connection.picks.end(handles)
                    throw error
                }
            }
            let values = zip(given, handles).compactMap { item, handle in
                found[item.asset].map {
                    $0.values(
                        of: item, handle, altText: altTexts[item.asset],
                        id: readable.contains(item.asset) ? item.asset : nil)
                }
            }
            return RequestResponse(
                .success,
                RequestResults(
                    picked: values.fitted, removed: given.first?.removed ?? [], isLasting: lasts,
                    representation: pick.picker.configuration.offersRepresentation
                        ? pick.picker.representation(of: pick.answer) : nil))
        } catch {
            var response = core.audit.response(to: error, rule: pick.rule, in: Pick.operation, by: client, pick.call)
            response.results.addNoItems()
            return response
        }
    }

    /// Checks the items again. Policy may have changed since the prompt was made, and the client's access may have
    /// been revoked since the answer.
    private func check(_ pick: Pick, _ items: [PickedItem]) throws(WireError) {
        let terms = core.grants.pickTerms(of: pick.admission.client)
        guard items.allSatisfy({ $0.terms == terms }) else { throw .restricted }
        guard pick.admission.connection.picks.revocations == pick.revocations else { throw .accessDenied }
    }

    /// Adds the picked assets to the client's selection.
    ///
    /// - Returns: false if the client's access is no longer limited.
    private func keep(_ assets: [AssetID], _ pick: Pick) async throws -> Bool {
        let client = pick.admission.client
        let ids = assets.map { ObjectID($0) }
        let entry = core.audit.answer(
            "allow", rule: pick.rule, to: Pick.operation, AuditSubject(ids: ids), by: client, detail: "keep")
        do {
            _ = try await core.grants.answer(SelectionEdit(from: [], to: ids), of: client, audit: entry)
            return true
        } catch is StaleAnswerError {
            return false
        }
    }

    private func lastingEntry(_ items: [PickedItem], _ pick: Pick) -> AuditEntry? {
        core.audit.answer(
            "allow", rule: nil, to: Pick.operation, AuditSubject(ids: items.map { ObjectID($0.asset) }),
            by: pick.admission.client, detail: "lasting")
    }

    private func noteGiven(_ items: [PickedItem], _ pick: Pick) {
        core.audit.note(
            "allow", rule: pick.rule, to: Pick.operation, AuditSubject(ids: items.map { ObjectID($0.asset) }),
            by: pick.admission.client)
    }
}

// Compiler fault: 2
/// A pick that waits for the person's answer.
@BrokerActor final class Pick {
    let picker: Picker
    let admission: Admission
    let call: MethodCall
    let parentWindow: String?
    var answer = PickAnswer([])
    /// The rule that answered; nil if a person did.
    var rule: String?
    var source = AnswerSource.ownRule
    /// Whether the agent that answered is in a Wayland session of the person.
    var isInWaylandSession = false
    /// The number of revocations of the connection's items when the answer was received.
    var revocations = 0

    nonisolated static let operation: AuditEntry.Operation = "pick"

    /// Whether the person allowed the client to open the items again later. A rule cannot allow this.
    var lasts: Bool { answer.lasts && picker.configuration.offersLasting && rule == nil }

    init(_ picker: Picker, for admission: Admission, _ call: MethodCall, parentWindow: String?) {
        self.picker = picker
        self.admission = admission
        self.call = call
        self.parentWindow = parentWindow
    }
}

extension GrantTable {
    /// Returns the terms under which policy lets the person pick items for a client; nil if policy forbids picking.
    func pickTerms(of client: Client) -> PickedItemPermissions? {
        client.isOwnersTool ? .unlimited : PickedItemPermissions(rules(of: client.id))
    }

    /// Returns the reason why a picker was not shown: policy forbids the picker, the client is muted, or an error
    /// occurred.
    fileprivate func unpicked(_ client: Client) -> WireError {
        pickTerms(of: client) == nil ? .restricted : unasked(client)
    }

    /// Ends the picked items, and the sessions that began with tickets, whose terms differ from the current policy.
    func endOutdatedPicks() {
        for connection in connections.clients(of: library.user) {
            guard let client = connection.statusSubscription?.client else { continue }
            let terms = pickTerms(of: client)
            connection.picks.endAll(butOn: terms)
            connection.edits.endTickets(butOn: PickedItemPermissions(editing: rules(of: client.id)))
        }
    }

    /// Ends the kept items that a client's connections hold.
    ///
    /// - Parameter handles: nil means all.
    func endKeptItems(_ handles: [PickHandle]? = nil, of client: ClientID) {
        for connection in connections.clients(of: library.user)
        where connection.statusSubscription?.client.id == client {
            connection.picks.endKept(handles)
        }
    }

    /// Ends a client's picked items, and its sessions that began with tickets. Called when its access is revoked.
    func endPicks(of client: ClientID) {
        for connection in connections.clients(of: library.user)
        where connection.statusSubscription?.client.id == client {
            connection.picks.endAll()
            connection.edits.endTickets()
        }
    }
}

extension [PickedItemValues] {
    /// The limits on the total bytes of alt texts, and of file names, in a response.
    private static var mostBytes: (altTexts: Int, filenames: Int) { (1 << 19, 3 << 17) }

    /// The values, without alt texts if these exceed their limit, and without file names if these do.
    var fitted: [PickedItemValues] {
        var values = self
        if reduce(0, { $0 + ($1.altText?.utf8.count ?? 0) }) > Self.mostBytes.altTexts {
            for index in values.indices { values[index].altText = nil }
        }
        if reduce(0, { $0 + ($1.filename?.utf8.count ?? 0) }) > Self.mostBytes.filenames {
            for index in values.indices { values[index].filename = nil }
        }
        return values
    }
}

extension RequestResults {
    /// Adds an empty list of items, because every response to a pick has a list.
    fileprivate mutating func addNoItems() {
        let error = error
        self = RequestResults(picked: [])
        self.error = error
    }
}
