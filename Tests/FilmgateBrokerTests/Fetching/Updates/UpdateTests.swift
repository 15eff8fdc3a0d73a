import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("An update of a result", .inBothWorlds)
struct UpdateTests {
    /// Photos of successive hours, the newest first.
    static func photos(_ count: Int, by client: TestClient) async throws -> [String] {
        var ids: [String] = []
        for hour in 0..<count { ids.append(try await CollectionTests.add(Int64(hour), by: client)) }
        return ids.reversed()
    }

    static func date(_ hours: Int64) -> [String: BusArgument] {
        ["creation-date": .int64(CollectionTests.noon + hours * CollectionTests.hour)]
    }

    @Test("returns in its documented form what was removed, inserted, moved and changed, and nothing if nothing was")
    func frames() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await Self.photos(6, by: owner)
            var list = try await ListOnScreen.fetched(by: owner)
            #expect(list.ids == photos)
            #expect("\(try await list.update())" == "")

            try await owner.set(["rating": .variant("i", 4)], of: photos[4])
            #expect("\(try await list.update())" == "~4")
            #expect("\(try await list.update())" == "")

            try await owner.delete(photos[1])
            let new = try await CollectionTests.add(10, by: owner)
            try await owner.set(Self.date(-1), of: photos[2])
            #expect("\(try await list.update())" == "-1 +0 2>5 ~5")
            #expect(list.ids == [new, photos[0], photos[3], photos[4], photos[5], photos[2]])

            // An element that was removed and added again has changed.
            try await owner.delete(photos[3])
            try await owner.perform(("restore-assets", ["ids": .texts([photos[3]])]))
            #expect("\(try await list.update())" == "~2")
            // An element that came and went is not reported.
            try await owner.delete(try await CollectionTests.add(20, by: owner))
            #expect("\(try await list.update())" == "")
        }
    }

    @Test("follows the query: its condition, order, limit, and an album's own order")
    func queries() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await Self.photos(4, by: owner)
            let album = try await owner.perform(
                ("create-album", ["title": "Album", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(photos)]))[0]
            var rated = try await ListOnScreen.fetched(
                by: owner, "asset", ["where": "rating > 2", "sort": .variant("a(sb)", [["rating", false]])])
            var newest = try await ListOnScreen.fetched(by: owner, "asset", ["limit": .uint32(3)])
            var within = try await ListOnScreen.fetched(by: owner, "asset", ["album": .text(album)])
            try await owner.set(["rating": .variant("i", 3)], of: photos[3])
            try await owner.perform(
                ("move-assets", ["album": .text(album), "ids": .texts([photos[3]]), "index": .uint32(0)]))
            #expect("\(try await rated.update())" == "+0")
            #expect("\(try await newest.update())" == "")
            #expect("\(try await within.update())" == "3>0 ~0")
            try await owner.set(["rating": .variant("i", 5)], of: photos[2])
            try await owner.set(Self.date(8), of: photos[3])
            #expect("\(try await rated.update())" == "+0 ~1")
            #expect(rated.ids == [photos[2], photos[3]])
            #expect("\(try await newest.update())" == "-2 +0")
            #expect(newest.ids == [photos[3], photos[0], photos[1]])
            try await owner.set(["rating": .variant("i", 4)], of: photos[2])
            try await owner.set(["rating": .variant("i", 5)], of: photos[3])
            let swapped = try await rated.update()
            #expect(swapped.isIncremental == false, "one move and two changes are more than two rows")
            #expect(rated.ids == [photos[3], photos[2]])
        }
    }

    @Test("is no list of changes if that would be longer than the result")
    func reload() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await Self.photos(4, by: owner)
            var list = try await ListOnScreen.fetched(by: owner)
            try await owner.perform(("delete-assets", ["ids": .texts(Array(photos.prefix(3)))]))
            #expect("\(try await list.update())" == "-0 -1 -2")
            try await owner.delete(photos[3])
            _ = try await Self.photos(1, by: owner)
            #expect("\(try await list.update())" == "reload")
            // As many changes as elements are not longer.
            _ = try await Self.photos(3, by: owner)
            let grown = try await list.update()
            #expect(grown.isIncremental && grown.inserted.count == 3)
        }
    }

    @Test("also works for albums and folders, and lists the changed user-made ones")
    func collections() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await CollectionTests.add(0, by: owner)
            let made = try await owner.perform(
                ("create-album", ["title": "B"]), ("create-album", ["title": "D"]), ("create-folder", ["title": "F"]),
                ("create-album", ["title": "G"]))
            var albums = try await ListOnScreen.fetched(by: owner, "album", ["type": "album"])
            var folders = try await ListOnScreen.fetched(by: owner, "folder", ["type": "folder"])
            try await owner.perform(
                ("rename", ["id": .text(made[3]), "title": "A"]),
                ("add-assets", ["album": .text(made[0]), "ids": .texts([photo])]),
                ("rename", ["id": .text(made[2]), "title": "Z"]))
            #expect("\(try await albums.update())" == "2>0 ~0 ~1")
            #expect("\(try await folders.update())" == "~0")
            try await owner.perform(
                ("delete-albums", ["ids": .texts([made[1]])]), ("create-folder", ["title": "Y"]))
            #expect("\(try await albums.update())" == "-2")
            #expect("\(try await folders.update())" == "+0")
            var years = try await ListOnScreen.fetched(by: owner, "folder", ["type": "moment-year"])
            var moments = try await ListOnScreen.fetched(by: owner, "album", ["type": "moment"])
            _ = try await CollectionTests.add(48, by: owner)
            #expect("\(try await moments.update())" == "+1")
            #expect("\(try await years.update())" == "")
        }
    }

    @Test("is empty for a deleted album, moment or folder")
    func gone() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await [CollectionTests.add(48, by: owner), CollectionTests.add(0, by: owner)]
            let album = try await owner.perform(
                ("create-album", ["title": "A", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(photos)]))[0]
            let folder = try await owner.perform(
                ("create-folder", ["title": "F", "placeholder": "@f"]),
                ("add-children", ["folder": "@f", "ids": .texts([album])]))[0]
            let moment = try #require(try await owner.collections("album", ["type": "moment"]).last?["id"]?.text)
            var within = try await ListOnScreen.fetched(by: owner, "asset", ["album": .text(album)])
            var together = try await ListOnScreen.fetched(by: owner, "asset", ["album": .text(moment)])
            var children = try await ListOnScreen.fetched(by: owner, "album", ["folder": .text(folder)])
            var holding = try await ListOnScreen.fetched(
                by: owner, "album", ["containing": .text(photos[0]), "type": "album"])
            #expect(
                within.ids == photos && together.ids == [photos[0]] && children.ids == [album] && holding.ids == [album]
            )
            try await owner.perform(
                ("delete-folders", ["ids": .texts([folder])]), ("delete-albums", ["ids": .texts([album])]),
                ("delete-assets", ["ids": .texts([photos[0]])]), ("purge-assets", ["ids": .texts([photos[0]])]))
            #expect("\(try await within.update())" == "-0 -1")
            #expect("\(try await together.update())" == "-0")
            #expect("\(try await children.update())" == "-0")
            #expect("\(try await holding.update())" == "-0")
            #expect("\(try await within.update())" == "" && within.ids == [])
        }
    }

    @Test("works for a result of named photos, and for one of a transient album")
    func named() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await Self.photos(3, by: owner)
            let chosen = [photos[2], photos[0], photos[1]]
            let transient = try await owner.transient("Chosen", chosen)
            var named = try await ListOnScreen.fetched(by: owner, "asset", ["identifiers": .texts(chosen)])
            var within = try await ListOnScreen.fetched(by: owner, "asset", ["album": .text(transient)])
            try await owner.delete(photos[0])
            #expect("\(try await named.update())" == "-1")
            #expect("\(try await within.update())" == "-1")
            try await owner.perform(("restore-assets", ["ids": .texts([photos[0]])]))
            #expect("\(try await named.update())" == "+1" && named.ids == chosen)
            #expect("\(try await within.update())" == "+1" && within.ids == chosen)
        }
    }

    @Test("is refused if the client would hold too much, and the result does not change")
    func quota() async throws {
        try await withWorld(WorldSettings(configuration: "[limits]\nresult-rows=8\n")) { world in
            let owner = try await world.owner
            let photos = try await Self.photos(4, by: owner)
            var list = try await ListOnScreen.fetched(by: owner)
            let new = try await CollectionTests.add(9, by: owner)
            let refused = try await refusal { try await list.update() }
            #expect(refused.kind == "LimitsExceeded", "\(refused)")
            #expect(try await owner.read(list.result, "id").map { $0["id"]?.text } == photos)
            try await owner.delete(photos[3])
            #expect("\(try await list.update())" == "-3 +0" && list.ids.first == new)
            // It replaces what the result held.
            for _ in 0..<20 { try await list.update() }
        }
    }

    @Test("of a closed result or one of a different connection is UnknownObject, and takes no arguments")
    func strangers() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let result = try await owner.fetch()
            try await owner.grant(CollectionTests.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            for (client, arguments) in [(app, ""), (owner, "a{sv}")] {
                let error =
                    arguments.isEmpty
                    ? try await client.error("FetchResult1", "Update", at: result.path)
                    : try await client.error("FetchResult1", "Update", arguments, [:], at: result.path)
                #expect(error.name.hasSuffix(arguments.isEmpty ? "UnknownObject" : "InvalidArgs"), "\(error)")
            }
            try await owner.close(result)
            #expect(try await owner.error("FetchResult1", "Update", at: result.path).name.hasSuffix("UnknownObject"))
        }
    }
}
