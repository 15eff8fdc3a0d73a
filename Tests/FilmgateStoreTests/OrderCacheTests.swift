import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("A cached order")
struct OrderCacheTests {
    @Test("equals a new query after each of thousands of random changes, in every scope", .long, arguments: 1...8)
    func random(_ seed: UInt64) async throws {
        var chance = Chance(seed: seed)
        let fixture = try await Fixture(in: "/dev/shm")
        let (app, other) = (Holder.client(Fixture.app), Holder.client(Fixture.other))
        for holder in [app, other] { try await fixture.grant(GrantTests.limited, to: holder) }
        var ids: [AssetID] = []
        for _ in 0..<40 { ids.append(try await fixture.add(by: chance.one(of: [app, other, .client(Fixture.owner)]))) }
        for step in 0..<600 {
            var changes = AssetChanges()
            switch chance.below(9) {
            case 0:
                ids.append(
                    try await fixture.add(by: app, seconds: Int64(chance.below(9)), hidden: chance.below(5) == 0))
            case 1, 2: changes.creationDate = .seconds(Int64(chance.below(9)))
            case 3: changes.isHidden = chance.below(2) == 0
            case 4: changes.isFavorite = chance.below(2) == 0
            case 5: changes.title = chance.one(of: ["a", "B", ""])
            case 6: _ = try await fixture.apply([.deleteAssets(chance.some(of: ids))])
            case 7: _ = try await fixture.apply([.restoreAssets(chance.some(of: ids))])
            default:
                try await fixture.changeSelection(
                    of: other, adding: chance.some(of: ids), removing: chance.some(of: ids))
            }
            if changes != AssetChanges() {
                let some = Set(chance.some(of: ids))
                _ = try await fixture.apply(some.map { .setProperties($0, changes) })
            }
            // Not after every change, so that some updates cover several.
            if chance.below(3) > 0 { continue }
            for visibility in [Visibility.everything, .limited(Fixture.app), .limited(Fixture.other)] {
                for query in Self.queries {
                    let held = try await fixture.library.fetch(query, visibleTo: visibility)
                    let fresh = try await fixture.library.unheld(query, visibleTo: visibility)
                    try #require(held == fresh, "seed \(seed), step \(step), \(query), \(visibility)")
                }
            }
        }
    }

    @Test("of the listing is the same if SQLite reads its index backwards")
    func backwards() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        for second: Int64 in [3, 1, 2, 1, 1, 3] { _ = try await fixture.add(seconds: second) }
        let (forwards, backwards) = try await fixture.library.database.read { database in
            let forwards = try DefaultAssetList(in: database)
            var ahead: [Int64] = []
            try database.eachBatch(of: "row, creation_date, id", from: "asset") { ahead += $0.first }
            try database.script("PRAGMA reverse_unordered_selects = ON")
            defer { try? database.script("PRAGMA reverse_unordered_selects = OFF") }
            var gathered: [Int64] = []
            try database.eachBatch(of: "row, creation_date, id", from: "asset") { gathered += $0.first }
            #expect(gathered == ahead.reversed(), "backwards it is")
            return (forwards.keys, try DefaultAssetList(in: database).keys)
        }
        #expect(forwards.count == 6)
        #expect(forwards == backwards)
    }

    private static let queries: [AssetQuery] = {
        var sorted = AssetQuery()
        sorted.sort = [.init(by: .title, ascending: true), .init(by: .creationDate, ascending: true)]
        var oldest = AssetQuery()
        oldest.sort = [.init(by: .creationDate, ascending: true)]
        oldest.includesHidden = true
        var favorites = AssetQuery()
        favorites.sort = [.init(by: .favorite, ascending: false)]
        favorites.limit = 7
        var trashed = AssetQuery()
        trashed.includesTrashed = true
        var few = AssetQuery()
        few.limit = 5
        return [AssetQuery(), few, sorted, oldest, favorites, trashed]
    }()
}

extension Library {
    /// The database's result, without the cache.
    func unheld(_ query: AssetQuery, visibleTo visibility: Visibility) async throws -> AssetKeys {
        try await database.read { database in
            let statement = query.statement(in: try SQLScope(visibility, in: database), visibleTo: visibility)
            return AssetKeys(try database.all(statement) { AssetKey(rawValue: $0.integer(0)) })
        }
    }
}
