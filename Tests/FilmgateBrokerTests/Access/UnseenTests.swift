import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Invisible content", .inProcess)
struct UnseenTests {
    static let client = "flatpak:org.example.App"

    @Test("does not exist for a client: forbidden and unknown identifiers get the same answer, word for word")
    func sameAnswer() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let forbidden = try await owner.add(TestPhoto.small())
            let trashed = try await owner.add(TestPhoto.small())
            try await owner.delete(trashed)
            try await owner.grant(
                Self.client, "limited", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let unknown = "00000000-0000-4000-8000-000000000000"
            func answers(_ id: String) async throws -> [BusError] {
                try await [
                    refusal { try await app.resources(of: id) }, refusal { try await app.open(id) },
                    refusal { try await app.open(id, "video") },
                    refusal { try await app.set(["title": "mine"], of: id) },
                    refusal { try await app.delete(id) }, refusal { try await app.delete(id, interactive: true) },
                ]
            }
            let expected = try await answers(unknown)
            #expect(expected.allSatisfy { $0.name == "org.filmgate.Error.NotFound" })
            #expect(try await answers(forbidden) == expected)
            #expect(try await answers(trashed) == expected)
            #expect(!expected.contains { $0.message.contains(unknown) })

            let result = try await app.fetch(["identifiers": .texts([forbidden, unknown, trashed])])
            #expect(result.count == 0)
            for id in [forbidden, unknown, trashed] {
                #expect(
                    try await app.call("FetchResult1", "IndexOf", "s", .text(id), at: result.path)[0]?.integer == -1)
            }
        }
    }

    @Test(
        "does not show when adding: a photo that is already in the library is added like any other",
        arguments: [["location", "originals", "captions", "metadata", "write"], ["originals", "captions"]])
    func duplicate(_ rights: [String]) async throws {
        try await withWorld { world in
            let photo = try TestPhoto.small()
            let held = try await world.owner.add(photo)
            try await world.owner.grant(Self.client, "limited", rights: rights)
            let app = try await world.client(flatpak: "org.example.App")
            let (_, keys) = TestClient.creation(of: .memory(photo.bytes))
            let own = try await app.perform(("create-asset", keys.merging(["unless-present": true]) { $1 }))[0]
            #expect(own != "" && own != held)
            #expect(try await app.assets() == [own])
            // Its own additions are no secret.
            #expect(try await app.perform(("create-asset", keys.merging(["unless-present": true]) { $1 })) == [""])
        }
    }

    @Test("does not show in the client's own file that it opens: no link counts, no older times, its own mode")
    func fileFacts() async throws {
        func facts(holdingBefore: Bool) async throws -> [String: Value] {
            try await withWorld { world in
                let photo = try TestPhoto.small("the same in both worlds")
                if holdingBefore { try await world.owner.add(photo) }
                try await world.owner.grant(
                    Self.client, "limited", rights: ["location", "originals", "captions", "metadata", "write"])
                let app = try await world.client(flatpak: "org.example.App")
                let opened = try await app.open(try await app.add(photo))
                #expect(!opened.isWritable)
                var facts = opened.facts
                // The time of its own addition is no secret; that no time is older is checked below.
                for key in ["kept", "name", "modified", "changed", "accessed"] { facts[key] = nil }
                let added = try #require(facts["size"]?.integer)
                #expect(added == photo.bytes.count)
                return facts
            }
        }
        let without = try await facts(holdingBefore: false)
        #expect(try await facts(holdingBefore: true) == without)
        #expect(without["links"]?.integer == 1)
        #expect(without["mode"]?.integer == 0o400)
        #expect(without["position"]?.integer == 0)
    }

    @Test("does not show in the answers of two libraries that differ only in it")
    func twoLibraries() async throws {
        /// All that a limited client is told in a library with a number of invisible photos.
        func transcript(unseen: Int) async throws -> [String] {
            try await withWorld { world in
                let owner = try await world.owner
                for number in 0..<unseen { try await owner.add(TestPhoto.small("unseen \(number)")) }
                try await owner.grant(
                    Self.client, "limited", rights: ["location", "originals", "captions", "metadata", "write"])
                let app = try await world.client(flatpak: "org.example.App")
                var lines = [try await app.status(), try await app.status("add-only")]
                for number in 0..<3 {
                    try await app.add(
                        TestPhoto.small("own \(number)"), properties: ["rating": .variant("i", .integer(Int64(number)))]
                    )
                }
                let sorted: [String: BusArgument] = ["sort": .variant("a(sb)", [["rating", false]])]
                let result = try await app.fetch(sorted)
                lines.append("\(result.count) \(result.path.split(separator: "/").last ?? "")")
                let rows = try await app.read(
                    result, "rating", "title", "file-size", "filename", "creation-date", "content-hash", "mime-type",
                    "pixel-width", "location", "favorite", "source", "original-asset", "burst-id")
                let (content, layout) = try await app.snapshot(result, "rating", "title", "creation-date", "location")
                var facts = content.facts
                // The number of the descriptor and times: that it was made now is no secret.
                for key in ["kept", "modified", "changed", "accessed", "sha256"] { facts[key] = nil }
                lines += facts.keys.sorted().map { "\($0): \(String(describing: facts[$0]))" }
                lines.append("\(String(describing: layout["count"])) \(String(describing: layout["columns"]))")
                lines += rows.map { row in row.keys.sorted().map { "\($0)=\(String(describing: row[$0]))" }.joined() }
                lines.append("\(try await app.error("FetchResult1", "Read", "uuas", 0, 1001, [], at: result.path))")
                lines.append("\(try await app.error("Library1", "Fetch", "sa{sv}", "asset", ["x": true]))")
                return lines
            }
        }
        #expect(try await transcript(unseen: 0) == transcript(unseen: 5))
    }
}
