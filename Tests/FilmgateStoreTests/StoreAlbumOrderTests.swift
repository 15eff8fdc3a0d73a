import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("The order of an album")
struct StoreAlbumOrderTests {
    @Test("is as requested after insertions anywhere, and stays consistent", .long, arguments: 1...6)
    func random(seed: Int) async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        var chance = Chance(seed: UInt64(seed))
        var assets: [AssetID] = []
        for _ in 0..<60 { assets.append(try await fixture.add()) }
        let album = AlbumID.random()
        _ = try await fixture.apply([.createAlbum(album, title: "Order")])
        var model: [AssetID] = []
        var trashed: Set<AssetID> = []
        for _ in 0..<300 {
            let some = chance.some(of: assets)
            let new = unique(some).filter { !model.contains($0) }
            let shown = model.filter { !trashed.contains($0) }
            let index = chance.below(shown.count + 2)
            func place(in list: [AssetID]) -> Int {
                let shown = list.filter { !trashed.contains($0) }
                return index < shown.count ? list.firstIndex(of: shown[index]).orTrap : list.count
            }
            var change: StoreChange
            var next = model
            switch chance.below(6) {
            case 0, 1:
                change = .insertAssets(some, into: album, at: index)
                if index <= shown.count { next.insert(contentsOf: new, at: place(in: model)) }
            case 2, 3:
                change = .moveAssets(some, in: album, to: index)
                next.removeAll { some.contains($0) }
                if index <= next.count(where: { !trashed.contains($0) }) {
                    next.insert(contentsOf: unique(some).filter(model.contains), at: place(in: next))
                } else {
                    next = model
                }
            case 4:
                change = .removeAssets(some, from: album)
                next.removeAll { some.contains($0) }
            default:
                change = chance.below(2) == 0 ? .deleteAssets(some) : .restoreAssets(assets)
                if case .deleteAssets = change { trashed.formUnion(some) } else { trashed = [] }
            }
            do {
                _ = try await fixture.apply([change])
                model = next
            } catch let refusal as ChangeRefusal {
                #expect(refusal.reason == .beyondEnd)
                #expect(next == model, "seed \(seed): refused")
            }
            let listed = try await fixture.list(.everything) { $0.album = album }
            try #require(listed == model.filter { !trashed.contains($0) }, "seed \(seed), \(change)")
        }
        #expect(try await fixture.problems() == [])
    }

    @Test("has room for any number of insertions at one place, and moves few other assets for them", .long)
    func samePlace() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        let database = fixture.library.database
        let album = AlbumID.random()
        _ = try await fixture.apply([.createAlbum(album, title: "Order")])
        try await fixture.fill(album, with: 3_000)
        let new = try await fixture.keys(after: 3_000, 1_500)
        let moved = try await database.write { database in
            let row = try database.row(of: album).orTrap
            let order = AlbumPositionEditor(database: database, album: row)
            let before = try database.first("SELECT total_changes()") { $0.integer(0) } ?? 0
            for key in new { try order.insert([key], at: 1_000) }
            return (try database.first("SELECT total_changes()") { $0.integer(0) } ?? 0) - before
        }
        let keys = try await database.read { try $0.assets(ofAlbum: try $0.row(of: album).orTrap).map(\.rawValue) }
        #expect(keys == Array(1...1_000) + new.map(\.rawValue).reversed() + Array(1_001...3_000))
        // Each moved row changes three rows, including triggers; respacing all each time would change 9,000.
        #expect(moved < 1_500 * 120, "\(moved) rows were written for 1,500 assets")
        #expect(try await fixture.problems().filter { $0.kind != .missing && $0.kind != .database } == [])
    }

    @Test("finds an index in a large album without counting all assets before it", .long)
    func largeAlbum() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        let album = AlbumID.random()
        _ = try await fixture.apply([.createAlbum(album, title: "Large")])
        try await fixture.fill(album, with: 50_000)
        let keys = try await fixture.keys(after: 50_000, 3)
        let (steps, index) = try await fixture.library.database.write { database in
            let row = try database.row(of: album).orTrap
            try AlbumPositionEditor(database: database, album: row).insert(keys, at: 25_000)
            let order = try database.assets(ofAlbum: row)
            let plan = try database.all(
                "EXPLAIN QUERY PLAN SELECT sum(assets) OVER (ORDER BY stretch) FROM album_stretch WHERE album = \(row)"
            ) { $0.text(3) }
            let stretches = try database.first("SELECT count(*) FROM album_stretch") { $0.integer(0) }
            return (
                plan.contains { $0.contains("SCAN album_stretch") } ? .max : stretches.orTrap,
                order.firstIndex(of: keys[0])
            )
        }
        #expect(index == 25_000)
        #expect(steps < 60, "a stretch holds a thousand")
        #expect(try await fixture.problems().allSatisfy { $0.kind != .derived })
    }

    private func unique(_ ids: [AssetID]) -> [AssetID] {
        var seen: Set<AssetID> = []
        return ids.filter { seen.insert($0).inserted }
    }
}

extension Fixture {
    /// Writes assets without files into the database, all of them in an album.
    func fill(_ album: AlbumID, with count: Int) async throws {
        try await library.database.write { database in
            let client = try database.makingRow(of: .client(Fixture.owner))
            try database.execute(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count + 2_000))
                INSERT INTO asset (row, id, media_type, creation_date, modification_date, added_date, pixel_width,
                    pixel_height, orientation, creator)
                SELECT i, randomblob(16), 'image', i, i, i, 1, 1, 1, \(client) FROM n
                """)
            try database.execute(
                """
                INSERT INTO member (client, creation_date, id, asset, hidden, trashed, selected, added)
                SELECT \(client), creation_date, id, row, 0, 0, 0, 1 FROM asset
                """)
            let keys = (1...Int64(count)).map(AssetKey.init(rawValue:))
            try AlbumPositionEditor(database: database, album: try database.row(of: album).orTrap).append(keys)
        }
    }

    func keys(after row: Int64, _ count: Int64) async throws -> [AssetKey] {
        (row + 1...row + count).map(AssetKey.init(rawValue:))
    }
}
