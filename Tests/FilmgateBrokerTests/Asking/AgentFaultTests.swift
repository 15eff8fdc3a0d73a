import FilmgateTestKit
import FilmgateTestWorlds
import Foundation

import Testing

@Suite("A faulty agent", .inProcess)
struct AgentFaultTests {
    static let quick = WorldSettings(configuration: "[agent]\nanswer-milliseconds=300\n")

    /// Asks with one agent registered, and expects that the person could not be asked and nothing was stored.
    private func expectsNoAgent(
        _ settings: WorldSettings = WorldSettings(),
        after misdeed: (ScriptedAgent, ScriptedAgent.Prompt) async throws -> Void
    ) async throws {
        try await withWorld(settings) { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            try await misdeed(agent, agent.asked())
            let response = try await app.response(to: request)
            #expect(response.outcome == "failed" && response.error == "NoAgent")
            #expect(response.status == "not-determined")
            #expect(try await world.owner.grants().isEmpty)
            // It counts as gone until it registers again.
            #expect(try await app.askForAccess().error == "NoAgent")
        }
    }

    @Test("that never answers counts as gone, and is told to dismiss the prompt", .long)
    func silent() async throws {
        try await expectsNoAgent(Self.quick) { agent, prompt in
            let id = try await agent.dismissed()
            #expect(id == prompt.id)
        }
    }

    @Test("that does not even read its messages has not shown the prompt", .asProcesses)
    func stopped() async throws {
        let settings = WorldSettings(configuration: "[agent]\ntake-up-milliseconds=300\n")
        try await withWorld(settings) { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            kill(agent.client.pid, SIGSTOP)
            let response = try await app.askForAccess()
            #expect(response.outcome == "failed" && response.error == "NoAgent")
            kill(agent.client.pid, SIGCONT)
            // When it wakes it answers what it finds; the answer is ignored.
            try await agent.answer(agent.asked(), "allow")
            _ = try await agent.dismissed()
            #expect(try await app.status() == "not-determined")
            #expect(try await world.owner.grants().isEmpty)
        }
    }

    @Test("that is killed during a prompt leaves the question to the next agent, which answers it")
    func killed() async throws {
        try await withWorld { world in
            let first = try await world.agent()
            let second = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let lost = try await first.asked()
            #expect(try await second.prompts().isEmpty, "one at a time is asked")
            await first.client.kill()
            let prompt = try await second.asked()
            #expect(prompt.id != lost.id && prompt.client["id"]?.text == lost.client["id"]?.text)
            try await second.answer(prompt, "allow")
            #expect(try await app.response(to: request).status == "authorized")
        }
    }

    @Test("that is the only one and leaves during a prompt fails the request with NoAgent", arguments: [true, false])
    func gone(_ isKilled: Bool) async throws {
        try await expectsNoAgent { agent, _ in
            if isKilled { await agent.client.kill() } else { try await agent.unregister() }
        }
    }

    @Test(
        "that answers with an error, or with the wrong signature, has not answered", .long,
        arguments: ["error", "s", "a{ss}", ""])
    func noOptions(_ signature: String) async throws {
        try await expectsNoAgent { agent, prompt in
            switch signature {
            case "error": try await agent.fail(prompt)
            case "s": try await agent.answer(prompt, "s", "allow")
            case "a{ss}": try await agent.answer(prompt, "a{ss}", ["decision": "allow"])
            default: try await agent.client.reply(to: prompt.call)
            }
        }
    }

    static let garbage: [[String: BusArgument]] = [
        [:], ["decision": "perhaps"], ["decision": true], ["decision": .texts(["allow"])],
        ["decision": "allow", "expires": .int64(1)], ["decision": "allow", "expires": .int64(.max)],
        ["decision": "allow", "expires": .int64(4_000_000_000_000_000), "once": true],
        ["decision": "allow", "expire": .int64(4_000_000_000_000_000)],
        ["decision": "allow", "once": "yes"], ["decision": "allow", "rights": .texts(["everything"])],
        ["decision": "allow", "selection": .texts(["00000000-0000-4000-8000-000000000001"])],
        ["decision": "limit"], ["decision": "limit", "selection": .texts(["../../etc"])],
        ["decision": "limit", "selection": .variant("ay", .bytes([1, 2, 3]))],
        ["decision": "limit", "selection-content": .variant("h", .descriptor(.memory(Array("x\n".utf8))))],
        ["decision": "limit", "selection-content": .variant("h", .descriptor(.pipe))],
        ["decision": "limit", "selection-content": .variant("h", .descriptor(.socket))],
        ["decision": "limit", "selection-content": .variant("h", .descriptor(.opened("/proc", mode: "folder")))],
        ["decision": "done", "selection": .texts(["00000000-0000-4000-8000-000000000001"])],
        ["decision": .variant("v", .variant("s", "allow"))], ["decision": .variant("a{sv}", ["decision": "allow"])],
        ["decision": "allow", "\u{202e}": "x"],
    ]

    @Test("that sends an invalid answer is not asked again")
    func unusable() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            var clients = [app]
            for (index, answer) in Self.garbage.enumerated() {
                // One client may not ask this often within a minute.
                if index % 9 == 8 { clients.append(try await world.client(flatpak: "org.example.App\(index)")) }
                let client = clients[clients.count - 1]
                try await agent.register()
                let request = try await client.requestAccess()
                let prompt = try await agent.asked()
                try await agent.answer(prompt, answer)
                let response = try await client.response(to: request)
                #expect(response.outcome == "failed" && response.error == "NoAgent", "\(answer)")
                let sentence = response.results["error-message"]?.text ?? ""
                #expect(sentence.contains("no usable answer") && !sentence.contains("running"), "\(sentence)")
                #expect(response.status == "not-determined", "\(answer)")
                #expect(try await agent.dismissed() == prompt.id)
            }
            #expect(try await world.owner.grants().isEmpty)
        }
    }

    @Test("that sends an invalid answer leaves the question to the next")
    func unusableThenNext() async throws {
        try await withWorld { world in
            let first = try await world.agent()
            let second = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            try await first.answer(first.asked(), "perhaps")
            try await second.answer(second.asked(), "deny")
            #expect(try await app.response(to: request).outcome == "denied")
        }
    }

    static let nothing = "00000000-0000-4000-8000-00000000000f"

    @Test("that answers twice counts once")
    func twice() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            try await agent.answer(prompt, "deny")
            try await agent.answer(prompt, "allow")
            #expect(try await app.response(to: request).status == "denied")
            _ = try await agent.client.status()
            #expect(try await app.status() == "denied")
            #expect(try await app.signals("Response", within: 0).isEmpty)
        }
    }

    @Test("that answers a withdrawn question, or one of a different agent, is ignored")
    func late() async throws {
        try await withWorld { world in
            let first = try await world.agent()
            let second = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let lost = try await first.asked()
            try await first.unregister()
            let prompt = try await second.asked()
            try await first.answer(lost, "allow")
            // Its call comes after its answer.
            try await first.register()
            #expect(try await app.status() == "not-determined")
            try await app.close(request)
            #expect(try await app.response(to: request).outcome == "cancelled")
            #expect(try await second.dismissed() == prompt.id)
            try await second.answer(prompt, "allow")
            try await second.active(prompt.id)
            #expect(try await app.status() == "not-determined")
            #expect(try await world.owner.grants().isEmpty)
        }
    }

    @Test("that outlives the broker gets new numbers from the next, and answers to old ones are ignored")
    func nextBroker() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.requestAccess()
            let lost = try await agent.asked()
            try await world.restartBroker()
            try await agent.register()
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            #expect(prompt.id != lost.id)
            try await agent.answer(lost, "allow")
            try await agent.answer(prompt, "deny")
            #expect(try await app.response(to: request).status == "denied")
        }
    }

    @Test("gets more time when it reports that the person is active, for its own prompt alone", .long)
    func active() async throws {
        let settings = WorldSettings(configuration: "[agent]\nanswer-milliseconds=1500\n")
        try await withWorld(settings) { world in
            let agent = try await world.agent()
            let other = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            let begin = Date()
            while Date().timeIntervalSince(begin) < 2 {
                try await agent.active(prompt.id)
                _ = try await app.status()
            }
            try await agent.answer(prompt, "allow")
            #expect(try await app.response(to: request).status == "authorized")

            let second = try await world.client(flatpak: "org.example.Second")
            let waiting = try await second.requestAccess()
            let shown = try await agent.asked()
            for id in [shown.id, "", "x", "-1", "99999999999999999999999", prompt.id] { try await other.active(id) }
            try await agent.active("77")
            #expect(try await agent.dismissed() == shown.id, "it was none of theirs")
            try await other.answer(other.asked(), "deny")
            #expect(try await second.response(to: waiting).outcome == "denied")
        }
    }
}
