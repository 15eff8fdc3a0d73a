import FilmgateModel
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

/// Random changes, and in between random results of random queries in random scopes that are moved on: each has seen a
/// sequence of changes of its own.
@Suite("Random updates of results")
struct StoreRandomUpdateTests {
    static let seeds = 8
    /// The total for all seeds; `FILMGATE_RANDOM_UPDATES` sets a larger number.
    static let count = Int(ProcessInfo.processInfo.environment["FILMGATE_RANDOM_UPDATES"] ?? "") ?? 2_400

    @Test("equal a new fetch, and their differences are complete", .long, arguments: 1...seeds)
    func random(_ seed: Int) async throws {
        let course = try await UpdateCourse(seed: UInt64(seed))
        while course.tally.updates < Self.count / Self.seeds { try await course.step() }
        let tally = course.tally
        // Some, but not all. Queries for what is in no album find less than others.
        #expect(tally.moves > 0 && tally.changed > tally.updates / 5, "\(tally)")
        #expect(tally.reloads < tally.updates / 3 && tally.rows > tally.updates * 4, "\(tally)")
        #expect(tally.limited > tally.updates / 4, "\(tally)")
    }
}

/// A library with open results, and random changes of it.
private final class UpdateCourse {
    struct Tally {
        var (updates, limited, reloads, moves, changed, rows) = (0, 0, 0, 0, 0, 0)
    }

    private struct Open {
        let query: AssetQuery
        let visibility: Visibility
        var keys: AssetKeys
        var rows: [AssetRow] = []
        /// The assets in changes of its visible content since its last update.
        var touched: Set<AssetID> = []
        /// Others of the bursts of those.
        var mates: Set<AssetID> = []
    }

    private(set) var tally = Tally()
    private let seed: UInt64
    private let fixture: Fixture
    private var maker: RandomPredicate<SeededRandom>
    private var chance: Chance
    private var ids: [AssetID]
    private let albums = [AlbumID.random(), AlbumID.random()]
    private let transient: TransientAlbum
    private var open: [Open] = []
    private var now: Timestamp = .seconds(2_000)

    private static let visibilities: [Visibility] =
        [.everything, .limited(Fixture.app), .limited(Fixture.other)]
        + [.assets(of: .image), .selection(of: .client(Fixture.app), only: .image)].map {
            Visibility(scope: $0, rights: .all)
        }

    init(seed: UInt64) async throws {
        self.seed = seed
        fixture = try await Fixture(in: "/dev/shm")
        chance = Chance(seed: seed)
        var maker = RandomPredicate(random: SeededRandom(seed: seed), ids: [AssetID.random()], hashes: [])
        ids = try await fixture.addRandomAssets(40, &maker)
        let keys = try await fixture.library.fetch(AssetQuery(), visibleTo: .everything)
        let hashes = try await fixture.library.rows(keys, properties: [.contentHash], visibleTo: .everything).orTrap
            .compactMap { row -> ContentHash? in
                guard case .text(let text)? = row.values[.contentHash] else { return nil }
                return ContentHash(text)
            }
        self.maker = RandomPredicate(random: maker.random, ids: ids, hashes: hashes)
        transient = TransientAlbum(id: .random(), title: "", assets: Array(ids.prefix(12)))
        for client in [Fixture.app, Fixture.other] {
            let grant = Grant(addOnly: .authorized, readWrite: .limited, rights: .all, grantor: .admin)
            try await fixture.grant(
                grant, to: .client(client), selection: Array(ids.shuffled(using: &chance).prefix(24)))
        }
        for album in albums {
            _ = try await fixture.apply([
                .createAlbum(album, title: "Album"),
                .addAssets(Array(ids.shuffled(using: &chance).prefix(15)), to: album),
            ])
        }
        try await fixture.library.changeSelection(
            of: .client(Fixture.other), adding: [ObjectID(albums[1])], removing: [], at: .seconds(1))
    }

    /// Some changes, then some updates.
    func step() async throws {
        for _ in 0..<chance.below(4) { try await change() }
        if chance.below(10) == 0 { now = now.advanced(bySeconds: Int64(chance.below(8)) * 86_400) }
        if open.count < 24 {
            try await fetch()
        } else if chance.below(4) == 0 {
            open.remove(at: chance.below(open.count))
        }
        for index in open.indices where chance.below(3) == 0 { try await update(index) }
    }

    // MARK: Results

    private func fetch() async throws {
        let (query, visibility) = (randomQuery(), chance.one(of: Self.visibilities))
        let resolved: AssetQuery
        do {
            resolved = try await resolve(query, visibility)
        } catch is NoSuchAlbum {
            return
        }
        let keys = try await fixture.library.fetch(resolved, visibleTo: visibility)
        open.append(Open(query: query, visibility: visibility, keys: keys, rows: try await rows(keys, visibility)))
    }

    private func resolve(_ query: AssetQuery, _ visibility: Visibility) async throws -> AssetQuery {
        try await fixture.library.resolve(query, transients: [transient], visibleTo: visibility, at: now)
    }

    private func rows(_ keys: AssetKeys, _ visibility: Visibility) async throws -> [AssetRow] {
        let rows = try await fixture.library.rows(
            keys, properties: Set(AssetProperty.allCases), visibleTo: visibility)
        return try #require(rows, "what was just found can be seen")
    }

    private func update(_ index: Int) async throws {
        var result = open[index]
        let (visibility, old) = (result.visibility, result.rows)
        let (update, fresh) = try await moved(result)
        let scene = "seed \(seed), update \(tally.updates), \(result.query), \(visibility)"
        try #require(update.keys == fresh, "\(scene)")
        let new = try await rows(update.keys, visibility)
        try check(update.difference, from: old, to: new, result, scene)
        result.keys = update.keys
        result.rows = new
        (result.touched, result.mates) = ([], [])
        open[index] = result
    }

    /// The store's result, and the database's.
    private func moved(_ result: Open) async throws -> (AssetResultUpdate, AssetKeys) {
        let library = fixture.library
        do {
            let resolved = try await resolve(result.query, result.visibility)
            let update = try await library.update(result.keys, to: resolved, visibleTo: result.visibility)
            return (update, try await library.unheld(resolved, visibleTo: result.visibility))
        } catch is NoSuchAlbum {
            return (try await library.emptied(result.keys), AssetKeys())
        }
    }

    private func check(
        _ difference: FetchDifference, from old: [AssetRow], to new: [AssetRow], _ result: Open, _ scene: String
    ) throws {
        tally.updates += 1
        tally.rows += new.count
        if result.visibility != .everything { tally.limited += 1 }
        let number = Dictionary(uniqueKeysWithValues: Set((old + new).map(\.id)).enumerated().map { ($1, Int64($0)) })
        let before = old.map { number[$0.id, default: -1] }
        let after = new.map { number[$0.id, default: -1] }
        var comparison = OrderComparison(before: before.count, after: after.count)
        comparison.add(before[...], at: 0, after[...], at: 0)
        let expected = try #require(comparison.difference(atMost: .max))
        let earlier = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        // These properties are about different assets, and only visible with them.
        let differing = new.indices.filter { index in
            guard var row = earlier[new[index].id] else { return false }
            for property in [AssetProperty.originalAsset, .burstID] where result.visibility != .everything {
                row.values[property] = new[index].values[property]
            }
            return row != new[index]
        }
        let touched = new.indices.filter { earlier[new[$0].id] != nil && result.touched.contains(new[$0].id) }
        guard difference.isIncremental else {
            tally.reloads += 1
            #expect(expected.size + touched.count > max(old.count, new.count), "\(scene)")
            return
        }
        try OrderComparisonTests.check(difference, leadsFrom: before, to: after)
        try #require(difference.moves.count == expected.moves.count, "\(scene)")
        try #require(Set(differing).isSubset(of: difference.changed), "\(scene)")
        // Besides the changed assets: versions whose original was purged, and others of a burst.
        let mates = new.indices.filter { result.mates.contains(new[$0].id) }
        try #require(Set(difference.changed).isSubset(of: touched + differing + mates), "\(scene)")
        tally.moves += difference.moves.count
        tally.changed += difference.changed.count
    }

    private func randomQuery() -> AssetQuery {
        var query = AssetQuery()
        switch chance.below(8) {
        case 0: query.identifiers = chance.some(of: ids) + chance.some(of: ids) + chance.some(of: ids)
        case 1: query.album = chance.one(of: albums)
        case 2: query.album = AlbumID(uuid: chance.one(of: SmartAlbum.all).id.uuid)
        case 3: query.album = AlbumID(uuid: transient.id.uuid)
        default: break
        }
        if chance.below(3) == 0 { query.predicate = maker.predicate(depth: 2) }
        if chance.below(3) == 0 {
            let properties: [AssetProperty] = [
                .rating, .title, .favorite, .creationDate, .addedDate, .modificationDate,
            ]
            query.sort = (0...chance.below(2)).map { _ in
                AssetQuery.Order(by: chance.one(of: properties), ascending: chance.below(2) == 0)
            }
        }
        query.limit = chance.one(of: [0, 0, 0, 5, 15])
        (query.includesHidden, query.includesTrashed) = (chance.below(3) == 0, chance.below(3) == 0)
        query.includesBurstMembers = chance.below(2) == 0
        switch chance.below(24) {
        case 0: query.predicate = .not(.isTrue(.inAlbum))
        case 1: query.predicate = .not(.isTrue(.inAlbum))
        case 2: query.sort = [AssetQuery.Order(by: .inAlbum, ascending: false)]
        default: break
        }
        return query
    }

    // MARK: Changes

    private func change() async throws {
        let some = Array(Set(chance.some(of: ids))).sorted { $0.description < $1.description }
        switch chance.below(12) {
        case 0: try await applied([.deleteAssets(some)], some)
        case 1: try await applied([.restoreAssets(some)], some)
        case 2:
            let holder = chance.one(of: [Holder.client(Fixture.app), .client(Fixture.other), .client(Fixture.owner)])
            let hidden = chance.below(5) == 0
            let key = chance.below(3) < 2 ? nil : chance.one(of: ["K", "L", "M"])
            let id = try await fixture.addToBurst(
                key, by: holder.client, seconds: Int64(chance.below(6)), isPicked: chance.below(4) == 0, hidden: hidden)
            ids.append(id)
            try await touch([], fixture.burstMates(of: [id]))
        case 3:
            let client = chance.one(of: [Fixture.app, Fixture.other])
            let others = chance.some(of: ids)
            try await fixture.changeSelection(of: .client(client), adding: some, removing: others)
            for index in open.indices where open[index].visibility.shows(selectionOf: client) {
                open[index].touched.formUnion(some + others)
            }
        case 4:
            let album = chance.one(of: albums)
            let change: StoreChange = chance.one(of: [
                .addAssets(some, to: album), .removeAssets(some, from: album), .insertAssets(some, into: album, at: 0),
                .moveAssets(some, in: album, to: 0),
            ])
            // Selections that hold the album change, too.
            try await applied([change], some)
        case 5 where chance.below(4) == 0:
            let trashed = some.prefix(1)
            try await applied([.deleteAssets(Array(trashed)), .purgeAssets(Array(trashed))], Array(trashed))
            ids.removeAll { trashed.contains($0) }
        case 6 where !some.isEmpty: try await applied([.setBurstPick(some[0])], [some[0]])
        default:
            let properties = randomProperties()
            try await applied(some.map { .setProperties($0, properties) }, some)
        }
    }

    private func randomProperties() -> AssetChanges {
        var properties = AssetChanges()
        switch chance.below(6) {
        case 0: properties.creationDate = .seconds(Int64(chance.below(6)))
        case 1: properties.isHidden = chance.below(2) == 0
        case 2: properties.isFavorite = chance.below(2) == 0
        case 3: properties.title = maker.text()
        case 4: properties.keywords = [maker.text() + "k"]
        default: properties.rating = Int32(chance.below(6))
        }
        return properties
    }

    private func applied(_ changes: [StoreChange], _ touching: [AssetID]) async throws {
        // Of their bursts, others are listed from now on, or no longer.
        let mates = try await fixture.burstMates(of: touching)
        do {
            _ = try await fixture.apply(changes)
        } catch is ChangeRefusal {
            // One of them was purged.
        }
        touch(touching, mates)
    }

    /// - Parameter mates: others of their bursts. Who sees a part of the library is not told of them.
    private func touch(_ touching: [AssetID], _ mates: [AssetID]) {
        for index in open.indices {
            open[index].touched.formUnion(touching)
            if open[index].visibility == .everything { open[index].mates.formUnion(mates) }
        }
    }
}

extension Visibility {
    fileprivate func shows(selectionOf client: ClientID) -> Bool {
        guard case .selection(of: .client(client), only: _) = scope else { return false }
        return true
    }
}
