import FilmgateModel
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy

/// Events in any order: what must hold after each, whatever came before.
@Suite("Prompts in random sequences of events")
struct PromptSequenceTests {
    /// What the component that carries out the actions knows.
    private struct Record {
        var open: Set<RequestID> = []
        var everShown: Set<Prompt.ID> = []
        /// What is on the screen, and by whom.
        var screen: (id: Prompt.ID, agent: String)?
        var carriedOut = 0

        mutating func perform(_ actions: [PromptAction]) {
            for action in actions {
                switch action {
                case .show(let prompt, let agent):
                    #expect(screen == nil, "never two at a time")
                    #expect(everShown.insert(prompt.id).inserted, "none is shown twice")
                    #expect(prompt.requester.client != agent.client)
                    #expect(!prompt.waiting.isEmpty && Set(prompt.waiting).isSubset(of: open))
                    screen = (prompt.id, agent.connection)
                case .dismiss(let id, let agent):
                    #expect(screen?.id == id && screen?.agent == agent.connection, "only what is shown is taken down")
                    screen = nil
                case .drop: break
                case .carryOut(let prompt):
                    #expect(screen?.id == prompt.id)
                    screen = nil
                    carriedOut += 1
                    for request in prompt.waiting { end(request) }
                case .end(let request, let ending):
                    // The person's dismissal is the answer to what is shown, which is down by itself.
                    if ending == .dismissed { screen = nil }
                    end(request)
                }
            }
        }

        private mutating func end(_ request: RequestID) {
            #expect(open.remove(request) != nil, "\(request) ends once, having begun")
        }
    }

    @Test(
        "at most one is shown, none is lost or shown twice, at most eight wait, and every request ends exactly once",
        .long,
        arguments: 0..<200 as Range<UInt64>)
    func invariants(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var bench = PromptBench()
        var record = Record()
        var requests: [RequestID] = []
        var stale: [Prompt.ID] = []
        let connections = ["one", "two", "three"]
        for _ in 0..<400 {
            let agent = connections.randomElement(using: &random)!
            let id = (stale + bench.machine.prompts.map(\.id)).randomElement(using: &random) ?? Prompt.ID(rawValue: 0)
            switch Int.random(in: 0..<15, using: &random) {
            case 0...4:
                let name = Int.random(in: 0..<12, using: &random)
                // A client may be one of the agents' own program.
                let requester = name == 0 ? Requester(client: PromptBench.agent(agent).client, connection: "x") : nil
                let kind = PromptKind.allCases.randomElement(using: &random)!
                do throws(PromptRefusal) {
                    let (request, actions) = try bench.ask(kind, requester ?? PromptBench.requester("App\(name)"))
                    record.open.insert(request)
                    requests.append(request)
                    record.perform(actions)
                } catch {}
            case 5:
                record.perform(
                    bench.machine.withdraw(
                        requests.randomElement(using: &random) ?? RequestID(rawValue: 0), at: bench.now))
            case 6: record.perform(bench.machine.settle(id, at: bench.now))
            case 7, 8: bench.register(agent)
            case 9: record.perform(bench.machine.unregister(agent, at: bench.now))
            case 14:
                let presence = connections.map { ($0, SessionPresence.allCases.randomElement(using: &random)!) }
                record.perform(
                    bench.machine.presenceChanged(
                        to: Dictionary(uniqueKeysWithValues: presence), at: bench.now))
            case 10: bench.machine.active(id, by: agent, at: bench.now)
            case 11, 12:
                let reply = PromptReply.allCases.randomElement(using: &random)!
                record.perform(bench.machine.replied(reply, to: id, by: agent, at: bench.now))
            default: record.perform(bench.pass([1, 10, 60, 301, 2000].randomElement(using: &random)!))
            }
            stale = Array((stale + bench.machine.prompts.map(\.id)).suffix(20))
            try check(bench.machine, record)
        }
        for name in connections { record.perform(bench.machine.unregister(name, at: bench.now)) }
        #expect(record.open.isEmpty, "without agents no request waits")
        #expect(record.screen == nil && bench.machine.deadline == nil)
    }

    private func check(_ machine: PromptMachine, _ record: Record) throws {
        let prompts = machine.prompts
        #expect(prompts.count <= 9)
        #expect(Set(prompts.map(\.id)).count == prompts.count)
        #expect(Set(prompts.map(\.requester.client)).count == prompts.count, "one of each client")
        #expect(prompts.isEmpty == (record.screen == nil), "if any prompt waits, one is shown")
        #expect(record.screen.map(\.id) == prompts.first?.id)
        let waiting = prompts.flatMap(\.waiting)
        #expect(Set(waiting) == record.open && waiting.count == record.open.count, "no request is lost")
        #expect((machine.deadline == nil) == prompts.isEmpty)
    }

    @Test("the sequences fill the queue")
    func reach() throws {
        var random = SeededRandom(seed: 1)
        var bench = PromptBench()
        bench.register("one")
        var full = 0
        for _ in 0..<1000 {
            do throws(PromptRefusal) {
                _ = try bench.ask(.pick, "App\(Int.random(in: 0..<40, using: &random))")
            } catch {
                full += error == .queueIsFull ? 1 : 0
            }
        }
        #expect(full > 0)
    }
}
