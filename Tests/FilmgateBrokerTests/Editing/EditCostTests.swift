import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// What the files of edits cost an app of what it may have copied and read.
@Suite("The cost of an edit", .inProcess)
struct EditCostTests {
    private static let id = "flatpak:org.example.App"
    private static let allRights = ["location", "originals", "captions", "metadata", "write", "manage"]
    /// The files of an app with these get the original's metadata.
    private static let fewRights = ["originals", "metadata", "write", "manage"]
    private static let unkeptBytes = 1 << 20

    @Test("is given back when the edit is kept: with its data, and with the copies into which metadata is written")
    func kept() async throws {
        try await withWorld(WorldSettings(configuration: "[limits]\nunkept-bytes=\(Self.unkeptBytes)\n")) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let render = try TestPhoto.large()
            for rights in [Self.allRights, Self.fewRights] {
                try await world.owner.grant(Self.id, "full", rights: rights)
                let app = try await world.client(flatpak: "org.example.App")
                let data = [UInt8](repeating: 1, count: Self.unkeptBytes / 4)
                for _ in 0..<5 { try await app.edit(photo, as: TestPhoto.small(), data: data) }
                for _ in 0...(Self.unkeptBytes / render.bytes.count) { try await app.edit(photo, as: render) }
                await app.end()
            }
        }
    }

    @Test("counts once against a quota, also for an app in whose files the original's metadata is written")
    func quota() async throws {
        let render = try TestPhoto.large()
        let policy = "[flatpak:*]\nadded-bytes-per-day=\(render.bytes.count * 7 / 4)\n"
        try await withWorld(WorldSettings(policy: policy)) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(Self.id, "full", rights: Self.fewRights)
            let app = try await world.client(flatpak: "org.example.App")
            try await app.edit(photo, as: render)
            let excess = try await refusal { try await app.edit(photo, as: render) }
            #expect(excess.kind == "LimitsExceeded", "\(excess)")
        }
    }

    @Test("stays if the same batch takes the edit back")
    func takenBack() async throws {
        try await withWorld(WorldSettings(configuration: "[limits]\nunkept-bytes=\(Self.unkeptBytes)\n")) { world in
            try await world.owner.grant(Self.id, "full", rights: Self.allRights)
            let app = try await world.client(flatpak: "org.example.App")
            let photo = try await app.add(TestPhoto.small())
            let data = [UInt8](repeating: 1, count: Self.unkeptBytes / 4)
            let error = try await refusal {
                for _ in 0..<5 {
                    let session = try await app.beginEditing(photo).session
                    try await app.finish(session, ["full-size-photo": .memory(TestPhoto.small().bytes)], data: data)
                    try await app.perform(
                        ("set-content", ["id": .text(photo), "session": .variant("o", .text(session))]),
                        ("revert-content", ["id": .text(photo)]))
                }
            }
            #expect(error.kind == "LimitsExceeded" && error.message.contains("not kept"), "\(error)")
        }
    }

    @Test("has the time in which metadata is written into its files: an app that has used up its time must wait", .long)
    func time() async throws {
        let configuration = """
            [render]
            worker=\(BuiltProgram.path("misbehaving-worker"))
            [limits]
            unkept-milliseconds=500
            """
        try await withWorld(WorldSettings(configuration: configuration)) { world in
            let photo = try await world.owner.add(.memory(Array("behave".utf8)))
            try await world.owner.grant(Self.id, "full", rights: Self.allRights)
            let app = try await world.client(flatpak: "org.example.App")
            let session = try await app.beginEditing(photo).session
            try await world.owner.grant(Self.id, "full", rights: Self.fewRights)
            func finish() async throws -> BusError {
                try await refusal {
                    try await app.finish(session, ["full-size-photo": .memory(Array("spin".utf8))])
                }
            }
            #expect(try await finish().kind == "InvalidContent")
            let refused = try await finish()
            #expect(
                refused.kind == "LimitsExceeded" && refused.message.contains("too much processor time"), "\(refused)")
        }
    }
}
