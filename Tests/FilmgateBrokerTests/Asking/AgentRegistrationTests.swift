import FilmgateTestKit
import FilmgateTestWorlds
import Glibc
import Testing

@Suite("An agent", .inBothWorlds)
struct AgencyTests {
    private func refusals(of program: TestClient) async throws -> [String] {
        try await [
            program.error("AgentManager1", "RegisterAgent", "oa{sv}", .text(ScriptedAgent.path), [:]).kind,
            program.error("AgentManager1", "UnregisterAgent").kind,
            program.error("AgentManager1", "Active", "s", "1").kind,
        ]
    }

    @Test("cannot be a sandboxed program, whatever its level")
    func sandboxed() async throws {
        try await withWorld { world in
            try await world.owner.grant("flatpak:org.example.App", "full")
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusals(of: app) == ["NotAuthorized", "NotAuthorized", "NotAuthorized"])
            #expect(try await app.askForAccess("add-only").status == "authorized")
        }
    }

    @Test("cannot be a program of a different user, even if it is the configured file", .enabled(if: geteuid() == 0))
    func otherUser() async throws {
        try await withWorld { world in
            let other = try await world.agentProgram(.user(65534))
            #expect(try await refusals(of: other) == ["AccessDenied", "AccessDenied", "AccessDenied"])
            let agent = try await world.agent()
            #expect(try await refusal { try await other.requestAccess() }.kind == "AccessDenied")
            #expect(try await agent.prompts().isEmpty)
        }
    }

    @Test("cannot be a program that is not configured, even if it is a copy of one or one of the owner's tools", .long)
    func notConfigured() async throws {
        try await withWorld { world in
            for program in try await [world.program("python3"), world.owner] {
                #expect(try await refusals(of: program) == ["NotAuthorized", "NotAuthorized", "NotAuthorized"])
            }
        }
    }

    @Test("is a configured program that has registered, and acts as the owner until it unregisters", .long)
    func registration() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = ScriptedAgent(try await world.agentProgram())
            #expect(try await agent.client.status() == "not-determined")
            #expect(try await refusal { try await agent.client.fetch() }.kind == "NotDetermined")
            try await agent.register()
            #expect(try await agent.client.status() == "authorized")
            #expect(try await agent.client.assets() == [photo])
            _ = try await agent.client.open(photo)
            let result = try await agent.client.fetch()
            let other = try await agent.client.anotherConnection()
            #expect(try await other.status() == "not-determined", "another connection is not the agent")
            try await agent.unregister()
            #expect(try await agent.client.status() == "not-determined")
            #expect(try await refusal { try await agent.client.open(photo) }.kind == "NotDetermined")
            let closed = try await agent.client.error(
                "FetchResult1", "Read", "uuas", 0, 1, [], at: result.path)
            #expect(closed.kind == "UnknownObject", "what it had open is closed")
            try await agent.unregister()
        }
    }

    @Test("no longer acts as the owner once it counts as gone")
    func dropped() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            #expect(try await agent.client.status() == "authorized")
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            try await agent.fail(agent.asked())
            #expect(try await app.response(to: request).error == "NoAgent")
            #expect(try await agent.client.status() == "not-determined")
            try await agent.register()
            #expect(try await agent.client.status() == "authorized")
        }
    }

    @Test("never answers its own question, nor that of a second connection of its program")
    func requester() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let same = try await agent.client.anotherConnection()
            let copy = try await world.agentProgram()
            for program in [same, copy] {
                let response = try await program.askForAccess()
                #expect(response.outcome == "failed" && response.error == "NoAgent")
                #expect(response.status == "not-determined")
            }
            #expect(try await agent.prompts().isEmpty)
            let own = try await agent.client.askForAccess()
            #expect(own.outcome == "success" && own.status == "authorized", "it acts as the owner, and asks nobody")
            #expect(try await world.owner.grants().isEmpty)
        }
    }

    @Test("may change the path where it is called, and keeps its place")
    func anew() async throws {
        try await withWorld { world in
            let first = try await world.agent()
            let second = try await world.agent()
            try await first.register(at: "/elsewhere")
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.requestAccess()
            let call = try await first.client.signal("Prompt")
            #expect(call.path == "/elsewhere")
            #expect(try await second.prompts().isEmpty)
            let options = try await first.client.error(
                "AgentManager1", "RegisterAgent", "oa{sv}", "/x", ["color": "red"])
            #expect(options.kind == "InvalidArgument")
        }
    }

    @Test("is one of at most sixteen")
    func sixteen() async throws {
        try await withWorld { world in
            let program = try await world.agentProgram()
            for _ in 0..<16 { try await ScriptedAgent(program.anotherConnection()).register() }
            let more = try await refusal { try await ScriptedAgent(program.anotherConnection()).register() }
            #expect(more.kind == "LimitsExceeded")
        }
    }
}
