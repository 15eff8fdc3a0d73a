import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Assets that are in no album", .inBothWorlds)
struct NoAlbumTests {
    private static let client = "flatpak:org.example.App"
    private static let option: [String: BusArgument] = ["in-no-album": true]

    @Test("are found and counted, and leave a result when they enter an album")
    func found() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let ids = try await owner.add(TestPhoto.several(4))
            let album = try await owner.perform(
                ("create-album", ["title": "Trip", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts([ids[0]])]))[0]
            #expect(try await Set(owner.assets(Self.option)) == Set(ids[1...]))
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let result = try await app.fetch(Self.option)
            _ = try await app.subscribe()
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([ids[1]])]))
            _ = try await app.nextChanges()
            let update = try await app.call("FetchResult1", "Update", at: result.path)[0]
            #expect(update?["removed"]?.list?.count == 1)
            #expect(try await Set(app.assets(Self.option)) == Set(ids[2...]))
            let counted = try await app.call("Library1", "CountBy", "sa{sv}", "media-type", .table(Self.option))[0]
            #expect(counted?.list?.first?.list?[1].integer == 2)
            let named = Self.option.merging(["identifiers": .texts(ids)]) { $1 }
            #expect(try await app.assets(named) == Array(ids[2...]))
            try await owner.delete(ids[2])
            #expect(try await owner.assets(Self.option) == [ids[3]])
        }
    }

    @Test("are all assets for an app that sees no albums")
    func limited() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let ids = try await owner.add(TestPhoto.several(3))
            try await owner.grant(Self.client, "limited", selection: Array(ids[..<2]))
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await Set(app.assets(Self.option)) == Set(ids[..<2]))
            try await owner.perform(
                ("create-album", ["title": "Trip", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts([ids[0]])]))
            #expect(try await Set(app.assets(Self.option)) == Set(ids[..<2]))
        }
    }

    @Test("are what a rule about albums finds, also once a photo has left its last album")
    func rule() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let ids = try await owner.add(TestPhoto.several(3))
            let made = try await owner.perform(
                ("create-album", ["title": "Loose", "where": "not in-album"]),
                ("create-album", ["title": "Trip", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts([ids[0]])]))
            let loose: [String: BusArgument] = ["album": .text(made[0])]
            #expect(try await Set(owner.assets(loose)) == Set(ids[1...]))
            let result = try await owner.fetch(loose)
            try await owner.perform(("add-assets", ["album": .text(made[1]), "ids": .texts([ids[1]])]))
            #expect(try await owner.call("FetchResult1", "Update", at: result.path)[0]?["count"]?.integer == 1)
            #expect(try await owner.assets(loose) == [ids[2]])
            #expect(try await Set(owner.assets(["where": "in-album"])) == Set(ids[..<2]))
            try await owner.perform(("remove-assets", ["album": .text(made[1]), "ids": .texts([ids[0], ids[1]])]))
            #expect(try await Set(owner.assets(loose)) == Set(ids))
            let row = try await owner.collections("album", ["identifiers": .texts([made[0]])], reading: ["where"])
            #expect(row.first?["where"]?.text == "not in-album")
        }
    }

    @Test("tell an app that sees no albums nothing about them, by a condition or an order")
    func leaks() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let ids = try await owner.add(TestPhoto.several(3))
            let app = try await world.client(flatpak: "org.example.App")
            func answers() async throws -> [[String]] {
                var answers: [[String]] = []
                for condition in ["in-album", "not in-album", "in-album = favorite", "in-album or rating = 0"] {
                    answers.append(try await app.assets(["where": .text(condition)]))
                    let named: [String: BusArgument] = ["where": .text(condition), "identifiers": .texts(ids)]
                    answers.append(try await app.assets(named))
                }
                for ascending in [true, false] {
                    let order = BusArgument.list([.list(["in-album", .flag(ascending)])])
                    answers.append(try await app.assets(["sort": .variant("a(sb)", order)]))
                }
                return answers
            }
            let grants: [(level: String, selection: [String]?, others: [String: BusArgument], count: Int)] = [
                ("limited", Array(ids[..<2]), [:], 2), ("full", nil, ["media-types": .texts(["image"])], 3),
            ]
            for grant in grants {
                try await owner.grant(Self.client, grant.level, selection: grant.selection, others: grant.others)
                let before = try await answers()
                #expect(before[0].isEmpty && before[2].count == grant.count)
                let album = try await owner.perform(
                    ("create-album", ["title": "Trip", "placeholder": "@a"]),
                    ("add-assets", ["album": "@a", "ids": .texts([ids[0]])]))[0]
                #expect(try await answers() == before)
                try await owner.perform(("delete-albums", ["ids": .texts([album])]))
            }
            let result = try await app.fetch()
            let reading = BusArgument.list(["in-album"])
            #expect(
                try await AccessTable.kind {
                    try await app.call("FetchResult1", "Read", "uuas", 0, 10, reading, at: result.path)
                } == "InvalidArgument")
        }
    }
}
