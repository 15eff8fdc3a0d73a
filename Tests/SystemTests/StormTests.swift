import FilmgateTestKit
import Foundation
import Testing

/// Imports, changes, grants and observers at once, while the broker is killed again and again.
@Suite("A broker that is killed under load")
struct StormTests {
    private static let kills = Int(ProcessInfo.processInfo.environment["FILMGATE_KILLS"] ?? "") ?? 10

    @Test("has confirmed steps after each kill, nothing half-done, and nothing that no client did", .seeded)
    func storm() async throws {
        var settings = WorldSettings()
        settings.isInMemory = true
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let (first, second, third) = try await (Self.known(owner), Self.known(owner), Self.known(owner))
            let fourth = try await Self.known(owner)
            let photos = try await owner.add(TestPhoto.several(12))
            var edits = try await EditModel(of: TestPhoto.several(3), by: owner)
            let edited = Set(try await owner.allAssets()).subtracting(photos)
            var ratings = RatingModel(photos)
            var album = AlbumModel(
                try await owner.perform([("create-album", ["title": "Album"])])[0], of: Array(photos[..<8]))
            var grants = GrantModel(["flatpak:org.example.First", "flatpak:org.example.Second"], photos)
            var answered = Set(photos)
            let loose = try await owner.add(TestPhoto.several(4))
            var trash = TrashModel(loose)
            _ = try await owner.perform([
                ("create-album", ["title": "Counted", "placeholder": "@counted"]),
                ("add-assets", ["album": "@counted", "ids": .texts(loose)]),
            ])
            let watching = try await Self.known(owner)
            var observer = try await ObserverModel(by: watching)
            // One whose selection and grant change all the time, and which has full access at times.
            try await owner.grant(Self.watcher, "limited", selection: [photos[0]])
            var views = GrantModel([Self.watcher], photos + loose, ["limited", "limited", "limited", "full"])
            _ = try await views.settle(with: owner)
            let app = try await world.client(flatpak: "org.example.Watcher")
            var watcher = try await ObserverModel(by: app)
            var random = SeededRandom()
            for kill in 0..<Self.kills {
                let folder = "\(world.folder)/import/\(kill)"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                for number in 0..<6 { try TestPhoto.small("\(kill)/\(number)").write(to: "\(folder)/\(number).jpg") }
                let tool = try world.start([BuiltProgram.path("filmgatectl"), "import", "--quiet", folder])
                let before = (ratings, album, grants, trash, views, edits)
                async let rated = before.0.changed(by: first)
                async let filled = before.1.changed(by: second)
                async let granted = before.2.changed(by: third)
                async let trashed = before.3.changed(by: first)
                async let viewed = before.4.changed(by: third)
                async let drawn = before.5.changed(by: fourth)
                async let added = Self.addUntilItFails(owner)
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...400, using: &random)))
                try await world.killBroker()
                answered.formUnion(await added)
                (ratings, album, grants) = await (rated, filled, granted)
                (trash, views, edits) = await (trashed, viewed, drawn)
                await tool.ended()

                try await world.startBroker()
                let what = Comment(rawValue: "after kill \(kill)")
                #expect(try await owner.verify().findings == [], what)
                #expect(try await owner.verifyAudit().kinds == [], what)
                let there = try await Set(owner.allAssets())
                #expect(answered.isSubset(of: there), what)
                try #require(try await ratings.settle(with: owner), what)
                try #require(try await album.settle(with: owner), what)
                try #require(try await grants.settle(with: owner), what)
                try #require(try await trash.settle(with: owner), what)
                try #require(try await views.settle(with: owner), what)
                try #require(try await edits.settle(with: owner), what)
                // Each round ends at another level than the one before, so the watcher is surely told of a change.
                try #require(await views.give(kill.isMultiple(of: 2) ? "full" : "limited", by: owner), what)
                for unreported in [try await observer.settle(with: watching), try await watcher.settle(with: app)] {
                    try #require(unreported == nil, "\(what.rawValue), an observer was not told: \(unreported ?? "")")
                }
                // Up to a thousand shown and hidden objects are listed, which is always enough here.
                try #require(there.count < 1_000, what)
                answered.subtract(
                    try await Self.purge(there.subtracting(photos + loose).subtracting(edited), by: owner, &random))
            }
            #expect(observer.heard > Self.kills && watcher.heard > Self.kills, "they were told something")
            #expect(Self.kills < 10 || observer.missed + watcher.missed > 0, "and something of what they had missed")
            #expect(observer.recounts > Self.kills / 2, "and of what their albums count")
            #expect(watcher.ofOtherLevels >= Self.kills, "and of what another level brought or took")
        }
    }

    private static let watcher = "flatpak:org.example.Watcher"

    /// A second connection of the owner's, which the broker knows before it dies.
    private static func known(_ owner: TestClient) async throws -> TestClient {
        let client = try await owner.anotherConnection()
        _ = try await client.status()
        return client
    }

    /// Purges some if there are many.
    ///
    /// - Returns: the purged ones.
    private static func purge(
        _ ids: Set<String>, by owner: TestClient, _ random: inout SeededRandom
    ) async throws -> Set<String> {
        guard ids.count > 400 else { return [] }
        let surplus = Array(ids.sorted().shuffled(using: &random).dropFirst(200))
        for kind in ["delete-assets", "purge-assets"] { try await owner.perform((kind, ["ids": .texts(surplus)])) }
        return Set(surplus)
    }

    /// - Returns: the confirmed ones.
    private static func addUntilItFails(_ client: TestClient) async -> [String] {
        var answered: [String] = []
        while let id = try? await client.add(TestPhoto.small()) { answered.append(id) }
        return answered
    }
}
