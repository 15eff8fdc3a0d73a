import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// An app may not change what it may not know, and it is told which right it lacks.
@Suite("Without a right", .inProcess)
struct RightTests {
    static let client = "flatpak:org.example.App"

    /// A property to set, and the right that it needs.
    static let changes: [([String: BusArgument], String)] = [
        (["remove": .texts(["location"])], "location"), (["location": .place(47, 8)], "location"),
        (["title": "mine"], "captions"), (["caption": ""], "captions"), (["keywords": .texts([])], "captions"),
        (["alt-text": "mine"], "captions"), (["alt-text": ""], "captions"),
    ]

    @Test("nothing that it covers is overwritten or removed, whatever is named", arguments: ["limited", "full"])
    func overwriting(_ level: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(
                TestPhoto.small(), properties: ["location": .place(43, 11), "caption": "theirs", "alt-text": "seen"])
            let names = ["location", "title", "caption", "alt-text", "keywords"]
            let before = try await owner.properties(of: photo, names)
            let app = try await world.client(flatpak: "org.example.App")
            for (properties, right) in Self.changes {
                let others = ["location", "captions"].filter { $0 != right }
                try await owner.grant(
                    Self.client, level, selection: level == "limited" ? [photo] : nil,
                    rights: others + ["originals", "write"])
                for id in [photo, "00000000-0000-4000-8000-000000000000"] {
                    let error = try await refusal { try await app.set(properties, of: id) }
                    #expect(error.kind == "AccessDenied", "\(properties): \(error)")
                    #expect(error.message.hasPrefix("change 0: ") && error.message.contains("'\(right)'"), "\(error)")
                }
            }
            try await app.set(["rating": .variant("i", 3)], of: photo)
            #expect(try await owner.properties(of: photo, names) == before)
        }
    }

    @Test("an app can describe what it adds, also later in the batch, but not what may be there already")
    func own() async throws {
        try await withWorld { world in
            try await world.owner.grant(Self.client, "full", rights: ["write"])
            let app = try await world.client(flatpak: "org.example.App")
            var (kind, keys) = TestClient.creation(
                of: .memory(try TestPhoto.small().bytes), properties: ["title": "new", "location": .place(1, 2)])
            keys["placeholder"] = "@new"
            let change: [String: BusArgument] = ["id": "@new", "properties": .options(["caption": "of mine"])]
            let id = try await app.perform([(kind, keys), ("set-properties", change)])[0]
            let row = try await world.owner.properties(of: id, "title", "caption", "location")
            #expect(row["title"]?.text == "new" && row["caption"]?.text == "of mine" && row["location"] != nil)
            keys["unless-present"] = true
            let again = keys
            let error = try await refusal { try await app.perform([(kind, again), ("set-properties", change)]) }
            #expect(error.kind == "AccessDenied" && error.message.hasPrefix("change 1: "), "\(error)")
        }
    }

    @Test("an original is redacted or stays closed, and the explanation names what is missing")
    func originals() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: "org.example.App")
            for (rights, sentence) in [
                (
                    ["originals", "captions", "metadata", "write"],
                    "It gets the original redacted, because it lacks the right 'location'."
                ),
                (
                    ["originals", "metadata", "write"],
                    "It gets the original redacted, because it lacks the rights 'location' and 'captions'."
                ),
                (
                    ["captions", "metadata", "write"],
                    "It cannot open the original, because it lacks the right 'originals'."
                ),
            ] {
                try await world.owner.grant(Self.client, "full", rights: rights)
                if rights.contains("originals") {
                    _ = try await app.open(photo)
                } else {
                    let error = try await refusal { try await app.open(photo) }
                    #expect(error.kind == "AccessDenied" && error.message.contains("the right 'originals'"), "\(error)")
                }
                let reported = try await world.owner.call(
                    "Admin1", "ExplainAccess", "ssa{sv}", .text(Self.client), .text(photo), [:])[0]?.table
                #expect(reported?["reason"]?.text?.hasSuffix(sentence) == true, "\(reported ?? [:])")
            }
        }
    }
}
