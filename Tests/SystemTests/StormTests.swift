import FilmgateTestKit
import Foundation
import Testing

/// Imports, changes, grants and observers at once, and in the middle of it all the broker is killed, again and again.
@Suite("A broker that is killed under load")
struct StormTests {
    private static let kills = Int(ProcessInfo.processInfo.environment["FILMGATE_KILLS"] ?? "") ?? 10

    @Test("holds after each kill what it had answered for, nothing by halves, and nothing that anybody did not do")
    func storm() async throws {
        var settings = WorldSettings()
        settings.isInMemory = true
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let (first, second, third) = try await (Self.known(owner), Self.known(owner), Self.known(owner))
            let photos = try await owner.add(Photo.several(12))
            var ratings = RatingModel(photos)
            var album = AlbumModel(
                try await owner.perform([("create-album", ["title": "Album"])])[0], of: Array(photos[..<8]))
            var grants = GrantModel(["flatpak:org.example.First", "flatpak:org.example.Second"], photos)
            var answered = Set(photos)
            for kill in 0..<Self.kills {
                let folder = "\(world.folder)/import/\(kill)"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                for number in 0..<6 { try Photo.small("\(kill)/\(number)").write(to: "\(folder)/\(number).jpg") }
                let tool = try world.start([BuiltProgram.path("filmgatectl"), "import", "--quiet", folder])
                let before = (ratings, album, grants)
                async let rated = before.0.changed(by: first)
                async let filled = before.1.changed(by: second)
                async let granted = before.2.changed(by: third)
                async let added = Self.addUntilItFails(owner)
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...400)))
                try await world.killBroker()
                answered.formUnion(await added)
                (ratings, album, grants) = await (rated, filled, granted)
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
            }
        }
    }

    /// Another connection of the owner's, which the broker knows before it dies.
    private static func known(_ owner: Client) async throws -> Client {
        let client = try await owner.anotherConnection()
        _ = try await client.status()
        return client
    }

    /// - Returns: those that were answered for.
    private static func addUntilItFails(_ client: Client) async -> [String] {
        var answered: [String] = []
        while let id = try? await client.add(Photo.small()) { answered.append(id) }
        return answered
    }
}

/// What may be true of something that is changed one step at a time: what was answered for, and the step that was not.
private struct Possible<State: Hashable & Sendable>: Sendable {
    private(set) var known: State
    private var attempted: State?

    init(_ state: State) { known = state }

    /// - Returns: whether the step was answered for; else it may have been made all the same.
    mutating func step(to state: State, _ body: () async throws -> Void) async -> Bool {
        attempted = state
        guard (try? await body()) != nil else { return false }
        known = state
        attempted = nil
        return true
    }

    /// - Returns: whether what is seen is possible.
    mutating func settle(_ seen: State) -> Bool {
        defer { (known, attempted) = (seen, nil) }
        return seen == known || seen == attempted
    }
}

/// The ratings of some photos, several changed in one batch.
private struct RatingModel: Sendable {
    private let ids: [String]
    private var ratings: Possible<[Int]>

    init(_ ids: [String]) {
        self.ids = ids
        ratings = Possible(ids.map { _ in 0 })
    }

    func changed(by client: Client) async -> RatingModel {
        var model = self
        while true {
            var next = model.ratings.known
            for _ in 0..<4 { next[Int.random(in: ids.indices)] = Int.random(in: 0...5) }
            let done = await model.ratings.step(to: next) {
                try await client.perform(
                    zip(ids, next).map { id, rating in
                        let properties: [String: Argument] = ["rating": .variant("i", .integer(Int64(rating)))]
                        return ("set-properties", ["id": .text(id), "properties": .options(properties)])
                    })
            }
            guard done else { return model }
        }
    }

    mutating func settle(with client: Client) async throws -> Bool {
        let result = try await client.fetch(["identifiers": .texts(ids)])
        let rows = try await client.read(result, "id", "rating")
        try await client.close(result)
        let seen = Dictionary(uniqueKeysWithValues: rows.map { ($0["id"]?.text ?? "", $0["rating"]?.integer ?? 0) })
        return ratings.settle(ids.map { seen[$0] ?? -1 })
    }
}

/// An album's members in their order.
private struct AlbumModel: Sendable {
    private let album: String
    private let ids: [String]
    private var members = Possible<[String]>([])

    init(_ album: String, of ids: [String]) {
        self.album = album
        self.ids = ids
    }

    func changed(by client: Client) async -> AlbumModel {
        var model = self
        while true {
            let old = model.members.known
            let id = ids[Int.random(in: ids.indices)]
            var next = old.filter { $0 != id }
            let change: (String, [String: Argument])
            if old.contains(id), Bool.random() {
                change = ("remove-assets", ["album": .text(album), "ids": .texts([id])])
            } else {
                let place = Int.random(in: 0...next.count)
                next.insert(id, at: place)
                change = (
                    old.contains(id) ? "move-assets" : "insert-assets",
                    ["album": .text(album), "ids": .texts([id]), "index": .uint32(UInt32(place))]
                )
            }
            guard await model.members.step(to: next, { _ = try await client.perform([change]) }) else { return model }
        }
    }

    mutating func settle(with client: Client) async throws -> Bool {
        members.settle(try await client.assets(["album": .text(album)]))
    }
}

/// The levels and selections of some clients.
private struct GrantModel: Sendable {
    private struct Grant: Hashable, Sendable {
        var level = "undetermined"
        var selection: Set<String> = []
    }

    private let clients: [String]
    private let photos: [String]
    private var grants: [Possible<Grant>]

    init(_ clients: [String], _ photos: [String]) {
        self.clients = clients
        self.photos = photos
        grants = clients.map { _ in Possible(Grant()) }
    }

    func changed(by owner: Client) async -> GrantModel {
        var model = self
        while true {
            let index = Int.random(in: clients.indices)
            let level = ["none", "add-only", "limited", "full"].randomElement() ?? "full"
            let selection = level == "limited" ? Array(photos.shuffled().prefix(3)) : []
            let done = await model.grants[index].step(to: Grant(level: level, selection: Set(selection))) {
                try await owner.grant(clients[index], level, selection: level == "limited" ? selection : nil)
            }
            guard done else { return model }
        }
    }

    mutating func settle(with owner: Client) async throws -> Bool {
        let levels = try await owner.grants()
        for (index, client) in clients.enumerated() {
            var seen = Grant()
            if let row = levels.first(where: { $0["client"]?.text == client }) {
                seen.level = row["level"]?.text ?? ""
                if seen.level == "limited" { seen.selection = try await Set(owner.selection(of: client)) }
            }
            guard grants[index].settle(seen) else { return false }
        }
        return true
    }
}
