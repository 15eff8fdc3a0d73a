import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// `EditSession1.Transform`: the library makes the renders itself.
@Suite("Rotating and cropping by the library", .inBothWorlds)
struct TransformTests {
    private static let app = "org.example.App"
    private static let id = "flatpak:\(app)"
    private static let all = ["location", "originals", "captions", "metadata", "write", "manage"]
    private static let right: [String: BusArgument] = ["rotate": .variant("u", 90)]
    private static let leftHalf: [String: BusArgument] = ["crop": .variant("(dddd)", [0.0, 0.0, 0.5, 1.0])]

    /// Width, height and orientation, and the format of the edit.
    private static func shown(_ id: String, by client: TestClient) async throws -> String {
        let values = try await client.properties(
            of: id, "pixel-width", "pixel-height", "orientation", "adjustment-format")
        let numbers = ["pixel-width", "pixel-height", "orientation"].map { "\(values[$0]?.integer ?? 0)" }
        return (numbers + [values["adjustment-format"]?.text ?? "none"]).joined(separator: " ")
    }

    @Test("adds up from the original, which stays, and which four turns show again")
    func cycle() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let original = try TestPhoto.small()
            let photo = try await owner.add(original)
            let before = try await Self.shown(photo, by: owner)
            let hash = try await owner.properties(of: photo, "content-hash")
            for turn in 1...4 {
                try await owner.transform(content: photo, Self.right)
                let expected =
                    [
                        "240 320 1 org.filmgate.Transform", "320 240 1 org.filmgate.Transform",
                        "240 320 1 org.filmgate.Transform", before,
                    ][turn - 1]
                #expect(try await Self.shown(photo, by: owner) == expected, "\(turn)")
                #expect(try await owner.properties(of: photo, "content-hash") == hash)
                #expect(try await owner.open(photo).sha256 == original.sha256)
            }
            #expect(try await owner.resources(of: photo).count == 1, "nothing is left of the edits")
            try await owner.transform(content: photo, Self.leftHalf)
            #expect(try await Self.shown(photo, by: owner) == "160 240 1 org.filmgate.Transform")
            try await owner.transform(content: photo, Self.leftHalf)
            try await owner.transform(content: photo, Self.right)
            #expect(try await Self.shown(photo, by: owner) == "240 80 1 org.filmgate.Transform")
            try await owner.revert(photo)
            #expect(try await Self.shown(photo, by: owner) == before)
        }
    }

    @Test("keeps what an app made of a photo")
    func foreignEdit() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(try TestPhoto.small())
            try await owner.edit(photo, as: try TestPhoto.large(), data: [1])
            for expected in ["1200 1600 1", "1600 1200 1"] {
                try await owner.transform(content: photo, Self.right)
                #expect(
                    try await Self.shown(photo, by: owner) == expected + " org.filmgate.Transform",
                    "the large picture of the app")
            }
        }
    }

    @Test("changes only what a player is told of a video, and refuses to crop it")
    func video() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let added = try await owner.perform(
                TestClient.creation(of: .memory(Video.small().bytes), type: "video"))
            let video = try #require(added.first)
            let before = try await Self.shown(video, by: owner).split(separator: " ")
            let session = try await owner.beginEditing(video).session
            let error = try await refusal { try await owner.transform(session, Self.leftHalf) }
            #expect(error.kind == "InvalidArgument", "\(error)")
            try await owner.transform(session, Self.right)
            try await owner.setContent(session, of: video)
            let after = try await Self.shown(video, by: owner).split(separator: " ")
            #expect(after[..<3] == before[..<2] + ["6"] && after[3] == "org.filmgate.Transform")
            let sizes = try await [owner.open(video, "video").size, owner.open(video, "full-size-video").size]
            #expect(sizes[0] == sizes[1])
            #expect(try await owner.beginEditing(video).input["orientation"]?.integer == 6)
        }
    }

    @Test("gives an app no more than it may have, and needs what Finish needs")
    func rights() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(try TestPhoto.small())
            let hidden = try await owner.add(try TestPhoto.large())
            for (rights, error) in [
                (["originals", "metadata"], "AccessDenied"), (["write"], nil), (["write", "originals"], nil),
            ] as [([String], String?)] {
                try await owner.grant(Self.id, "full", rights: rights + ["manage"].filter { _ in error == nil })
                let app = try await world.client(flatpak: Self.app)
                if let error {
                    #expect(try await refusal { _ = try await app.beginEditing(photo) }.kind == error)
                    continue
                }
                let session = try await app.beginEditing(photo).session
                try await app.transform(session, Self.right)
                try await app.setContent(session, of: photo)
                let types = try await app.resources(of: photo).compactMap { $0["type"]?.text }
                #expect(types.contains("adjustment-data") == rights.contains("originals"), "as of an edit of its own")
            }
            #expect(try await Self.shown(photo, by: owner) == "320 240 1 org.filmgate.Transform")

            // A session does not outlive the access with which it began.
            try await owner.grant(Self.id, "full", rights: Self.all)
            let app = try await world.client(flatpak: Self.app)
            let session = try await app.beginEditing(hidden).session
            try await owner.grant(Self.id, "full", rights: ["originals", "metadata"])
            let late = try await refusal { try await app.transform(session, Self.right) }
            #expect(["AccessDenied", "UnknownObject"].contains(late.kind), "\(late)")
            #expect(try await Self.shown(hidden, by: owner) == "1600 1200 1 none")
        }
    }

    @Test("refuses what makes no sense, and a second result")
    func hostile() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(try TestPhoto.small())
            try await owner.grant(Self.id, "full", rights: Self.all)
            let app = try await world.client(flatpak: Self.app)
            let session = try await app.beginEditing(photo).session
            let wrong: [[String: BusArgument]] = [
                [:], ["rotate": .variant("u", 0)], ["rotate": .variant("u", 45)], ["rotate": .variant("i", 90)],
                ["flip": "diagonal"], ["turn": .variant("u", 90)],
                ["crop": .variant("(dddd)", [0.5, 0.5, 0.6, 0.5])], ["crop": .variant("(dddd)", [0.0, 0.0, 0.0, 1.0])],
                ["crop": .variant("(dddd)", [-0.1, 0.0, 0.5, 0.5])],
                ["crop": .variant("(dddd)", [0.0, 0.0, 1.0, 1.0])],
            ]
            for options in wrong {
                let error = try await refusal { try await app.transform(session, options) }
                #expect(error.kind == "InvalidArgument", "\(options): \(error)")
            }
            let render = try TestPhoto.large()
            let forged = try await refusal {
                try await app.finish(
                    session, ["full-size-photo": .memory(render.bytes)], format: "org.filmgate.Transform")
            }
            #expect(forged.kind == "InvalidArgument", "the library would trust it")
            try await app.transform(session, Self.right)
            for _ in 0..<2 {
                #expect(try await refusal { try await app.transform(session, Self.right) }.kind == "InvalidArgument")
            }
            // Somebody else was first.
            try await owner.transform(content: photo, Self.leftHalf)
            #expect(try await refusal { try await app.setContent(session, of: photo) }.kind == "Busy")
            #expect(try await Self.shown(photo, by: owner) == "160 240 1 org.filmgate.Transform")
        }
    }

    @Test("is committed at once by an app that the person chose as editor, and needs no access then")
    func ticket() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(try TestPhoto.small())
            let app = try await world.client(flatpak: Self.app)
            let session = try await app.takeUp(owner.ticket(for: Self.id, toEdit: photo)).session
            try await app.transform(session, Self.right)
            #expect(try await Self.shown(photo, by: owner) == "240 320 1 org.filmgate.Transform")
        }
    }
}
