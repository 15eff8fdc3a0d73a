import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Opening the settings", .inBothWorlds)
struct OpenSettingsTests {
    @Test("shows the client's page, whatever its level, and returns when an agent has taken it up")
    func levels() async throws {
        try await withWorld { world in
            let agent = try await world.settingsAgent()
            for level in [nil, "none", "add-only", "full"] {
                let name = "org.example.\(level?.replacing("-", with: "") ?? "new")"
                if let level { try await world.owner.grant("flatpak:\(name)", level) }
                let app = try await world.client(flatpak: name)
                async let opened: Void = app.openSettings()
                let prompt = try await agent.asked("settings")
                #expect(prompt.kind == "settings" && prompt.client["id"]?.text == "flatpak:\(name)")
                #expect(Set(prompt.details.keys) == ["client", "purpose", "library"])
                try await agent.answer(prompt, "done")
                try await opened
                let entries = try await world.owner.audit([
                    "client": .text("flatpak:\(name)"), "operation": "open-settings",
                ])
                #expect(entries.map(\.outcome) == ["done"])
            }
        }
    }

    @Test("fails with NoAgent if no agent has said that it can, and asks those that can")
    func unable() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await app.openSettings() }.kind == "NoAgent")
            let old = try await world.agent()
            #expect(try await refusal { try await app.openSettings() }.kind == "NoAgent")
            let able = try await world.settingsAgent()
            async let opened: Void = app.openSettings()
            try await able.answer(able.asked("settings"), "done")
            try await opened
            #expect(try await old.prompts().isEmpty)
            try await able.register(at: ScriptedAgent.path, ["settings": false])
            let other = try await world.client(flatpak: "org.example.Other")
            #expect(try await refusal { try await other.openSettings() }.kind == "NoAgent", "it can take it back")
        }
    }

    @Test("happens once a minute for each client", .long)
    func rate() async throws {
        try await withWorld { world in
            let agent = try await world.settingsAgent()
            let app = try await world.client(flatpak: "org.example.App")
            async let opened: Void = app.openSettings()
            try await agent.answer(agent.asked("settings"), "done")
            try await opened
            #expect(try await refusal { try await app.openSettings() }.kind == "Busy")
            let same = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await same.openSettings() }.kind == "Busy", "on each connection")
            #expect(try await agent.prompts().isEmpty)
        }
    }

    @Test("does not wait for a question that is open, and leaves it open")
    func besides() async throws {
        try await withWorld { world in
            let agent = try await world.settingsAgent()
            let (app, other) = (
                try await world.client(flatpak: "org.example.App"), try await world.client(flatpak: "org.example.Other")
            )
            let request = try await app.requestAccess()
            let question = try await agent.asked()
            async let opened: Void = other.openSettings()
            try await agent.answer(agent.asked("settings"), "done")
            try await opened
            try await agent.answer(question, "allow")
            #expect(try await app.response(to: request).status == "authorized")
        }
    }

    @Test("is Busy if the agent cannot open a window now, which stays the agent")
    func cancelled() async throws {
        try await withWorld { world in
            let agent = try await world.settingsAgent()
            let app = try await world.client(flatpak: "org.example.App")
            async let refused = refusal { try await app.openSettings() }
            try await agent.answer(agent.asked("settings"), "cancel")
            #expect(try await refused.kind == "Busy")
            #expect(try await agent.client.status() == "authorized")
        }
    }

    @Test("drops an agent that answers with something else", arguments: ["allow", "error"])
    func faulty(_ answer: String) async throws {
        try await withWorld { world in
            let agent = try await world.settingsAgent()
            let app = try await world.client(flatpak: "org.example.App")
            async let refused = refusal { try await app.openSettings() }
            let prompt = try await agent.asked("settings")
            if answer == "error" { try await agent.fail(prompt) } else { try await agent.answer(prompt, answer) }
            #expect(try await refused.kind == "NoAgent")
            #expect(try await agent.client.status() == "not-determined")
        }
    }

    @Test("drops an agent that does not take it up in time", .long)
    func silent() async throws {
        try await withWorld(WorldSettings(configuration: "[agent]\ntake-up-milliseconds=300\n")) { world in
            let agent = try await world.settingsAgent()
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await app.openSettings() }.kind == "NoAgent")
            _ = try await agent.asked("settings")
            #expect(try await agent.client.status() == "not-determined")
        }
    }

    @Test("refuses unknown options, and apps for which policy forbids prompts")
    func refused() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.Quiet]\nprompts=false\n")) { world in
            let agent = try await world.settingsAgent()
            let (app, quiet) = (
                try await world.client(flatpak: "org.example.App"), try await world.client(flatpak: "org.example.Quiet")
            )
            #expect(try await refusal { try await app.openSettings(["client": "x"]) }.kind == "InvalidArgument")
            #expect(try await refusal { try await quiet.openSettings() }.kind == "Restricted")
            #expect(try await agent.prompts().isEmpty)
        }
    }
}

extension World {
    /// An agent that is registered, and says that it can show the settings.
    fileprivate func settingsAgent() async throws -> ScriptedAgent {
        let agent = ScriptedAgent(try await agentProgram())
        try await agent.register(at: ScriptedAgent.path, ["settings": true])
        return agent
    }
}
