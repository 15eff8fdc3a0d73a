import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("What a client may do with a photo, an album or a folder", .inProcess)
struct CapabilityTests {
    static let client = "flatpak:org.example.App"
    static let rights = ["location", "originals", "captions", "metadata", "write"]

    @Test("is reported correctly at every level")
    func levels() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let made = try await owner.perform([
                ("create-album", ["title": "Album"]), ("create-folder", ["title": "Folder"]),
            ])
            let things = [("asset", photos[0]), ("asset", photos[1]), ("album", made[0]), ("folder", made[1])]
            func answers(_ client: TestClient) async throws -> [String] {
                var answers: [String] = []
                for (kind, id) in things + [("asset", BatchTests.nothing), ("album", photos[0]), ("folder", made[0])] {
                    do {
                        answers.append(try await client.capabilities(kind, id).sorted().joined(separator: " "))
                    } catch let error as BusError {
                        answers.append(error.kind)
                    }
                }
                return answers
            }
            let asset = "delete edit-content read set-properties"
            let album = "add-members delete read remove-members rename reorder-members"
            let folder = "add-members delete read remove-members rename"
            let none = Array(repeating: "NotFound", count: 3)
            #expect(try await answers(owner) == [asset, asset, album, folder] + none)
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await answers(app) == Array(repeating: "NotDetermined", count: 7))
            for level in ["none", "add-only"] {
                try await owner.grant(Self.client, level)
                #expect(try await answers(app) == Array(repeating: "AccessDenied", count: 7))
            }
            try await owner.grant(Self.client, "limited", selection: [photos[0]], rights: Self.rights)
            #expect(try await answers(app) == [asset] + Array(repeating: "NotFound", count: 6))
            try await owner.grant(Self.client, "full", rights: Self.rights)
            #expect(try await answers(app) == [asset, asset, album, folder] + none)
            try await owner.grant(Self.client, "full", rights: ["captions", "write"])
            #expect(try await answers(app)[0] == asset, "it edits an image of the photo")
            _ = try await app.beginEditing(photos[0])
            let video = try await owner.add(Video.small())
            #expect(try await app.capabilities("asset", video).sorted() == ["delete", "read", "set-properties"])
            #expect(try await refusal { try await app.beginEditing(video) }.kind == "AccessDenied")
            try await owner.grant(Self.client, "full", rights: Self.rights)
            #expect(try await app.capabilities("asset", video).contains("edit-content"))
            _ = try await app.beginEditing(video)
            try await owner.grant(Self.client, "full", rights: Self.rights, others: ["max-pixels": .uint32(64)])
            #expect(try await answers(app)[0] == "delete read set-properties", "no more than a small image comes out")
            #expect(try await refusal { try await app.beginEditing(photos[0]) }.kind == "AccessDenied")
            try await owner.grant(Self.client, "full", rights: ["location", "originals", "captions", "metadata"])
            #expect(try await answers(app) == Array(repeating: "read", count: 4) + none)
        }
    }

    @Test("without rights includes setting properties that need none, each of which can then be set")
    func settable() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.client, "limited", selection: [photo], rights: ["write"])
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.capabilities("asset", photo).contains("set-properties"))
            let settable: [(String, BusArgument)] = [
                ("favorite", true), ("hidden", true), ("rating", .variant("i", 3)), ("creation-date", .variant("x", 7)),
            ]
            for (name, value) in settable { try await app.set([name: value], of: photo) }
            let row = try await owner.properties(of: photo, "favorite", "hidden", "rating", "creation-date")
            #expect(row["favorite"]?.flag == true && row["hidden"]?.flag == true)
            #expect(row["rating"]?.integer == 3 && row["creation-date"]?.integer == 7)
            #expect(try await refusal { try await app.set(["title": "mine"], of: photo) }.kind == "AccessDenied")
        }
    }

    @Test("is returned for up to a thousand at once, for all or none")
    func several() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            func ask(_ ids: [String]) async throws -> Int? {
                let ids = BusArgument.list(ids.map(BusArgument.text))
                return try await owner.call("Library1", "GetCapabilities", "sas", "asset", ids)[0]?.list?.count
            }
            #expect(try await ask([]) == 0)
            #expect(try await ask(photos + photos) == 4)
            #expect(try await refusal { try await ask(photos + [BatchTests.nothing]) }.kind == "NotFound")
            #expect(try await refusal { try await ask(photos + ["x"]) }.kind == "InvalidArgument")
            #expect(try await ask(Array(repeating: photos[0], count: 1000)) == 1000)
            #expect(
                try await refusal { try await ask(Array(repeating: photos[0], count: 1001)) }.kind == "LimitsExceeded")
            let kind = try await owner.error("Library1", "GetCapabilities", "sas", "photo", [])
            #expect(kind.kind == "InvalidArgument")
        }
    }
}
