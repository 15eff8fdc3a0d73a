import FilmgateTestKit
import Testing

@Suite("An unattended agent")
struct AgentRuleTests {
    static let agent = BuiltProgram.path("filmgate-agent")

    @Test("gives answers that the audit log does not record as a person's")
    func nobody() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(2)
            let owner = try await world.owner
            _ = try world.start([Self.agent, "--answer", "flatpak:org.example.Scanner add-only=allow"])
            let asking = try await world.client(flatpak: "org.example.Viewer")
            try await world.agentRegisters()
            #expect(try await asking.askForAccess().status == "not-determined")
            let app = try await world.client(flatpak: TerminalAgentTests.app)
            try await owner.grant("flatpak:\(TerminalAgentTests.app)", "full")
            #expect(try await refusal { try await app.delete(ids[0], interactive: true) }.kind == "Declined")
            let answers = [("org.example.Viewer", "dismiss-by-rule"), (TerminalAgentTests.app, "deny-by-rule")]
            for (name, outcome) in answers {
                let entries = try await owner.audit(["client": .text("flatpak:\(name)")])
                let entry = try #require(entries.first { $0.outcome == outcome }, "\(entries)")
                #expect(entry.values["detail"]?.text == "nobody attends")
                #expect(!entries.contains { ["deny", "dismiss"].contains($0.outcome) })
            }
        }
    }

    @Test("gives access to an album's current contents by a rule that selects the album")
    func album() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(6)
            let owner = try await world.owner
            let album = try await owner.perform(("create-album", ["title": "Hall"]))[0]
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([ids[1], ids[4]])]))
            _ = try world.start(
                [Self.agent, "--answer", "flatpak:\(TerminalAgentTests.app) read-write=limit select=album:\(album)"])
            let app = try await world.client(flatpak: TerminalAgentTests.app)
            try await world.agentRegisters()
            #expect(try await app.askForAccess().status == "limited")
            #expect(try await app.assets() == [ids[1], ids[4]])
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([ids[0]])]))
            #expect(try await app.assets() == [ids[0], ids[1], ids[4]])
        }
    }
}
