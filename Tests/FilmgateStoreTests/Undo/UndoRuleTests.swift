import FilmgateModel
import FilmgatePredicates
import FilmgateSQLite
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Undoing changes of smart albums and of the top level's order")
struct UndoRuleTests {
    @Test("brings back a rule, a deleted smart album with its rule, and removes a new one")
    func rules() async throws {
        let fixture = try await UndoFixture()
        let (asset, other) = (try await fixture.add(by: .owner, title: "one"), try await fixture.add(by: .owner))
        let (album, mine) = (AlbumID.random(), AlbumID.random())
        let titled = try Predicate<AssetProperty>(parsing: "title = 'one'")
        let untitled = try Predicate<AssetProperty>(parsing: "title is null")
        try await fixture.apply([.createAlbum(album, title: "Rule", rule: titled)], by: .owner)
        #expect(try await fixture.content(of: album) == [asset])
        try await fixture.apply([.setRule(untitled, of: album)], by: .app)
        try await fixture.apply([.createAlbum(mine, title: "Mine", rule: titled)], by: .app)
        #expect(try await fixture.content(of: album) == [other])
        try await fixture.apply([.deleteAlbums([album])], by: .app)
        await #expect(throws: NoSuchAlbum.self) { try await fixture.content(of: album) }
        #expect(try await fixture.undo(.init(.app)).skipped == [])
        #expect(try await fixture.content(of: album) == [asset])
        await #expect(throws: NoSuchAlbum.self) { try await fixture.content(of: mine) }
        try await fixture.undo()
        await #expect(throws: NoSuchAlbum.self) { try await fixture.content(of: album) }
        try await fixture.undo()
        #expect(try await fixture.content(of: album) == [asset])
        #expect(try await fixture.store.problems() == [])
    }

    @Test("brings back the order of the top level")
    func top() async throws {
        let fixture = try await UndoFixture()
        let (folder, albums) = (FolderID.random(), (0..<3).map { _ in AlbumID.random() })
        try await fixture.apply(
            [.createFolder(folder, title: "Folder")]
                + zip(albums, ["a", "b", "c"]).map { .createAlbum($0, title: $1) }, by: .owner)
        #expect(try await fixture.top() == albums)
        try await fixture.apply([.moveChildren([ObjectID(albums[2])], in: nil, to: 0)], by: .owner)
        #expect(try await fixture.top() == [albums[2], albums[0], albums[1]])
        try await fixture.apply([.moveChildren([ObjectID(albums[1])], in: nil, to: 0)], by: .app)
        try await fixture.apply([.addChildren([ObjectID(albums[2])], to: folder)], by: .app)
        #expect(try await fixture.top() == [albums[1], albums[0]])
        #expect(try await fixture.undo(.init(.app)).undone.isEmpty == false)
        #expect(try await fixture.top() == [albums[2], albums[0], albums[1]])
        #expect(try await fixture.store.problems() == [])
    }

    @Test("reports a rule that it does not bring back, because the album contains assets")
    func filled() async throws {
        let fixture = try await UndoFixture()
        let (asset, album) = (try await fixture.add(by: .owner), AlbumID.random())
        let titled = try Predicate<AssetProperty>(parsing: "title = 'one'")
        let untitled = try Predicate<AssetProperty>(parsing: "title is null")
        try await fixture.apply([.createAlbum(album, title: "Rule", rule: titled)], by: .owner)
        try await fixture.apply([.setRule(untitled, of: album)], by: .app)
        try await fixture.store.library.database.write { try $0.script("UPDATE album SET rule = NULL") }
        try await fixture.apply([.addAssets([asset], to: album)], by: .owner)
        let report = try await fixture.undo(.init(.app))
        #expect(report.undone == [] && report.skipped.map(\.id) == [ObjectID(album)], "\(report)")
        #expect(report.skipped.map(\.reason) == [.changedLater(by: nil)] && report.skipped.map(\.aspect) == ["rule"])
        #expect(try await fixture.content(of: album) == [asset])
    }

    @Test("a restored album whose rule is not a condition is empty")
    func crafted() async throws {
        let fixture = try await UndoFixture()
        _ = try await fixture.add(by: .owner)
        let album = AlbumID.random()
        try await fixture.apply([.createAlbum(album, title: "Rule", rule: .constant(true))], by: .owner)
        #expect(try await fixture.content(of: album).count == 1)
        try await fixture.store.library.database.write { try $0.script("UPDATE album SET rule = 'nonsense ='") }
        #expect(try await fixture.content(of: album) == [])
        let found = try await fixture.store.library.collections(
            [ObjectID(album)], properties: [.rule, .count], visibleTo: .everything, for: Fixture.app,
            at: .seconds(20_000))
        #expect(found?.first?.rule == nil && found?.first?.count == 0)
    }
}

extension UndoFixture {
    fileprivate func content(of album: AlbumID) async throws -> [AssetID] {
        var query = AssetQuery()
        query.album = album
        let resolved = try await store.library.resolve(query, visibleTo: .everything, at: .seconds(20_000))
        return try await store.list(.everything) { $0 = resolved }
    }

    fileprivate func top() async throws -> [AlbumID] {
        var query = CollectionQuery(.album)
        query.place = .top
        query.type = .album
        let keys = try await store.library.collections(
            query, visibleTo: .everything, for: Fixture.app, at: .seconds(20_000))
        return keys.ids.map { AlbumID(uuid: $0.uuid) }
    }
}
