import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A tripwire", .inBothWorlds)
struct TripwireTests {
    static let app = "org.example.App"
    static let id = "flatpak:\(app)"
    static let policy = WorldSettings(policy: "[flatpak:*]\ntripwire-originals=2/1m\ntripwire-images=3/1h\n")

    @Test("pauses an app that opens too many originals, ends what it has open, and lasts until somebody decides")
    func originals() async throws {
        try await withWorld(Self.policy) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(4))
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "location", "write"])
            let app = try await world.client(flatpak: Self.app)
            let result = try await app.fetch()
            for _ in 0..<3 { for photo in photos[..<2] { _ = try await app.open(photo) } }
            let session = try await app.beginEditing(photos[0]).session
            #expect(try await refusal { try await app.open(photos[2]) }.kind == "NotDetermined")
            #expect(try await app.status("read-write") == "not-determined")
            #expect(try await app.status("add-only") == "authorized")
            #expect(try await refusal { try await app.open(photos[0]) }.kind == "NotDetermined")
            #expect(try await refusal { try await app.fetch() }.kind == "NotDetermined")
            #expect(try await refusal { try await app.read(result) }.name.hasSuffix("UnknownObject"))
            let render = BusArgument.Content.memory(try TestPhoto.small().bytes)
            #expect(
                try await refusal { try await app.finish(session, ["full-size-photo": render]) }.name
                    .hasSuffix("UnknownObject"))
            let entry = try #require(await owner.audit(["operation": "tripwire"]).last)
            #expect(entry.client == Self.id && entry.outcome == "paused" && entry.ids == [photos[2]])
            #expect(entry.detail.contains("more than 2 originals within 1m"))
            let paused = try #require(try await owner.grants().first)
            #expect(paused["level"]?.text == "add-only")
            #expect(paused["paused"]?.text?.contains("more than 2 originals within 1m") == true)
            #expect(paused["paused-level"]?.text == "full")
            // The owner's tools are not counted.
            for photo in photos { _ = try await owner.open(photo) }
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "location", "write"])
            _ = try await app.open(photos[2])
            let resumed = try #require(try await owner.grants().first)
            #expect(resumed["paused"] == nil && resumed["paused-level"] == nil)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("asks the person, who can go on, and counts images of different photos only")
    func images() async throws {
        try await withWorld(Self.policy) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(5))
            try await owner.grant(Self.id, "full", rights: [])
            let app = try await world.client(flatpak: Self.app)
            let agent = try await world.agent()
            for width in [10, 20, 30] as [UInt32] {
                for photo in photos[..<3] {
                    _ = try await app.requestImage(of: photo, ["width": .uint32(width)])
                }
            }
            #expect(try await refusal { try await app.requestImage(of: photos[3]) }.kind == "NotDetermined")
            let prompt = try await agent.asked()
            #expect(prompt.details["access"]?.text == "read-write")
            #expect(prompt.details["paused"]?.text?.contains("more than 3 images within 1h") == true)
            #expect(prompt.details["client"]?["id"]?.text == Self.id)
            try await agent.answer(prompt, "allow")
            try await eventually { try await app.status("read-write") == "authorized" }
            for photo in photos[..<3] { _ = try await app.requestImage(of: photo) }
        }
    }

    @Test("goes on for a program that is denied, because its other connections would read again")
    func denied() async throws {
        try await withWorld(WorldSettings(policy: "[exe:*]\ntripwire-images=1/1h\n")) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let id = "exe:\(world.folder)/programs/program"
            try await owner.grant(id, "full", rights: [])
            let (program, agent) = (try await world.program(), try await world.agent())
            _ = try await program.requestImage(of: photos[0])
            #expect(try await refusal { try await program.requestImage(of: photos[1]) }.kind == "NotDetermined")
            try await agent.answer(agent.asked(), "deny")
            // The answer is in the log, so it has been applied.
            try await eventually {
                try await owner.audit(["client": .text(id), "operation": "request-access"]).map(\.outcome) == ["deny"]
            }
            for connection in [program, try await world.program()] {
                #expect(try await connection.status("read-write") != "authorized")
                #expect(try await refusal { try await connection.requestImage(of: photos[0]) }.kind != "NotFound")
            }
            // The administrator, who gave the access, can end the pause.
            try await owner.grant(id, "full", rights: [])
            _ = try await program.requestImage(of: photos[1])
        }
    }

    @Test("counts the images that an app without the right to files begins to edit")
    func editing() async throws {
        try await withWorld(Self.policy) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(4))
            try await owner.grant(Self.id, "full", rights: ["write"])
            let app = try await world.client(flatpak: Self.app)
            for photo in photos[..<3] { _ = try await app.beginEditing(photo) }
            #expect(try await refusal { try await app.beginEditing(photos[3]) }.kind == "NotDetermined")
            #expect(try await app.status("read-write") == "not-determined")
        }
    }

    @Test("still holds after the broker was started again", .asProcesses)
    func restart() async throws {
        try await withWorld(Self.policy) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "location"])
            let app = try await world.client(flatpak: Self.app)
            for photo in photos[..<2] { _ = try await app.open(photo) }
            #expect(try await refusal { try await app.open(photos[2]) }.kind == "NotDetermined")
            try await world.restartBroker()
            let again = try await world.client(flatpak: Self.app)
            #expect(try await refusal { try await again.open(photos[0]) }.kind == "NotDetermined")
            try await world.owner.resetGrant(Self.id)
            try await world.owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "location"])
            _ = try await again.open(photos[0])
        }
    }
}
