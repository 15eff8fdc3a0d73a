import FilmgateModel
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Albums")
struct StoreAlbumTests {
    static let app = Holder.client(Fixture.app)

    @Test("hold each asset once, in the order of insertion, and do not exist after their deletion")
    func contents() async throws {
        let fixture = try await Fixture()
        let assets = [
            try await fixture.add(seconds: 1), try await fixture.add(seconds: 2), try await fixture.add(seconds: 3),
        ]
        let album = AlbumID.random()
        #expect(
            try await fixture.apply([
                .createAlbum(album, title: "Summer"), .addAssets([assets[1], assets[0]], to: album),
                .addAssets([assets[2], assets[1]], to: album),
            ]) == [ObjectID(album), nil, nil])
        #expect(try await fixture.list(.everything) { $0.album = album } == [assets[1], assets[0], assets[2]])
        #expect(try await fixture.albums() == [Row(album, "Summer", count: 3)])
        _ = try await fixture.apply([.deleteAssets([assets[0]]), .rename(ObjectID(album), title: "Autumn")])
        #expect(try await fixture.albums() == [Row(album, "Autumn", count: 2)])
        #expect(try await fixture.list(.everything) { $0.album = album } == [assets[1], assets[2]])
        _ = try await fixture.apply([.restoreAssets([assets[0]]), .removeAssets([assets[1], assets[1]], from: album)])
        #expect(try await fixture.list(.everything) { $0.album = album } == [assets[0], assets[2]])
        _ = try await fixture.apply([.deleteAlbums([album])])
        #expect(try await fixture.albums() == [])
        #expect(try await fixture.list(.everything).count == 3)
        await #expect(throws: NoSuchAlbum.self) { try await fixture.list(.everything) { $0.album = album } }
        #expect(try await fixture.problems() == [])
    }

    @Test("do not exist for clients that do not see everything")
    func unseen() async throws {
        let fixture = try await Fixture()
        let asset = try await fixture.add(by: Self.app)
        let album = AlbumID.random()
        _ = try await fixture.apply([.createAlbum(album, title: "Summer"), .addAssets([asset], to: album)])
        try await fixture.grant(GrantTests.limited, to: Self.app, selection: [], albums: [album])
        let limited = Visibility.limited(Fixture.app)
        #expect(try await fixture.albums(visibleTo: .everything) == [Row(album, "Summer", count: 1)])
        #expect(try await fixture.albums(visibleTo: limited) == [])
        #expect(try await fixture.albums([album], visibleTo: limited) == [])
        #expect(try await fixture.rows([ObjectID(album)], visibleTo: limited) == nil)
        await #expect(throws: NoSuchAlbum.self) { try await fixture.list(limited) { $0.album = album } }
        await #expect(throws: ChangeRefusal(index: 0, reason: .noSuchCollection(ObjectID(album)))) {
            try await fixture.apply([.rename(ObjectID(album), title: "Mine")], visibleTo: limited)
        }
        for change: StoreChange in [
            .deleteAlbums([album]), .addAssets([asset], to: album),
            .removeAssets([asset], from: album),
        ] {
            await #expect(throws: ChangeRefusal(index: 0, reason: .noSuchAlbum(ObjectID(album)))) {
                try await fixture.apply([change], visibleTo: limited)
            }
        }
    }

    @Test("in a selection add their new assets to the scope, and remove those that leave")
    func live() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        let assets = [
            try await fixture.add(seconds: 4), try await fixture.add(seconds: 3), try await fixture.add(seconds: 2),
        ]
        let own = try await fixture.add(by: Self.app, seconds: 1)
        let (first, second) = (AlbumID.random(), AlbumID.random())
        _ = try await fixture.apply([
            .createAlbum(first, title: "A"), .createAlbum(second, title: "B"), .addAssets([assets[0]], to: first),
            .addAssets([assets[0], own], to: second),
        ])
        func seen() async throws -> [AssetID] { try await fixture.list(.limited(Fixture.app)) }
        try await fixture.grant(GrantTests.limited, to: Self.app, selection: [assets[2]], albums: [first, second])
        #expect(try await library.selection(of: Self.app) == [assets[2], first, second].map(Self.object))
        #expect(try await library.selectedAssets(of: Self.app) == [assets[0], assets[2], own])
        #expect(try await library.grants()[0].selectionCount == 3)
        #expect(try await seen() == [assets[0], assets[2], own])
        _ = try await fixture.apply([.addAssets([assets[1], assets[2]], to: first)])
        #expect(try await seen() == [assets[0], assets[1], assets[2], own])
        // One of two albums still holds it, it is selected, or the client added it.
        _ = try await fixture.apply([.removeAssets([assets[0], assets[2]], from: first), .deleteAlbums([first])])
        #expect(try await seen() == [assets[0], assets[2], own])
        let visibilityEpoch = library.visibilityEpoch
        _ = try await fixture.apply([.removeAssets([assets[0], own], from: second)])
        #expect(library.visibilityEpoch != visibilityEpoch)
        #expect(try await seen() == [assets[2], own])
        try await library.changeSelection(of: Self.app, adding: [], removing: [ObjectID(second)], at: .seconds(9))
        _ = try await fixture.apply([.addAssets([assets[0]], to: second)])
        #expect(try await seen() == [assets[2], own])
        // Entered: the first selection and a later asset. Left: the later asset, and one that no album holds any
        // longer.
        let kinds = try await fixture.log().compactMap { line in
            ["entered", "left"].first { line.contains($0) }
        }
        #expect(kinds == ["entered", "entered", "entered", "left", "left"])
        #expect(try await fixture.problems() == [])
    }

    @Test("leave a selection from which a person removed one of their assets; their other assets stay selected")
    func edited() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        var assets: [AssetID] = []
        for second in 0..<5 { assets.append(try await fixture.add(seconds: Int64(9 - second))) }
        let (first, second) = (AlbumID.random(), AlbumID.random())
        _ = try await fixture.apply([
            .createAlbum(first, title: "A"), .createAlbum(second, title: "B"),
            .addAssets([assets[0], assets[1]], to: first), .addAssets([assets[2]], to: second),
        ])
        try await fixture.grant(GrantTests.limited, to: Self.app, selection: [assets[3]], albums: [first, second])
        let outcome = try await library.editSelection(
            of: Self.app, adding: [ObjectID(assets[4])], removing: [ObjectID(assets[0])], at: .seconds(9))
        #expect(outcome.before == [assets[0], assets[1], assets[2], assets[3]])
        #expect(outcome.after == [assets[1], assets[2], assets[3], assets[4]])
        #expect(
            try await library.selection(of: Self.app)
                == [assets[1], assets[3], assets[4]].map(Self.object) + [Self.object(second)])
        // What an administrator removes while the person edits is not added again.
        try await fixture.changeSelection(of: Self.app, removing: [assets[3]])
        let later = try await library.editSelection(
            of: Self.app, adding: [], removing: [ObjectID(assets[1])], at: .seconds(10))
        #expect(later.after == [assets[2], assets[4]])
        #expect(try await fixture.problems() == [])
    }

    @Test("equal a model through random changes of albums, selections and grants", .long, arguments: 1...4)
    func model(seed: Int) async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        var chance = Chance(seed: UInt64(seed))
        var assets: [AssetID] = []
        for second in 0..<8 { assets.append(try await fixture.add(seconds: Int64(second))) }
        let own = try await fixture.add(by: Self.app, seconds: 100)
        assets.append(own)
        var albums: [AlbumID: [AssetID]] = [:]
        var selectedAssets: Set<AssetID> = []
        var selectedAlbums: Set<AlbumID> = []
        try await fixture.grant(GrantTests.limited, to: Self.app, selection: [])
        for _ in 0..<400 {
            let some = chance.some(of: assets)
            let album = albums.keys.sorted { $0.description < $1.description }.randomElement(using: &chance)
            switch (chance.below(8), album) {
            case (0, _) where albums.count < 4:
                let id = AlbumID.random()
                albums[id] = []
                _ = try await fixture.apply([.createAlbum(id, title: "Album")])
            case (1, let album?) where chance.below(3) == 0:
                albums[album] = nil
                selectedAlbums.remove(album)
                _ = try await fixture.apply([.deleteAlbums([album])])
            case (2, let album?), (3, let album?):
                for asset in some where albums[album]?.contains(asset) == false { albums[album]?.append(asset) }
                _ = try await fixture.apply([.addAssets(some, to: album)])
            case (4, let album?):
                albums[album]?.removeAll { some.contains($0) }
                _ = try await fixture.apply([.removeAssets(some, from: album)])
            case (5, let album?):
                selectedAlbums.insert(album)
                selectedAssets.formUnion(some)
                try await fixture.library.changeSelection(
                    of: Self.app, adding: some.map { ObjectID($0) } + [ObjectID(album)], removing: [], at: .seconds(1))
            case (6, let album?):
                selectedAlbums.remove(album)
                selectedAssets.subtract(some)
                try await fixture.library.changeSelection(
                    of: Self.app, adding: [], removing: some.map { ObjectID($0) } + [ObjectID(album)], at: .seconds(1))
            case (7, let album?):
                (selectedAssets, selectedAlbums) = (Set(some), [album])
                try await fixture.grant(GrantTests.limited, to: Self.app, selection: some, albums: [album])
            default: break
            }
            let seen = selectedAssets.union(selectedAlbums.flatMap { albums[$0] ?? [] }).union([own])
            #expect(Set(try await fixture.list(.limited(Fixture.app))) == seen)
            for (album, members) in albums {
                #expect(try await fixture.list(.everything) { $0.album = album } == members)
            }
        }
        #expect(try await fixture.problems() == [])
    }

    private static func object(_ id: any LocalIdentifier) -> ObjectID { ObjectID(id) }
}

/// The values of an album in a list.
private struct Row: Equatable {
    let id: ObjectID
    let title: String
    let count: UInt32

    init(_ id: AlbumID, _ title: String, count: UInt32) {
        (self.id, self.title, self.count) = (ObjectID(id), title, count)
    }

    init(_ album: PhotoCollection) { (id, title, count) = (album.id, album.title, album.count) }
}

extension Fixture {
    /// Albums of clients, by title, or in the order of identifiers.
    fileprivate func albums(
        _ identifiers: [AlbumID]? = nil, visibleTo visibility: Visibility = .everything
    ) async throws -> [Row]? {
        var query = CollectionQuery(.album)
        query.type = .album
        query.identifiers = identifiers?.objects
        let found = try await library.collections(query, visibleTo: visibility, for: Fixture.app, at: .seconds(2_000))
        return try await rows(found.ids, visibleTo: visibility)
    }

    /// Returns nil if one of them is not visible.
    fileprivate func rows(_ ids: [ObjectID], visibleTo visibility: Visibility) async throws -> [Row]? {
        try await library.collections(
            ids, properties: [.title, .count], visibleTo: visibility, for: Fixture.app, at: .seconds(2_000)
        )?.map(Row.init)
    }
}
