import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire

/// Asks the person through the registered agents, by performing the actions that `PromptMachine` returns.
@BrokerActor final class PromptCoordinator {
    private let core: LibraryCore
    private var agentsWatcher: (@BrokerActor () -> Void)?
    var machine: PromptMachine
    private var timer: Timer?
    /// The watches of logind sessions. They exist while several agents are registered.
    var watches: [Watch] = []
    /// The prompts that an agent shows or is about to show.
    var shown: [Prompt.ID: Presentation] = [:]
    private var lastRequest: UInt64 = 0
    private var promptRequests: [RequestID: PromptRequest] = [:]
    private var waits: [RequestID: WaitState] = [:]
    /// Answers that are being carried out.
    private var underWay: [UInt64: (client: ClientID, task: Task<Void, Never>)] = [:]

    /// The state of a prompt that was assigned to an agent.
    struct Presentation {
        let agent: BusName
        let path: ObjectPath
        /// Whether the prompt was sent, so that it may need dismissing.
        var isSent = false
        var task: Task<Void, Never>?
    }

    private enum WaitState {
        case open
        case awaited(CheckedContinuation<PromptResult, Never>)
        case ended(PromptResult)
    }

    init(_ core: LibraryCore, _ machine: PromptMachine) {
        self.core = core
        self.machine = machine
    }

    var bus: Connection { core.services.bus }
    var sessions: any AgentSessionTracker { core.services.environment.sessions }
    private var connections: ConnectionTable { core.services.connections }

    /// Calls `body` after an agent was registered or unregistered.
    func watchAgents(_ body: @escaping @BrokerActor () -> Void) { agentsWatcher = body }

    /// The registered agents and their connections.
    var agents: [(name: BusName, agent: RegisteredAgent)] {
        connections.clients(of: core.user).compactMap { connection in
            connection.agent.map { (connection.name, $0) }
        }
    }

    /// Returns the agent of a connection, or nil if the connection is not a registered agent of this user.
    func agent(_ name: BusName) -> RegisteredAgent? {
        connections[name]?.agent.flatMap { $0.user == core.user ? $0 : nil }
    }

    /// Whether no agent is registered, no request is open, and no answer is being carried out.
    var isAtRest: Bool { agents.isEmpty && promptRequests.isEmpty && waits.isEmpty && underWay.isEmpty }

    // MARK: Clients

    /// Adds a request. Its prompt is shown at once or queued, or the request joins the prompt of an equal request.
    ///
    /// - Returns: the identifier to pass to `ending`, which must be called.
    /// - Throws: `busy` if the client asks too often, or if the queue is full.
    func enter(_ promptRequest: PromptRequest) throws -> RequestID {
        lastRequest += 1
        let request = RequestID(rawValue: lastRequest)
        let actions: [PromptAction]
        do throws(PromptRefusal) {
            actions = try machine.ask(promptRequest.kind, by: promptRequest.requester, as: request, at: now)
        } catch {
            throw WireError(error)
        }
        promptRequests[request] = promptRequest
        waits[request] = .open
        perform(actions)
        // Ends the request at once if the current access no longer allows its prompt.
        let client = promptRequest.client
        accessChanged(of: client, to: AuthorizationStatuses(core.grants.grant(of: client)))
        return request
    }

    /// Waits until a request ends, and returns its result. If the task is canceled, withdraws the request.
    func ending(of request: RequestID) async -> PromptResult {
        if case .ended(let ending)? = waits[request] {
            waits[request] = nil
            return ending
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waits[request] = .awaited($0) }
        } onCancel: {
            // `perform` withdraws the request later on the event loop, when the wait has begun.
            BrokerActor.perform { [weak self] in self?.withdraw(request) }
        }
    }

    /// Ends a request as if no agent were registered, unless its prompt is shown within this time.
    func end(_ request: RequestID, unlessShownWithin time: Duration) {
        BrokerActor.after(time) { [weak self] in
            guard let self else { return }
            perform(machine.endUnlessShown(request, at: now))
        }
    }

    /// Waits until all answers about the client have been carried out.
    func carriedOut(for client: ClientID) async {
        while let task = underWay.values.first(where: { $0.client == client })?.task { await task.value }
    }

    /// Ends the prompts that a change of the client's access has made unnecessary.
    func accessChanged(of client: Client, to statuses: AuthorizationStatuses) {
        for prompt in machine.prompts
        where prompt.requester.client == client.id
            && (prompt.requester.connection == nil || prompt.requester.connection == client.connection)
            && !prompt.kind.isOpen(statuses.addOnly, statuses.readWrite)
        {
            settle(prompt.id)
        }
    }

    /// Ends the prompts that policy no longer allows, and the prompts of muted clients.
    func rulesChanged() {
        for prompt in machine.prompts {
            let rules = core.grants.rules(of: prompt.requester.client)
            let isAllowed = prompt.kind == .pick ? PickedItemPermissions(rules) != nil : rules.allowsPrompts
            let isMuted = promptRequest(of: prompt).map { core.grants.isMuted($0.client) } == true
            if !isAllowed || isMuted { settle(prompt.id) }
        }
    }

    private func withdraw(_ request: RequestID) {
        perform(machine.withdraw(request, at: now))
        // If the answer is already being carried out, the machine does not end the request, so this code does.
        finish(request, .undecided(.withdrawn))
    }

    private func finish(_ request: RequestID, _ ending: PromptResult) {
        promptRequests[request] = nil
        switch waits[request] {
        case .open: waits[request] = .ended(ending)
        case .awaited(let continuation):
            waits[request] = nil
            continuation.resume(returning: ending)
        case .ended, nil: break
        }
    }

    // MARK: Agents

    /// - Returns: whether the agent was not registered before.
    /// - Throws: `limitsExceeded` if the maximum number of agents is registered, `CancellationError` if the connection
    ///   has left the bus.
    func register(
        _ permit: AgentPermit, _ connection: ClientConnection, at path: ObjectPath, _ options: AgentRegistrationOptions,
        process: UInt32?
    ) throws -> Bool {
        // The machine must not get an agent that has left the bus.
        try Task.checkCancellation()
        let isNew = connection.agent == nil
        guard !isNew || agents.count < Self.mostAgents else {
            throw WireError.limitsExceeded(
                "\(agents.count) agents are already registered, which is the limit.")
        }
        connection.agent = RegisteredAgent(
            path: path, user: permit.client.user, process: process, runsInAgentUnit: permit.client.runsInAgentUnit,
            options: options)
        machine.register(Agent(connection: connection.name.rawValue, client: permit.client.id))
        agentsChanged()
        if isNew { agentsWatcher?() }
        return isNew
    }

    private static let mostAgents = 16

    /// Removes an agent that unregisters or has left the bus.
    func unregister(_ connection: ClientConnection) {
        guard revoke(connection) else { return }
        perform(machine.unregister(connection.name.rawValue, at: now))
        agentsChanged()
    }

    /// Ends the registration of an agent, and with it the agent's access.
    ///
    /// - Returns: whether the connection was an agent.
    private func revoke(_ connection: ClientConnection) -> Bool {
        guard connection.agent?.user == core.user else { return false }
        connection.agent = nil
        connection.results.closeAll()
        agentsWatcher?()
        return true
    }

    func active(_ id: Prompt.ID, by name: BusName) {
        machine.active(id, by: name.rawValue, at: now)
        setTimer()
    }

    func takenUp(_ id: Prompt.ID, by name: BusName) {
        machine.takenUp(id, by: name.rawValue, at: now)
        setTimer()
    }

    /// - Returns: the actions to perform; an empty array if the reply came too late.
    func replied(_ reply: PromptReply, to id: Prompt.ID, by name: BusName) -> [PromptAction] {
        machine.replied(reply, to: id, by: name.rawValue, at: now)
    }

    /// Ends a prompt that cannot be shown or is not needed any more.
    func settle(_ id: Prompt.ID) { perform(machine.settle(id, at: now)) }

    /// Returns the request whose content a prompt shows: the first request that waits for the prompt's answer.
    func promptRequest(of prompt: Prompt) -> PromptRequest? { prompt.waiting.first.flatMap { promptRequests[$0] } }

    /// Returns the request whose content an unanswered prompt shows.
    func promptRequest(of id: Prompt.ID) -> PromptRequest? {
        machine.prompts.first { $0.id == id }.flatMap(promptRequest)
    }

    // MARK: Actions of the machine

    var now: MonotonicTime { MonotonicTime(.microseconds(core.clock.sinceBoot())) }

    func perform(_ actions: [PromptAction], _ outcome: ReplyOutcome? = nil) {
        for action in actions {
            switch action {
            case .show(let prompt, let agent): show(prompt, by: agent)
            case .dismiss(let id, _): dismiss(id)
            case .drop(let agent): drop(agent)
            case .carryOut(let prompt): carryOut(prompt, outcome)
            case .end(let request, let ending): finish(request, .undecided(ending))
            }
        }
        if actions.contains(where: { if case .drop = $0 { true } else { false } }) { agentsChanged() }
        setTimer()
    }

    private func setTimer() {
        timer?.cancel()
        timer = machine.deadline.map { deadline in
            BrokerActor.after(deadline.elapsed - now.elapsed) { [weak self] in
                guard let self else { return }
                perform(machine.timePassed(at: now))
            }
        }
    }

    private func drop(_ agent: Agent) {
        guard let connection = BusName(agent.connection).flatMap({ connections[$0] }), revoke(connection) else {
            return
        }
        Journal.write(
            .warning,
            "The agent \(connection.name) sent an invalid answer or none, and is not asked again until it registers again."
        )
    }

    private func carryOut(_ prompt: Prompt, _ outcome: ReplyOutcome?) {
        guard case .decided(let carryOut) = outcome else { return }
        lastRequest += 1
        let ticket = lastRequest
        let task = Task {
            let response = await carryOut()
            underWay[ticket] = nil
            machine.carriedOut(
                prompt.kind, by: prompt.requester.client, isAuthorized: response.isAuthorized, at: now)
            for request in prompt.waiting { finish(request, .decided(response)) }
        }
        underWay[ticket] = (prompt.requester.client, task)
    }
}

/// The object and the process of a registered agent.
struct RegisteredAgent {
    let path: ObjectPath
    let user: UInt32
    /// The process; nil if the bus did not report it.
    let process: UInt32?
    /// Whether the agent runs in the system's unit, so that an administrator wrote its rules.
    let runsInAgentUnit: Bool
    let options: AgentRegistrationOptions
}
