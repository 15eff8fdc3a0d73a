import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("An album on the bus", .inBothWorlds)
struct AlbumTests {
    static let client = "flatpak:org.example.App"

    @Test("is made, filled, listed, renamed and deleted, with placeholders for what the batch makes")
    func life() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let made = try await owner.perform([
                TestClient.creation(of: .memory(TestPhoto.small().bytes), placeholder: "@p"),
                ("create-album", ["title": "Summer", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts([photos[1], "@p", photos[0]])]),
            ])
            let (photo, album) = (made[0], made[1])
            #expect(made[2] == "")
            #expect(try await owner.albums().map { $0["title"]?.text } == ["Summer"])
            #expect(try await owner.albums().map { $0["count"]?.integer } == [3])
            #expect(try await owner.assets(["album": .variant("s", .text(album))]) == [photos[1], photo, photos[0]])
            _ = try await owner.perform([
                ("rename", ["id": .text(album), "title": "Autumn"]),
                ("remove-assets", ["album": .text(album), "ids": .texts([photo])]),
            ])
            #expect(try await owner.albums().map { $0["title"]?.text } == ["Autumn"])
            #expect(try await owner.assets(["album": .variant("s", .text(album))]) == [photos[1], photos[0]])
            let wrong = try await refusal {
                try await owner.perform([
                    ("rename", ["id": .text(album), "title": "Winter"]),
                    ("add-assets", ["album": .text(photos[0]), "ids": .texts([photo])]),
                ])
            }
            #expect(wrong.kind == "NotFound" && wrong.message.hasPrefix("change 1:"))
            #expect(try await owner.albums().map { $0["title"]?.text } == ["Autumn"])
            _ = try await owner.perform([("delete-albums", ["ids": .texts([album])])])
            #expect(try await owner.albums().isEmpty)
            #expect(try await owner.verify().findings == [])
        }
    }

    @Test("in a selection is live: the app sees additions at once, and never the album", .long)
    func live() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let album = try await owner.perform([("create-album", ["title": "For them"])])[0]
            try await owner.grant(Self.client, "limited", selection: [photos[0], album])
            #expect(try await owner.selection(of: Self.client) == [photos[0], album])
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.assets() == [photos[0]])
            _ = try await owner.perform([("add-assets", ["album": .text(album), "ids": .texts([photos[1]])])])
            #expect(try await Set(app.assets()) == [photos[0], photos[1]])
            let result = try await app.fetch()
            _ = try await owner.perform([("remove-assets", ["album": .text(album), "ids": .texts([photos[1]])])])
            #expect(try await app.assets() == [photos[0]])
            let held = try await app.error("FetchResult1", "Read", "uuas", 0, 3, [], at: result.path)
            #expect(held.kind == "AccessDenied")

            #expect(try await app.albums().isEmpty)
            #expect(
                try await refusal { try await app.assets(["album": .variant("s", .text(album))]) }.kind == "NotFound")
            for change in [
                ("rename", ["id": .text(album), "title": "Mine"]), ("delete-albums", ["ids": .texts([album])]),
                ("add-assets", ["album": .text(album), "ids": .texts([photos[0]])]),
                ("add-assets", ["album": "00000000-0000-4000-8000-000000000000", "ids": .texts([photos[0]])]),
            ] as [(String, [String: BusArgument])] {
                #expect(try await refusal { try await app.perform([change]) }.kind == "NotFound", "\(change)")
            }
            #expect(
                try await refusal { try await app.perform([("create-album", ["title": "Mine"])]) }.kind
                    == "AccessDenied")
            let unknown = try await refusal {
                try await owner.grant(Self.client, "limited", selection: ["00000000-0000-4000-8000-000000000000"])
            }
            #expect(unknown.kind == "NotFound")
        }
    }
}
