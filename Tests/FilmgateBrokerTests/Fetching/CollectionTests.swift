import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Albums and folders that the library makes", .inProcess)
struct CollectionTests {
    static let client = "flatpak:org.example.App"
    /// Noon of the first of May 2024, UTC.
    static let noon: Int64 = 1_714_564_800_000_000
    static let hour: Int64 = 3_600_000_000

    static func album(_ id: String) -> [String: BusArgument] { ["album": .text(id)] }

    /// Adds a photo of that hour, counted from noon, with further properties.
    @discardableResult
    static func add(_ hours: Int64, by client: TestClient, _ properties: [String: BusArgument] = [:]) async throws
        -> String
    {
        try await client.add(
            TestPhoto.small(), properties: properties.merging(["creation-date": .int64(noon + hours * hour)]) { $1 })
    }

    @Test("are in the smart folder with their counts and dates, and have their contents in their own order", .long)
    func smart() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let plain = try await Self.add(0, by: owner)
            let favorite = try await Self.add(1, by: owner, ["favorite": true])
            let hidden = try await Self.add(2, by: owner, ["hidden": true])
            let trashed = try await Self.add(3, by: owner)
            try await owner.delete(trashed)
            let newest = try await Self.add(-30, by: owner, ["favorite": true])
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")

            let albums = try await app.collections("album", ["type": "smart"])
            #expect(
                albums.compactMap { $0["subtype"]?.text } == [
                    "all", "recently-added", "favorites", "videos", "panoramas", "screenshots", "live", "animated",
                    "raw", "bursts", "depth", "slow-motion", "time-lapse", "hidden", "trash", "last-import",
                ])
            let folders = try await app.collections("folder", ["type": "smart"])
            #expect(folders.map { $0["count"]?.integer } == [albums.count])
            let folder = try #require(folders.first?["id"]?.text)
            #expect(albums.allSatisfy { $0["parent"]?.text == folder && $0["type"]?.text == "smart" })
            #expect(try await app.collections("album", ["folder": .text(folder)]) == albums)
            #expect(try await app.collections("folder", ["folder": .text(folder)]) == [])

            let expected: [String: [String]] = [
                "all": [favorite, plain, newest], "recently-added": [newest, favorite, plain],
                "favorites": [favorite, newest], "videos": [], "hidden": [hidden], "trash": [trashed],
                "last-import": [],
            ]
            for album in albums {
                guard let subtype = album["subtype"]?.text, let assets = expected[subtype] else { continue }
                let id = try #require(album["id"]?.text)
                #expect(try await app.assets(Self.album(id)) == assets, "\(subtype)")
                #expect(album["count"]?.integer == assets.count && album["estimated-count"]?.integer == assets.count)
                #expect((album["start-date"] == nil) == assets.isEmpty)
            }
            let favorites = try #require(albums[2]["id"]?.text)
            #expect(albums[2]["start-date"]?.integer == Int(Self.noon - 30 * Self.hour))
            #expect(albums[2]["end-date"]?.integer == Int(Self.noon + Self.hour))
            // A query for an album combines with its other conditions.
            try await owner.set(["favorite": true], of: hidden)
            #expect(try await app.assets(Self.album(favorites).merging(["limit": .uint32(1)]) { $1 }) == [favorite])
            #expect(
                try await app.assets(Self.album(favorites).merging(["include-hidden": true]) { $1 })
                    == [hidden, favorite, newest])
            let ascending: BusArgument = .variant("a(sb)", [["creation-date", true]])
            #expect(
                try await app.assets(Self.album(favorites).merging(["sort": ascending]) { $1 }) == [newest, favorite])
        }
    }

    @Test("are moments by time and place with dates as titles, in the years that they began in", .long)
    func moments() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let lisbon: [String: BusArgument] = ["location": .place(38.7223, -9.1393)]
            let morning = try await [Self.add(-4, by: owner), Self.add(-3, by: owner)]
            let elsewhere = try await Self.add(1, by: owner, lisbon)
            // Before midnight and at midnight, by the local time of the photos, two hours ahead.
            let evening = try await [Self.add(9, by: owner), Self.add(10, by: owner)]
            let older = try await Self.add(-24 * 200, by: owner)
            try await Self.add(-3, by: owner, ["hidden": true])
            try await owner.grant(
                Self.client, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")

            let found = try await app.collections("album", ["type": "moment"])
            #expect(
                found.compactMap { $0["title"]?.text }
                    == ["14 October 2023", "1 May 2024", "1 May 2024", "1–2 May 2024"])
            #expect(found.compactMap { $0["count"]?.integer } == [1, 2, 1, 2])
            #expect(found[1]["start-date"]?.integer == Int(Self.noon - 4 * Self.hour))
            #expect(found[1]["end-date"]?.integer == Int(Self.noon - 3 * Self.hour))
            let ids = found.compactMap { $0["id"]?.text }
            var members: [[String]] = []
            for id in ids { members.append(try await app.assets(Self.album(id))) }
            #expect(members == [[older], morning.reversed(), [elsewhere], evening.reversed()])

            let years = try await app.collections("folder", ["type": "moment-year"])
            #expect(years.compactMap { $0["title"]?.text } == ["2023", "2024"])
            #expect(years.compactMap { $0["count"]?.integer } == [1, 3])
            let year = try #require(years.last?["id"]?.text)
            #expect(years.last?["start-date"] == found[1]["start-date"])
            let within = try await app.collections("album", ["folder": .text(year)])
            #expect(within == Array(found.dropFirst()))
            #expect(within.allSatisfy { $0["parent"]?.text == year })
            #expect(
                try await app.collections("album", ["containing": .text(elsewhere)]).filter {
                    $0["type"]?.text == "moment"
                } == [found[2]])
            // All clients with full access and locations see the same moments; one without that right sees them
            // without locations.
            #expect(try await owner.collections("album", ["type": "moment"]) == found)
            try await owner.grant(Self.client, "full", rights: ["originals", "captions"])
            #expect(
                try await app.collections("album", ["type": "moment"]).compactMap { $0["count"]?.integer } == [1, 3, 2])
            // They keep their identity while their contents stay, and follow changes.
            try await owner.set(["rating": .variant("i", 3)], of: older)
            #expect(try await owner.collections("album", ["type": "moment"]) == found)
            try await owner.delete(older)
            #expect(try await owner.collections("album", ["type": "moment"]) == Array(found.dropFirst()))
            try await owner.set(["creation-date": .int64(Self.noon + 10 * Self.hour + Self.hour / 5)], of: elsewhere)
            #expect(
                try await owner.collections("album", ["type": "moment"]).compactMap { $0["count"]?.integer } == [2, 3])
        }
    }

    @Test("are found by every option of a fetch, and unknown options are refused", .long)
    func options() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let made = try await owner.perform([
                ("create-album", ["title": "winter", "placeholder": "@w"]), ("create-album", ["title": "Summer"]),
                ("create-album", ["title": "Ärger"]), ("add-assets", ["album": "@w", "ids": .texts([photos[0]])]),
            ])
            func titles(_ options: [String: BusArgument]) async throws -> [String] {
                try await owner.collections("album", options).compactMap { $0["title"]?.text }
            }
            let all = try await titles([:])
            #expect(all.count == 3 + 16 + 1)
            #expect(Array(all.prefix(4)) == ["Summer", "winter", "Ärger", "All photos"])
            #expect(all.last == "1 May 2024")
            #expect(try await titles(["limit": .uint32(2)]) == ["Summer", "winter"])
            #expect(
                try await titles([
                    "type": "album", "sort": .variant("a(sb)", [["count", false], ["title", false]]),
                ]) == ["winter", "Ärger", "Summer"])
            for (condition, expected) in [
                ("title contains 'ÄR'", ["Ärger"]), ("type = 'album' and count = 0", ["Summer", "Ärger"]),
                ("subtype in ('all', 'hidden')", ["All photos", "Hidden"]),
                ("type = 'moment' and start-date < date '2024-05-02'", ["1 May 2024"]),
                ("type != 'album' and parent is null", []), ("count > 1 and estimated-count < 2", []),
            ] as [(String, [String])] {
                #expect(try await titles(["where": .text(condition)]) == expected, "\(condition)")
            }
            #expect(
                try await titles(["where": "title like ?", "arguments": .variant("av", [.variant("s", "su%")])])
                    == ["Summer"])
            let misspelt = try await refusal { try await owner.fetch("album", ["where": "titel = 'x'"]) }
            #expect(misspelt.kind == "InvalidPredicate" && misspelt.message.contains("column 1"))
            #expect(misspelt.message.contains("title"))
            let unknown = "00000000-0000-4000-8000-000000000000"
            #expect(
                try await titles(["identifiers": .texts([made[2], unknown, made[0], photos[0], made[2]])])
                    == ["Ärger", "winter"])
            #expect(try await titles(["identifiers": .texts([made[0]]), "type": "smart"]) == [])
            #expect(
                try await titles(["containing": .text(photos[0])])
                    == ["winter", "All photos", "Recently added", "1 May 2024"])
            #expect(
                try await titles(["containing": .text(photos[1]), "type": "album"]) == [])
            for (kind, options, error, naming) in [
                ("album", ["folder": .text(unknown)], "NotFound", "folder"),
                ("album", ["folder": .text(made[0])], "NotFound", "folder"),
                ("album", ["folder": "top"], "InvalidArgument", "'top'"),
                ("album", ["containing": .text(unknown)], "NotFound", "asset"),
                ("folder", ["containing": .text(photos[0])], "InvalidArgument", "'containing'"),
                ("album", ["include-hidden": true], "InvalidArgument", "'include-hidden'"),
                ("album", ["type": "folder"], "InvalidArgument", "'moment'"),
                ("folder", ["type": "album"], "InvalidArgument", "'moment-year'"),
                ("album", ["sort": .variant("a(sb)", [["rating", true]])], "InvalidArgument", "'rating'"),
                (
                    "album", ["sort": .variant("a(sb)", [["title", true], ["title", false]])], "InvalidArgument",
                    "twice"
                ),
                ("asset", ["album": .text(unknown)], "NotFound", "album"),
                ("shelf", [:], "InvalidArgument", "'folder'"),
            ] as [(String, [String: BusArgument], String, String)] {
                let refused = try await refusal { try await owner.fetch(kind, options) }
                #expect(refused.kind == error && refused.message.contains(naming), "\(kind) \(options) \(refused)")
            }
            let result = try await owner.fetch("album", [:])
            let index = try await owner.call("FetchResult1", "IndexOf", "s", .text(made[0]), at: result.path)
            #expect(index[0]?.integer == 1)
            let names = try await owner.error("FetchResult1", "Read", "uuas", 0, 1, ["rating"], at: result.path)
            #expect(names.kind == "InvalidArgument")
        }
    }

    @Test("list the user-made folders with their contents")
    func folders() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await Self.add(0, by: owner)
            let made = try await owner.perform([
                ("create-folder", ["title": "Journeys", "placeholder": "@j"]),
                ("create-folder", ["title": "South", "parent": "@j", "placeholder": "@s"]),
                ("create-album", ["title": "Lisbon", "parent": "@s", "placeholder": "@l"]),
                ("create-album", ["title": "Alone"]), ("add-assets", ["album": "@l", "ids": .texts([photo])]),
            ])
            let (journeys, south, lisbon) = (made[0], made[1], made[2])
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let folders = try await app.collections("folder", ["type": "folder"])
            #expect(folders.map { $0["title"]?.text } == ["Journeys", "South"])
            #expect(folders.map { $0["parent"]?.text } == [nil, journeys])
            #expect(folders.map { $0["count"]?.integer } == [1, 1])
            func titles(_ kind: String, in folder: String) async throws -> [String?] {
                try await app.collections(kind, ["folder": .text(folder)]).map { $0["title"]?.text }
            }
            #expect(try await titles("folder", in: journeys) == ["South"])
            #expect(try await titles("album", in: journeys) == [])
            #expect(try await titles("album", in: south) == ["Lisbon"])
            let album = try await app.collections("album", ["identifiers": .texts([lisbon])])
            #expect(album.map { $0["parent"]?.text } == [south] && album.map { $0["count"]?.integer } == [1])
            #expect(album.map { $0["start-date"]?.integer } == [Int(Self.noon)])
            #expect(
                try await app.collections("album", ["type": "album", "where": "parent is null"]).map {
                    $0["title"]?.text
                } == ["Alone"])
            // A client with a selection sees none of these.
            try await owner.grant(Self.client, "limited", selection: [photo, lisbon])
            #expect(try await app.collections("folder", ["type": "folder"]) == [])
            #expect(try await app.collections("album", ["identifiers": .texts([lisbon])]) == [])
            #expect(try await refusal { try await titles("album", in: south) }.kind == "NotFound")
            #expect(try await refusal { try await app.assets(Self.album(lisbon)) }.kind == "NotFound")
        }
    }

    @Test("are at the top if they are in no folder, which '' as the folder lists by title")
    func top() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await Self.add(0, by: owner)
            _ = try await owner.perform([
                ("create-folder", ["title": "Work", "placeholder": "@w"]),
                ("create-folder", ["title": "Journeys", "placeholder": "@j"]),
                ("create-folder", ["title": "South", "parent": "@j"]),
                ("create-album", ["title": "Lisbon", "parent": "@j"]), ("create-album", ["title": "Zoo"]),
                ("create-album", ["title": "Alone"]),
            ])
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            func titles(_ kind: String, _ more: [String: BusArgument] = [:]) async throws -> [String?] {
                try await app.collections(kind, more.merging(["folder": ""]) { $1 }).map { $0["title"]?.text }
            }
            #expect(try await titles("album") == ["Alone", "Zoo"])
            #expect(try await titles("folder", ["type": "folder"]) == ["Journeys", "Work"])
            #expect(try await titles("folder").count == 4)
            #expect(try await titles("folder", ["type": "moment-year"]) == ["2024"])
            #expect(try await titles("album", ["type": "smart"]) == [])
            #expect(try await titles("album", ["type": "moment"]) == [])
            #expect(try await titles("album", ["where": "title like 'z%'"]) == ["Zoo"])
            let all = try await app.collections("album", [:]).compactMap { $0["id"]?.text }
            #expect(try await titles("album", ["identifiers": .texts(all)]) == ["Alone", "Zoo"])
            // A client with a selection sees no folder of a person's, and learns nothing by asking for the top.
            try await owner.grant(Self.client, "limited", selection: [photo])
            #expect(try await titles("album") == [])
            #expect(try await titles("folder").count == 2)
        }
    }

    @Test("in a result are closed to a client that may no longer see one of them, and so is the rest")
    func departures() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await [Self.add(0, by: owner), Self.add(48, by: owner)]
            try await owner.grant(Self.client, "limited", selection: photos)
            let app = try await world.client(flatpak: "org.example.App")
            let result = try await app.fetch("album", ["type": "moment"])
            #expect(result.count == 2)
            let first = try #require(try await app.read(result, "id").first?["id"]?.text)
            try await owner.changeSelection(of: Self.client, remove: [photos[1]])
            let read = try await app.error("FetchResult1", "Read", "uuas", 0, 1, ["title"], at: result.path)
            let index = try await app.error("FetchResult1", "IndexOf", "s", .text(first), at: result.path)
            #expect(read.kind == "AccessDenied" && index.kind == "AccessDenied")
            #expect(read.message.contains("fetch again"), "\(read.message)")
            try await app.close(result)
            #expect(try await app.collections("album", ["type": "moment"]).map { $0["id"]?.text } == [first])
            // With the loss of read access the object is gone.
            let open = try await app.fetch("album", ["type": "smart"])
            try await owner.grant(Self.client, "none")
            let gone = try await app.error("FetchResult1", "Read", "uuas", 0, 1, [], at: open.path)
            #expect(gone.name.hasSuffix("UnknownObject") || gone.kind == "AccessDenied")
            let asked = try await refusal { try await app.fetch("album", ["type": "smart"]) }
            #expect(asked.kind == "AccessDenied")
        }
    }
}
