import FilmgateModel
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("The cover of an album, and the order of a folder")
struct CoverTests {
    @Test("is the asset that was set, as long as the album lists it, and else the newest")
    func covers() async throws {
        let fixture = try await Fixture()
        var ids: [AssetID] = []
        for second in 0..<3 { ids.append(try await fixture.add(seconds: Int64(second))) }
        let (album, stranger) = (AlbumID.random(), try await fixture.add(seconds: 9))
        _ = try await fixture.apply([.createAlbum(album, title: "a")])
        #expect(try await fixture.cover(of: ObjectID(album)) == nil)
        _ = try await fixture.apply([.addAssets(ids, to: album)])
        #expect(try await fixture.cover(of: ObjectID(album)) == ids[2])
        _ = try await fixture.apply([.setCover(ids[0], of: album)])
        #expect(try await fixture.cover(of: ObjectID(album)) == ids[0])
        try await fixture.set(ids[0]) { $0.isHidden = true }
        #expect(try await fixture.cover(of: ObjectID(album)) == ids[2])
        try await fixture.set(ids[0]) { $0.isHidden = false }
        #expect(try await fixture.cover(of: ObjectID(album)) == ids[0])
        await #expect(throws: ChangeRefusal(index: 0, reason: .notInAlbum)) {
            try await fixture.apply([.setCover(stranger, of: album)])
        }
        await #expect(throws: ChangeRefusal(index: 0, reason: .noSuchAlbum(ObjectID(album)))) {
            try await fixture.apply([.setCover(nil, of: album)], visibleTo: .limited(Fixture.app))
        }
        _ = try await fixture.apply([.deleteAssets([ids[0]]), .purgeAssets([ids[0]])])
        #expect(try await fixture.cover(of: ObjectID(album)) == ids[2])
        _ = try await fixture.apply([.setCover(ids[1], of: album), .setCover(nil, of: album)])
        #expect(try await fixture.cover(of: ObjectID(album)) == ids[2])
        #expect(try await fixture.problems().isEmpty)
    }

    @Test("of a computed album is the newest that the client sees")
    func computed() async throws {
        let fixture = try await Fixture()
        let (old, new) = (try await fixture.add(seconds: 1), try await fixture.add(seconds: 2))
        try await fixture.set(new) { $0.isFavorite = true }
        try await fixture.set(old) { $0.isFavorite = true }
        try await fixture.select([old], for: Fixture.app)
        let favorites = try #require(SmartAlbum.all.first { $0.subtype == "favorites" }).id
        let limited = Visibility.limited(Fixture.app)
        #expect(try await fixture.cover(of: favorites) == new)
        #expect(try await fixture.cover(of: favorites, visibleTo: limited) == old)
        for (visibility, cover) in [(Visibility.everything, new), (limited, old)] {
            var query = CollectionQuery(.album)
            query.type = .moment
            let moments = try await fixture.library.collections(
                query, visibleTo: visibility, for: Fixture.app, at: .seconds(2_000))
            #expect(try await fixture.cover(of: try #require(moments.ids.first), visibleTo: visibility) == cover)
        }
    }

    @Test("is by title until somebody orders it, albums and folders together")
    func order() async throws {
        let fixture = try await Fixture()
        let folder = FolderID.random()
        let albums = ["c", "a", "e"].map { (AlbumID.random(), $0) }
        let inner = FolderID.random()
        _ = try await fixture.apply(
            [.createFolder(folder, title: "x"), .createFolder(inner, title: "b", in: folder)]
                + albums.map { .createAlbum($0.0, title: $0.1, in: folder) })
        let names = Dictionary(uniqueKeysWithValues: albums.map { (ObjectID($0.0), $0.1) } + [(ObjectID(inner), "b")])
        func order() async throws -> [String] {
            var found: [String] = []
            for kind in [CollectionKind.album, .folder] {
                var query = CollectionQuery(kind)
                query.place = .folder(ObjectID(folder))
                let keys = try await fixture.library.collections(
                    query, visibleTo: .everything, for: Fixture.app, at: .seconds(2_000))
                found.append(keys.ids.map { names[$0] ?? "new" }.joined())
            }
            return found
        }
        #expect(try await order() == ["ace", "b"])
        let (c, a, e) = (ObjectID(albums[0].0), ObjectID(albums[1].0), ObjectID(albums[2].0))
        // a b c e
        _ = try await fixture.apply([.moveChildren([e, a, .random()].filter { names[$0] != nil }, in: folder, to: 1)])
        // b e a c
        #expect(try await order() == ["eac", "b"])
        _ = try await fixture.apply([.createAlbum(.random(), title: "0", in: folder)])
        #expect(try await order() == ["eacnew", "b"])
        _ = try await fixture.apply([.removeChildren([c], from: folder), .insertChildren([c, a], into: folder, at: 0)])
        #expect(try await order() == ["ceanew", "b"])
        await #expect(throws: ChangeRefusal(index: 0, reason: .beyondLastChild)) {
            try await fixture.apply([.moveChildren([c], in: folder, to: 5)])
        }
        #expect(try await fixture.problems().isEmpty)
    }

    @Test("adds and removes single keywords, without case")
    func keywords() async throws {
        let fixture = try await Fixture()
        let ids = [try await fixture.add(), try await fixture.add()]
        try await fixture.set(ids[0]) { $0.keywords = ["Sea"] }
        _ = try await fixture.apply([.addKeywords(["lake", "sea", "Lake"], to: ids)])
        #expect(try await fixture.keywords(of: ids[0]) == ["Sea", "lake"])
        #expect(try await fixture.keywords(of: ids[1]) == ["lake", "sea"])
        _ = try await fixture.apply([.removeKeywords(["SEA", "other"], from: ids)])
        #expect(try await fixture.keywords(of: ids[0]) == ["lake"])
        _ = try await fixture.apply([.removeKeywords(["lake"], from: ids)])
        #expect(try await fixture.keywords(of: ids[0]) == [])
        _ = try await fixture.apply([.addKeywords((0..<256).map { "\($0)" }, to: [ids[0]])])
        await #expect(throws: ChangeRefusal(index: 0, reason: .tooManyKeywords)) {
            try await fixture.apply([.addKeywords(["one more"], to: [ids[0]])])
        }
    }
}

extension Fixture {
    fileprivate func cover(of id: ObjectID, visibleTo visibility: Visibility = .everything) async throws -> AssetID? {
        try await library.collections(
            [id], properties: [.cover], visibleTo: visibility, for: Fixture.app, at: .seconds(2_000))?.first?.cover
    }

    fileprivate func keywords(of id: AssetID) async throws -> [String] {
        var query = AssetQuery()
        query.identifiers = [id]
        let keys = try await library.fetch(query, visibleTo: .everything)
        let row = try await library.rows(keys, properties: [.keywords], visibleTo: .everything)?.first
        guard case .texts(let keywords)? = row?.values[.keywords] else { return [] }
        return keywords
    }
}
