import FilmgateModel
import FilmgateSystem
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Items of lasting picks")
struct KeptItemTests {
    private static func item(
        _ asset: AssetID, of client: ClientID = Fixture.app, at second: Int64 = 1, used: Int64? = nil
    ) -> KeptItem {
        KeptItem(
            .random(), of: client, asset, rights: [.originals, .captions],
            limits: ContentLimits(maxPixels: 640, locationPrecision: .town, mediaTypes: [.image]), .compatible,
            crop: UnitRectangle(x: 0, y: 0.25, width: 0.5, height: 0.75), trim: 1.5..<4, picked: .seconds(second),
            lastUsed: .seconds(used ?? second))
    }

    @Test("are stored completely, for their client alone, until they are forgotten")
    func stored() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        let asset = try await fixture.add("a photo")
        let items = [Self.item(asset, at: 2), Self.item(asset, at: 1), Self.item(asset, of: Fixture.other, at: 3)]
        try await library.keepItems(items, expiredBefore: .seconds(0), audit: nil)
        func all(_ client: ClientID?) async throws -> [KeptItem] {
            try await library.keptItems(of: client, expiredBefore: .seconds(0))
        }
        #expect(try await all(Fixture.app) == [items[0], items[1]])
        #expect(try await all(nil) == [items[2], items[0], items[1]])
        #expect(try await library.keptItem(items[0].handle, of: Fixture.app, expiredBefore: .seconds(0)) == items[0])
        #expect(try await library.keptItem(items[0].handle, of: Fixture.other, expiredBefore: .seconds(0)) == nil)
        #expect(try await library.forgetItems([items[0].handle], of: Fixture.other).isEmpty)
        #expect(try await library.forgetItems([items[0].handle, .random()], of: Fixture.app) == [asset])
        #expect(try await all(Fixture.app) == [items[1]])
        try await library.forgetItems(nil, of: Fixture.app)
        #expect(try await all(nil) == [items[2]])
        #expect(try await fixture.problems() == [])
    }

    @Test("expire after their last use, and the ones that were not used for longest end if there are too many")
    func expiry() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        let asset = try await fixture.add("a photo")
        let (old, used) = (Self.item(asset, at: 1), Self.item(asset, at: 1))
        try await library.keepItems([old, used], expiredBefore: .seconds(0), audit: nil)
        try await library.noteUse(of: used, at: .seconds(9))
        #expect(try await library.keptItems(of: nil, expiredBefore: .seconds(5)).map(\.handle) == [used.handle])
        #expect(try await library.keptItem(old.handle, of: Fixture.app, expiredBefore: .seconds(5)) == nil)
        let more = (0..<KeptItem.mostOfClient).map { Self.item(asset, at: 10 + Int64($0)) }
        let others = Self.item(asset, of: Fixture.other, at: 1)
        try await library.keepItems([others], expiredBefore: .seconds(0), audit: nil)
        try await library.keepItems(more, expiredBefore: .seconds(0), audit: nil)
        let left = try await library.keptItems(of: Fixture.app, expiredBefore: .seconds(0))
        #expect(Set(left) == Set(more), "the same number, and the last ones")
        #expect(try await library.keptItems(of: Fixture.other, expiredBefore: .seconds(0)) == [others])
        try await library.keepItems([], expiredBefore: .seconds(5), audit: nil)
        #expect(try await library.keptItems(of: Fixture.other, expiredBefore: .seconds(0)).isEmpty)
    }

    @Test("end with a denial and a reset, and are not in a restored library")
    func takenBack() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        let asset = try await fixture.add("a photo")
        func keep() async throws {
            try await library.keepItems([Self.item(asset)], expiredBefore: .seconds(0), audit: nil)
        }
        func count() async throws -> Int {
            try await library.keptItems(of: Fixture.app, expiredBefore: .seconds(0)).count
        }
        let denied = GrantRecord(
            holder: .client(Fixture.app),
            grant: Grant(addOnly: .denied, readWrite: .denied, rights: [], grantor: .admin),
            grantedDate: .seconds(2))
        try await keep()
        try await library.setGrant(denied, selection: nil, at: .seconds(2))
        #expect(try await count() == 1, "only a decision that takes back ends them")
        try await library.setGrant(denied, selection: nil, endsKeptItems: true, at: .seconds(3))
        #expect(try await count() == 0)
        try await keep()
        try await library.resetGrants([.client(Fixture.app)], at: .seconds(4))
        #expect(try await count() == 0)
        try await keep()
        let backup = try await library.backup()
        let restore = try await library.restore(
            backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(5))
        #expect(try await restore.missing().count == 0)
        await library.close()
        try await restore.finish(at: .seconds(5))
        let restored = try await Library.open(in: Directory(path: fixture.path), user: 1000)
        #expect(try await restored.keptItems(of: nil, expiredBefore: .seconds(0)).isEmpty)
        try await restored.confirmRestoration()
        try await restored.removeReplaced()
        #expect(try await restored.problems() == [])
        await restored.close()
    }
}
