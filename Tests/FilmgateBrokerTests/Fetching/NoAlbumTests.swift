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
}
