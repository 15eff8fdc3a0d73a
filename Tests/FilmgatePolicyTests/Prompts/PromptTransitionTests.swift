import FilmgateModel
import Testing

@testable import FilmgatePolicy

/// The actions of every event in every state.
@Suite("A prompt")
struct PromptTransitionTests {
    /// The state of the machine before the event. `A` asks first; `one` is the agent that shows the prompt.
    enum State: CaseIterable {
        case noAgent, idle, shown, takenUp, queued, merged, twoAgents
    }

    enum Event: CaseIterable {
        case sameAsks, sameAsksOther, otherAsks, agentComes, agentGoes, withdrawn, withdrawnFirst, settled, pinged,
            active, unshown, unshownFirst
        case decided, dismissed, unusable, decidedByOther, decidedForOther, shortTime, longTime
    }

    static let table: [State: [Event: [String]]] = [
        .noAgent: [.sameAsks: ["end 9 noAgent"], .sameAsksOther: ["end 9 noAgent"], .otherAsks: ["end 9 noAgent"]],
        .idle: [
            .sameAsks: ["show A by one"], .sameAsksOther: ["show A by one"], .otherAsks: ["show B by one"],
        ],
        .shown: [
            .unshown: ["end 1 noAgent", "dismiss by one"],
            .unshownFirst: ["end 1 noAgent", "dismiss by one"],
            .sameAsksOther: ["oneAtATime"],
            .agentGoes: ["dismiss by one", "end 1 noAgent"],
            .withdrawn: ["end 1 withdrawn", "dismiss by one"],
            .withdrawnFirst: ["end 1 withdrawn", "dismiss by one"],
            .settled: ["end 1 settled", "dismiss by one"],
            .decided: ["carry out for [1]"], .dismissed: ["end 1 dismissed"],
            .unusable: ["drop one", "dismiss by one", "end 1 noUsableAnswer"],
            .shortTime: ["drop one", "dismiss by one", "end 1 noUsableAnswer"],
            .longTime: ["drop one", "dismiss by one", "end 1 noUsableAnswer"],
        ],
        .takenUp: [
            .sameAsksOther: ["oneAtATime"],
            .agentGoes: ["dismiss by one", "end 1 noAgent"],
            .withdrawn: ["end 1 withdrawn", "dismiss by one"],
            .withdrawnFirst: ["end 1 withdrawn", "dismiss by one"],
            .settled: ["end 1 settled", "dismiss by one"],
            .decided: ["carry out for [1]"], .dismissed: ["end 1 dismissed"],
            .unusable: ["drop one", "dismiss by one", "end 1 noUsableAnswer"],
            .longTime: ["drop one", "dismiss by one", "end 1 noUsableAnswer"],
        ],
        .queued: [
            .unshown: ["end 2 noAgent"],
            .unshownFirst: ["end 1 noAgent", "dismiss by one", "show C by one"],
            .sameAsksOther: ["oneAtATime"],
            .agentGoes: ["dismiss by one", "end 1 noAgent", "end 2 noAgent"],
            .withdrawn: ["end 2 withdrawn"],
            .withdrawnFirst: ["end 1 withdrawn", "dismiss by one", "show C by one"],
            .settled: ["end 1 settled", "dismiss by one", "show C by one"],
            .decided: ["carry out for [1]", "show C by one"], .dismissed: ["end 1 dismissed", "show C by one"],
            .unusable: ["drop one", "dismiss by one", "end 1 noUsableAnswer", "end 2 noUsableAnswer"],
            .shortTime: ["drop one", "dismiss by one", "end 1 noUsableAnswer", "end 2 noUsableAnswer"],
            .longTime: ["drop one", "dismiss by one", "end 1 noUsableAnswer", "end 2 noUsableAnswer"],
        ],
        .merged: [
            .unshown: ["end 2 noAgent"],
            .unshownFirst: ["end 1 noAgent"],
            .sameAsksOther: ["oneAtATime"],
            .agentGoes: ["dismiss by one", "end 1 noAgent", "end 2 noAgent"],
            .withdrawn: ["end 2 withdrawn"], .withdrawnFirst: ["end 1 withdrawn"],
            .settled: ["end 1 settled", "end 2 settled", "dismiss by one"],
            .decided: ["carry out for [1, 2]"], .dismissed: ["end 1 dismissed", "end 2 dismissed"],
            .unusable: ["drop one", "dismiss by one", "end 1 noUsableAnswer", "end 2 noUsableAnswer"],
            .shortTime: ["drop one", "dismiss by one", "end 1 noUsableAnswer", "end 2 noUsableAnswer"],
            .longTime: ["drop one", "dismiss by one", "end 1 noUsableAnswer", "end 2 noUsableAnswer"],
        ],
        .twoAgents: [
            .unshown: ["end 1 noAgent", "dismiss by one"],
            .unshownFirst: ["end 1 noAgent", "dismiss by one"],
            .sameAsksOther: ["oneAtATime"],
            .agentGoes: ["dismiss by one", "show A by two"],
            .withdrawn: ["end 1 withdrawn", "dismiss by one"],
            .withdrawnFirst: ["end 1 withdrawn", "dismiss by one"],
            .settled: ["end 1 settled", "dismiss by one"],
            .decided: ["carry out for [1]"], .dismissed: ["end 1 dismissed"],
            .unusable: ["drop one", "dismiss by one", "show A by two"],
            .shortTime: ["drop one", "dismiss by one", "show A by two"],
            .longTime: ["drop one", "dismiss by one", "show A by two"],
        ],
    ]

    @Test("does what the table says, for every event in every state", arguments: State.allCases, Event.allCases)
    func transition(_ state: State, _ event: Event) throws {
        var bench = try Self.bench(in: state)
        let last = try #require([State.queued, .merged].contains(state) ? 2 : 1)
        #expect(Self.words(of: event, in: &bench, last: UInt64(last)) == Self.table[state]?[event] ?? [])
    }

    private static func bench(in state: State) throws -> PromptBench {
        var bench = PromptBench()
        if state == .noAgent { return bench }
        bench.register("one")
        if state == .idle { return bench }
        if state == .twoAgents { bench.register("two") }
        _ = try bench.ask(.readWriteAccess, "A")
        let shown = try #require(bench.machine.prompts.first?.id)
        switch state {
        case .takenUp: bench.machine.takenUp(shown, by: "one", at: bench.now)
        case .queued: _ = try bench.ask(.pick, "C")
        case .merged: _ = try bench.ask(.readWriteAccess, "A")
        case .noAgent, .idle, .shown, .twoAgents: break
        }
        return bench
    }

    private static func words(of event: Event, in bench: inout PromptBench, last: UInt64) -> [String] {
        let shown = bench.machine.prompts.first?.id ?? Prompt.ID(rawValue: 99)
        let other = Prompt.ID(rawValue: shown.rawValue + 1)
        let now = bench.now
        do throws(PromptRefusal) {
            let actions: [PromptAction] =
                switch event {
                case .sameAsks:
                    try bench.machine.ask(
                        .readWriteAccess, by: PromptBench.requester("A"), as: RequestID(rawValue: 9), at: now)
                case .sameAsksOther:
                    try bench.machine.ask(
                        .addOnlyAccess, by: PromptBench.requester("A"), as: RequestID(rawValue: 9), at: now)
                case .otherAsks:
                    try bench.machine.ask(.pick, by: PromptBench.requester("B"), as: RequestID(rawValue: 9), at: now)
                case .agentComes: bench.noActions { $0.register(PromptBench.agent("three")) }
                case .agentGoes: bench.machine.unregister("one", at: now)
                case .withdrawn: bench.machine.withdraw(RequestID(rawValue: last), at: now)
                case .withdrawnFirst: bench.machine.withdraw(RequestID(rawValue: 1), at: now)
                case .unshown: bench.machine.endUnlessShown(RequestID(rawValue: last), at: now)
                case .unshownFirst: bench.machine.endUnlessShown(RequestID(rawValue: 1), at: now)
                case .settled: bench.machine.settle(shown, at: now)
                case .pinged: bench.noActions { $0.takenUp(shown, by: "one", at: now) }
                case .active: bench.noActions { $0.active(shown, by: "one", at: now) }
                case .decided: bench.machine.replied(.decided, to: shown, by: "one", at: now)
                case .dismissed: bench.machine.replied(.dismissed, to: shown, by: "one", at: now)
                case .unusable: bench.machine.replied(.unusable, to: shown, by: "one", at: now)
                case .decidedByOther: bench.machine.replied(.decided, to: shown, by: "two", at: now)
                case .decidedForOther: bench.machine.replied(.decided, to: other, by: "one", at: now)
                case .shortTime: bench.machine.timePassed(at: now + .seconds(10))
                case .longTime: bench.machine.timePassed(at: now + .seconds(300))
                }
            return actions.map(\.word)
        } catch {
            return ["\(error)"]
        }
    }

    @Test("in the queue handles events as well: it ends with its last request, and when it is settled")
    func inLine() throws {
        var bench = PromptBench()
        bench.register("one")
        _ = try bench.ask(.pick, "A")
        let first = try bench.ask(.readWriteAccess, "B").request
        let second = try bench.ask(.readWriteAccess, "B").request
        let waiting = try #require(bench.machine.prompts.last?.id)
        #expect(bench.machine.withdraw(first, at: bench.now).map(\.word) == ["end 2 withdrawn"])
        #expect(bench.machine.withdraw(first, at: bench.now).isEmpty)
        for reply in PromptReply.allCases {
            #expect(bench.machine.replied(reply, to: waiting, by: "one", at: bench.now).isEmpty)
        }
        bench.machine.active(waiting, by: "one", at: bench.now)
        #expect(bench.machine.settle(waiting, at: bench.now) == [.end(second, .settled)])
        #expect(bench.machine.prompts.count == 1)
        let third = try bench.ask(.readWriteAccess, "B").request
        #expect(bench.machine.withdraw(third, at: bench.now) == [.end(third, .withdrawn)])
        #expect(bench.machine.prompts.count == 1)
    }
}

extension PromptBench {
    fileprivate mutating func noActions(_ body: (inout PromptMachine) -> Void) -> [PromptAction] {
        body(&machine)
        return []
    }
}
