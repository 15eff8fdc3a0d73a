/// A person at a scripted agent who answers by rule: declines what is asked, unless the test has prepared another
/// answer.
///
/// The test reads what was asked, and compares it with what it expected.
public actor ScriptedPerson {
    private let agent: ScriptedAgent
    private var asked: [ScriptedAgent.Prompt] = []
    /// By the kind of the prompt, for one prompt; nil leaves it unanswered.
    private var answers: [String: [String: BusArgument]?] = [:]
    private var waiting: [(count: Int, client: String, continuation: CheckedContinuation<Void, Never>)] = []
    private var work: Task<Void, Never>?

    private static let declining = [
        "access": "dismiss", "selection": "cancel", "pick": "cancel", "confirm": "deny", "settings": "done",
        "capture": "cancel",
    ]

    public init(at agent: ScriptedAgent) { self.agent = agent }

    public func sitDown() { work = Task { await attend() } }

    /// Nobody answers from now on.
    public func leave() async {
        work?.cancel()
        await work?.value
    }

    /// Prepares the answer to the next prompt of a kind; nil leaves it unanswered.
    public func prepare(_ kind: String, _ answer: [String: BusArgument]?) { answers[kind] = .some(answer) }

    /// How many prompts came of a client.
    public func count(of client: String) -> Int { asked.count { $0.client["id"]?.text == client } }

    /// All prompts that came.
    public var prompts: [ScriptedAgent.Prompt] { asked }

    /// Returns when so many prompts of a client have come.
    public func wasAsked(_ count: Int, by client: String) async {
        guard self.count(of: client) < count else { return }
        await withCheckedContinuation { waiting.append((count, client, $0)) }
    }

    private func attend() async {
        while !Task.isCancelled {
            guard let prompts = try? await agent.prompts(count: 1, within: TestClient.timeLimit) else { return }
            for prompt in prompts { await answer(prompt) }
        }
    }

    private func answer(_ prompt: ScriptedAgent.Prompt) async {
        asked.append(prompt)
        let reached = waiting.filter { count(of: $0.client) >= $0.count }
        waiting.removeAll { count(of: $0.client) >= $0.count }
        for wait in reached { wait.continuation.resume() }
        if let answer = answers.removeValue(forKey: prompt.kind) {
            if let answer { try? await agent.answer(prompt, answer) }
        } else {
            try? await agent.answer(prompt, Self.declining[prompt.kind] ?? "dismiss")
        }
    }
}
