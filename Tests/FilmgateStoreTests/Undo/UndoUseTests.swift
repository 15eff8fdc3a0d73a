import FilmgateModel
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Undoing what others use")
struct UndoUseTests {
    private static let (owner, app, other) = (UndoFixture.owner, UndoFixture.app, UndoFixture.other)

    @Test("what a client added stays if it is selected for a different one, a cover, or has a version")
    func used() async throws {
        let fixture = try await UndoFixture()
        var added: [AssetID] = []
        for _ in 0..<5 { added.append(try await fixture.add(by: Self.app)) }
        let (album, mine) = (AlbumID.random(), AlbumID.random())
        try await fixture.apply([.createAlbum(album, title: "Album")], by: Self.owner)
        try await fixture.apply([.createAlbum(mine, title: "Of the app")], by: Self.app)
        try await fixture.store.grant(
            GrantTests.limited, to: .client(Self.other), selection: [added[0]], albums: [mine])
        try await fixture.store.grant(GrantTests.limited, to: .client(Self.app), selection: [added[4]])
        try await fixture.apply([.addAssets([added[1], added[3]], to: album)], by: Self.app)
        try await fixture.apply([.setCover(added[1], of: album)], by: Self.owner)
        let (version, own) = (AssetID.random(), AssetID.random())
        for (id, client, of) in [(version, Self.other, added[2]), (own, Self.app, added[3])] {
            let file = try await fixture.store.stage(for: client)
            try await fixture.apply(
                [.createAsset(id, AssetCreation(.photo(file), originalAsset: of))], by: client)
        }
        let report = try await fixture.undo(.init(Self.app))
        #expect(
            Set(report.skipped.map(\.id)) == Set(Array(added[..<3]).objects + [ObjectID(mine)]), "\(report.skipped)")
        #expect(Set(report.skipped.map(\.reason)) == [.changedLater(by: nil)])
        #expect(Set(try await fixture.store.list(.everything)) == Set(added[..<3] + [version]))
        #expect(Set(try await fixture.store.list(.limited(Self.other))) == [added[0], version])
        #expect(try await fixture.store.problems() == [])
    }

    @Test("counts what changes only: not content that is unedited again, nor an order that is as it was")
    func unchanged() async throws {
        let fixture = try await UndoFixture()
        let (photo, folder) = (try await fixture.add(by: Self.owner), FolderID.random())
        let albums = (0..<2).map { _ in AlbumID.random() }
        try await fixture.apply(
            [.createFolder(folder, title: "Folder")]
                + albums.map { .createAlbum($0, title: "Album", in: folder) }
                + [.moveChildren([ObjectID(albums[1])], in: folder, to: 0)], by: Self.owner)
        try await fixture.edit(photo, by: Self.app)
        try await fixture.apply([.revertContent(photo)], by: Self.app)
        for album in albums {
            try await fixture.apply([.moveChildren([ObjectID(album)], in: folder, to: 0)], by: Self.app)
        }
        let report = try await fixture.undo(.init(Self.app))
        #expect(report.undone == [] && report.skipped == [])
    }

    @Test("what followed from an undo is nobody's change: an order can be taken back after a part was")
    func followed() async throws {
        let fixture = try await UndoFixture()
        let (folder, albums) = (FolderID.random(), (0..<3).map { _ in AlbumID.random() })
        try await fixture.apply(
            [.createFolder(folder, title: "Folder")]
                + albums.map { .createAlbum($0, title: "Album", in: folder) }
                + [.moveChildren([ObjectID(albums[2])], in: folder, to: 0)], by: Self.owner)
        let before = try await fixture.state()
        try await fixture.apply([.moveChildren([ObjectID(albums[0])], in: folder, to: 0)], by: Self.app)
        let start = fixture.now + 1
        try await fixture.apply([.createAlbum(.random(), title: "New", in: folder)], by: Self.app)
        try await fixture.undo(.init(Self.app, since: start))
        let report = try await fixture.undo(.init(Self.app))
        #expect(report.skipped == [], "\(report.skipped)")
        #expect(try await fixture.state() == before)
        #expect(try await fixture.store.problems() == [])
    }

    @Test("an undo by an administrator is no change of the owner's")
    func administrator() async throws {
        let fixture = try await UndoFixture()
        let photo = try await fixture.add(by: Self.owner)
        try await fixture.set(photo, by: Self.app) { $0.title = "spoilt" }
        try await fixture.set(photo, by: Self.owner) { $0.rating = 5 }
        _ = try await fixture.store.library.undo(
            UndoRequest(
                .client(Self.app, since: nil, until: nil), visibleTo: .everything, by: .client(Self.other),
                isOwners: false, at: .seconds(fixture.now + 1)))
        #expect(try await fixture.undo().undone == [ObjectID(photo)])
        let values = try await fixture.store.row(photo, .everything).values
        #expect(values[.title] != .text("spoilt") && values[.rating] != .signed(5), "\(values)")
    }
}
