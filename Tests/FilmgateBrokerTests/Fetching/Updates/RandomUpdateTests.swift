import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Random results of random queries over the bus, by clients of several scopes, updated after random changes.
@Suite("Random updates of results over the bus", .inProcess)
struct RandomUpdateTests {
    static let seeds = 2
    /// Changes of all seeds together: a tenth of those of the test on the store itself.
    static let count = (Int(ProcessInfo.processInfo.environment["FILMGATE_RANDOM_UPDATES"] ?? "") ?? 4_000) / 10

    @Test("lead a list on the screen to the result of a fresh fetch", .long, arguments: 1...seeds)
    func random(seed: Int) async throws {
        var settings = WorldSettings()
        settings.isInMemory = true
        try await withWorld(settings) { world in
            let course = try await UpdateCourse(in: world, seed: UInt64(seed))
            while course.updates < Self.count / Self.seeds { try await course.step() }
            #expect(course.incremental > course.updates / 2 && course.listed > course.updates / 3)
            #expect(course.recounts > course.updates / 100)
        }
    }
}

/// A library on a bus, its clients, and the lists that they show.
private final class UpdateCourse {
    private struct Open {
        let kind: String
        let options: [String: BusArgument]
        var list: ListOnScreen
        /// User-made albums.
        var counts: [String: Int] = [:]
    }

    private(set) var (updates, incremental, listed, recounts) = (0, 0, 0, 0)
    private var random: SeededRandom
    private let owner: TestClient
    private let clients: [TestClient]
    private var ids: [String]
    private let albums: [String]
    private var open: [Open] = []

    private static let limited = ["flatpak:org.example.App", "flatpak:org.example.Other"]

    init(in world: World, seed: UInt64) async throws {
        random = SeededRandom(seed: seed)
        owner = try await world.owner
        ids = try await UpdateTests.photos(24, by: owner)
        var albums = try await owner.perform(
            ("create-album", ["title": "A", "placeholder": "@a"]),
            ("add-assets", ["album": "@a", "ids": .texts(Array(ids.prefix(12)))]))
        albums = [albums[0]]
        albums += try await owner.collections("album").filter { $0["type"]?.text != "album" }.compactMap {
            $0["id"]?.text
        }
        self.albums = albums
        var clients = [owner]
        for (index, client) in Self.limited.enumerated() {
            try await owner.grant(
                client, "limited", selection: Array(ids.dropFirst(index * 4).prefix(14)),
                rights: ["location", "originals", "captions", "metadata", "write"])
            clients.append(try await world.client(flatpak: String(client.dropFirst("flatpak:".count))))
        }
        self.clients = clients
        let made: [String: BusArgument] = ["type": "album"]
        open = [Open(kind: "album", options: made, list: try await ListOnScreen.fetched(by: owner, "album", made))]
    }

    /// Makes some changes, then some updates.
    func step() async throws {
        for _ in 0..<below(4) { try await change() }
        if open.count < 12 { try await fetch() }
        for index in open.indices where below(3) == 0 { try await update(index) }
        if open.count == 12, below(4) == 0 {
            // The first user-made one stays.
            let closed = open.remove(at: 1 + below(11))
            try await closed.list.client.close(closed.list.result)
        }
    }

    private func update(_ index: Int) async throws {
        let details = try await open[index].list.update()
        let (list, options) = (open[index].list, open[index].options)
        updates += 1
        if details.isIncremental { incremental += 1 }
        if !details.description.isEmpty { listed += 1 }
        if open[index].kind == "album" { try await checkCounts(index, details) }
        do {
            let fresh = try await ListOnScreen.fetched(by: list.client, open[index].kind, options)
            try #require(fresh.ids == list.ids, "update \(updates): \(details), \(options)")
            try await list.client.close(fresh.result)
        } catch let error as BusError where error.kind == "NotFound" {
            #expect(list.ids.isEmpty, "its album is gone")
        }
    }

    /// Albums with a different number of photos than at the last update of their list have changed.
    private func checkCounts(_ index: Int, _ details: ListOnScreen.UpdateReply) async throws {
        let list = open[index].list
        let rows = try await list.client.read(list.result, "id", "type", "count")
        for (number, row) in rows.enumerated() where row["type"]?.text == "album" {
            let (id, count) = (row["id"]?.text ?? "", row["count"]?.integer ?? -1)
            if let before = open[index].counts[id], before != count {
                recounts += 1
                let isReported = !details.isIncremental || details.changed.contains(number)
                try #require(isReported, "update \(updates): \(details)")
            }
            open[index].counts[id] = count
        }
    }

    private func fetch() async throws {
        let client = one(of: clients)
        let (kind, options) = query()
        do {
            open.append(
                Open(kind: kind, options: options, list: try await ListOnScreen.fetched(by: client, kind, options)))
        } catch let error as BusError where error.kind == "NotFound" {
            // Not all clients see user-made albums.
        }
    }

    private func query() -> (String, [String: BusArgument]) {
        var options: [String: BusArgument] = [:]
        switch below(8) {
        case 0: return ("album", ["type": .text(one(of: ["album", "moment", "smart"]))])
        case 1: return ("album", ["containing": .text(one(of: ids))])
        case 2: options["identifiers"] = .texts(Array(ids.shuffled(using: &random).prefix(9)))
        case 3, 4: options["album"] = .text(one(of: albums))
        default: break
        }
        if below(3) == 0 {
            options["where"] = .text(one(of: ["rating >= 3", "favorite", "not favorite or rating = 0"]))
        }
        if below(3) == 0 {
            let orders: [BusArgument] = [["rating", .flag(below(2) == 0)], ["creation-date", .flag(below(2) == 0)]]
            options["sort"] = .variant("a(sb)", .list(Array(orders.prefix(1 + below(2)))))
        }
        if below(3) == 0 { options["limit"] = .uint32(7) }
        if below(4) == 0 { options["include-hidden"] = true }
        if below(4) == 0 { options["include-trashed"] = true }
        return ("asset", options)
    }

    private func change() async throws {
        let some = Array(ids.shuffled(using: &random).prefix(1 + below(3)))
        switch below(10) {
        case 0: try await owner.perform(("delete-assets", ["ids": .texts(some)]))
        case 1, 2: try await owner.perform(("restore-assets", ["ids": .texts(some)]))
        case 3: try await owner.changeSelection(of: one(of: Self.limited), add: some)
        case 4: try await owner.changeSelection(of: one(of: Self.limited), remove: some)
        case 5:
            let (name, index): (String, [String: BusArgument]) = one(of: [
                ("add-assets", [:]), ("remove-assets", [:]), ("move-assets", ["index": .uint32(0)]),
            ])
            try await owner.perform((name, ["album": .text(albums[0]), "ids": .texts(some)].merging(index) { $1 }))
        case 6 where below(3) == 0:
            ids.append(try await CollectionTests.add(Int64(below(30)), by: owner))
            // The library keeps its size, because changes would miss most results otherwise.
            let gone = ids.remove(at: below(ids.count))
            for kind in ["delete-assets", "purge-assets"] { try await owner.perform((kind, ["ids": .texts([gone])])) }
        default:
            let properties: [String: BusArgument] = one(of: [
                ["rating": .variant("i", .integer(Int64(below(6))))], ["favorite": .flag(below(2) == 0)],
                UpdateTests.date(Int64(below(60))), ["hidden": .flag(below(3) == 0)],
            ])
            try await owner.perform(
                some.map { ("set-properties", ["id": .text($0), "properties": .options(properties)]) })
        }
    }

    private func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    private func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}
