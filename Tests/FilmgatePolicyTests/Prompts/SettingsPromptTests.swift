import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("A client's page of the settings")
struct SettingsPromptTests {
    private func bench(_ agents: String...) -> PromptBench {
        var bench = PromptBench()
        for agent in agents { bench.register(agent) }
        return bench
    }

    @Test("is shown by the best placed agent that can, and by none that is the client itself")
    func agent() throws {
        var bench = bench("first", "second", "third")
        _ = bench.machine.presenceChanged(to: ["third": .atSeat, "second": .remote], at: bench.now)
        #expect(try bench.open("A") == "third")
        #expect(try bench.open("B", by: ["first", "second"]) == "second")
        #expect(try bench.open("C", by: []) == nil)
        let own = Requester(client: PromptBench.agent("first").client, connection: nil)
        #expect(try bench.machine.openSettings(by: own, at: bench.now) { $0.connection == "first" } == nil)
    }

    @Test("is no question: it neither waits for one nor delays one")
    func noQuestion() throws {
        var bench = bench("agent")
        let (_, actions) = try bench.ask(.pick, "A")
        #expect(actions.map(\.word) == ["show A by agent"])
        let shown = bench.machine.prompts
        #expect(try bench.open("A") == "agent" && bench.open("B") == "agent")
        #expect(bench.machine.prompts == shown)
        #expect(
            try bench.machine.openSettings(by: PromptBench.requester("C"), at: bench.now) { _ in true }?.id
                != shown[0].id)
    }

    @Test("opens once a minute for each client, and four times for all together")
    func rate() throws {
        var bench = bench("agent")
        #expect(try bench.open("A", by: []) == nil, "what no agent shows is not counted")
        #expect(try bench.open("A") == "agent")
        #expect(throws: PromptRefusal.tooMany) { try bench.open("A") }
        for other in ["B", "C", "D"] { #expect(try bench.open(other) == "agent") }
        #expect(throws: PromptRefusal.queueIsFull) { try bench.open("E") }
        _ = bench.pass(59)
        #expect(throws: PromptRefusal.tooMany) { try bench.open("A") }
        _ = bench.pass(1)
        #expect(try bench.open("A") == "agent")
        #expect(throws: Never.self) { try bench.ask(.pick, "B") }
    }
}

extension PromptBench {
    /// Returns the agent that shows a client's page.
    ///
    /// - Parameter able: the agents that can; nil: all.
    fileprivate mutating func open(_ name: String, by able: Set<String>? = nil) throws -> String? {
        try machine.openSettings(by: Self.requester(name), at: now) { able?.contains($0.connection) ?? true }?.agent
            .connection
    }
}
