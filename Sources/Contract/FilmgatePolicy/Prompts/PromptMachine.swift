public import FilmgateModel

/// Decides which prompts are shown, by which agents, and in which order. Takes events and returns actions.
///
/// One prompt is shown at a time. A few others wait in a queue, at most one of each client. Equal requests share one
/// prompt. An agent that does not respond or sends an unusable reply is dropped: its prompt goes to the next agent, or
/// fails. Replies that come late, twice, or from an agent that was not asked have no effect. Every accepted request
/// ends exactly once.
public struct PromptMachine: Sendable {
    private struct ShownPrompt: Sendable {
        var prompt: Prompt
        let agent: Agent
        /// Whether the agent has confirmed that it shows the prompt.
        var isTakenUp = false
        /// Whether the person has begun to answer.
        var isBegun = false
        /// The time at which the agent is dropped, unless it reports activity before.
        var deadline: MonotonicTime
    }

    public let limits: PromptLimits
    private var rateLimiter: PromptRateLimiter
    /// The agents, in the order of registration.
    private var agents: [Agent] = []
    /// The presence of the person in the agents' sessions, keyed by the agents' connections.
    private var presence: [String: SessionPresence] = [:]
    private var shown: ShownPrompt?
    private var line: [Prompt] = []
    private var lastID: UInt64

    /// - Parameter lastID: the number before the first prompt's number. It must be random: agents outlive brokers and
    ///   identify a prompt only by its number, so two brokers must use different numbers.
    public init(limits: PromptLimits = PromptLimits(), countingFrom lastID: UInt64) {
        self.limits = limits
        self.lastID = lastID
        rateLimiter = PromptRateLimiter(limits: limits)
    }

    /// The time at which `timePassed` must be called; nil if no prompt is shown.
    public var deadline: MonotonicTime? { shown?.deadline }

    /// All unanswered prompts. The shown prompt, if any, comes first.
    public var prompts: [Prompt] { (shown.map { [$0.prompt] } ?? []) + line }

    // MARK: Clients

    /// Adds a question of a client.
    ///
    /// - Throws: `PromptRefusal` if the person must not be asked now.
    public mutating func ask(
        _ kind: PromptKind, by requester: Requester, as request: RequestID, at now: MonotonicTime
    ) throws(PromptRefusal) -> [PromptAction] {
        if join(kind, by: requester, as: request) { return [] }
        guard !prompts.contains(where: { $0.requester.client == requester.client }) else { throw .oneAtATime }
        if let refusal = rateLimiter.refusal(of: kind, by: requester.client, at: now) { throw refusal }
        guard agents.contains(where: { $0.mayAnswer(requester) }) else { return [.end(request, .noAgent)] }
        guard shown == nil || line.count < limits.inLine else { throw .queueIsFull }
        rateLimiter.noteAsked(kind, by: requester.client, at: now)
        line.append(Prompt(id: nextID(), kind: kind, requester: requester, waiting: [request]))
        return advance(at: now)
    }

    /// Ends a request that its client withdraws. A prompt is removed when no request waits for it.
    public mutating func withdraw(_ request: RequestID, at now: MonotonicTime) -> [PromptAction] {
        let ended = PromptAction.end(request, .withdrawn)
        if let index = line.firstIndex(where: { $0.waiting.contains(request) }) {
            line[index].waiting.removeAll { $0 == request }
            if line[index].waiting.isEmpty { line.remove(at: index) }
            return [ended]
        }
        guard var current = shown, current.prompt.waiting.contains(request) else { return [] }
        current.prompt.waiting.removeAll { $0 == request }
        guard current.prompt.waiting.isEmpty else {
            shown = current
            return [ended]
        }
        shown = nil
        rateLimiter.noteWithdrawn(current.prompt.kind, by: current.prompt.requester.client, at: now)
        return [ended, .dismiss(current.prompt.id, by: current.agent)] + advance(at: now)
    }

    /// Ends a request, unless an agent has confirmed that it shows the prompt of the request.
    public mutating func endUnlessShown(_ request: RequestID, at now: MonotonicTime) -> [PromptAction] {
        if let current = shown, current.isTakenUp, current.prompt.waiting.contains(request) { return [] }
        return withdraw(request, at: now).map { $0 == .end(request, .withdrawn) ? .end(request, .noAgent) : $0 }
    }

    /// Ends a prompt whose question was decided elsewhere.
    public mutating func settle(_ id: Prompt.ID, at now: MonotonicTime) -> [PromptAction] {
        if let index = line.firstIndex(where: { $0.id == id }) { return Self.end(line.remove(at: index), .settled) }
        guard let current = shown, current.prompt.id == id else { return [] }
        shown = nil
        return Self.end(current.prompt, .settled) + [.dismiss(id, by: current.agent)] + advance(at: now)
    }

    /// Chooses the agent that shows a client's settings page, and counts the call.
    ///
    /// The page is not a question: it does not wait in the queue, and questions do not wait for it.
    ///
    /// - Parameter canShow: returns whether an agent has a window for the page.
    /// - Returns: the agent, and the identifier for its prompt; nil if no agent can show the page. The call then does
    ///   not count.
    /// - Throws: `PromptRefusal` if the client, or all clients together, called too often within a minute.
    public mutating func openSettings(
        by requester: Requester, at now: MonotonicTime, where canShow: (Agent) -> Bool
    ) throws(PromptRefusal) -> (id: Prompt.ID, agent: Agent)? {
        guard let agent = inOrder(agents, presence).first(where: { $0.mayAnswer(requester) && canShow($0) }) else {
            return nil
        }
        if let refusal = rateLimiter.settingsRefusal(of: requester.client, at: now) { throw refusal }
        rateLimiter.noteSettings(by: requester.client, at: now)
        return (nextID(), agent)
    }

    // MARK: Agents

    /// Adds an agent after the other agents. An agent that is already registered keeps its place.
    public mutating func register(_ agent: Agent) {
        if !agents.contains(where: { $0.connection == agent.connection }) { agents.append(agent) }
    }

    public func isRegistered(_ connection: String) -> Bool { agents.contains { $0.connection == connection } }

    /// Removes an agent that unregistered or disconnected, or that did not give a usable answer.
    ///
    /// - Parameter ending: the end reason of prompts that no other agent may show.
    public mutating func unregister(
        _ connection: String, ending: PromptEndReason = .noAgent, at now: MonotonicTime
    ) -> [PromptAction] {
        guard let agent = agents.first(where: { $0.connection == connection }) else { return [] }
        return lose(agent, ending: ending, at: now)
    }

    /// Records that the agent confirmed that it shows the prompt.
    public mutating func takenUp(_ id: Prompt.ID, by connection: String, at now: MonotonicTime) {
        guard isAsking(id, connection), shown?.isTakenUp == false else { return }
        shown?.isTakenUp = true
        shown?.deadline = now + limits.answer
    }

    /// Records that the person has begun to answer, and extends the deadline.
    public mutating func active(_ id: Prompt.ID, by connection: String, at now: MonotonicTime) {
        guard isAsking(id, connection) else { return }
        shown?.isTakenUp = true
        shown?.isBegun = true
        shown?.deadline = now + limits.answer
    }

    /// Records the sessions in which the person is present now. A prompt that the person has not begun to answer moves
    /// to an agent that the person is more likely to see, if there is one.
    public mutating func presenceChanged(
        to presence: [String: SessionPresence], at now: MonotonicTime
    ) -> [PromptAction] {
        self.presence = presence
        guard let current = shown, !current.isBegun, let best = agent(for: current.prompt),
            place(of: best) < place(of: current.agent)
        else { return [] }
        return takeBack() + advance(at: now)
    }

    /// Handles the agent's reply to the prompt.
    public mutating func replied(
        _ reply: PromptReply, to id: Prompt.ID, by connection: String, at now: MonotonicTime
    ) -> [PromptAction] {
        guard isAsking(id, connection), let current = shown else { return [] }
        let (kind, client) = (current.prompt.kind, current.prompt.requester.client)
        switch reply {
        case .decided:
            shown = nil
            return [.carryOut(current.prompt)] + advance(at: now)
        case .dismissed:
            shown = nil
            rateLimiter.noteDismissed(kind, by: client, at: now)
            return Self.end(current.prompt, .dismissed) + advance(at: now)
        case .unusable:
            return [.drop(current.agent)] + lose(current.agent, ending: .noUsableAnswer, at: now)
        }
    }

    /// Records that an answer was carried out, or could not be carried out.
    ///
    /// - Parameter isAuthorized: false if polkit did not authorize the answer. The question is then undecided, and the
    ///   client must wait as after a dismissal, so that it cannot open polkit's dialog repeatedly.
    public mutating func carriedOut(
        _ kind: PromptKind, by client: ClientID, isAuthorized: Bool, at now: MonotonicTime
    ) {
        if isAuthorized {
            rateLimiter.noteAnswered(kind, by: client)
        } else {
            rateLimiter.noteRefused(by: client, at: now)
        }
    }

    /// Drops the agent of the shown prompt if the deadline has passed.
    public mutating func timePassed(at now: MonotonicTime) -> [PromptAction] {
        guard let current = shown, current.deadline <= now else { return [] }
        return [.drop(current.agent)] + lose(current.agent, ending: .noUsableAnswer, at: now)
    }

    // MARK: Implementation

    private func isAsking(_ id: Prompt.ID, _ connection: String) -> Bool {
        shown?.prompt.id == id && shown?.agent.connection == connection
    }

    private mutating func nextID() -> Prompt.ID {
        lastID &+= 1
        return Prompt.ID(rawValue: lastID)
    }

    /// Adds the request to a prompt with the same question. Returns false if there is no such prompt.
    private mutating func join(_ kind: PromptKind, by requester: Requester, as request: RequestID) -> Bool {
        guard kind.isMerged else { return false }
        if let current = shown?.prompt, current.kind == kind, current.requester == requester {
            shown?.prompt.waiting.append(request)
            return true
        }
        guard let index = line.firstIndex(where: { $0.kind == kind && $0.requester == requester }) else {
            return false
        }
        line[index].waiting.append(request)
        return true
    }

    private mutating func lose(_ agent: Agent, ending: PromptEndReason, at now: MonotonicTime) -> [PromptAction] {
        agents.removeAll { $0 == agent }
        let actions = shown?.agent == agent ? takeBack() : []
        return actions + endUnaskable(ending) + advance(at: now)
    }

    /// Moves the shown prompt back to the front of the queue, under a new number.
    private mutating func takeBack() -> [PromptAction] {
        guard var current = shown else { return [] }
        shown = nil
        let dismissal = PromptAction.dismiss(current.prompt.id, by: current.agent)
        current.prompt.id = nextID()
        line.insert(current.prompt, at: 0)
        return [dismissal]
    }

    /// Returns the agent that may show the prompt and that the person is most likely to see.
    private func agent(for prompt: Prompt) -> Agent? {
        inOrder(agents, presence).first { $0.mayAnswer(prompt.requester) }
    }

    private func place(of agent: Agent) -> SessionPresence { presence[agent.connection, default: .unknown] }

    /// Ends the prompts that none of the remaining agents may show.
    private mutating func endUnaskable(_ ending: PromptEndReason) -> [PromptAction] {
        let unaskable = line.filter { prompt in !agents.contains { $0.mayAnswer(prompt.requester) } }
        line.removeAll(where: unaskable.contains)
        return unaskable.flatMap { Self.end($0, ending) }
    }

    /// Shows the first prompt of the queue, unless one is already shown.
    private mutating func advance(at now: MonotonicTime) -> [PromptAction] {
        guard shown == nil, let prompt = line.first, let agent = agent(for: prompt) else { return [] }
        line.removeFirst()
        shown = ShownPrompt(prompt: prompt, agent: agent, deadline: now + limits.takeUp)
        return [.show(prompt, by: agent)]
    }

    private static func end(_ prompt: Prompt, _ ending: PromptEndReason) -> [PromptAction] {
        prompt.waiting.map { .end($0, ending) }
    }
}
