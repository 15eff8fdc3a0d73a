public import Testing

/// An agent that does what the test says, and nothing by itself.
///
/// It is strict: a prompt that the test does not wait for, one of a different kind, and one that does not come each
/// fail the test.
public struct ScriptedAgent: Sendable {
    public static let path = "/org/example/Agent"

    public let client: TestClient

    public init(_ client: TestClient) {
        self.client = client
        ExpectedPrompts.current?.watch(self)
    }

    /// A question that the broker put.
    public struct Prompt: Sendable, CustomStringConvertible {
        public let id: String
        public let kind: String
        public let details: [String: Value]
        public let call: Int

        /// Of the one who asks.
        public var client: [String: Value] { details["client"]?.table ?? [:] }

        /// `access by flatpak:org.example.App`.
        public var description: String { "\(kind) by \(client["id"]?.text ?? "nobody")" }
    }

    public func register(at path: String = ScriptedAgent.path, _ options: [String: BusArgument] = [:]) async throws {
        try await client.call("AgentManager1", "RegisterAgent", "oa{sv}", .text(path), .table(options))
    }

    public func unregister() async throws { try await client.call("AgentManager1", "UnregisterAgent") }

    /// Says that the person is at it.
    public func active(_ id: String) async throws { try await client.call("AgentManager1", "Active", "s", .text(id)) }

    /// Expects a question, and waits for it.
    ///
    /// Records an issue if it does not come, also if the test ends before, if it is of a different kind, or if more
    /// came.
    /// - Parameter kind: as `Agent1.Prompt` has it.
    /// - Throws: `ClientFailure` if none comes.
    public func asked(
        _ kind: String = "access", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Prompt {
        let prompts = try await prompts(count: 1, within: TestClient.timeLimit)
        guard let prompt = prompts.first else {
            Issue.record("The agent was not asked: \(kind)", sourceLocation: sourceLocation)
            throw ClientFailure("nothing was asked")
        }
        if prompt.kind != kind || prompts.count != 1 {
            Issue.record("The agent was asked \(prompts), not \(kind)", sourceLocation: sourceLocation)
        }
        return prompt
    }

    /// Takes the questions that came, which the caller then checks.
    public func prompts(count: Int = 1, within seconds: Double = 0) async throws -> [Prompt] {
        try await client.signals("Prompt", count: count, within: seconds).map { call in
            guard let id = call.values[0].text, let kind = call.values[1].text, let details = call.values[2].table,
                let number = call.call
            else { throw ClientFailure("a question of another shape: \(call.values)") }
            return Prompt(id: id, kind: kind, details: details, call: number)
        }
    }

    /// Waits until a question is taken back.
    ///
    /// - Returns: its identifier.
    public func dismissed() async throws -> String {
        let call = try await client.signal("Dismiss")
        if let number = call.call { try await client.reply(to: number) }
        return call.values[0].text ?? ""
    }

    public func answer(_ prompt: Prompt, _ answer: [String: BusArgument]) async throws {
        try await client.reply(to: prompt.call, "a{sv}", .table(answer))
    }

    public func answer(_ prompt: Prompt, _ decision: String) async throws {
        try await answer(prompt, ["decision": .text(decision)])
    }

    /// Picks these assets.
    public func pick(_ items: [String], _ others: [String: BusArgument] = [:], for prompt: Prompt) async throws {
        try await answer(prompt, ["decision": "done", "items": .texts(items)].merging(others) { $1 })
    }

    /// Waits for the next question, and picks these assets.
    public func pick(_ items: [String], _ others: [String: BusArgument] = [:]) async throws {
        try await pick(items, others, for: asked("pick"))
    }

    /// Answers with something else than options.
    public func answer(_ prompt: Prompt, _ signature: String, _ value: BusArgument) async throws {
        try await client.reply(to: prompt.call, signature, value)
    }

    public func fail(_ prompt: Prompt) async throws {
        try await client.reply(to: prompt.call, error: "org.example.Error.Broken")
    }
}
