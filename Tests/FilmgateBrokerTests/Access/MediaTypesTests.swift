import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("An app that sees only images", .inProcess)
struct MediaTypesTests {
    private static let client = "flatpak:org.example.App"
    private static let rights = ["location", "originals", "captions", "metadata", "write"]
    private static let images: [String: BusArgument] = ["media-types": .texts(["image"])]

    @Test(
        "finds no video by any question, and no album that could tell of one",
        arguments: ["limited", "full"])
    func questions(_ level: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let video = try await owner.add(Video.small())
            let album = try await owner.perform(("create-album", ["title": "Both"]))[0]
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([photo, video])]))
            try await owner.grant(
                Self.client, level, selection: level == "limited" ? [photo, video] : nil, rights: Self.rights,
                others: Self.images)
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.assets() == [photo])
            #expect(try await app.assets(["identifiers": .texts([video, photo])]) == [photo])
            for condition in ["media-type = 'video'", "duration > 0", "mime-type like 'video/%'"] {
                #expect(try await app.assets(["where": .variant("s", .text(condition))]) == [])
            }
            let counts = try await app.collections("album", ["type": "smart"]).compactMap { $0["count"]?.integer }
            #expect(!counts.isEmpty && counts.allSatisfy { $0 <= 1 })
            #expect(try await app.collections("album", ["type": "moment"]).count == 1)
            #expect(try await app.collections("album", ["type": "album"]).isEmpty)
            for call in [
                { try await app.resources(of: video) as Any }, { try await app.open(video, "video") },
                { try await app.requestImage(of: video) }, { try await app.set(["favorite": true], of: video) },
                { try await app.assets(["album": .text(album)]) },
            ] as [@Sendable () async throws -> Any] {
                let error = try await refusal { _ = try await call() }
                #expect(error.kind == "NotFound", "\(error)")
            }
            #expect(try await app.open(photo).size > 0)
            let reported = try await app.call("Authorization1", "GetClient")[0]?.table
            #expect(reported?["media-types"]?.texts == ["image"])
            // Without the limit there are two.
            try await owner.grant(Self.client, level, selection: level == "limited" ? [photo, video] : nil)
            #expect(try await app.assets().count == 2)
        }
    }

    @Test("hears of no video, and can add one without seeing it", arguments: ["limited", "full"])
    func changes(_ level: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let videos = [
                try await owner.add(Video.small()),
                try await owner.add(Video.small()),
            ]
            try await owner.grant(
                Self.client, level, selection: level == "limited" ? [photo] + videos : nil, rights: Self.rights,
                others: Self.images)
            let app = try await world.client(flatpak: "org.example.App")
            let token = try await app.subscribe()
            let result = try await app.fetch()
            try await owner.set(["title": "Waves"], of: videos[0])
            try await owner.delete(videos[0])
            try await owner.perform(("purge-assets", ["ids": .texts([videos[0]])]))
            _ = try await app.add(Video.small())
            let silent = try await app.changes(since: token)
            #expect(silent.token == token && silent.lists.isEmpty)
            #expect(try await app.assets() == [photo])
            try await owner.set(["favorite": true], of: photo)
            let reported = try await app.nextChanges()
            #expect(reported["updated"] == [photo] && reported.lists.count == 1, "\(reported)")
            #expect(try await app.changes(since: token)["updated"] == [photo])
            let details = try await app.call("FetchResult1", "Update", at: result.path)[0]?.table
            #expect(details?["count"]?.integer == 1)
        }
    }

    @Test("learns nothing of videos that the person selects for it")
    func selection() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (first, second) = (try await owner.add(TestPhoto.small()), try await owner.add(TestPhoto.small()))
            let video = try await owner.add(Video.small())
            try await owner.grant(
                Self.client, "limited", selection: [first], rights: Self.rights, others: Self.images)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.editSelection()
            try await agent.answer(
                agent.asked("selection"), ["decision": "done", "selection": .texts([second, video])])
            let response = try await app.response(to: request)
            #expect(response.results["added"]?.texts == [second] && response.results["removed"]?.texts == [first])
            #expect(try await app.assets() == [second])
            #expect(Set(try await owner.selection(of: Self.client)) == [second, video])
        }
    }

    @Test("is explained, listed and refused for what names no type")
    func administration() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.App]\nmedia-types=image\n")) { world in
            let owner = try await world.owner
            let video = try await owner.add(Video.small())
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.assets() == [])
            #expect(try await owner.grants().first?["media-types"]?.texts == ["image"])
            let reason = try await owner.call(
                "Admin1", "ExplainAccess", "ssa{sv}", .text(Self.client), .text(video), [:])
            #expect(reason[0]?.table?["visible"]?.flag == false)
            #expect(reason[0]?.table?["reason"]?.text?.contains("sees only images") == true, "\(reason)")
            for types in [[], ["picture"]] as [[String]] {
                let error = try await refusal {
                    try await owner.grant(Self.client, "full", others: ["media-types": .texts(types)])
                }
                #expect(error.kind == "InvalidArgument" && error.message.contains("'image', 'video'"), "\(error)")
            }
            // A policy and a grant without a common type leave nothing.
            try await owner.grant(Self.client, "full", others: ["media-types": .texts(["video"])])
            #expect(try await app.assets() == [])
            #expect(try await owner.grants().first?["media-types"]?.texts == [])
        }
    }
}
