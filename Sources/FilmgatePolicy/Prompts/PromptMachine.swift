public import FilmgateModel

/// What is asked of the person, by whom, and in which order: events in, actions out.
///
/// One prompt is shown at a time and a few wait in line, one of each client. Requests for the same wait for one prompt together.
/// An agent that is silent or answers nothing usable counts as gone: its prompt goes to the next, or fails. Whatever comes late,
/// twice, or from somebody who was not asked does nothing. Every request that was taken in ends exactly once.
public struct PromptMachine: Sendable {
    private struct Shown: Sendable {
        var prompt: Prompt
        let agent: Agent
        var isTakenUp = false
        /// The person has begun to answer.
        var isBegun = false
        /// When the agent counts as gone unless something is heard of it before.
        var deadline: Moment
    }

    private let limits: PromptLimits
    private var patience: PromptRateLimiter
    /// In the order in which they came.
    private var agents: [Agent] = []
    /// By the agents' connections.
    private var presence: [String: SessionPresence] = [:]
    private var shown: Shown?
    private var line: [Prompt] = []
    private var lastID: UInt64

    /// - Parameter lastID: where the count of prompts goes on from. Agents outlive brokers and know a prompt by its number alone, so
    ///   each broker passes another one, at random.
    public init(limits: PromptLimits = PromptLimits(), countingFrom lastID: UInt64) {
        self.limits = limits
        self.lastID = lastID
        patience = PromptRateLimiter(limits: limits)
    }

    /// When `timePassed` is to be called at the latest; nil where nothing is waited for.
    public var deadline: Moment? { shown?.deadline }

    /// All prompts that are not answered, the one that is shown first.
    public var prompts: [Prompt] { (shown.map { [$0.prompt] } ?? []) + line }

    // MARK: Clients

    /// Takes a question in.
    ///
    /// - Throws: why the person is not to be asked now.
    public mutating func ask(
        _ question: Question, by requester: Requester, as request: RequestID, at now: Moment
    ) throws(PromptRefusal) -> [PromptAction] {
        if join(question, by: requester, as: request) { return [] }
        guard !prompts.contains(where: { $0.requester.client == requester.client }) else { throw .oneAtATime }
        if let refusal = patience.refusal(of: question, by: requester.client, at: now) { throw refusal }
        guard agents.contains(where: { $0.mayAnswer(requester) }) else { return [.end(request, .noAgent)] }
        guard shown == nil || line.count < limits.inLine else { throw .lineIsFull }
        patience.noteAsked(question, by: requester.client, at: now)
        line.append(Prompt(id: nextID(), question: question, requester: requester, waiting: [request]))
        return advance(at: now)
    }

    /// Whoever waited does so no longer; the last one takes the prompt along.
    public mutating func withdraw(_ request: RequestID, at now: Moment) -> [PromptAction] {
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
        return [ended, .dismiss(current.prompt.id, by: current.agent)] + advance(at: now)
    }

    /// The question of a prompt was decided elsewhere.
    public mutating func settle(_ id: Prompt.ID, at now: Moment) -> [PromptAction] {
        if let index = line.firstIndex(where: { $0.id == id }) { return Self.end(line.remove(at: index), .settled) }
        guard let current = shown, current.prompt.id == id else { return [] }
        shown = nil
        return Self.end(current.prompt, .settled) + [.dismiss(id, by: current.agent)] + advance(at: now)
    }

    // MARK: Agents

    /// An agent came, behind those that are there; one that is there already stays where it is.
    public mutating func register(_ agent: Agent) {
        if !agents.contains(where: { $0.connection == agent.connection }) { agents.append(agent) }
    }

    public func isRegistered(_ connection: String) -> Bool { agents.contains { $0.connection == connection } }

    /// An agent went, by itself.
    public mutating func unregister(_ connection: String, at now: Moment) -> [PromptAction] {
        guard let agent = agents.first(where: { $0.connection == connection }) else { return [] }
        return lose(agent, at: now)
    }

    /// The agent gave a sign of life, and so has taken the prompt up.
    public mutating func takenUp(_ id: Prompt.ID, by connection: String, at now: Moment) {
        guard isAsking(id, connection), shown?.isTakenUp == false else { return }
        shown?.isTakenUp = true
        shown?.deadline = now + limits.answer
    }

    /// The person is at it.
    public mutating func active(_ id: Prompt.ID, by connection: String, at now: Moment) {
        guard isAsking(id, connection) else { return }
        shown?.isTakenUp = true
        shown?.isBegun = true
        shown?.deadline = now + limits.answer
    }

    /// What is known of where the person is has become another. A question that they have not begun to answer goes to an agent that
    /// is better placed than the one that shows it, and not to an equal.
    public mutating func presenceChanged(
        to presence: [String: SessionPresence], at now: Moment
    ) -> [PromptAction] {
        self.presence = presence
        guard let current = shown, !current.isBegun, let best = agent(for: current.prompt),
            place(of: best) < place(of: current.agent)
        else { return [] }
        return takeBack() + advance(at: now)
    }

    /// The agent replied to the prompt.
    public mutating func replied(
        _ reply: PromptReply, to id: Prompt.ID, by connection: String, at now: Moment
    ) -> [PromptAction] {
        guard isAsking(id, connection), let current = shown else { return [] }
        let (question, client) = (current.prompt.question, current.prompt.requester.client)
        switch reply {
        case .decided:
            shown = nil
            return [.carryOut(current.prompt)] + advance(at: now)
        case .dismissed:
            shown = nil
            patience.noteDismissed(question, by: client, at: now)
            return Self.end(current.prompt, .dismissed) + advance(at: now)
        case .unusable:
            return [.drop(current.agent)] + lose(current.agent, at: now)
        }
    }

    /// An answer was carried out, or could not be.
    ///
    /// - Parameter isAuthorized: false if the authority did not allow it. Then nothing was decided, and the client waits as after a dismissal:
    ///   else it could bring up the authority's dialog again and again.
    public mutating func carriedOut(_ question: Question, by client: ClientID, isAuthorized: Bool, at now: Moment) {
        if isAuthorized {
            patience.noteAnswered(question, by: client)
        } else {
            patience.noteDismissed(question, by: client, at: now)
        }
    }

    /// Looks whether an agent has been silent for too long.
    public mutating func timePassed(at now: Moment) -> [PromptAction] {
        guard let current = shown, current.deadline <= now else { return [] }
        return [.drop(current.agent)] + lose(current.agent, at: now)
    }

    // MARK: Inside

    private func isAsking(_ id: Prompt.ID, _ connection: String) -> Bool {
        shown?.prompt.id == id && shown?.agent.connection == connection
    }

    private mutating func nextID() -> Prompt.ID {
        lastID &+= 1
        return Prompt.ID(rawValue: lastID)
    }

    /// Has the request wait for a prompt that asks the same already.
    private mutating func join(_ question: Question, by requester: Requester, as request: RequestID) -> Bool {
        guard question.isMerged else { return false }
        if let current = shown?.prompt, current.question == question, current.requester == requester {
            shown?.prompt.waiting.append(request)
            return true
        }
        guard let index = line.firstIndex(where: { $0.question == question && $0.requester == requester }) else {
            return false
        }
        line[index].waiting.append(request)
        return true
    }

    private mutating func lose(_ agent: Agent, at now: Moment) -> [PromptAction] {
        agents.removeAll { $0 == agent }
        let actions = shown?.agent == agent ? takeBack() : []
        return actions + endUnaskable() + advance(at: now)
    }

    /// Has what is shown wait once more, as the first in line.
    private mutating func takeBack() -> [PromptAction] {
        guard var current = shown else { return [] }
        shown = nil
        let dismissal = PromptAction.dismiss(current.prompt.id, by: current.agent)
        current.prompt.id = nextID()
        line.insert(current.prompt, at: 0)
        return [dismissal]
    }

    /// Whom to have ask.
    private func agent(for prompt: Prompt) -> Agent? {
        inOrder(agents, presence).first { $0.mayAnswer(prompt.requester) }
    }

    private func place(of agent: Agent) -> SessionPresence { presence[agent.connection, default: .unknown] }

    /// Ends what no agent that is left may ask.
    private mutating func endUnaskable() -> [PromptAction] {
        let unaskable = line.filter { prompt in !agents.contains { $0.mayAnswer(prompt.requester) } }
        line.removeAll(where: unaskable.contains)
        return unaskable.flatMap { Self.end($0, .noAgent) }
    }

    /// Shows the first in line, where nothing is shown.
    private mutating func advance(at now: Moment) -> [PromptAction] {
        guard shown == nil, let prompt = line.first, let agent = agent(for: prompt) else { return [] }
        line.removeFirst()
        shown = Shown(prompt: prompt, agent: agent, deadline: now + limits.takeUp)
        return [.show(prompt, by: agent)]
    }

    private static func end(_ prompt: Prompt, _ ending: PromptEnding) -> [PromptAction] {
        prompt.waiting.map { .end($0, ending) }
    }
}
