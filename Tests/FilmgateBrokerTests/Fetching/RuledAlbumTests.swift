import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A smart album with a rule", .inBothWorlds)
struct RuledAlbumTests {
    private static let client = "flatpak:org.example.App"
    private static let properties = ["id", "title", "type", "subtype", "where", "count", "cover", "parent"]

    private static func album(_ id: String) -> [String: BusArgument] { ["album": .text(id)] }

    private static func row(of id: String, for client: TestClient) async throws -> [String: Value] {
        let rows = try await client.collections("album", ["identifiers": .texts([id])], reading: properties)
        return try #require(rows.first)
    }

    @Test("holds what its rule finds at any time, lists it in a row, and reports a new rule")
    func life() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let ids = try await owner.add(TestPhoto.several(4))
            try await owner.set(["favorite": true, "rating": .variant("i", 5)], of: ids[0])
            try await owner.set(["rating": .variant("i", 4)], of: ids[1])
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let album = try await app.perform(
                (
                    "create-album",
                    ["title": "Best", "where": "rating >= ?", "arguments": .variant("av", [.variant("i", 4)])]
                ))[0]
            #expect(try await Set(app.assets(Self.album(album))) == Set(ids[..<2]))
            var row = try await Self.row(of: album, for: app)
            #expect(row["type"]?.text == "smart" && row["subtype"]?.text == "custom")
            #expect(row["where"]?.text == "rating >= 4" && row["count"]?.integer == 2 && row["parent"] == nil)
            let smart = try await app.collections("album", ["type": "smart"], reading: ["id"])
            #expect(smart.last?["id"]?.text == album)
            #expect(try await app.collections("album", ["type": "album"]).isEmpty)
            let containing = try await app.collections("album", ["containing": .text(ids[1])], reading: ["id"])
            #expect(containing.contains { $0["id"]?.text == album })

            let result = try await app.fetch(Self.album(album))
            try await owner.set(["rating": .variant("i", 1)], of: ids[1])
            let update = try await app.call("FetchResult1", "Update", at: result.path)[0]
            #expect(update?["count"]?.integer == 1)
            _ = try await app.subscribe()
            try await owner.perform(("set-rule", ["album": .text(album), "where": "favorite or rating = 1"]))
            #expect(try await app.nextChanges()["albums-updated"] == [album])
            #expect(try await Set(app.assets(Self.album(album))) == Set(ids[..<2]))
            row = try await Self.row(of: album, for: app)
            #expect(row["where"]?.text == "favorite or rating = 1")
            #expect(try await app.collections("album", ["where": "where contains 'rating'"]).count == 1)
            try await owner.delete(ids[0])
            #expect(try await app.assets(Self.album(album)) == [ids[1]])
        }
    }

    @Test("cannot be filled, ordered or selected, and other albums get no rule")
    func refusals() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let made = try await owner.perform(
                ("create-album", ["title": "Best", "where": "favorite"]), ("create-album", ["title": "Plain"]))
            let (album, plain) = (BusArgument.text(made[0]), BusArgument.text(made[1]))
            let ids = BusArgument.texts([photo])
            let changes: [(String, [String: BusArgument])] = [
                ("add-assets", ["album": album, "ids": ids]), ("remove-assets", ["album": album, "ids": ids]),
                ("insert-assets", ["album": album, "ids": ids, "index": .uint32(0)]),
                ("move-assets", ["album": album, "ids": ids, "index": .uint32(0)]),
                ("set-cover", ["album": album, "id": .text(photo)]),
                ("set-rule", ["album": plain, "where": "favorite"]),
                ("set-rule", ["album": album]),
            ]
            for (change, keys) in changes {
                #expect(
                    try await AccessTable.kind { try await owner.perform((change, keys)) } == "InvalidArgument",
                    "\(change)")
            }
            for condition in ["favorit", "rating >=", "title = 5"] {
                #expect(
                    try await AccessTable.kind {
                        try await owner.perform(("set-rule", ["album": album, "where": .text(condition)]))
                    } == "InvalidPredicate")
            }
            #expect(
                try await AccessTable.kind { try await owner.grant(Self.client, "limited", selection: made) }
                    == "InvalidArgument")
            let capabilities = try await owner.call(
                "Library1", "GetCapabilities", "sas", "album", .list(made.map(BusArgument.text)))[0]
            #expect(
                capabilities?.list?.map { $0.texts ?? [] } == [
                    ["read", "delete", "rename"],
                    ["read", "delete", "rename", "add-members", "remove-members", "reorder-members"],
                ])
        }
    }

    @Test("tells an app nothing that its rights withhold: no content, no rule, and no rule of its own about it")
    func rights() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small(), properties: ["location": .place(47.4979, 19.0402)])
            try await owner.add(TestPhoto.small("other"), properties: ["location": .place(10, 10)])
            let made = try await owner.perform(
                ("create-album", ["title": "Here", "where": "location near (47.4979, 19.0402, 1)"]),
                ("create-album", ["title": "Elsewhere", "where": "location.latitude > 40"]))
            #expect(try await owner.assets(Self.album(made[0])) == [photo])
            try await owner.grant(Self.client, "full", rights: ["originals", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            for album in made {
                let row = try await Self.row(of: album, for: app)
                #expect(row["count"]?.integer == 0 && row["where"] == nil && row["cover"] == nil)
                #expect(row["subtype"]?.text == "custom")
                #expect(try await app.assets(Self.album(album)).isEmpty)
            }
            let containing = try await app.collections("album", ["containing": .text(photo)], reading: ["id"])
            #expect(!containing.contains { made.contains($0["id"]?.text ?? "") })
            let changes: [(String, [String: BusArgument])] = [
                ("create-album", ["title": "Mine", "where": "place = 'Budapest'"]),
                ("set-rule", ["album": .text(made[0]), "where": "place is null"]),
            ]
            for change in changes {
                #expect(try await AccessTable.kind { try await app.perform(change) } == "InvalidArgument")
            }
            // With towns alone, the rule is about what the app reads, and its text stays unknown.
            try await owner.grant(
                Self.client, "full", rights: ["originals", "write", "location"], others: ["location-precision": "town"])
            #expect(try await owner.assets(Self.album(made[0])) == [photo])
            #expect(try await app.assets(Self.album(made[0])).isEmpty, "the rounded place is further away")
            #expect(try await app.assets(Self.album(made[1])) == [photo])
            #expect(try await Self.row(of: made[1], for: app)["where"] == nil)
            // A client with limited access sees no such album.
            try await owner.grant(Self.client, "limited", selection: [photo])
            #expect(try await app.collections("album", ["identifiers": .texts(made)]).isEmpty)
            #expect(try await AccessTable.kind { try await app.assets(Self.album(made[0])) } == "NotFound")
        }
    }

    @Test("what is in no folder can be put into an order, which keeps albums with rules in it")
    func top() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let made = try await owner.perform(
                ("create-album", ["title": "a"]), ("create-album", ["title": "b", "where": "favorite"]),
                ("create-folder", ["title": "c"]), ("create-album", ["title": "d"]))
            let top: [String: BusArgument] = ["folder": ""]
            func albums() async throws -> [String] {
                try await owner.collections("album", top, reading: ["title"]).compactMap { $0["title"]?.text }
            }
            #expect(try await albums() == ["a", "b", "d"])
            try await owner.perform(
                ("move-children", ["folder": "", "ids": .texts([made[3], made[1]]), "index": .uint32(0)]))
            #expect(try await albums() == ["d", "b", "a"])
            let new = try await owner.perform(("create-album", ["title": "0"]))[0]
            #expect(try await albums() == ["d", "b", "a", "0"], "what is new comes last")
            try await owner.perform(("add-children", ["folder": .text(made[2]), "ids": .texts([new, made[3]])]))
            #expect(try await albums() == ["b", "a"])
            // b, a, c: the folder counts, too.
            try await owner.perform(("insert-children", ["folder": "", "ids": .texts([new]), "index": .uint32(1)]))
            #expect(try await albums() == ["b", "0", "a"])
            #expect(
                try await AccessTable.kind {
                    try await owner.perform(
                        ("move-children", ["folder": "", "ids": .texts([new]), "index": .uint32(4)]))
                } == "InvalidArgument")
        }
    }
}
