import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// Every kind of change, by an app that may only read and add.
@Suite("Without the right to write", .inProcess)
struct WriteRightTests {
    static let client = "flatpak:org.example.App"
    static let reader = ["location", "originals", "captions", "metadata"]

    /// Each change of what exists: a photo, one in the trash, an album, a folder, and what the same batch adds.
    private static func changes(_ photo: String, _ trashed: String, _ album: String, _ folder: String) -> [(
        String, [String: BusArgument]
    )] {
        [
            ("set-properties", ["id": .text(photo), "properties": .options(["favorite": true])]),
            ("set-properties", ["id": "@new", "properties": .options(["title": "mine"])]),
            ("delete-assets", ["ids": .texts([photo])]), ("delete-assets", ["ids": .texts(["@new"])]),
            ("restore-assets", ["ids": .texts([trashed])]), ("purge-assets", ["ids": .texts([trashed])]),
            ("create-album", ["title": "New"]), ("create-folder", ["title": "New"]),
            ("rename", ["id": .text(album), "title": "Other"]), ("rename", ["id": .text(folder), "title": "Other"]),
            ("delete-albums", ["ids": .texts([album])]), ("delete-folders", ["ids": .texts([folder])]),
            ("add-assets", ["album": .text(album), "ids": .texts([photo])]),
            ("add-assets", ["album": .text(album), "ids": .texts(["@new"])]),
            ("remove-assets", ["album": .text(album), "ids": .texts([photo])]),
            ("insert-assets", ["album": .text(album), "ids": .texts([photo]), "index": .uint32(0)]),
            ("move-assets", ["album": .text(album), "ids": .texts([photo]), "index": .uint32(0)]),
            ("add-children", ["folder": .text(folder), "ids": .texts([album])]),
            ("remove-children", ["folder": .text(folder), "ids": .texts([album])]),
        ]
    }

    @Test(
        "an app changes nothing, alone or in a batch with an addition, tried or done, and adds",
        arguments: ["limited", "full"])
    func refused(_ level: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let made = try await owner.perform([
                ("create-album", ["title": "Album"]), ("create-folder", ["title": "Folder"]),
            ])
            try await owner.perform(("add-assets", ["album": .text(made[0]), "ids": .texts([photos[0]])]))
            try await owner.delete(photos[1], interactive: true)
            try await owner.grant(
                Self.client, level, selection: level == "limited" ? [photos[0]] : nil, rights: Self.reader)
            let app = try await world.client(flatpak: "org.example.App")
            let added = try await app.add(TestPhoto.small(), properties: ["title": "described as it is added"])
            let before = try await owner.everything()
            let nothing = BatchTests.nothing
            for named in [[photos[0], photos[1], made[0], made[1]], [nothing, nothing, nothing, nothing]] {
                for change in Self.changes(named[0], named[1], named[2], named[3]) {
                    let addition = TestClient.creation(of: .memory(try TestPhoto.small().bytes), placeholder: "@new")
                    for batch in [[addition, change], [change, addition], [change]] {
                        for options in [[:], ["dry-run": true]] as [[String: BusArgument]] {
                            let error = try await refusal {
                                try await app.perform(batch, options: options, interactive: true)
                            }
                            #expect(
                                error.kind == "AccessDenied" && error.message.contains("'write'"), "\(change): \(error)"
                            )
                        }
                    }
                }
            }
            let own = try await refusal { try await app.set(["title": "mine"], of: added) }
            #expect(own.kind == "AccessDenied" && own.message.contains("'write'"), "it only adds")
            #expect(try await refusal { try await app.delete(added, interactive: true) }.kind == "AccessDenied")
            #expect(try await owner.everything() == before)
            #expect(try await app.capabilities("asset", added) == ["read"])
            let transient = try await app.transient("Shown", [added])
            #expect(!transient.isEmpty, "an album that is never stored")
        }
    }

    @Test("the person may still change what a limited app sees")
    func selection() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(2))
            try await world.owner.grant(Self.client, "limited", selection: [photos[0]], rights: Self.reader)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.editSelection()
            try await agent.answer(agent.asked("selection"), ["decision": "done", "selection": .texts(photos)])
            #expect(try await app.response(to: request).outcome == "success")
            #expect(try await Set(app.assets()) == Set(photos))
        }
    }

    @Test("lost while the person is asked, a deletion is refused, and with the right to manage none is asked")
    func lost() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant(Self.client, "full", rights: Self.reader + ["write"])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let deletion = refusal { try await app.delete(photos[0], interactive: true) }
            let prompt = try await agent.asked("confirm")
            try await owner.grant(Self.client, "full", rights: Self.reader)
            try? await agent.answer(prompt, "allow")
            #expect(try await deletion.kind == "AccessDenied")
            #expect(try await owner.assets().count == 3)

            try await owner.grant(Self.client, "full", rights: ["write", "manage"])
            try await app.delete(photos[0])
            #expect(try await owner.assets().count == 2)
            #expect(try await agent.prompts().isEmpty)
            let incomplete = try await refusal { try await owner.grant(Self.client, "full", rights: ["manage"]) }
            #expect(incomplete.kind == "InvalidArgument" && incomplete.message.contains("'write'"))
        }
    }

    @Test("changes no view, so that a change of it tells observers nothing, and what it may do is told")
    func reported() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.add(TestPhoto.small())
            try await owner.grant(
                Self.client, "full", rights: Self.reader + ["write"], others: ["max-pixels": .uint32(512)])
            let app = try await world.client(flatpak: "org.example.App")
            let token = try await app.subscribe()
            func reported() async throws -> [String: Value] {
                try await app.call("Authorization1", "GetClient")[0]?.table ?? [:]
            }
            #expect(try await reported()["rights"]?.texts == Self.reader + ["write"])
            #expect(try await reported()["max-pixels"]?.integer == 512)
            try await owner.grant(Self.client, "full", rights: Self.reader, others: ["max-pixels": .uint32(512)])
            #expect(try await reported()["rights"]?.texts == Self.reader)
            #expect(try await app.subscribe() == token)
            try await owner.grant(Self.client, "add-only", rights: Self.reader)
            let closed = try await reported()
            #expect(closed["rights"]?.texts == [] && closed["max-pixels"]?.integer == 0)
            let row = try #require(await owner.grants().first)
            #expect(row["rights"]?.texts == Self.reader && row["max-pixels"]?.integer == 0)
        }
    }
}
