import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Queries", .inProcess)
struct QueryTests {
    static let client = "flatpak:org.example.App"

    @Test("find what was worked out by hand: about 250, on all of the language")
    func answers() async throws {
        #expect(QueryTable.shared.count >= 200)
        try await withWorld { world in
            let library = try await QueryLibrary.make(in: world)
            let owner = try await world.owner
            for query in QueryTable.shared {
                try await expect(query, of: owner, in: library)
            }
        }
    }

    @Test("with a limit of 0 find all, like those without one")
    func noLimit() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            _ = try await owner.add(TestPhoto.several(3))
            try await owner.perform(
                ("create-album", ["title": "One"]), ("create-album", ["title": "Two"]),
                ("create-folder", ["title": "One"]), ("create-folder", ["title": "Two"]))
            let options: [String: [String: BusArgument]] = [
                "asset": [:], "album": ["type": .variant("s", "album")], "folder": ["type": .variant("s", "folder")],
            ]
            for (kind, given) in options {
                func count(_ limit: UInt32?) async throws -> Int? {
                    let all = given.merging(limit.map { ["limit": .uint32($0)] } ?? [:]) { $1 }
                    return try await owner.call("Library1", "Fetch", "sa{sv}", .text(kind), .table(all))[1]?.integer
                }
                let whole = try #require(try await count(nil))
                #expect(try await count(0) == whole && whole > 1, "\(kind)")
                #expect(try await count(1) == 1, "\(kind)")
            }
        }
    }

    @Test("take identifiers, hashes and originals as values, and combine with albums and identifiers")
    func identifiers() async throws {
        try await withWorld { world in
            let library = try await QueryLibrary.make(in: world)
            let owner = try await world.owner
            let (first, second) = (try #require(library.ids["a"]), try #require(library.ids["b"]))
            let hash = try #require(try await owner.properties(of: first, "content-hash")["content-hash"]?.text)
            let named = ["identifiers": BusArgument.texts(library.ids("caob"))]
            let album = try await owner.perform([
                ("create-album", ["title": "Four", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(library.ids("tabc"))]),
            ])[0]
            let inAlbum = ["album": BusArgument.text(album)]
            for query in [
                Query("id = '\(first)'", "a"),
                Query("id in (?, ?)", [.text(first), .text(second)], "ab"),
                Query("id != ? and rating > 3", [.text(first)], "bi"),
                Query("not id in ('\(first)') and rating > 3", "bi"),
                Query("content-hash = '\(hash)'", "at"),
                Query("content-hash = ? and not favorite", [.text(hash)], "t"),
                Query("content-hash != ? and rating > 3", [.text(hash)], "bi"),
                Query("id = original-asset", ""),
                Query("original-asset is null", QueryLibrary.usual),
                Query("rating > 3", sort: ("rating", true), ("filename", true), with: named, ordered: "oba"),
                Query("rating > 3", sort: ("title", false), with: inAlbum, ordered: "ba"),
            ] {
                try await expect(query, of: owner, in: library)
            }
            #expect(try await library.answer(to: "rating > 3", with: named, for: owner) == "aob")
            #expect(try await library.answer(to: "rating >= 3", with: inAlbum, for: owner) == "tabc")
            #expect(try await library.answer(to: "not favorite", with: inAlbum, for: owner) == "tb")
            let sorted = try await owner.assets(["sort": .variant("a(sb)", [["id", true]])])
            #expect(sorted == sorted.sorted() && sorted.count == QueryLibrary.usual.count)
            for property in ["original-asset", "content-hash", "subtypes", "file-size", "added-date"] {
                let found = try await owner.assets(["sort": .variant("a(sb)", [[.text(property), false]])])
                #expect(found.count == QueryLibrary.usual.count, "\(property)")
            }
        }
    }

    @Test("of a limited client are about what it sees, and reveal nothing of the rest")
    func limited() async throws {
        try await withWorld { world in
            let library = try await QueryLibrary.make(in: world)
            try await world.owner.grant(
                Self.client, "limited", selection: library.ids("acnot"),
                rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let hash = try await app.properties(of: library.ids("a")[0], "content-hash")["content-hash"]?.text ?? ""
            let whatever: [String: BusArgument] = ["include-hidden": true, "include-trashed": true]
            for query in [
                Query("true", "acnt"),
                Query("favorite", "ac"),
                Query("favorite", with: whatever, "ac"),
                Query("hidden", with: whatever, ""),
                Query("trashed-date is not null", with: whatever, ""),
                Query("rating >= 3", "act"),
                Query("not rating >= 3", "n"),
                Query("id = ?", [.text(library.ids("b")[0])], ""),
                Query("id != ?", [.text(library.ids("b")[0])], "acnt"),
                Query("content-hash = ?", [.text(hash)], "at"),
                Query("keywords contains 'berg'", "a"),
                Query("location.latitude = 46.5", "a"),
                Query("media-type = 'video'", "c"),
                Query("true", sort: ("title", true), ordered: "nact"),
                Query("rating > 2", sort: ("rating", true), ("filename", false), ordered: "tca"),
                Query("true", sort: ("location", true), ("title", true), ordered: "ncta"),
                Query(
                    "true", sort: ("title", true), with: ["identifiers": .texts(library.ids("obap"))], ordered: "ao"),
            ] {
                try await expect(query, of: app, in: library)
            }
        }
    }

    @Test("neither search nor sort by properties that the grant withholds, however they are named")
    func withheld() async throws {
        try await withWorld { world in
            let library = try await QueryLibrary.make(in: world)
            for (rights, conditions, orders) in [
                (
                    ["captions", "originals"],
                    [
                        "location is null", "location.latitude > 0", "favorite or not location.longitude = 3",
                        "content-hash = 'sha256:\(String(repeating: "0", count: 64))'",
                    ], ["location", "content-hash"]
                ),
                (
                    ["location", "originals"],
                    [
                        "title is null", "rating > 3 and caption contains 'x'", "keywords contains 'Berg'",
                        "title = filename", "alt-text is null", "favorite or alt-text like '%boat%'",
                    ],
                    ["title", "caption", "alt-text", "keywords"]
                ),
            ] {
                try await world.owner.grant(Self.client, "full", rights: rights)
                let app = try await world.client(flatpak: "org.example.App")
                for condition in conditions {
                    let error = try await refusal { try await app.fetch(["where": .text(condition)]) }
                    #expect(error.kind == "InvalidArgument" && error.message.contains("may not know"), "\(condition)")
                }
                for order in orders {
                    let error = try await refusal {
                        try await app.fetch(["sort": .variant("a(sb)", [[.text(order), true]])])
                    }
                    #expect(error.kind == "InvalidArgument" && error.message.contains(order), "\(order)")
                }
                try await expect(Query("rating = 5", "ai"), of: app, in: library)
            }
        }
    }

    @Test("that are invalid are refused with the column, before the fetch")
    func wrong() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            for (text, arguments, message) in [
                (
                    "rating > 3 and favorit", [],
                    "column 16: 'favorit' is not a property of assets; did you mean 'favorite'?"
                ),
                ("rating = ?", ["x"], "column 10: 'x' is a text, but 'rating' is a number; compare it with a number."),
                (
                    "title = 'öö' and", [],
                    "column 17: expected a property or a value, found the end of the predicate."
                ),
                ("favorite", [true], "'arguments' holds 1 for 0 placeholders; write a '?' for each."),
            ] as [(String, [BusArgument], String)] {
                let error = try await refusal {
                    try await owner.fetch(["where": .text(text), "arguments": .variant("av", .list(arguments))])
                }
                #expect(error.name == "org.filmgate.Error.InvalidPredicate")
                #expect(error.message == message)
            }
            let nameless = try await refusal {
                try await owner.fetch(["where": "rating = ?", "arguments": .variant("av", [.texts(["x"])])])
            }
            #expect(nameless.kind == "InvalidArgument" && nameless.message.contains("argument 1"))
        }
    }

    private func expect(
        _ query: Query, of client: TestClient, in library: QueryLibrary,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        do {
            let found = try await library.answer(to: query.text, with: query.options, for: client)
            let answer = query.isOrdered ? found : String(found.sorted())
            #expect(answer == query.answer, "\(query.text)", sourceLocation: location)
        } catch let error as BusError {
            Issue.record("\(query.text): \(error)", sourceLocation: location)
        }
    }
}

extension QueryLibrary {
    /// Returns the letters of the assets that a client finds, in order.
    func answer(to text: String, with options: [String: BusArgument], for client: TestClient) async throws -> String {
        letters(try await client.assets(options.merging(["where": .text(text)]) { $1 }))
    }
}
