import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("An opened original", .inProcess)
struct OpenResourceTests {
    private static let app = "flatpak:org.example.App"

    @Test(
        "tells a client only what it has rights to, and which kinds were removed", .long,
        arguments: [
            (["originals", "location", "captions", "metadata"], []),
            (["originals", "captions", "metadata"], ["location"]),
            (["originals", "location", "metadata"], ["captions"]),
            (["originals", "location", "captions"], ["metadata"]),
            (["originals"], ["location", "captions", "metadata"]),
        ])
    func byRights(_ rights: [String], _ removed: [String]) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try TestPhoto.small()
            let hash = try photo.sha256
            let asset = try await owner.add(photo)
            try await owner.grant(Self.app, "full", rights: rights)
            let app = try await world.client(flatpak: "org.example.App")
            let (content, redacted) = try await Self.open(asset, as: app)
            #expect(redacted == removed)
            #expect(content.kind == "file" && !content.isWritable)
            // What goes is left out.
            #expect(removed.isEmpty ? content.size == photo.bytes.count : content.size < photo.bytes.count)
            #expect((content.sha256 == hash) == removed.isEmpty)
            // What it got, as the library reads it.
            let back = try await app.add(.kept(content.number))
            let reported = try await owner.properties(of: back, "location", "title", "creation-date", "pixel-width")
            #expect((reported["location"] == nil) == removed.contains("location"))
            #expect(reported["title"]?.text == (removed.contains("captions") ? nil : TestPhoto.title))
            #expect(
                reported["creation-date"]?.integer == TestPhoto.date
                    && reported["pixel-width"]?.integer == TestPhoto.size.width
            )
            // The stored file stays as it is.
            #expect(try await owner.open(asset).sha256 == hash)
        }
    }

    @Test("comes as it is if there is nothing to remove", .long)
    func plain() async throws {
        let photo = try TestPhoto(contentsOf: try await SampleMedia.formats.appending(path: "plain.png").path)
        let hash = try photo.sha256
        try await withWorld { world in
            let asset = try await world.owner.add(photo)
            try await world.owner.grant(Self.app, "full", rights: ["originals"])
            let app = try await world.client(flatpak: "org.example.App")
            let (content, redacted) = try await Self.open(asset, as: app)
            #expect(redacted.isEmpty && content.sha256 == hash)
        }
    }

    @Test("stays closed if it is of a kind from which nothing can be removed")
    func unknown() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let edit = BusArgument.descriptor(.memory(Array("crop 1 2 3 4".utf8)))
            let asset = try await owner.perform(
                (
                    "create-asset",
                    [
                        "resources": .variant(
                            "a(sha{sv})",
                            [
                                ["photo", .descriptor(.memory(try TestPhoto.small().bytes)), .table([:])],
                                ["adjustment-data", edit, .table([:])],
                            ])
                    ]
                ))[0]
            try await owner.grant(Self.app, "full", rights: ["originals", "captions"])
            let app = try await world.client(flatpak: "org.example.App")
            let error = try await refusal { try await app.open(asset, "adjustment-data") }
            #expect(error.kind == "AccessDenied" && error.message.contains("'location'"), "\(error)")
            let absent = try await refusal { try await app.open(asset, "paired-video") }
            #expect(absent.kind == "NotFound" && absent.message.contains("'paired-video'"), "\(absent)")
            #expect(try await owner.open(asset, "adjustment-data").size == 12)
        }
    }

    @Test("tells an app that loses the asset meanwhile nothing of what went wrong with it")
    func lostMeanwhile() async throws {
        let worker = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\nworkers=1\n"
        try await withWorld(WorldSettings(configuration: worker)) { world in
            let owner = try await world.owner
            let file = URL.temporaryDirectory.appending(path: "\(UUID().uuidString.prefix(8))").path
            let photo = try await owner.add(.memory(Array("redact nothing after \(file)".utf8)))
            let app = try await world.client(flatpak: "org.example.App")
            func failure(_ change: () async throws -> Void) async throws -> BusError {
                try await owner.grant(Self.app, "limited", selection: [photo], rights: ["originals"])
                let call = Task { try await refusal { try await Self.open(photo, as: app) } }
                try await eventually { access("\(file)-begun", F_OK) == 0 }
                try await change()
                #expect(FileManager.default.createFile(atPath: file, contents: nil))
                defer { for path in [file, "\(file)-begun"] { try? FileManager.default.removeItem(atPath: path) } }
                return try await call.value
            }
            let seen = try await failure {}
            #expect(seen.kind == "AccessDenied" && seen.message.contains("'location'"), "\(seen)")
            let unselected = try await failure { try await owner.changeSelection(of: Self.app, remove: [photo]) }
            #expect(unselected.kind == "AccessDenied" && !unselected.message.contains("'location'"), "\(unselected)")
            let revoked = try await failure { try await owner.grant(Self.app, "none") }
            #expect(revoked == unselected)
        }
    }

    @Test("is the same copy for those who hold it open, and a new one afterwards")
    func shared() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: "org.example.App")
            try await owner.grant(Self.app, "full", rights: ["originals"])
            let first = try await Self.open(asset, as: app).0
            let second = try await Self.open(asset, as: app).0
            #expect(first.sha256 == second.sha256 && first.name == second.name)
            // Different rights, a different copy.
            try await owner.grant(Self.app, "full", rights: ["originals", "location"])
            let third = try await Self.open(asset, as: app).0
            #expect(third.sha256 != first.sha256)
        }
    }

    private static func open(_ asset: String, as app: TestClient) async throws -> (HeldDescriptor, [String]) {
        let reply = try await app.call("Resources1", "OpenResource", "ssa{sv}", .text(asset), "photo", [:])
        let content = try #require(reply[0]?.descriptor)
        return (content, try #require(reply[1]?["redacted"]?.texts))
    }
}
