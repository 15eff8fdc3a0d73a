import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import Foundation
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("A smart album")
struct SmartAlbumTests {
    static func query(
        _ subtype: String, in fixture: Fixture, _ visibility: Visibility = .everything, at second: Int64 = 1_000
    )
        async throws -> AssetQuery
    {
        let album = try #require(SmartAlbum.all.first { $0.subtype == subtype })
        var query = AssetQuery()
        query.album = AlbumID(uuid: album.id.uuid)
        return try await fixture.library.resolve(query, visibleTo: visibility, at: .seconds(second))
    }

    static func list(
        _ subtype: String, in fixture: Fixture, _ visibility: Visibility = .everything, at second: Int64 = 1_000
    )
        async throws -> [AssetID]
    {
        let query = try await query(subtype, in: fixture, visibility, at: second)
        return try await fixture.list(visibility) { $0 = query }
    }

    @Test("has an index that holds exactly its assets, in its order", arguments: SmartAlbum.all)
    func plans(_ album: SmartAlbum) async throws {
        let fixture = try await Fixture()
        try await Self.add(to: fixture, at: 1_000, importBegan: 900)
        var query = try await Self.query(album.subtype, in: fixture)
        query.limit = 100
        let statement = query.statement(in: .everything, visibleTo: .everything)
        let index = album.subtype == "all" ? "asset_listed" : "smart_"
        for sql: SQL in [statement, "SELECT count(*) FROM (\(statement))"] {
            let plan = try await fixture.library.database.read { database in
                try database.all("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }.joined(separator: "; ")
            }
            #expect(plan.contains("COVERING INDEX \(index)"), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        }
    }

    @Test("of the last import finds it by an index, without reading other assets")
    func importPlan() async throws {
        let fixture = try await Fixture()
        try await Self.add(to: fixture, at: 1_000, importBegan: 900)
        let plan = try await fixture.library.database.read { database in
            try database.all("EXPLAIN QUERY PLAN \(SmartAlbum.lastImport)") { $0.text(3) }.joined(separator: "; ")
        }
        #expect(plan.contains("COVERING INDEX smart_last_import") && !plan.contains("TEMP B-TREE"), "\(plan)")
    }

    /// Adds an asset at a second, of an import if one began.
    @discardableResult
    private static func add(
        to fixture: Fixture, at second: Int64, creation: Int64 = 0, importBegan: Int64? = nil
    ) async throws -> AssetID {
        var properties = AssetChanges()
        properties.creationDate = .seconds(creation)
        var options = AssetCreationOptions()
        options.importBegan = importBegan.map { .seconds($0) }
        let id = AssetID.random()
        let change = StoreChange.createAsset(
            id, AssetCreation(.photo(try await fixture.stage()), properties: properties, options))
        _ = try await fixture.library.apply(
            [change], visibleTo: .everything, holder: .client(Fixture.owner), at: .seconds(second))
        return id
    }

    @Test("gets a new index when the library opens if its declaration changed, and an obsolete index is dropped")
    func declarations() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/filmgate-store-\(UUID())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        func indexes(_ library: Library) async throws -> [String] {
            try await library.database.read { database in
                try database.all(
                    "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name LIKE 'smart_%' ORDER BY name"
                ) {
                    $0.text(0)
                }
            }
        }
        let before: [String]
        do {
            let library = try await Library.open(in: .init(path: path), user: 1000)
            before = try await indexes(library)
            try await library.database.write { database in
                try database.script("DROP INDEX smart_raw; DROP INDEX smart_videos")
                try database.script("CREATE INDEX smart_videos ON asset (id) WHERE favorite = 0")
                try database.script("CREATE INDEX smart_former ON asset (id)")
            }
            await library.close()
        }
        let library = try await Library.open(in: .init(path: path), user: 1000)
        #expect(try await indexes(library) == before)
        #expect(before.count == SmartAlbum.all.filter(\.isIndexed).count)
        await library.close()
    }

    @Test("holds the assets that match its condition")
    func conditions() async throws {
        let fixture = try await Fixture()
        func add(_ type: MediaType, _ subtypes: Set<MediaSubtype>, favorite: Bool = false, seconds: Int64) async throws
            -> AssetID
        {
            var facts = MediaFacts.jpeg
            facts.mediaType = type
            facts.subtypes = subtypes
            var properties = AssetChanges()
            properties.creationDate = .seconds(seconds)
            properties.isFavorite = favorite
            let id = AssetID.random()
            var asset = StagedAsset.photo(try await fixture.stage())
            asset.facts = facts
            _ = try await fixture.apply([.createAsset(id, AssetCreation(asset, properties: properties))])
            return id
        }
        let video = try await add(.video, [.slowMotion], seconds: 1)
        let timeLapse = try await add(.video, [.timeLapse], seconds: -1)
        let burst = try await add(.image, [.burst], seconds: -2)
        let depth = try await add(.image, [.depth], seconds: -3)
        let live = try await add(.image, [.live, .hdr], favorite: true, seconds: 2)
        let panorama = try await add(.image, [.panorama], seconds: 3)
        let screenshot = try await add(.image, [.screenshot], seconds: 4)
        let raw = try await add(.image, [.raw], seconds: 5)
        let animated = try await add(.image, [.animated], seconds: 6)
        let hidden = try await fixture.add(seconds: 7, hidden: true)
        let trashed = try await fixture.add(seconds: 8)
        _ = try await fixture.apply([.deleteAssets([trashed])])
        let expected: [String: [AssetID]] = [
            "all": [animated, raw, screenshot, panorama, live, video, timeLapse, burst, depth],
            "videos": [video, timeLapse], "live": [live],
            "favorites": [live], "panoramas": [panorama], "screenshots": [screenshot], "raw": [raw],
            "slow-motion": [video], "bursts": [burst], "depth": [depth], "time-lapse": [timeLapse],
            "animated": [animated], "hidden": [hidden], "trash": [trashed],
        ]
        for (subtype, assets) in expected {
            #expect(try await Self.list(subtype, in: fixture, at: 2_000) == assets, "\(subtype)")
        }
    }

    @Test("of recent additions lists the newest first, for 30 days")
    func additions() async throws {
        let fixture = try await Fixture()
        let day: Int64 = 86_400
        let first = try await Self.add(to: fixture, at: 0, creation: 9)
        let second = try await Self.add(to: fixture, at: 20 * day, creation: 1)
        let third = try await Self.add(to: fixture, at: 20 * day + 3600, creation: 5)
        #expect(try await Self.list("recently-added", in: fixture, at: 30 * day) == [third, second, first])
        #expect(try await Self.list("recently-added", in: fixture, at: 30 * day + 60) == [third, second])
        #expect(try await Self.list("recently-added", in: fixture, at: 90 * day) == [])
    }

    @Test("of the last import lists what the import that began last has added, whatever was added meanwhile")
    func lastImport() async throws {
        let fixture = try await Fixture()
        let first = try await Self.add(to: fixture, at: 10, importBegan: 10)
        #expect(try await Self.list("last-import", in: fixture) == [first])
        // A minute later, and before the first one has ended.
        let second = try await Self.add(to: fixture, at: 70, importBegan: 70)
        try await Self.add(to: fixture, at: 71)
        try await Self.add(to: fixture, at: 72, importBegan: 10)
        let third = try await Self.add(to: fixture, at: 73, importBegan: 70)
        #expect(try await Self.list("last-import", in: fixture) == [third, second])
        let album = try #require(SmartAlbum.all.first { $0.subtype == "last-import" })
        // Apps do not learn what the person's tools added.
        let app = Visibility(scope: .everything, rights: .all)
        #expect(try await Self.list("last-import", in: fixture, app) == [])
        for (asset, isHeld) in [(first, false), (second, true)] {
            var holding = CollectionQuery(.album)
            holding.containing = asset
            let found = try await fixture.library.collections(
                holding, visibleTo: .everything, for: Fixture.owner, at: .seconds(1_000))
            #expect(found.ids.contains(album.id) == isHeld)
        }
        // A different order is no different album.
        var query = try await Self.query("last-import", in: fixture)
        query.sort = [AssetQuery.Order(by: .addedDate, ascending: true)]
        let ascending = query
        #expect(try await fixture.list(.everything) { $0 = ascending } == [second, third])
        // If all of it is in the trash, the import before it is the last one.
        _ = try await fixture.apply([.deleteAssets([second, third])])
        #expect(try await Self.list("last-import", in: fixture).last == first)
    }

    @Test("of a limited client holds assets of its scope, but no hidden or trashed ones")
    func limited() async throws {
        let fixture = try await Fixture()
        let selected = try await fixture.add(seconds: 1)
        let hidden = try await fixture.add(seconds: 2, hidden: true)
        try await fixture.add(seconds: 3)
        try await fixture.grant(GrantTests.limited, to: .client(Fixture.app), selection: [selected, hidden])
        let visibility = Visibility.limited(Fixture.app)
        for album in SmartAlbum.all {
            let expected = ["all", "recently-added"].contains(album.subtype) ? [selected] : []
            #expect(try await Self.list(album.subtype, in: fixture, visibility) == expected, "\(album.subtype)")
            let row = try await fixture.library.collections(
                [album.id], properties: Set(CollectionProperty.allCases), visibleTo: visibility, for: Fixture.app,
                at: .seconds(1_000))
            #expect(row?.first?.count == UInt32(expected.count))
            #expect(row?.first?.startDate == (expected.isEmpty ? nil : .seconds(1)))
        }
        var holding = CollectionQuery(.album)
        holding.containing = hidden
        #expect(
            try await fixture.library.collections(holding, visibleTo: visibility, for: Fixture.app, at: .seconds(1_000))
                .ids
                == [])
    }
}
