import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("The creator of a photo", .inProcess)
struct CreatorTests {
    static let clients = ["flatpak:org.example.App", "flatpak:org.example.Other"]

    @Test("is visible to the owner's tools, and to an app for its own photos; no query finds or sorts by it")
    func creator() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            for client in Self.clients { try await owner.grant(client, "full") }
            let apps = [
                try await world.client(flatpak: "org.example.App"),
                try await world.client(flatpak: "org.example.Other"),
            ]
            let own = try await owner.add(TestPhoto.small())
            let added = [try await apps[0].add(TestPhoto.small()), try await apps[1].add(TestPhoto.small())]
            func creator(_ id: String, for client: TestClient) async throws -> String? {
                try await client.properties(of: id, "id", "creator")["creator"]?.text
            }
            let tool = try await owner.identity().id
            let agent = try await world.agent()
            for client in [agent.client] {
                #expect(try await creator(added[0], for: client) == Self.clients[0])
                #expect(try await creator(added[1], for: client) == Self.clients[1])
                #expect(try await creator(own, for: client) == tool)
            }
            for (index, app) in apps.enumerated() {
                #expect(try await creator(added[index], for: app) == Self.clients[index])
                #expect(try await creator(added[1 - index], for: app) == nil)
                #expect(try await creator(own, for: app) == nil)
                let sorting = try await refusal {
                    try await app.fetch(["sort": .variant("a(sb)", [["creator", true]])])
                }
                #expect(sorting.kind == "InvalidArgument", "\(sorting)")
            }
            // A limited client sees no more than that.
            try await owner.grant(Self.clients[0], "limited", selection: [own, added[1]])
            #expect(try await creator(added[0], for: apps[0]) == Self.clients[0])
            #expect(try await creator(added[1], for: apps[0]) == nil)
        }
    }

    @Test("that is unverified is visible only to the connection that added it")
    func connections() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let program = try await world.program()
            async let request = program.requestAccess()
            let prompt = try await agent.asked()
            try await agent.answer(prompt, "allow")
            _ = try await program.response(to: request)
            let photo = try await program.add(TestPhoto.small())
            let name = try await program.identity().id
            #expect(try await program.properties(of: photo, "id", "creator")["creator"]?.text == name)
            try await world.owner.grant(name, "full")
            let other = try await program.anotherConnection()
            // An administrator's grant to the program makes its connections one client from now on.
            #expect(try await other.properties(of: photo, "id", "creator")["creator"]?.text == name)
        }
    }
}
