import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("The queue of prompts")
struct PromptRulesTests {
    @Test("shows one prompt and holds eight more, in the order in which they were asked; then it is full")
    func nine() throws {
        var bench = PromptBench()
        bench.register("one")
        for index in 0..<9 { _ = try bench.ask(.readWriteAccess, "App\(index)") }
        #expect(throws: PromptRefusal.queueIsFull) { try bench.ask(.readWriteAccess, "App9") }
        #expect(throws: PromptRefusal.queueIsFull) { try bench.ask(.pick, "App9") }
        #expect(try bench.ask(.readWriteAccess, "App8").actions.isEmpty, "it waits with the first")
        for index in 0..<8 {
            #expect(bench.reply(.decided, by: "one").last?.word == "show App\(index + 1) by one")
        }
        #expect(bench.reply(.decided, by: "one").map(\.word) == ["carry out for [9, 12]"])
        #expect(bench.machine.deadline == nil)
    }

    @Test("holds one prompt of a client, whichever of its connections asks; prompts of single connections do not merge")
    func onePerClient() throws {
        var bench = PromptBench()
        bench.register("one")
        let id = ClientID(.exe, "/usr/bin/x")!
        _ = try bench.ask(.readWriteAccess, Requester(client: id, connection: ":1.1"))
        for kind in PromptKind.allCases {
            #expect(throws: PromptRefusal.oneAtATime) {
                try bench.ask(kind, Requester(client: id, connection: ":1.2"))
            }
        }
        #expect(try bench.ask(.readWriteAccess, Requester(client: id, connection: ":1.1")).actions.isEmpty)
    }

    @Test("merges questions about the client, and never those with content of their own")
    func merging() throws {
        for kind in PromptKind.allCases {
            var bench = PromptBench()
            bench.register("one")
            _ = try bench.ask(kind, "A")
            switch kind {
            case .addOnlyAccess, .readWriteAccess, .selection: #expect(try bench.ask(kind, "A").actions.isEmpty)
            case .pick, .confirm:
                #expect(throws: PromptRefusal.oneAtATime) { try bench.ask(kind, "A") }
            }
        }
    }

    @Test("lets no program show its own prompt")
    func ownAgent() throws {
        var bench = PromptBench()
        bench.register("one")
        let program = Requester(client: PromptBench.agent("one").client, connection: "other")
        #expect(try bench.ask(.readWriteAccess, program).actions == [.end(RequestID(rawValue: 1), .noAgent)])
        bench.register("two")
        #expect(try bench.ask(.readWriteAccess, program).actions.map(\.word) == ["show /usr/libexec/one by two"])
        _ = try bench.ask(.readWriteAccess, "A")
        #expect(
            bench.machine.unregister("two", at: bench.now).map(\.word) == [
                "dismiss by two", "end 2 noAgent", "show A by one",
            ])
    }

    @Test("makes a client wait 1, 5 and 30 minutes after dismissals, and not at all after an answer")
    func backOff() throws {
        var bench = PromptBench()
        bench.register("one")
        for minutes in [1, 5, 30, 30] {
            let kind = minutes == 5 ? PromptKind.selection : .addOnlyAccess
            _ = try bench.ask(kind, "A")
            #expect(bench.reply(.dismissed, by: "one").count == 1)
            for kind in [PromptKind.addOnlyAccess, .readWriteAccess, .selection] {
                #expect(throws: PromptRefusal.tooSoon) { try bench.ask(kind, "A") }
            }
            _ = bench.pass(minutes * 60 - 1)
            #expect(throws: PromptRefusal.tooSoon) { try bench.ask(kind, "A") }
            _ = bench.pass(1)
        }
        _ = try bench.ask(.readWriteAccess, "A")
        _ = bench.reply(.decided, by: "one")
        bench.carriedOut(.readWriteAccess, "A", isAuthorized: true)
        _ = try bench.ask(.addOnlyAccess, "A")
        _ = bench.reply(.dismissed, by: "one")
        _ = bench.pass(60)
        _ = try bench.ask(.addOnlyAccess, "A")
    }

    @Test("makes a client wait after answers that the authority did not allow, as after dismissals")
    func unauthorized() throws {
        var bench = PromptBench()
        bench.register("one")
        for minutes in [1, 5, 30, 30] {
            _ = try bench.ask(.readWriteAccess, "A")
            #expect(bench.reply(.decided, by: "one").count == 1)
            bench.carriedOut(.readWriteAccess, "A", isAuthorized: false)
            _ = bench.pass(minutes * 60 - 1)
            #expect(throws: PromptRefusal.tooSoon) { try bench.ask(.readWriteAccess, "A") }
            _ = bench.pass(1)
        }
        _ = try bench.ask(.readWriteAccess, "A")
    }

    @Test("makes a client wait 1, 5 and 30 minutes from the third picker on that the person cancels in a row")
    func cancelledPickers() throws {
        var bench = PromptBench()
        bench.register("one")
        func cancel(_ bench: inout PromptBench) throws {
            _ = try bench.ask(.pick, "A")
            #expect(bench.reply(.dismissed, by: "one").count == 1)
        }
        for _ in 0..<2 {
            for _ in 0..<2 { try cancel(&bench) }
            _ = try bench.ask(.pick, "A")
            _ = bench.reply(.decided, by: "one")
            bench.carriedOut(.pick, "A", isAuthorized: true)
            _ = bench.pass(60)
        }
        for _ in 0..<2 { try cancel(&bench) }
        for minutes in [1, 5, 30, 30] {
            try cancel(&bench)
            #expect(throws: PromptRefusal.tooSoon) { try bench.ask(.pick, "A") }
            _ = bench.pass(minutes * 60 - 1)
            #expect(throws: PromptRefusal.tooSoon) { try bench.ask(.pick, "A") }
            _ = bench.pass(1)
        }
        // Neither other questions nor other clients wait.
        try cancel(&bench)
        for kind in [PromptKind.readWriteAccess, .confirm] {
            _ = try bench.ask(kind, "A")
            _ = bench.reply(.decided, by: "one")
            bench.carriedOut(kind, "A", isAuthorized: true)
        }
        #expect(throws: PromptRefusal.tooSoon) { try bench.ask(.pick, "A") }
        _ = try bench.ask(.pick, "B")
    }

    @Test("shows a client that closes its own pickers thirteen of them in ten minutes, however often it asks")
    func closedPickers() throws {
        var bench = PromptBench()
        bench.register("one")
        var shown = 0
        for _ in 0..<600 {
            if let request = try? bench.ask(.pick, "A").request {
                shown += 1
                _ = bench.machine.withdraw(request, at: bench.now)
            }
            _ = bench.pass(1)
        }
        #expect(shown == 13)
    }

    @Test(
        "delays no picker, no confirmation and no other client after a dismissal, and does not count dismissed pickers"
    )
    func notHeldBack() throws {
        var bench = PromptBench()
        bench.register("one")
        _ = try bench.ask(.readWriteAccess, "A")
        _ = bench.reply(.dismissed, by: "one")
        for kind in [PromptKind.pick, .confirm] {
            _ = try bench.ask(kind, "A")
            _ = bench.reply(.dismissed, by: "one")
        }
        _ = try bench.ask(.readWriteAccess, "B")
        _ = bench.reply(.decided, by: "one")
        _ = bench.pass(60)
        _ = try bench.ask(.readWriteAccess, "A")
    }

    @Test("does not count questions without an agent, and those that were settled or withdrawn")
    func noAccount() throws {
        var bench = PromptBench()
        _ = try bench.ask(.readWriteAccess, "A")
        bench.register("one")
        _ = try bench.ask(.readWriteAccess, "A")
        _ = bench.machine.settle(try #require(bench.machine.prompts.first?.id), at: bench.now)
        let request = try bench.ask(.readWriteAccess, "A").request
        _ = bench.machine.withdraw(request, at: bench.now)
        _ = try bench.ask(.readWriteAccess, "A")
        #expect(bench.pass(10).map(\.word) == ["drop one", "dismiss by one", "end 4 noUsableAnswer"])
        bench.register("one")
        _ = try bench.ask(.readWriteAccess, "A")
    }

    @Test("limits each kind per minute, even if each question is withdrawn at once", arguments: PromptKind.allCases)
    func rate(_ kind: PromptKind) throws {
        var bench = PromptBench()
        bench.register("one")
        let most = PromptLimits().perMinute(kind)
        for _ in 0..<most {
            let request = try bench.ask(kind, "A").request
            _ = bench.machine.withdraw(request, at: bench.now)
        }
        #expect(throws: PromptRefusal.tooMany) { try bench.ask(kind, "A") }
        _ = try bench.ask(kind, "B")
        _ = bench.pass(60)
        bench.register("one")
        _ = try bench.ask(kind, "A")
    }

    @Test("gives an agent 10 seconds to confirm a prompt, and the person 5 minutes from their last activity")
    func deadlines() throws {
        var bench = PromptBench()
        bench.register("one")
        _ = try bench.ask(.readWriteAccess, "A")
        let id = try #require(bench.machine.prompts.first?.id)
        #expect(bench.machine.deadline == MonotonicTime(.seconds(10)))
        #expect(bench.pass(9).isEmpty)
        bench.machine.active(id, by: "two", at: bench.now)
        bench.machine.takenUp(Prompt.ID(rawValue: 77), by: "one", at: bench.now)
        #expect(bench.machine.deadline == MonotonicTime(.seconds(10)), "these were not asked, or not this")
        bench.machine.takenUp(id, by: "one", at: bench.now)
        #expect(bench.machine.deadline == MonotonicTime(.seconds(309)))
        bench.machine.takenUp(id, by: "one", at: MonotonicTime(.seconds(300)))
        #expect(bench.machine.deadline == MonotonicTime(.seconds(309)), "a sign of the agent's is none of the person's")
        #expect(bench.pass(299).isEmpty)
        bench.machine.active(id, by: "one", at: bench.now)
        #expect(bench.machine.deadline == MonotonicTime(.seconds(608)))
        #expect(bench.pass(300).map(\.word) == ["drop one", "dismiss by one", "end 1 noUsableAnswer"])
        #expect(!bench.machine.isRegistered("one"))
    }

    @Test(
        "numbers prompts from the given number, even past the greatest, so that those of two brokers differ",
        arguments: [0, 1_000_000, UInt64.max])
    func numbers(_ last: UInt64) throws {
        var bench = PromptBench(countingFrom: last)
        bench.register("one", "two")
        _ = try bench.ask(.readWriteAccess, "A")
        #expect(bench.machine.prompts.first?.id == Prompt.ID(rawValue: last &+ 1))
        _ = bench.machine.unregister("one", at: bench.now)
        #expect(bench.machine.prompts.first?.id == Prompt.ID(rawValue: last &+ 2))
    }

    @Test("ignores an agent's replies to prompts from before it was dropped and registered again")
    func comeBack() throws {
        var bench = PromptBench()
        bench.register("one", "two")
        _ = try bench.ask(.readWriteAccess, "A")
        let first = try #require(bench.machine.prompts.first?.id)
        #expect(bench.pass(10).map(\.word) == ["drop one", "dismiss by one", "show A by two"])
        #expect(!bench.machine.isRegistered("one") && bench.machine.isRegistered("two"))
        bench.register("one")
        #expect(bench.machine.isRegistered("one"))
        #expect(bench.machine.unregister("two", at: bench.now).map(\.word) == ["dismiss by two", "show A by one"])
        for reply in PromptReply.allCases {
            #expect(bench.machine.replied(reply, to: first, by: "one", at: bench.now).isEmpty)
        }
        #expect(bench.reply(.decided, by: "one").map(\.word) == ["carry out for [1]"])
        #expect(bench.reply(.decided, by: "one").isEmpty, "a second answer finds no question")
    }
}
