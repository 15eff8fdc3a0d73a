import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Bursts in the store")
struct StoreBurstTests {
    @Test("of one batch and of several are listed by their first photo, and whole on request")
    func first() async throws {
        let fixture = try await Fixture()
        let alone = try await fixture.add(seconds: 50)
        let second = try await fixture.addToBurst(seconds: 20)
        #expect(try await fixture.list(.everything) == [alone, second])
        #expect(try await fixture.burst(of: second) == nil, "one photo alone is no burst")
        let others = [AssetID.random(), .random()]
        var changes: [StoreChange] = []
        for (id, seconds) in zip(others, [30, 10]) {
            changes.append(try await fixture.addition(id, to: "K", seconds: Int64(seconds)))
        }
        _ = try await fixture.apply(changes)
        let different = try await fixture.addToBurst("L", seconds: 5)
        #expect(try await fixture.list(.everything) == [alone, others[1], different])
        #expect(
            try await fixture.list(.everything) { $0.includesBurstMembers = true }
                == [alone, others[0], second, others[1], different])
        let burst = try #require(await fixture.burst(of: second))
        for other in others { #expect(try await fixture.burst(of: other) == burst) }
        for other in [different, alone] { #expect(try await fixture.burst(of: other) == nil) }
        #expect(try await fixture.list(.everything) { $0.identifiers = [second, others[0]] } == [second, others[0]])
        #expect(try await fixture.problems() == [])
    }

    @Test("are listed by the photo that the file says was picked, or else whose name says so")
    func picked() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.addToBurst(seconds: 1)
        let picked = try await fixture.addToBurst(seconds: 2, isPicked: true)
        try await fixture.addToBurst(seconds: 3, isPicked: true)
        #expect(try await fixture.list(.everything) == [picked], "the first of those that are picked")
        try await fixture.addToBurst("L", seconds: 1)
        let named = try await fixture.addToBurst("L", seconds: 2, filename: "00002IMG_00002_BURST20240501_COVER.jpg")
        let both = [picked, named].sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        #expect(try await fixture.list(.everything) == both)
        #expect(try await fixture.list(.everything) { $0.identifiers = [first] } == [first])
        #expect(
            !BurstFileNameParser.isPicked("00002IMG_00002_BURST20240501.jpg")
                && !BurstFileNameParser.isPicked("discover.jpg"))
        #expect(BurstFileNameParser.isPicked("a_COVER") && BurstFileNameParser.isPicked("IMG_1_burst2_cover.JPEG"))
        #expect(try await fixture.problems() == [])
    }

    @Test("list the next photo once the listed one is hidden, in the trash or purged, and it again once it is back")
    func next() async throws {
        let fixture = try await Fixture()
        let picked = try await fixture.addToBurst(seconds: 3, isPicked: true)
        let first = try await fixture.addToBurst(seconds: 1)
        let second = try await fixture.addToBurst(seconds: 2)
        func shown() async throws -> [AssetID] {
            let list = try await fixture.list(.everything)
            #expect(try await fixture.library.unheld(AssetQuery(), visibleTo: .everything).count == list.count)
            return list
        }
        #expect(try await shown() == [picked])
        _ = try await fixture.apply([.deleteAssets([picked])])
        #expect(try await shown() == [first])
        _ = try await fixture.apply([.setProperties(first, .of { $0.isHidden = true })])
        #expect(try await shown() == [second])
        #expect(
            try await fixture.list(.everything) { ($0.includesHidden, $0.includesTrashed) = (true, true) }
                == [picked, second, first], "what is hidden or in the trash is listed by itself")
        _ = try await fixture.apply([.restoreAssets([picked])])
        #expect(try await shown() == [picked])
        _ = try await fixture.apply([
            .setProperties(first, .of { $0.isHidden = false }), .deleteAssets([picked]), .purgeAssets([picked]),
        ])
        #expect(try await shown() == [first])
        _ = try await fixture.apply([.setProperties(second, .of { $0.creationDate = .seconds(0) })])
        #expect(try await shown() == [second])
        _ = try await fixture.apply([.deleteAssets([first, second])])
        #expect(try await shown() == [])
        _ = try await fixture.apply([.purgeAssets([first])])
        #expect(try await fixture.burst(of: second) == nil)
        #expect(try await fixture.problems() == [])
        _ = try await fixture.apply([.purgeAssets([second])])
        let left = try await fixture.library.database.read { try $0.exists("SELECT 1 FROM burst") }
        #expect(!left)
    }

    @Test("are of one creator's photos: of an app's, or of those that the owner adds with any tool")
    func creators() async throws {
        let fixture = try await Fixture()
        let limited = Visibility.limited(Fixture.app)
        let owners = try await fixture.addToBurst(seconds: 1)
        let apps = try await fixture.addToBurst(by: Fixture.app, limited, seconds: 2, isPicked: true)
        #expect(try await fixture.list(.everything) == [apps, owners], "an app cannot put its photo before others")
        let another = try await fixture.addToBurst(by: Fixture.app, limited, seconds: 3)
        #expect(try await fixture.list(.everything) == [apps, owners])
        let appsBurst = try #require(await fixture.burst(of: apps, limited))
        #expect(try await fixture.burst(of: another, limited) == appsBurst)
        let late = try await fixture.addToBurst(seconds: 4)
        let ownersBurst = try #require(await fixture.burst(of: owners))
        #expect(try await fixture.burst(of: late) == ownersBurst && ownersBurst != appsBurst)
        try await fixture.addToBurst(by: ClientID(.exe, "/usr/bin/filmgate-window").orTrap, seconds: 0)
        #expect(try await fixture.list(.everything).count == 2)
        #expect(try await fixture.problems() == [])
    }

    @Test("of an app that nothing proves are of one connection's photos")
    func connections() async throws {
        let fixture = try await Fixture()
        let program = ClientID(.exe, "/usr/bin/program").orTrap
        var photos: [AssetID] = []
        for (seconds, connection) in ["bus:1.1", "bus:1.2", "bus:1.1"].enumerated() {
            let id = AssetID.random()
            let properties = AssetChanges.of { $0.creationDate = .seconds(Int64(seconds)) }
            let holder = Holder.connection(connection, of: program)
            _ = try await fixture.apply(
                [.createAsset(id, AssetCreation(fixture.photo("K", for: program), properties: properties))],
                visibleTo: Visibility(scope: .selection(of: holder), rights: .all), by: holder)
            photos.append(id)
        }
        #expect(try await fixture.list(.everything) == [photos[1], photos[0]])
        #expect(try await fixture.burst(of: photos[1]) == nil)
        #expect(try await fixture.problems() == [])
    }

    @Test(
        "have the same identifier after all of their photos were purged as after they were trashed",
        arguments: [true, false])
    func identity(isPurged: Bool) async throws {
        let fixture = try await Fixture()
        let limited = Visibility.limited(Fixture.app)
        func add() async throws -> [AssetID] {
            [
                try await fixture.addToBurst(by: Fixture.app, limited, seconds: 1),
                try await fixture.addToBurst(by: Fixture.app, limited, seconds: 2),
            ]
        }
        let old = try await add()
        let burst = try #require(await fixture.burst(of: old[0], limited))
        _ = try await fixture.apply([.deleteAssets(old)] + (isPurged ? [.purgeAssets(old)] : []))
        let new = try await add()
        #expect(try await fixture.burst(of: new[0], limited) == burst)
        #expect(try await fixture.burst(of: new[1], limited) == burst)
        let others = try await Fixture()
        try await others.addToBurst(by: Fixture.app, limited, seconds: 1)
        let other = try await others.addToBurst(by: Fixture.app, limited, seconds: 2)
        #expect(try await others.burst(of: other, limited) != burst, "it tells nothing about the camera's")
    }

    @Test("are of photos alone, whatever a video tells")
    func videos() async throws {
        let fixture = try await Fixture()
        let photo = try await fixture.addToBurst(seconds: 2)
        let id = AssetID.random()
        var video = StagedAsset.video(try await fixture.stage(for: Fixture.owner))
        video.facts!.burstIdentifier = "K"
        let properties = AssetChanges.of { $0.creationDate = .seconds(1) }
        _ = try await fixture.apply([.createAsset(id, AssetCreation(video, properties: properties))])
        #expect(try await fixture.list(.everything) == [photo, id])
        #expect(try await fixture.burst(of: id) == nil)
    }

    @Test("take in a RAW file once the photo that tells of the burst is added to it")
    func joined() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.addToBurst(seconds: 5)
        var raw = try await fixture.photo(nil, filename: "IMG_1.dng")
        raw.facts!.subtypes.insert(.raw)
        let id = AssetID.random()
        let properties = AssetChanges.of { $0.creationDate = .seconds(1) }
        _ = try await fixture.apply([.createAsset(id, AssetCreation(raw, properties: properties))])
        #expect(try await fixture.list(.everything) == [first, id])
        let photo = try await fixture.photo("K", filename: "IMG_1.jpg")
        _ = try await fixture.apply([.createAsset(.random(), AssetCreation(photo, joins: id))])
        #expect(try await fixture.list(.everything) == [id])
        let burst = try #require(await fixture.burst(of: first))
        #expect(try await fixture.burst(of: id) == burst)
        #expect(try await fixture.list(.everything) { $0.predicate = .contains(.subtypes, "burst") } == [id])
        #expect(try await fixture.problems() == [])
    }

    @Test("take in a live photo that is made of a video and of a new photo for which the burst is named")
    func live() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.addToBurst(seconds: 5)
        try await fixture.addToBurst(seconds: 6)
        let burst = try #require(await fixture.burst(of: first))
        var video = StagedAsset.video(try await fixture.stage(for: Fixture.owner))
        (video.files[0].filename, video.facts!.creationDate) = ("IMG_1.mp4", .seconds(1))
        _ = try await fixture.apply([.createAsset(.random(), AssetCreation(video))])
        var photo = try await fixture.photo(nil, filename: "IMG_1.jpg")
        photo.facts!.creationDate = .seconds(1)
        let id = AssetID.random()
        let creation = StoreCreation(photo, AssetCreationOptions(burst: burst, joinsRelated: true))
        _ = try await fixture.apply([.createAsset(id, creation)])
        #expect(try await fixture.list(.everything) == [id])
        #expect(try await fixture.burst(of: id) == burst)
        #expect(try await fixture.problems() == [])
    }

    @Test("a client that sees a part of a burst is shown that part, as if there were no more")
    func limited() async throws {
        let fixture = try await Fixture()
        let picked = try await fixture.addToBurst(seconds: 1, isPicked: true)
        let others = [try await fixture.addToBurst(seconds: 2), try await fixture.addToBurst(seconds: 3)]
        let burst = try #require(await fixture.burst(of: picked))
        let limited = Visibility.limited(Fixture.app)
        try await fixture.grant(GrantTests.limited, to: .client(Fixture.app), selection: [others[1]])
        #expect(try await fixture.list(limited) == [others[1]])
        #expect(try await fixture.burst(of: others[1], limited) == nil)
        await #expect(throws: ChangeRefusal(index: 0, reason: .noSuchBurst)) {
            try await fixture.apply(
                [fixture.addition(.random(), to: nil, seconds: 1, burst: burst)], visibleTo: limited,
                by: .client(Fixture.app))
        }
        try await fixture.changeSelection(of: .client(Fixture.app), adding: [others[0]])
        #expect(try await fixture.list(limited) == [others[0]])
        #expect(try await fixture.list(limited) { $0.includesBurstMembers = true } == [others[1], others[0]])
        #expect(try await fixture.burst(of: others[0], limited) == burst)
        #expect(try await fixture.list(limited) { $0.predicate = .isNull(.burstID) } == [])
        // What happens to the rest is not told.
        let token = try await fixture.library.token(visibleTo: limited, of: .client(Fixture.app))
        try await fixture.addToBurst(seconds: 0, isPicked: true)
        _ = try await fixture.apply([.deleteAssets([picked]), .purgeAssets([picked])])
        #expect(try await fixture.library.token(visibleTo: limited, of: .client(Fixture.app)) == token)
        #expect(try await fixture.list(limited) == [others[0]])
        #expect(try await fixture.problems() == [])
        try await fixture.changeSelection(of: .client(Fixture.app), removing: [others[0]])
        #expect(try await fixture.list(limited) == [others[1]])
    }

    @Test("one that a client sees is joined by its identifier")
    func named() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.addToBurst(seconds: 1)
        try await fixture.addToBurst(seconds: 2)
        let burst = try #require(await fixture.burst(of: first))
        let id = AssetID.random()
        _ = try await fixture.apply([fixture.addition(id, to: nil, seconds: 0, burst: burst)])
        #expect(try await fixture.burst(of: id) == burst)
        #expect(try await fixture.list(.everything) == [id])
        #expect(try await fixture.list(.everything) { $0.predicate = .contains(.subtypes, "burst") } == [id])
        await #expect(throws: ChangeRefusal(index: 0, reason: .noSuchBurst)) {
            try await fixture.apply([fixture.addition(.random(), to: nil, seconds: 1, burst: .random())])
        }
        let found = try await fixture.list(.everything) {
            $0.predicate = .compares(.burstID, .equal, .identifier(burst))
            $0.includesBurstMembers = true
        }
        #expect(found.count == 3)
        #expect(try await fixture.problems() == [])
    }

    @Test("list what an app puts into the burst of others after all of them")
    func foreign() async throws {
        let fixture = try await Fixture()
        let limited = Visibility.limited(Fixture.app)
        let photos = [try await fixture.addToBurst(seconds: 5), try await fixture.addToBurst(seconds: 6)]
        try await fixture.grant(GrantTests.limited, to: .client(Fixture.app), selection: photos)
        let burst = try #require(await fixture.burst(of: photos[0], limited))
        let id = AssetID.random()
        let photo = try await fixture.photo("K", isPicked: true, for: Fixture.app)
        _ = try await fixture.apply(
            [
                .createAsset(
                    id,
                    AssetCreation(
                        photo, properties: .of { $0.creationDate = .seconds(1) }, AssetCreationOptions(burst: burst)))
            ], visibleTo: limited, by: .client(Fixture.app))
        #expect(try await fixture.list(.everything) == [photos[0]])
        #expect(try await fixture.list(limited) == [photos[0]])
        _ = try await fixture.apply([.deleteAssets(photos)])
        #expect(try await fixture.list(limited) == [id])
        #expect(try await fixture.problems() == [])
    }

    @Test("count once: in counts by value, smart albums, moments and years")
    func counts() async throws {
        let fixture = try await Fixture()
        let day: Int64 = 1_714_564_800
        for seconds in 0..<4 { try await fixture.addToBurst(seconds: day + Int64(seconds) * 86_400) }
        for seconds in 0..<2 { try await fixture.addToBurst("L", seconds: day + Int64(seconds)) }
        try await fixture.add(seconds: day + 10)
        try await fixture.addToBurst("M", seconds: day, hidden: true)
        let expected = ["2024-05-01 3"]
        for query in [AssetQuery(), AssetQuery.of { $0.predicate = .constant(true) }] {
            let counts = try await fixture.library.count(by: .day, of: query, visibleTo: .everything)
            #expect(counts.map { "\($0.value) \($0.count)" } == expected)
        }
        let all = try await fixture.library.count(
            by: .month, of: .of { $0.includesBurstMembers = true }, visibleTo: .everything)
        #expect(all.map(\.count) == [7])
        let images = Visibility(scope: .assets(of: .image), rights: .all)
        #expect(
            try await fixture.library.count(by: .day, of: AssetQuery(), visibleTo: images).map(\.count) == [3])
        let (albums, moments) = (try await fixture.collections(.smart), try await fixture.collections(.moment))
        for (subtype, count) in [("all", 3), ("bursts", 2), ("hidden", 1), ("last-import", 0)] {
            #expect(albums.first { $0.subtype == subtype }?.count == UInt32(count), "\(subtype)")
        }
        #expect(moments.map(\.count) == [3])
        #expect(try await fixture.list(.everything).count == 3)
    }

    @Test("in an album of a person's are what the person put there")
    func albums() async throws {
        let fixture = try await Fixture()
        let photos = [try await fixture.addToBurst(seconds: 1), try await fixture.addToBurst(seconds: 2)]
        let album = AlbumID.random()
        _ = try await fixture.apply([.createAlbum(album, title: "Album"), .addAssets(photos, to: album)])
        #expect(try await fixture.list(.everything) { $0.album = album } == photos)
        var holding = CollectionQuery(.album)
        holding.containing = photos[1]
        let found = try await fixture.library.collections(
            holding, visibleTo: .everything, for: Fixture.owner, at: .seconds(1_000))
        #expect(found.ids == [ObjectID(album)], "no smart album and no moment lists it")
        holding.containing = photos[0]
        let more = try await fixture.library.collections(
            holding, visibleTo: .everything, for: Fixture.owner, at: .seconds(1_000))
        #expect(more.ids.count == 5, "the album, three smart albums and a moment")
    }

    @Test("tell who sees everything which photos are listed from now on, and that one is no longer alone")
    func changes() async throws {
        let fixture = try await Fixture()
        let holder = Holder.client(Fixture.owner)
        let first = try await fixture.addToBurst(seconds: 2)
        func changes(_ body: () async throws -> Void) async throws -> LibraryChanges {
            let token = try await fixture.library.token(visibleTo: .everything, of: holder)
            try await body()
            return try await fixture.library.changes(since: token, visibleTo: .everything, of: holder).changes
        }
        var picked = first
        let inserted = try await changes { picked = try await fixture.addToBurst(seconds: 3, isPicked: true) }
        #expect(inserted.inserted == [picked] && inserted.updated == [first])
        let deleted = try await changes { _ = try await fixture.apply([.deleteAssets([picked])]) }
        #expect(deleted.deleted == [picked] && deleted.updated == [first])
        let restored = try await changes { _ = try await fixture.apply([.restoreAssets([picked])]) }
        #expect(restored.inserted == [picked] && restored.updated == [first])
        let unrelated = try await changes {
            _ = try await fixture.apply([.setProperties(first, .of { $0.creationDate = .seconds(9) })])
        }
        #expect(unrelated.updated == [first])
        _ = try await fixture.apply([.deleteAssets([picked])])
        let purged = try await changes { _ = try await fixture.apply([.purgeAssets([picked])]) }
        #expect(purged.deleted == [picked] && purged.updated == [first])
    }

    @Test("take in what waited in the inbox when the person keeps it")
    func inbox() async throws {
        let fixture = try await Fixture()
        let limited = Visibility.limited(Fixture.app)
        let first = try await fixture.addToBurst(by: Fixture.app, limited, seconds: 1)
        let id = AssetID.random()
        _ = try await fixture.apply(
            [
                .createAsset(
                    id,
                    AssetCreation(
                        fixture.photo("K", isPicked: true),
                        properties: .of { $0.creationDate = .seconds(2) }, isQuarantined: true))
            ], visibleTo: limited, by: .client(Fixture.app))
        #expect(try await fixture.burst(of: first) == nil)
        #expect(try await fixture.list(.everything) == [first])
        try await fixture.library.decide(
            InboxDecisionRequest(
                .keep, about: [id], visibleTo: .everything, by: .client(Fixture.owner), at: .seconds(3_000)))
        #expect(try await fixture.list(.everything) == [id])
        let burst = try #require(await fixture.burst(of: first))
        #expect(try await fixture.burst(of: id) == burst)
        #expect(try await fixture.problems() == [])
    }
}

extension Fixture {
    fileprivate func collections(_ type: CollectionType) async throws -> [PhotoCollection] {
        var query = CollectionQuery(.album)
        query.type = type
        let keys = try await library.collections(
            query, visibleTo: .everything, for: Fixture.owner, at: .seconds(2_000))
        return try await library.collections(
            keys.ids, properties: [.count, .subtype], visibleTo: .everything, for: Fixture.owner, at: .seconds(2_000)
        ).orTrap
    }
}

extension AssetQuery {
    fileprivate static func of(_ body: (inout AssetQuery) -> Void) -> AssetQuery {
        var query = AssetQuery()
        body(&query)
        return query
    }
}
