import FilmgateTestKit
import Foundation
import Testing

@Suite("Separate users", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct UserSeparationTests {
    @Test("each user has their own library, and neither sees nor decides anything of a different user's")
    func apart() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let (anna, ben) = (try await system.client(.anna, "tool"), try await system.client(.ben, "tool"))
            let asset = try await anna.add(TestPhoto.small())
            #expect(try await anna.fetch().count == 1)
            #expect(try await ben.fetch().count == 0)
            #expect(try await ben.error("Resources1", "ListResources", "s", .text(asset)).kind == "NotFound")

            try await anna.grant("flatpak:org.example.Viewer", "full")
            #expect(try await anna.grants().count == 1)
            #expect(try await ben.grants().isEmpty)
            let viewer = try await system.client(.ben, flatpak: "org.example.Viewer")
            #expect(try await viewer.status() == "not-determined")
            let annasViewer = try await system.client(.anna, flatpak: "org.example.Viewer")
            #expect(try await annasViewer.status() == "authorized")
            #expect(try await annasViewer.fetch().count == 1)
        }
    }

    @Test(
        "bursts of the same camera have a different identifier for each user, and that of a different user's tells nothing"
    )
    func bursts() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let (anna, ben) = (try await system.client(.anna, "tool"), try await system.client(.ben, "tool"))
            func photo() throws -> TestPhoto { try TestPhoto.ofBurst("0123456789ab") }
            func bursts(_ client: TestClient) async throws -> [String?] {
                let result = try await client.fetch(["include-burst-members": true])
                return try await client.read(result, "burst-id").map { $0["burst-id"]?.text }
            }
            // From then on they act for the owner: a tool that may only add has bursts of its own.
            for client in [anna, ben] { _ = try await client.fetch() }
            try await anna.add(photo())
            try await ben.add(photo())
            for client in [anna, ben] {
                #expect(try await bursts(client) == [nil], "the other user's photo makes no burst")
            }
            try await anna.add(photo())
            let members = try await bursts(anna)
            let annas = try #require(members.compactMap(\.self).first, "\(members)")
            #expect(try await bursts(anna) == [annas, annas])
            #expect(try await bursts(ben) == [nil])
            func errors() async throws -> Set<String> {
                var errors: Set<String> = []
                for id in [annas, "00000000-0000-4000-8000-000000000000"] {
                    let (name, keys) = TestClient.creation(of: .memory(try TestPhoto.small().bytes))
                    let creation = (name, keys.merging(["burst-id": .text(id)]) { $1 })
                    let error = try await refusal { try await ben.perform(creation) }
                    errors.insert("\(error.kind): \(error.message)")
                    #expect(try await ben.fetch(["where": .text("burst-id = '\(id)'")]).count == 0)
                }
                return errors
            }
            let refused = try await errors()
            #expect(refused.count == 1 && refused.first?.hasPrefix("NotFound") == true, "\(refused)")
            try await ben.add(photo())
            let bens = try #require(await bursts(ben).compactMap(\.self).first)
            #expect(try await bursts(ben) == [bens, bens] && bens != annas)
            #expect(try await errors() == refused, "also for a user with the same burst")
            #expect(try await bursts(anna) == [annas, annas])
            for client in [anna, ben] { #expect(try await client.fetch().count == 1) }
        }
    }

    @Test("root administers users' libraries by name, and has none")
    func root() async throws {
        try await withSystem { system in
            let root = try await system.client(.root, "tool")
            #expect(try await root.call("Authorization1", "GetClient")[0]?["kind"]?.text == "system")
            #expect(
                try await root.error("Authorization1", "GetStatus", "s", .text("read-write")).kind == "AccessDenied")
            #expect(try await root.error("Library1", "Fetch", "sa{sv}", .text("asset"), [:]).kind == "AccessDenied")
            #expect(try await root.error("Admin1", "ListGrants", "a{sv}", [:]).kind == "InvalidArgument")
            #expect(
                try await root.error("Admin1", "ListGrants", "a{sv}", ["user": .uint32(0)]).kind == "NotAuthorized")
            try await root.call(
                "Admin1", "SetGrant", "ssa{sv}", .text("flatpak:org.example.Viewer"), .text("full"),
                .table(["user": .uint32(SystemWorld.User.anna.id)]))
            let viewer = try await system.client(.anna, flatpak: "org.example.Viewer")
            #expect(try await viewer.status() == "authorized")
        }
    }
}

extension UserSeparationTests {
    @Test("a library that cannot be opened is unavailable only to its user, and is retried")
    func unavailable() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            // A file blocks the path of the library's folder.
            let place = "\(system.folder)/state/\(SystemWorld.User.anna.id)"
            try "".write(toFile: place, atomically: true, encoding: .utf8)
            let (anna, ben) = (try await system.client(.anna, "tool"), try await system.client(.ben, "tool"))
            #expect(try await anna.identity().id.hasPrefix("exe:"))
            #expect(
                try await anna.error("Authorization1", "GetStatus", "s", .text("read-write")).kind
                    == "LibraryUnavailable")
            #expect(
                try await anna.error("Library1", "Fetch", "sa{sv}", .text("asset"), [:]).kind == "LibraryUnavailable")
            #expect(try await anna.error("Library1", "Fetch", "s", .text("asset")).kind == "InvalidArgs")
            #expect(try await anna.error("Admin1", "ListGrants", "a{sv}", [:]).kind == "LibraryUnavailable")
            #expect(try await ben.fetch().count == 0)
            try FileManager.default.removeItem(atPath: place)
            // The broker does not retry at once.
            while let error = await Self.failure(of: anna) { #expect(error == "LibraryUnavailable") }
            #expect(try await anna.fetch().count == 0)
        }
    }

    private static func failure(of client: TestClient) async -> String? {
        do {
            _ = try await client.status()
            return nil
        } catch {
            return (error as? BusError)?.kind ?? "\(error)"
        }
    }

    @Test(
        "an unprivileged program can neither own the broker's name, nor read its files, nor become an agent without the agents' group"
    )
    func outside() async throws {
        try await withSystem { system in
            let anna = try await system.client(.anna, "tool")
            #expect(try await anna.status() == "authorized")
            let bus = "org.freedesktop.DBus"
            for user in [SystemWorld.User.anna, .ben, .root] {
                let client = try await system.client(user)
                let error = try await client.error(
                    bus, "RequestName", "su", .text(TestClient.service), .integer(0), at: "/org/freedesktop/DBus",
                    on: bus)
                #expect(error.kind == "AccessDenied")
            }
            for path in [
                "state", "state/\(SystemWorld.User.anna.id)", "state/\(SystemWorld.User.anna.id)/library.sqlite3",
            ] {
                let program = try system.start(["/bin/ls", "\(system.folder)/\(path)/"], as: .anna)
                #expect(await program.result().code != 0)
            }
            let agent = try await system.client(.anna, "agent")
            let error = try await agent.error("AgentManager1", "RegisterAgent", "oa{sv}", .text("/agent"), [:])
            #expect(error.name == "org.freedesktop.DBus.Error.AccessDenied")
            let other = try await system.client(.anna, "other", group: .agents)
            let refusal = try await other.error("AgentManager1", "RegisterAgent", "oa{sv}", .text("/agent"), [:])
            #expect(refusal.kind == "NotAuthorized")
        }
    }

    @Test(
        "an agent asks for its own user alone; full access for an unverified program also needs a password")
    func prompts() async throws {
        try await withSystem { system in
            try system.answer(["org.filmgate.extend-own-grants": "no"])
            let agent = ScriptedAgent(try await system.client(.anna, "agent", group: .agents))
            try await agent.register()
            let bens = try await system.client(.ben, flatpak: "org.example.Viewer")
            #expect(try await bens.askForAccess().outcome == "failed", "nobody is there to ask Ben")

            let annas = try await system.client(.anna, flatpak: "org.example.Viewer")
            async let viewer = annas.askForAccess()
            try await agent.answer(agent.asked(), "allow")
            #expect(try await viewer.status == "authorized")
            #expect(try system.asked.isEmpty)

            let program = try await system.client(.anna, "program")
            async let refused = program.askForAccess()
            try await agent.answer(agent.asked(), "allow")
            #expect(try await refused.outcome == "failed")
            #expect(try await program.status() == "not-determined")
            let asked = try #require(try system.asked.last)
            #expect(asked[0] == "org.filmgate.extend-own-grants" && asked[3].hasSuffix("/programs/program"))

            try system.answer(["org.filmgate.extend-own-grants": "yes"])
            let second = try await system.client(.anna, "second")
            async let allowed = second.askForAccess()
            try await agent.answer(agent.asked(), "allow")
            #expect(try await allowed.status == "authorized")
            #expect(try await bens.status() == "not-determined")
        }
    }
}
