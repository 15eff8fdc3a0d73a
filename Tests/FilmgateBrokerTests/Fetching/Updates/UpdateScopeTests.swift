import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("An update in a scope", .inProcess)
struct UpdateScopeTests {
    static let client = "flatpak:org.example.App"

    @Test("reports what was hidden as removed, and the result can be read again")
    func takenAway() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await UpdateTests.photos(5, by: owner)
            try await owner.grant(Self.client, "limited", selection: photos)
            let app = try await world.client(flatpak: "org.example.App")
            var list = try await ListOnScreen.fetched(by: app)
            var moments = try await ListOnScreen.fetched(by: app, "album", ["type": "moment"])
            try await owner.changeSelection(of: Self.client, remove: [photos[1], photos[3], photos[4]])
            #expect(try await refusal { try await app.read(list.result, "id") }.kind == "AccessDenied")
            #expect("\(try await list.update())" == "-1 -3 -4")
            #expect(try await app.read(list.result, "title").count == 2)
            // A different first photo makes it a different moment.
            #expect(try await refusal { try await app.read(moments.result, "id") }.kind == "AccessDenied")
            #expect("\(try await moments.update())" == "reload" && moments.ids.count == 1)

            try await owner.changeSelection(of: Self.client, add: [photos[3]])
            #expect("\(try await list.update())" == "+2")
            // Removed and added again, and changed while it was invisible: one change.
            try await owner.changeSelection(of: Self.client, remove: [photos[0]])
            try await owner.set(["rating": .variant("i", 2)], of: photos[0])
            try await owner.changeSelection(of: Self.client, add: [photos[0]])
            #expect("\(try await list.update())" == "~0")
        }
    }

    @Test("reports nothing that is outside the scope, whatever happens there")
    func unseen() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await UpdateTests.photos(4, by: owner)
            try await owner.grant(Self.client, "limited", selection: [photos[0], photos[2]])
            let app = try await world.client(flatpak: "org.example.App")
            var list = try await ListOnScreen.fetched(by: app)
            var sorted = try await ListOnScreen.fetched(
                by: app, "asset", ["sort": .variant("a(sb)", [["rating", true]])])
            try await owner.set(["rating": .variant("i", 5)], of: photos[1])
            try await owner.delete(photos[3])
            _ = try await CollectionTests.add(9, by: owner)
            try await owner.grant("flatpak:org.example.Other", "limited", selection: photos.dropLast())
            try await owner.perform(
                ("create-album", ["title": "A", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts([photos[0], photos[1]])]))
            for _ in 0..<2 {
                #expect("\(try await list.update())" == "")
                #expect("\(try await sorted.update())" == "")
            }
            #expect(list.ids == [photos[0], photos[2]])
        }
    }

    @Test("widens and narrows with the grant, reloads with different rights, and ends with read access")
    func grants() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await UpdateTests.photos(4, by: owner)
            let rights = ["originals", "captions"]
            try await owner.grant(Self.client, "limited", selection: [photos[1], photos[2]], rights: rights)
            let app = try await world.client(flatpak: "org.example.App")
            var list = try await ListOnScreen.fetched(by: app)
            try await owner.grant(Self.client, "full", rights: rights)
            #expect("\(try await list.update())" == "+0 +3")
            try await owner.grant(Self.client, "limited", selection: [photos[3]], rights: rights)
            // What was selected meanwhile counts as changed, whether it was visible before or not.
            #expect("\(try await list.update())" == "-0 -1 -2 ~0")
            try await owner.grant(Self.client, "limited", rights: rights + ["location"])
            #expect("\(try await list.update())" == "reload")
            #expect("\(try await list.update())" == "")
            try await owner.grant(Self.client, "add-only")
            let refused = try await refusal { try await list.update() }
            #expect(["UnknownObject", "AccessDenied"].contains { refused.name.hasSuffix($0) }, "\(refused)")
            try await owner.grant(Self.client, "full")
            #expect(try await refusal { try await list.update() }.name.hasSuffix("UnknownObject"))
        }
    }

    @Test("of a query about a property that is now hidden from the client is refused")
    func withheld() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            _ = try await UpdateTests.photos(1, by: owner)
            try await owner.grant(Self.client, "full", rights: ["location"])
            let app = try await world.client(flatpak: "org.example.App")
            var list = try await ListOnScreen.fetched(by: app, "asset", ["where": "location is not null"])
            try await owner.grant(Self.client, "full", rights: [])
            let refused = try await refusal { try await list.update() }
            #expect(refused.kind == "InvalidArgument" && refused.message.contains("'location'"), "\(refused)")
        }
    }

    @Test(
        "during changes by others is of one moment, each leads to the next, and the last to what is there", .long)
    func meanwhile() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await UpdateTests.photos(12, by: owner)
            try await owner.grant(Self.client, "limited", selection: photos)
            let app = try await world.client(flatpak: "org.example.App")
            let (writer, reader) = try await (owner.anotherConnection(), owner.anotherConnection())
            let changing = Task {
                for round in 0..<60 {
                    // Two at once, or neither.
                    let pair = [photos[round % 12], photos[(round + 5) % 12]]
                    try await writer.perform(("delete-assets", ["ids": .texts(pair)]))
                    try await writer.set(UpdateTests.date(Int64(round % 7)), of: photos[(round + 1) % 12])
                    try await writer.perform(("restore-assets", ["ids": .texts(pair)]))
                }
            }
            async let first: Void = Self.follow(changing, by: app)
            async let second: Void = Self.follow(changing, by: reader)
            _ = try await (first, second, changing.value)
        }
    }

    /// Updates a result until there are no more changes.
    private static func follow(_ changes: Task<Void, any Error>, by client: TestClient) async throws {
        let result = try await client.fetch()
        // Unknown values are nil.
        var rows = [String?](repeating: nil, count: result.count)
        let isOver = Flag()
        let watching = Task {
            _ = await changes.result
            await isOver.set()
        }
        var (updates, known) = (0, 0)
        while true {
            let wasOver = await isOver.value
            let details = ListOnScreen.UpdateReply(
                try await client.call("FetchResult1", "Update", at: result.path)[0]?.table ?? [:])
            updates += 1
            #expect([10, 12].contains(details.count), "both of a batch or neither")
            rows = try details.isIncremental ? details.applied(to: rows) : Array(repeating: nil, count: details.count)
            // Removed elements cannot be read until the next update.
            if let ids = try? await client.read(result, "id").compactMap({ $0["id"]?.text }) {
                #expect(ids.count == rows.count && zip(ids, rows).allSatisfy { $0 == ($1 ?? $0) }, "\(details)")
                known += rows.count { $0 != nil }
                rows = ids
            }
            if wasOver { break }
        }
        await watching.value
        #expect(updates > 3 && known > 12, "\(updates) \(known)")
        #expect(rows == (try await client.assets()))
    }

    private actor Flag {
        private(set) var value = false
        func set() { value = true }
    }
}
