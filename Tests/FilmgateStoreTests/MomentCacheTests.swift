import FilmgateModel
import FilmgateSQLite
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Cached moments")
struct MomentShelfTests {
    static let everything = MomentCache.Key(client: nil, mediaType: nil, places: .exact)

    static func isHeld(in fixture: Fixture) async throws -> Bool {
        try await fixture.library.database.read { database in
            try fixture.library.momentCache.valid(everything, in: database) != nil
        }
    }

    @Test("are valid until an asset changes that they are made of")
    func held() async throws {
        let fixture = try await Fixture()
        let photo = try await fixture.add(seconds: 0)
        let hidden = try await fixture.add(seconds: 10, hidden: true)
        func found() async throws -> MomentList { try await fixture.library.moments(visibleTo: .everything) }
        #expect(try await found().moments.map(\.count) == [1])
        var rating = AssetChanges()
        rating.rating = 3
        _ = try await fixture.apply([.setProperties(photo, rating)])
        #expect(try await Self.isHeld(in: fixture))
        var date = AssetChanges()
        date.creationDate = .seconds(5)
        var shown = AssetChanges()
        shown.isHidden = false
        for (change, count) in [
            (StoreChange.setProperties(photo, date), 1), (.setProperties(hidden, shown), 2),
            (.deleteAssets([photo]), 1),
            (.restoreAssets([photo]), 2),
        ] as [(StoreChange, UInt32)] {
            _ = try await fixture.apply([change])
            #expect(try await !Self.isHeld(in: fixture), "\(change)")
            #expect(try await found().moments.map(\.count) == [count])
            #expect(try await Self.isHeld(in: fixture))
        }
        try await fixture.add(seconds: 100_000)
        #expect(try await !Self.isHeld(in: fixture))
        #expect(try await found().moments.map(\.count) == [2, 1])
    }

    @Test("of a scope become invalid by changes in it, and not by others")
    func scopes() async throws {
        let fixture = try await Fixture()
        let selected = try await fixture.add(seconds: 0)
        let other = try await fixture.add(seconds: 100_000)
        try await fixture.grant(GrantTests.limited, to: .client(Fixture.app), selection: [selected])
        let visibility = Visibility.limited(Fixture.app)
        func found() async throws -> [UInt32] {
            try await fixture.library.moments(visibleTo: visibility).moments.map(\.count)
        }
        func isHeld() async throws -> Bool {
            try await fixture.library.database.read { database in
                guard case .members(of: let client, only: nil) = try SQLScope(visibility, in: database) else {
                    return false
                }
                let key = MomentCache.Key(client: client, mediaType: nil, places: .exact)
                return try fixture.library.momentCache.valid(key, in: database) != nil
            }
        }
        #expect(try await found() == [1])
        try await fixture.add(seconds: 1)
        _ = try await fixture.apply([.deleteAssets([other]), .restoreAssets([other])])
        #expect(try await isHeld())
        try await fixture.changeSelection(of: .client(Fixture.app), adding: [other])
        #expect(try await !isHeld())
        #expect(try await found() == [1, 1])
        try await fixture.add(by: .client(Fixture.app), seconds: 2)
        #expect(try await !isHeld())
        #expect(try await found() == [2, 1])
        _ = try await fixture.apply([.deleteAssets([other])])
        #expect(try await found() == [2])
        _ = try await fixture.apply([.restoreAssets([other])])
        try await fixture.changeSelection(of: .client(Fixture.app), removing: [selected])
        #expect(try await found() == [1, 1])
        _ = try await fixture.apply([.deleteAssets([other]), .purgeAssets([other])])
        #expect(try await found() == [1])
    }

    @Test("become invalid if the change log does not reach back to them")
    func pruned() async throws {
        let fixture = try await Fixture()
        let photo = try await fixture.add(seconds: 0)
        _ = try await fixture.library.moments(visibleTo: .everything)
        _ = try await fixture.apply([.deleteAssets([photo])])
        var rating = AssetChanges()
        rating.rating = 3
        _ = try await fixture.apply([.setProperties(photo, rating)])
        try await fixture.library.pruneHistory(keeping: 1, at: .seconds(1_000_000))
        #expect(try await !Self.isHeld(in: fixture))
    }

    @Test("are removed if there are too many, the least recently used first")
    func bound() async throws {
        let fixture = try await Fixture()
        let cache = fixture.library.momentCache
        let keys = (0..<70).map { MomentCache.Key(client: $0, mediaType: nil, places: .exact) }
        for key in keys { cache.hold(.empty, key, change: 0) }
        let left = try await fixture.library.database.read { database in
            try keys.filter { try cache.valid($0, in: database) != nil }
        }
        #expect(left == Array(keys.suffix(64)))
    }

    @Test(
        "have identifiers that depend on their first photo and the holder, the same for all clients that see everything"
    )
    func identifiers() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.add(seconds: 1_000)
        let before = try await fixture.library.moments(visibleTo: .everything)
        try await fixture.add(seconds: 2_000)
        let withLater = try await fixture.library.moments(visibleTo: .everything)
        #expect(withLater.ids == before.ids && withLater.years.map(\.id) == before.years.map(\.id))
        let rightsLess = Visibility(scope: .everything, rights: [])
        #expect(try await fixture.library.moments(visibleTo: rightsLess).ids == before.ids)
        for client in [Fixture.app, Fixture.other] {
            try await fixture.grant(GrantTests.limited, to: .client(client), selection: [first])
        }
        let limited = try await fixture.library.moments(visibleTo: .limited(Fixture.app))
        let other = try await fixture.library.moments(visibleTo: .limited(Fixture.other))
        #expect(limited.ids.count == 1)
        #expect(Set([before.ids, limited.ids, other.ids, [before.years[0].id], [limited.years[0].id]]).count == 5)
        try await fixture.add(seconds: 500)
        #expect(try await fixture.library.moments(visibleTo: .everything).ids != before.ids)
        #expect(try await fixture.library.moments(visibleTo: .limited(Fixture.app)).ids == limited.ids)
    }

    @Test("tell the moment at a date")
    func times() {
        let moments = FilmgateModel.moments(
            of: [0, 10, 40_000, 40_001, 90_000].map { MomentPhoto(id: .random(), date: .seconds($0)) })
        let list = MomentList(moments, moments.map { _ in .random() }) { _ in .random() }
        for (second, number) in [
            (-1, nil), (0, 0), (5, 0), (10, 0), (11, nil), (40_000, 1), (40_002, nil), (90_000, 2), (90_001, nil),
        ] as [(Int64, Int?)] {
            #expect(list.number(at: .seconds(second)) == number, "\(second)")
        }
    }
}
