internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateWire

/// Where questions wait for the person: carries out what the machine of prompts says, with the agents that have come forward.
///
/// Lives on the event loop.
actor PromptCoordinator {
    let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    let connection: Connection
    private let clock: Clock
    /// Ends what an agent had as the owner.
    private let revoke: @Sendable (BusName) -> Void
    private var agentsWatcher: (@Sendable () -> Void)?
    var machine: PromptMachine
    private var timer: Timer?
    /// The agents that have come forward.
    private(set) var agents: [BusName: RegisteredAgent] = [:]
    let sessions: any Sessions
    /// Of sessions, while there is a choice between agents.
    var watches: [Watch] = []
    /// Prompts that are on the screen, or were until just now.
    var shown: [Prompt.ID: Presentation] = [:]
    private var lastRequest: UInt64 = 0
    private var promptRequests: [RequestID: PromptRequest] = [:]
    private var waits: [RequestID: Wait] = [:]
    /// Answers that are being carried out.
    private var underWay: [UInt64: (client: ClientID, task: Task<Void, Never>)] = [:]

    /// Where an agent is called, and what tells where it runs.
    struct RegisteredAgent {
        let path: ObjectPath
        let user: UInt32
        /// Nil where the bus did not tell.
        let process: UInt32?
        /// Whether its rules are an administrator's.
        let isSystemAgent: Bool
    }

    /// A prompt with an agent.
    struct Presentation {
        let agent: BusName
        let path: ObjectPath
        /// Before, there is nothing to take down.
        var isSent = false
        var task: Task<Void, Never>?
    }

    private enum Wait {
        case open
        case awaited(CheckedContinuation<PromptResult, Never>)
        case ended(PromptResult)
    }

    /// - Parameter revoke: called on the loop when somebody is an agent no longer.
    init(
        _ connection: Connection, _ machine: PromptMachine, sessions: any Sessions, clock: Clock, loop: EventLoop,
        revoke: @escaping @Sendable (BusName) -> Void
    ) {
        self.connection = connection
        self.sessions = sessions
        self.clock = clock
        self.loop = loop
        self.revoke = revoke
        self.machine = machine
    }

    /// Calls `body` on the loop after somebody has become an agent, or is one no longer.
    func watchAgents(_ body: @escaping @Sendable () -> Void) { agentsWatcher = body }

    /// Whether nobody is asked anything, nor could be.
    var isAtRest: Bool { agents.isEmpty && promptRequests.isEmpty && waits.isEmpty && underWay.isEmpty }

    // MARK: Clients

    /// Puts a question, or has it wait in line, or with another that asks the same.
    ///
    /// - Returns: what `ending` waits for, and must be called with.
    /// - Throws: `busy`.
    func enter(_ promptRequest: PromptRequest) throws -> RequestID {
        lastRequest += 1
        let request = RequestID(rawValue: lastRequest)
        let actions: [PromptAction]
        do throws(PromptRefusal) {
            actions = try machine.ask(promptRequest.question, by: promptRequest.requester, as: request, at: now)
        } catch {
            throw WireError(error)
        }
        promptRequests[request] = promptRequest
        waits[request] = .open
        perform(actions)
        return request
    }

    /// How it ended. Whoever is cancelled asks no longer.
    func ending(of request: RequestID) async -> PromptResult {
        if case .ended(let ending)? = waits[request] {
            waits[request] = nil
            return ending
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waits[request] = .awaited($0) }
        } onCancel: {
            // On the loop, and so after the wait began.
            loop.perform { [weak self] in self?.assumeIsolated { $0.withdraw(request) } }
        }
    }

    /// Returns when no answer about the client is being carried out.
    func carriedOut(for client: ClientID) async {
        while let task = underWay.values.first(where: { $0.client == client })?.task { await task.value }
    }

    /// Ends questions that need not be asked any more, for the client's access has become another.
    func accessChanged(of client: Client, to statuses: Statuses) {
        for prompt in machine.prompts
        where prompt.requester.client == client.id
            && (prompt.requester.connection == nil || prompt.requester.connection == client.connection)
            && !prompt.question.isOpen(statuses.addOnly, statuses.readWrite)
        {
            settle(prompt.id)
        }
    }

    /// Takes back questions that policy lets nobody ask any more.
    func rulesChanged(in grantTable: GrantTable) {
        for prompt in machine.prompts where prompt.question != .pick {
            let client = prompt.requester.client
            let allowsPrompts = grantTable.assumeIsolated { $0.rules(of: client).allowsPrompts }
            if !allowsPrompts { settle(prompt.id) }
        }
    }

    private func withdraw(_ request: RequestID) {
        perform(machine.withdraw(request, at: now))
        // What is being carried out already is not waited for any more.
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

    func isRegistered(_ name: BusName) -> Bool { agents[name] != nil }

    /// - Returns: whether it is new.
    /// - Throws: `limitsExceeded` where more agents are there than anybody needs, `CancellationError` for one that has left.
    func register(_ agentPermit: AgentPermit, _ name: BusName, at path: ObjectPath, process: UInt32?) throws -> Bool {
        try Task.checkCancellation()
        let isNew = agents[name] == nil
        guard agents[name] != nil || agents.count < Self.mostAgents else {
            throw WireError.limitsExceeded(
                "\(agents.count) agents are there already, which is as many as there may be.")
        }
        agents[name] = RegisteredAgent(
            path: path, user: agentPermit.client.user, process: process, isSystemAgent: agentPermit.client.isSystemAgent
        )
        machine.register(Agent(connection: name.rawValue, client: agentPermit.client.id))
        follow()
        if isNew { agentsWatcher?() }
        return isNew
    }

    private static let mostAgents = 16

    /// An agent went, or leaves the bus.
    func unregister(_ name: BusName) {
        guard agents.removeValue(forKey: name) != nil else { return }
        revoke(name)
        agentsWatcher?()
        perform(machine.unregister(name.rawValue, at: now))
        follow()
    }

    func active(_ id: Prompt.ID, by name: BusName) {
        machine.active(id, by: name.rawValue, at: now)
        setTimer()
    }

    func takenUp(_ id: Prompt.ID, by name: BusName) {
        machine.takenUp(id, by: name.rawValue, at: now)
        setTimer()
    }

    /// - Returns: what is to be performed; nothing where the reply came late.
    func replied(_ reply: PromptReply, to id: Prompt.ID, by name: BusName) -> [PromptAction] {
        machine.replied(reply, to: id, by: name.rawValue, at: now)
    }

    /// Ends a prompt that cannot be put, or need not be any more.
    func settle(_ id: Prompt.ID) { perform(machine.settle(id, at: now)) }

    /// What a prompt asks, in the words of the first who waits for its answer.
    func promptRequest(of prompt: Prompt) -> PromptRequest? { prompt.waiting.first.flatMap { promptRequests[$0] } }

    /// The same for one that is not answered yet.
    func promptRequest(of id: Prompt.ID) -> PromptRequest? {
        machine.prompts.first { $0.id == id }.flatMap(promptRequest)
    }

    // MARK: What the machine wants

    var now: Moment { Moment(.microseconds(clock.sinceBoot())) }

    func perform(_ actions: [PromptAction], _ verdict: ReplyOutcome? = nil) {
        for action in actions {
            switch action {
            case .show(let prompt, let agent): show(prompt, by: agent)
            case .dismiss(let id, _): dismiss(id)
            case .drop(let agent): drop(agent)
            case .carryOut(let prompt): carryOut(prompt, verdict)
            case .end(let request, let ending): finish(request, .undecided(ending))
            }
        }
        if actions.contains(where: { if case .drop = $0 { true } else { false } }) { follow() }
        setTimer()
    }

    private func setTimer() {
        timer?.cancel()
        timer = machine.deadline.map { deadline in
            loop.after(deadline.elapsed - now.elapsed) { [weak self] in
                self?.assumeIsolated { coordinator in
                    coordinator.perform(coordinator.machine.timePassed(at: coordinator.now))
                }
            }
        }
    }

    private func drop(_ agent: Agent) {
        guard let name = BusName(agent.connection), agents.removeValue(forKey: name) != nil else { return }
        Journal.write(
            .warning, "The agent \(name) did not answer as it must, and is asked no more until it registers anew.")
        revoke(name)
        agentsWatcher?()
    }

    private func carryOut(_ prompt: Prompt, _ verdict: ReplyOutcome?) {
        guard case .decided(let carryOut) = verdict else { return }
        lastRequest += 1
        let ticket = lastRequest
        let task = Task {
            let response = await carryOut()
            underWay[ticket] = nil
            machine.carriedOut(
                prompt.question, by: prompt.requester.client, isAuthorized: response.isAuthorized, at: now)
            for request in prompt.waiting { finish(request, .decided(response)) }
        }
        underWay[ticket] = (prompt.requester.client, task)
    }
}
