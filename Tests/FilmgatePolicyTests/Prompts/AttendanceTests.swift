import Testing

@testable import FilmgatePolicy

@Suite("Which of several agents is asked")
struct AttendanceTests {
    private static func bench(_ attendance: [String: Attendance] = [:]) -> PromptBench {
        var bench = PromptBench()
        bench.register("one", "two", "three")
        #expect(bench.machine.attendanceChanged(to: attendance, at: bench.now).isEmpty, "nothing is shown yet")
        return bench
    }

    @Test(
        "the one where the person is, then one of which nothing is known, then one where they were; of equals, who came first",
        arguments: [
            ([:], "one two three"),
            (["two": Attendance.active], "two one three"),
            (["one": .inactive], "two three one"),
            (["one": .inactive, "two": .unknown, "three": .active], "three two one"),
            (["one": .inactive, "two": .inactive, "three": .inactive], "one two three"),
            (["three": .active, "two": .active, "one": .active], "one two three"),
            (["nobody": .active], "one two three"),
        ])
    func order(_ attendance: [String: Attendance], _ expected: String) {
        let agents = ["one", "two", "three"].map(PromptBench.agent)
        #expect(inOrder(agents, attendance).map(\.connection).joined(separator: " ") == expected)
    }

    @Test("a question goes to the agent where the person is, and to the next in that order when it goes")
    func chosen() throws {
        var bench = Self.bench(["one": .inactive, "three": .active])
        #expect(try bench.ask(.pick, "A").actions.map(\.word) == ["show A by three"])
        #expect(
            bench.machine.unregister("three", at: bench.now).map(\.word) == ["dismiss by three", "show A by two"])
        #expect(bench.machine.unregister("two", at: bench.now).map(\.word) == ["dismiss by two", "show A by one"])
    }

    @Test("an agent that may not answer is passed over, wherever the person is")
    func ownQuestion() throws {
        var bench = Self.bench(["two": .active])
        let asker = Asker(client: PromptBench.agent("two").client, connection: "x")
        #expect(try bench.ask(.pick, asker).actions.map(\.word).first?.hasSuffix("by one") == true)
        #expect(bench.machine.attendanceChanged(to: ["one": .inactive, "two": .active], at: bench.now).isEmpty)
    }

    @Test(
        "what is shown where the person is no more goes with them, and back; the old agent's answer counts for nothing")
    func moves() throws {
        var bench = Self.bench(["one": .active, "two": .inactive])
        _ = try bench.ask(.pick, "A")
        let first = try #require(bench.machine.prompts.first?.id)
        let moved = bench.machine.attendanceChanged(to: ["one": .inactive, "two": .active], at: bench.now)
        #expect(moved.map(\.word) == ["dismiss by one", "show A by two"])
        #expect(bench.machine.replied(.decided, to: first, by: "one", at: bench.now).isEmpty)
        let back = bench.machine.attendanceChanged(to: ["one": .active, "two": .inactive], at: bench.now)
        #expect(back.map(\.word) == ["dismiss by two", "show A by one"])
        #expect(bench.reply(.decided, by: "one").map(\.word) == ["carry out for [1]"])
    }

    @Test(
        "it stays where it is while the person is nowhere else, and where they have begun to answer",
        arguments: [
            (["one": Attendance.inactive], false), (["one": .unknown, "two": .active], false),
            (["one": .active, "two": .active], false), (["one": .inactive, "two": .active], true),
        ])
    func stays(_ attendance: [String: Attendance], _ hasBegun: Bool) throws {
        var bench = Self.bench(["one": .active])
        _ = try bench.ask(.pick, "A")
        if hasBegun { bench.machine.active(bench.machine.prompts[0].id, by: "one", at: bench.now) }
        #expect(bench.machine.attendanceChanged(to: attendance, at: bench.now).isEmpty)
        #expect(bench.reply(.decided, by: "one").map(\.word) == ["carry out for [1]"])
    }
}
