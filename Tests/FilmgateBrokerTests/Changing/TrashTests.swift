import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("The trash", .inProcess)
struct TrashTests {
    static let client = "flatpak:org.example.App"

    @Test("returns what was put into it, to its albums too, and forgets what is purged, with its file")
    func life() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let made = try await owner.perform([
                ("create-album", ["title": "Album", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(photos)]), TestClient.version(photos[0]),
            ])
            let (album, version) = (made[0], made[2])
            func members() async throws -> [String] { try await owner.assets(["album": .variant("s", .text(album))]) }
            let file = try await owner.open(photos[0])
            let files = try Self.files(of: world)
            try await owner.delete(photos[0], photos[1])
            #expect(try await members() == [photos[2]])
            #expect(try await owner.properties(of: version, "original-asset")["original-asset"]?.text == photos[0])
            try await owner.perform(("restore-assets", ["ids": .texts([photos[1], photos[2]])]))
            #expect(try await members() == [photos[1], photos[2]])
            #expect(try await owner.summary()["trashed"]?.integer == 1)

            let early = try await refusal {
                try await owner.perform(("purge-assets", ["ids": .texts([photos[0], photos[1]])]))
            }
            #expect(early.kind == "InvalidArgument" && early.message.hasPrefix("change 0:"), "\(early)")
            try await owner.perform(("purge-assets", ["ids": .texts([photos[0], photos[0]])]))
            #expect(try await refusal { try await owner.open(photos[0]) }.kind == "NotFound")
            let gone = try await refusal { try await owner.set(["favorite": true], of: photos[0]) }
            #expect(gone.kind == "NotFound")
            #expect(try await owner.properties(of: version, "original-asset")["original-asset"] == nil)
            #expect(try await owner.assets(["include-trashed": true]).count == 3)
            #expect(try Self.files(of: world) == files - 1)
            // A descriptor that was given out stays readable.
            #expect(try await owner.describe(file).sha256 == file.sha256)
            #expect(try await owner.verify().findings == [])
            #expect(
                try await owner.audit(["operation": "purge-assets", "outcome": "allowed"]).map(\.ids) == [
                    [photos[0], photos[0]]
                ])
        }
    }

    @Test("can be used in the batch that fills it, and nothing is left of what comes and goes in one")
    func inOneBatch() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let files = try Self.files(of: world)
            let ids = try await owner.perform([
                TestClient.creation(of: .memory(TestPhoto.small().bytes), placeholder: "@p"),
                ("delete-assets", ["ids": .texts(["@p", photo])]), ("purge-assets", ["ids": .texts(["@p"])]),
                ("restore-assets", ["ids": .texts([photo])]),
            ])
            #expect(try await refusal { try await owner.set(["favorite": true], of: ids[0]) }.kind == "NotFound")
            #expect(try await owner.assets() == [photo])
            #expect(try Self.files(of: world) == files)
            let again = try await refusal {
                try await owner.perform([
                    ("delete-assets", ["ids": .texts([photo])]), ("purge-assets", ["ids": .texts([photo])]),
                    ("restore-assets", ["ids": .texts([photo])]),
                ])
            }
            #expect(again.kind == "NotFound" && again.message.hasPrefix("change 2:"), "\(again)")
            #expect(try await owner.assets() == [photo])
            #expect(try await owner.open(photo).size > 0)
        }
    }

    @Test(
        "is emptied of the person's photos only with their confirmation, and needs none for what the batch itself made")
    func confirmed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.client, "full")
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let creation = try TestClient.creation(of: .memory(TestPhoto.small().bytes), placeholder: "@p")
            let own: [(String, [String: BusArgument])] = [
                creation,
                ("delete-assets", ["ids": .texts(["@p"])]), ("purge-assets", ["ids": .texts(["@p"])]),
            ]
            try await app.perform(own)
            #expect(try await agent.prompts().isEmpty)

            try await owner.delete(photos[0])
            let purge: [(String, [String: BusArgument])] =
                own + [
                    ("purge-assets", ["ids": .texts([photos[0]])]), ("delete-assets", ["ids": .texts([photos[1]])]),
                    ("purge-assets", ["ids": .texts([photos[1]])]),
                ]
            let silent = try await refusal { try await app.perform(purge) }
            #expect(silent.kind == "InteractiveAuthorizationRequired")
            async let done = app.perform(purge, interactive: true)
            let prompt = try await agent.asked("confirm")
            #expect(
                prompt.details["changes"]?.list == [
                    .list([.text("purge-assets"), .list([.text(photos[0])])]),
                    .list([.text("delete-assets"), .list([.text(photos[1])])]),
                    .list([.text("purge-assets"), .list([.text(photos[1])])]),
                ])
            try await agent.answer(prompt, "allow")
            _ = try await done
            #expect(try await owner.assets(["include-trashed": true]).isEmpty)
            // Errors are reported before the person is asked.
            let photo = try await owner.add(TestPhoto.small())
            let wrong = try await refusal {
                try await app.perform(("purge-assets", ["ids": .texts([photo])]), interactive: true)
            }
            #expect(wrong.kind == "InvalidArgument")
            #expect(try await agent.prompts().isEmpty)
        }
    }

    @Test("does not let an app delete an existing photo by adding it again")
    func standIns() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let content = try TestPhoto.small()
            let photo = try await owner.add(content)
            try await owner.grant(
                Self.client, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            var creation = TestClient.creation(of: .memory(content.bytes), placeholder: "@p")
            creation.1["unless-present"] = true
            let made = try await app.perform([
                creation, ("create-album", ["title": "Album", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(["@p"])]),
            ])
            #expect(made[0] == "")
            #expect(try await app.assets(["album": .variant("s", .text(made[1]))]) == [photo])
            let error = try await refusal {
                try await app.perform([creation, ("delete-assets", ["ids": .texts(["@p"])])])
            }
            #expect(error.kind == "NotFound" && error.message.hasPrefix("change 1:"), "\(error)")
            #expect(try await owner.assets() == [photo])
        }
    }

    private static func files(of world: World) throws -> Int {
        let folder = "\(world.state)/\(geteuid())/originals"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.utf8.count > 2 }.count
    }
}
