import Testing

@testable import FilmgatePolicy

@Suite("The choice between several agents")
struct SessionPresenceTests {
    private static func bench(_ presence: [String: SessionPresence] = [:]) -> PromptBench {
        var bench = PromptBench()
        bench.register("one", "two", "three")
        #expect(bench.machine.presenceChanged(to: presence, at: bench.now).isEmpty, "nothing is shown yet")
        return bench
    }

    @Test(
        "prefers the active session at a seat, then one without a seat, an unknown, a background and a foreign one; of equals, the first",
        arguments: [
            ([:], "one two three"),
            (["two": SessionPresence.atSeat], "two one three"),
            (["one": .remote, "three": .atSeat], "three one two"),
            (["three": .remote], "three one two"),
            (["one": .inBackground], "two three one"),
            (["one": .inBackground, "two": .unknown, "three": .remote], "three two one"),
            (["one": .unrelated, "two": .inBackground], "three two one"),
            (["one": .inBackground, "two": .inBackground, "three": .inBackground], "one two three"),
            (["three": .atSeat, "two": .atSeat, "one": .atSeat], "one two three"),
            (["nobody": .atSeat], "one two three"),
        ])
    func order(_ presence: [String: SessionPresence], _ expected: String) {
        let agents = ["one", "two", "three"].map(PromptBench.agent)
        #expect(inOrder(agents, presence).map(\.connection).joined(separator: " ") == expected)
    }

    @Test("takes the agent where the person is, and the next one when that agent leaves")
    func chosen() throws {
        var bench = Self.bench(["one": .inBackground, "three": .atSeat])
        #expect(try bench.ask(.pick, "A").actions.map(\.word) == ["show A by three"])
        #expect(
            bench.machine.unregister("three", at: bench.now).map(\.word) == ["dismiss by three", "show A by two"])
        #expect(bench.machine.unregister("two", at: bench.now).map(\.word) == ["dismiss by two", "show A by one"])
    }

    @Test("skips an agent that may not answer, wherever the person is")
    func ownQuestion() throws {
        var bench = Self.bench(["two": .atSeat])
        let requester = Requester(client: PromptBench.agent("two").client, connection: "x")
        #expect(try bench.ask(.pick, requester).actions.map(\.word).first?.hasSuffix("by one") == true)
        let presence = ["one": SessionPresence.inBackground, "two": .atSeat, "three": .inBackground]
        #expect(bench.machine.presenceChanged(to: presence, at: bench.now).isEmpty)
    }

    @Test(
        "moves a shown prompt with the person, and back; the old agent's answer has no effect")
    func moves() throws {
        var bench = Self.bench(["one": .atSeat, "two": .inBackground])
        _ = try bench.ask(.pick, "A")
        let first = try #require(bench.machine.prompts.first?.id)
        let moved = bench.machine.presenceChanged(to: ["one": .inBackground, "two": .atSeat], at: bench.now)
        #expect(moved.map(\.word) == ["dismiss by one", "show A by two"])
        #expect(bench.machine.replied(.decided, to: first, by: "one", at: bench.now).isEmpty)
        let back = bench.machine.presenceChanged(to: ["one": .atSeat, "two": .inBackground], at: bench.now)
        #expect(back.map(\.word) == ["dismiss by two", "show A by one"])
        #expect(bench.reply(.decided, by: "one").map(\.word) == ["carry out for [1]"])
    }

    @Test(
        "moves a prompt to a better placed agent alone, also to a later one, unless the person has begun to answer",
        arguments: SessionPresence.allCases, SessionPresence.allCases)
    func better(_ place: SessionPresence, _ other: SessionPresence) throws {
        for hasBegun in [false, true] {
            var bench = PromptBench()
            bench.register("one")
            _ = try bench.ask(.pick, "A")
            if hasBegun { bench.machine.active(bench.machine.prompts[0].id, by: "one", at: bench.now) }
            bench.register("two")
            let isMoved = other < place && !hasBegun
            let expected = isMoved ? ["dismiss by one", "show A by two"] : []
            let presence = ["one": place, "two": other]
            #expect(bench.machine.presenceChanged(to: presence, at: bench.now).map(\.word) == expected)
            #expect(bench.machine.presenceChanged(to: presence, at: bench.now).isEmpty, "it moves once")
            #expect(bench.reply(.decided, by: isMoved ? "two" : "one").map(\.word) == ["carry out for [1]"])
        }
    }
}
