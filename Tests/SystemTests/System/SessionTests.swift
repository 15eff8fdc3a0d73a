import FilmgateTestKit
import Testing

@Suite(
    "The choice of the session to ask in", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"),
    .timeLimit(.minutes(30)))
struct SessionTests {
    private static func agent(
        _ system: SystemWorld, in label: String?, of owner: SystemWorld.User = .anna
    ) async throws -> ScriptedAgent {
        let agent = ScriptedAgent(
            try await system.client(.anna, "agent", group: .agents, session: label, of: owner))
        try await agent.register()
        return agent
    }

    @Test(
        "of agents in several sessions the foreground one is asked, not the first; without it, one in no session, then the background one"
    )
    func order() async throws {
        try await withSystem { system in
            try await system.session("a", of: .anna, is: "online")
            try await system.session("b", of: .anna, is: "active")
            let behind = try await Self.agent(system, in: "a")
            let nowhere = try await Self.agent(system, in: nil)
            let front = try await Self.agent(system, in: "b")
            let app = try await system.client(.anna, flatpak: "org.example.Viewer")
            let root = try await system.client(.root, "tool")
            for (agent, next) in [(front, nowhere), (nowhere, behind)] {
                async let answer = app.askForAccess("add-only")
                // An agent that sends an invalid answer is not asked again, and the question goes to the next.
                try await agent.answer(agent.asked(), "s", "nonsense")
                try await next.answer(next.asked(), "deny")
                #expect(try await answer.outcome == "denied")
                try await root.call(
                    "Admin1", "ResetGrant", "sa{sv}", .text("flatpak:org.example.Viewer"),
                    .table(["user": .uint32(SystemWorld.User.anna.id)]))
            }
        }
    }

    @Test("an agent in a session without a seat hands its question to one in the foreground at a seat")
    func fromAfar() async throws {
        try await withSystem { system in
            try await system.session("a", of: .anna, is: "active", seat: nil)
            let afar = try await Self.agent(system, in: "a")
            let viewer = try await system.client(.anna, flatpak: "org.example.Viewer")
            async let before = viewer.askForAccess()
            let shown = try await afar.asked()
            try await system.session("b", of: .anna, is: "active")
            let front = try await Self.agent(system, in: "b")
            try await front.answer(front.asked(), "deny")
            #expect(try await afar.dismissed() == shown.id)
            #expect(try await before.outcome == "denied")

            let other = try await system.client(.anna, flatpak: "org.example.Other")
            async let after = other.askForAccess()
            try await front.answer(front.asked(), "deny")
            #expect(try await after.outcome == "denied")
            #expect(try await afar.prompts().isEmpty)
        }
    }

    @Test("an agent in a different user's session, or in one without a person, comes after one in the background")
    func elsewhere() async throws {
        try await withSystem { system in
            try await system.session("a", of: .anna, is: "active", seat: nil, class: "background")
            try await system.session("b", of: .ben, is: "active")
            try await system.session("c", of: .anna, is: "online")
            let background = try await Self.agent(system, in: "a")
            let bens = try await Self.agent(system, in: "b", of: .ben)
            let behind = try await Self.agent(system, in: "c")
            let app = try await system.client(.anna, flatpak: "org.example.Viewer")
            async let answer = app.askForAccess()
            try await behind.answer(behind.asked(), "deny")
            #expect(try await answer.outcome == "denied")
            #expect(try await background.prompts().isEmpty)
            #expect(try await bens.prompts().isEmpty)
        }
    }

    @Test("an agent that the user's own service manager started counts as being in the user's main session")
    func service() async throws {
        try await withSystem { system in
            try await system.session("a", of: .anna, is: "online")
            let first = try await Self.agent(system, in: "a")
            let service = try await Self.agent(system, in: "@")
            let app = try await system.client(.anna, flatpak: "org.example.Viewer")
            async let before = app.askForAccess("add-only")
            try await first.answer(first.asked(), "deny")
            #expect(try await before.outcome == "denied", "both are behind, and the other came first")

            try await system.session("b", of: .anna, is: "active")
            async let after = app.askForAccess("read-write")
            try await service.answer(service.asked(), "deny")
            #expect(try await after.outcome == "denied")
        }
    }

    @Test(
        "an unstarted question follows the person to a different session of theirs, and a started one stays"
    )
    func switching() async throws {
        try await withSystem { system in
            try await system.session("a", of: .anna, is: "active")
            try await system.session("b", of: .anna, is: "online")
            let (first, second) = (try await Self.agent(system, in: "a"), try await Self.agent(system, in: "b"))
            let app = try await system.client(.anna, flatpak: "org.example.Viewer")
            async let answer = app.askForAccess()
            let shown = try await first.asked()
            try await system.session("a", of: .anna, is: "online")
            try await system.session("b", of: .anna, is: "active")
            let moved = try await second.asked()
            #expect(try await first.dismissed() == shown.id)
            #expect(moved.id != shown.id)
            // An agent that is no longer asked decides nothing.
            try await first.answer(shown, "allow")
            try await second.active(moved.id)
            try await system.session("b", of: .anna, is: "online")
            try await system.session("a", of: .anna, is: "active")
            try await second.answer(moved, "deny")
            #expect(try await answer.outcome == "denied")
            #expect(try await first.prompts().isEmpty)
        }
    }
}
