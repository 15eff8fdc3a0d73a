import FilmgateModel
import FilmgateSQLite
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("An updated result")
struct StoreResultUpdateTests {
    @Test("must be read again if changes of its view were pruned, and not if only others were")
    func forgotten() async throws {
        let fixture = try await Fixture()
        let (seen, unseen) = try await (fixture.add(seconds: 1), fixture.add(seconds: 2))
        try await fixture.grant(GrantTests.limited, to: .client(Fixture.app), selection: [seen])
        let library = fixture.library
        let limited = Visibility.limited(Fixture.app)
        let all = try await library.fetch(AssetQuery(), visibleTo: .everything)
        let few = try await library.fetch(AssetQuery(), visibleTo: limited)
        // Pruning keeps the last change of every view.
        for rating: Int32 in 1...3 { try await Self.rate(unseen, rating, in: fixture) }
        try await library.pruneHistory(keeping: 1, at: .seconds(10 * 86_400))
        let anew = try await library.update(all, to: AssetQuery(), visibleTo: .everything)
        #expect(anew.difference == .reload(count: 2))
        #expect(try await library.update(anew.keys, to: AssetQuery(), visibleTo: .everything).difference.isEmpty)
        let same = try await library.update(few, to: AssetQuery(), visibleTo: limited)
        #expect(same.difference.isEmpty)

        for rating: Int32 in 1...3 { try await Self.rate(seen, rating, in: fixture) }
        let reported = try await library.update(same.keys, to: AssetQuery(), visibleTo: limited)
        #expect(reported.difference.changed == [0])
        try await library.pruneHistory(keeping: 1, at: .seconds(10 * 86_400))
        let lost = try await library.update(same.keys, to: AssetQuery(), visibleTo: limited)
        #expect(lost.difference == .reload(count: 1))
    }

    @Test("of a large library shares unchanged runs with the old one, and finds one change")
    func large() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        try await fixture.library.database.write { database in
            try database.execute("INSERT INTO client (row, id) VALUES (77, 'exe:/usr/bin/maker')")
            try database.execute(
                """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 30000)
                INSERT INTO asset (id, media_type, creation_date, modification_date, added_date, pixel_width, pixel_height,
                    orientation, creator)
                SELECT randomblob(16), 'image', n * 1000000, 0, 0, 1, 1, 1, 77 FROM number
                """)
        }
        let library = fixture.library
        let before = try await library.fetch(AssetQuery(), visibleTo: .everything)
        let ids = try await library.rows(before[20_000..<20_002], properties: [], visibleTo: .everything).orTrap.map(
            \.id)
        try await Self.rate(ids[0], 3, in: fixture)
        _ = try await fixture.apply([.deleteAssets([ids[1]])])
        let update = try await library.update(before, to: AssetQuery(), visibleTo: .everything)
        #expect(update.difference.removed == [20_001] && update.difference.changed == [20_000])
        #expect(update.difference.size == 2 && update.keys.count == 29_999)
        #expect(update.keys.bytesApart(from: before) <= 4 * 2 * AssetKeyRun.usualCount)
        // Equal keys without shared runs can be compared as well.
        let unshared = AssetKeys(
            runs: stride(from: 0, to: before.count, by: 1_000).map {
                AssetKeyRun(before.rows(in: $0..<min($0 + 1_000, before.count)))
            }, asOf: before.change)
        let compared = try await library.update(unshared, to: AssetQuery(), visibleTo: .everything)
        #expect(compared.difference == update.difference)
    }

    private static func rate(_ id: AssetID, _ rating: Int32, in fixture: Fixture) async throws {
        var changes = AssetChanges()
        changes.rating = rating
        _ = try await fixture.apply([.setProperties(id, changes)])
    }
}
