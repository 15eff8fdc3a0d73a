import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A batch of changes", .inBothWorlds)
struct ChangeTests {
    static let client = "flatpak:org.example.App"
    static let rights = ["location", "originals", "captions", "metadata", "write"]

    @Test("creates an asset and changes it by its placeholder")
    func placeholders() async throws {
        try await withWorld { world in
            try await world.owner.grant(Self.client, "limited", rights: Self.rights)
            let app = try await world.client(flatpak: "org.example.App")
            let ids = try await app.perform(
                TestClient.creation(of: .memory(TestPhoto.small().bytes), placeholder: "@new"),
                (
                    "set-properties",
                    ["id": "@new", "properties": .options(["title": "named", "rating": .variant("i", 4)])]
                ))
            #expect(ids.count == 2 && ids[1] == "")
            let row = try await app.properties(of: ids[0], "title", "rating")
            #expect(row["title"]?.text == "named" && row["rating"]?.integer == 4)
        }
    }

    @Test("is made completely or not at all")
    func atomic() async throws {
        try await withWorld { world in
            try await world.owner.grant(Self.client, "limited", rights: Self.rights)
            let app = try await world.client(flatpak: "org.example.App")
            let asset = try await app.add(TestPhoto.small(), properties: ["title": "before"])
            let unknown = "00000000-0000-4000-8000-000000000000"
            let error = try await refusal {
                try await app.perform(
                    ("set-properties", ["id": .text(asset), "properties": .options(["title": "after"])]),
                    TestClient.creation(of: .memory(TestPhoto.small().bytes)),
                    ("set-properties", ["id": .text(unknown), "properties": .options(["title": "after"])]))
            }
            #expect(error.kind == "NotFound" && error.message.hasPrefix("change 2: "), "\(error)")
            #expect(try await app.assets() == [asset])
            #expect(try await app.properties(of: asset, "title")["title"]?.text == "before")
        }
    }

    @Test("may have several files for an asset, and each can be opened")
    func severalResources() async throws {
        try await withWorld { world in
            try await world.owner.grant(Self.client, "limited", rights: Self.rights)
            let app = try await world.client(flatpak: "org.example.App")
            let one = try TestPhoto.small()
            let two = try TestPhoto.small()
            let resources: BusArgument = .variant(
                "a(sha{sv})",
                [
                    ["photo", .descriptor(.memory(one.bytes)), ["filename": "one.jpg"]],
                    ["alternate-photo", .descriptor(.memory(two.bytes)), ["filename": "two.jpg"]],
                    ["adjustment-data", .descriptor(.memory([1, 2, 3])), [:]],
                ])
            let id = try await app.perform(("create-asset", ["resources": resources]))[0]
            let listed = try await app.resources(of: id)
            #expect(Set(listed.compactMap { $0["type"]?.text }) == ["photo", "alternate-photo", "adjustment-data"])
            #expect(try await app.open(id, "photo").size == one.bytes.count)
            #expect(try await app.open(id, "alternate-photo").size == two.bytes.count)
            #expect(try await app.open(id, "adjustment-data").size == 3)
            #expect(try await refusal { try await app.open(id, "video") }.kind == "NotFound")
        }
    }

    @Test(
        "has up to sixteen files; with one more the bus closes that connection, and no other is affected", .asProcesses)
    func manyDescriptors() async throws {
        try await withWorld { world in
            try await world.owner.grant(Self.client, "limited", rights: Self.rights)
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.add(TestPhoto.several(16)).count == 16)
            let other = try await world.client(flatpak: "org.example.App")
            _ = try await refusal { try await app.add(TestPhoto.several(17)) }
            try await app.hungUp()
            #expect(try await other.assets().count == 16)
        }
    }

    @Test("a page with more than 4 MiB of values is LimitsExceeded, and half of it fits", .long)
    func oversizeReply() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let caption = String(repeating: "c", count: 64 * 1024)
            for _ in 0..<5 {
                let photos = try TestPhoto.several(14)
                try await owner.perform(
                    photos.map { TestClient.creation(of: .memory($0.bytes), properties: ["caption": .text(caption)]) })
            }
            let result = try await owner.fetch()
            #expect(result.count == 70)
            let error = try await refusal { try await owner.read(result, "caption") }
            #expect(error.name == "org.filmgate.Error.LimitsExceeded", "\(error)")
            #expect(try await owner.read(result, "caption", count: 35).count == 35)
        }
    }

    @Test("without the right to locations or captions returns neither, sorts by neither and opens no file")
    func rights() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small(), properties: ["alt-text": "A boat"])
            try await world.owner.grant(Self.client, "full", rights: [])
            let app = try await world.client(flatpak: "org.example.App")
            let withheld = ["location", "content-hash", "title", "caption", "alt-text", "keywords"]
            let row = try await app.properties(of: id, withheld + ["id", "filename"])
            #expect(Set(row.keys).isDisjoint(with: withheld))
            #expect(row["id"]?.text == id)
            for property in ["title", "alt-text", "location"] {
                let error = try await refusal {
                    try await app.fetch(["sort": .variant("a(sb)", [[.text(property), true]])])
                }
                #expect(error.name == "org.filmgate.Error.InvalidArgument", "\(error)")
            }
            #expect(try await refusal { try await app.open(id) }.kind == "AccessDenied")
            try await world.owner.grant(Self.client, "full", rights: Self.rights)
            let reported = try await app.properties(of: id, "title", "alt-text")
            #expect(reported["title"]?.text == TestPhoto.title && reported["alt-text"]?.text == "A boat")
            #expect(try await app.open(id).size > 0)
        }
    }
}
