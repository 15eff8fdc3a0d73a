import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Undoing")
struct UndoTests {
    @Test("brings back what a client changed, keeps what others changed later, and says so")
    func properties() async throws {
        let fixture = try await UndoFixture()
        let (first, second) = (try await fixture.add(by: .owner), try await fixture.add(by: .owner, title: "Old"))
        let before = try await fixture.state()
        let start = fixture.now
        for id in [first, second] {
            try await fixture.set(id, by: .app) { ($0.title, $0.rating, $0.isFavorite) = ("Spoilt", 1, true) }
            try await fixture.set(id, by: .app) { $0.location = Location(latitude: 1, longitude: 2) }
        }
        let report = try await fixture.undo(.init(.app, isDryRun: true))
        #expect(Set(report.undone) == Set([first, second].objects) && report.skipped == [])
        #expect(try await fixture.state() != before, "only tried")
        try await fixture.set(second, by: .other) { $0.title = "Mine" }
        let done = try await fixture.undo(.init(.app))
        #expect(Set(done.undone) == Set([first, second].objects))
        #expect(
            done.skipped == [
                .init(id: ObjectID(second), reason: .changedLater(by: UndoFixture.other), aspect: "title")
            ])
        try await fixture.set(second, by: .owner) { $0.title = "Old" }
        #expect(try await fixture.state() == before)
        #expect(try await fixture.undo(.init(.app, since: start)).undone == [], "there is nothing left")
        #expect(try await fixture.store.problems() == [])
    }

    @Test("takes back only what was done within the dates")
    func dates() async throws {
        let fixture = try await UndoFixture()
        let id = try await fixture.add(by: .owner)
        var states: [[String]] = []
        for title in ["A", "B", "C"] {
            states.append(try await fixture.state())
            try await fixture.set(id, by: .app) { $0.title = title }
        }
        let last = fixture.now
        let early = try await fixture.undo(.init(.app, until: last))
        #expect(early.undone == [] && early.skipped.map(\.reason) == [.changedLater(by: UndoFixture.app)])
        try await fixture.undo(.init(.app, since: last))
        #expect(try await fixture.state() == states[2])
        try await fixture.undo(.init(.app, until: last))
        #expect(try await fixture.state() == states[0])
    }

    @Test("can be undone itself, again and again, and knows what is undone already")
    func again() async throws {
        let fixture = try await UndoFixture()
        let id = try await fixture.add(by: .owner)
        try await fixture.edit(id, by: .owner)
        let before = try await fixture.state()
        try await fixture.edit(id, by: .app)
        try await fixture.set(id, by: .app) { $0.caption = "Spoilt" }
        try await fixture.apply([.deleteAssets([id])], by: .app)
        let after = try await fixture.state()
        try await fixture.undo(.init(.app))
        for _ in 0..<3 {
            #expect(try await fixture.state() == before)
            #expect(try await fixture.undo(.init(.app)).undone == [])
            try await fixture.undo()
            #expect(try await fixture.state() == after)
            try await fixture.undo()
        }
        try await fixture.undo()
        #expect(try await fixture.undo(.init(.app)).undone == [ObjectID(id)])
        #expect(try await fixture.state() == before)
        #expect(try await fixture.store.problems() == [])
    }

    @Test("brings back edits that were replaced or reverted, as long as their files are kept")
    func content() async throws {
        let fixture = try await UndoFixture()
        let id = try await fixture.add(by: .owner)
        try await fixture.edit(id, by: .owner)
        let before = try await fixture.state()
        try await fixture.apply([.revertContent(id)], by: .app)
        try await fixture.edit(id, by: .app)
        #expect(try await fixture.store.library.summary().resources == 3)
        #expect(try fixture.store.originals().count == 5, "with two files of the replaced edit")
        try await fixture.store.library.sweep()
        try await fixture.undo(.init(.app))
        #expect(try await fixture.state() == before)
        #expect(try await fixture.store.problems() == [])
        // After a month nothing is kept.
        try await fixture.apply([.revertContent(id)], by: .app)
        try await fixture.store.library.pruneUndo(keeping: 0, at: .seconds(fixture.now + 1))
        #expect(try fixture.store.originals().count == 1)
        #expect(try await fixture.undo(.init(.app)).undone == [])
        // What is purged leaves nothing behind.
        try await fixture.edit(id, by: .owner)
        try await fixture.edit(id, by: .app)
        try await fixture.apply([.deleteAssets([id]), .purgeAssets([id])], by: .app)
        #expect(try fixture.store.originals().isEmpty)
        let report = try await fixture.undo(.init(.app))
        #expect(report.undone == [] && report.skipped.map(\.reason) == [.purged])
        #expect(report.skipped.map(\.id) == [ObjectID(id)])
        #expect(try await fixture.store.problems() == [])
    }

    @Test("puts into the trash what a client added, unless somebody has used it")
    func additions() async throws {
        let fixture = try await UndoFixture()
        let album = AlbumID.random()
        try await fixture.apply([.createAlbum(album, title: "Album")], by: .owner)
        var added: [AssetID] = []
        for _ in 0..<4 { added.append(try await fixture.add(by: .app)) }
        try await fixture.set(added[0], by: .app) { $0.title = "App" }
        try await fixture.set(added[1], by: .owner) { $0.isFavorite = true }
        try await fixture.apply([.addAssets([added[2]], to: album)], by: .owner)
        try await fixture.apply([.addAssets([added[3]], to: album)], by: .app)
        let report = try await fixture.undo(.init(.app))
        #expect(report.undone.contains(ObjectID(added[0])) && report.undone.contains(ObjectID(added[3])))
        #expect(Set(report.skipped.map(\.id)) == Set([added[1], added[2]].objects))
        #expect(Set(try await fixture.store.list(.everything)) == [added[1], added[2]])
        #expect(try await fixture.store.list(.everything) { $0.album = album } == [added[2]])
        try await fixture.undo()
        #expect(try await fixture.store.list(.everything).count == 4)
        #expect(try await fixture.store.list(.everything) { $0.album = album } == [added[2], added[3]])
        try await fixture.undo(.init(.app))
        #expect(Set(try await fixture.store.list(.everything)) == [added[1], added[2]], "as the first time")
        #expect(try await fixture.store.problems() == [])
    }

    @Test("brings albums and folders back with their identifiers, places, assets and order")
    func collections() async throws {
        let fixture = try await UndoFixture()
        let (outer, inner, album) = (FolderID.random(), FolderID.random(), AlbumID.random())
        var assets: [AssetID] = []
        for _ in 0..<5 { assets.append(try await fixture.add(by: .owner)) }
        try await fixture.apply(
            [
                .createFolder(outer, title: "Outer"), .createFolder(inner, title: "Inner", in: outer),
                .createAlbum(album, title: "Album", in: inner), .addAssets(assets, to: album),
            ], by: .owner)
        let before = try await fixture.state()
        let mine = AlbumID.random()
        try await fixture.apply(
            [
                .moveAssets([assets[3], assets[0]], in: album, to: 1), .removeAssets([assets[2]], from: album),
                .rename(ObjectID(album), title: "Spoilt"), .rename(ObjectID(outer), title: "Spoilt"),
                .createAlbum(mine, title: "Mine", in: outer), .addAssets([assets[1]], to: mine),
            ], by: .app)
        try await fixture.apply([.deleteFolders([outer, inner]), .deleteAlbums([album])], by: .app)
        let report = try await fixture.undo(.init(.app))
        #expect(report.skipped == [])
        #expect(try await fixture.state() == before)
        #expect(try await fixture.store.problems() == [])
        try await fixture.apply([.createAlbum(mine, title: "Mine")], by: .app)
        try await fixture.apply([.addAssets([assets[4]], to: mine)], by: .owner)
        let kept = try await fixture.undo(.init(.app))
        #expect(kept.skipped.map(\.id) == [ObjectID(mine)])
        #expect(try await fixture.store.list(.everything) { $0.album = mine } == [assets[4]])
    }

    @Test("brings back the cover of an album, and the order of what is in a folder")
    func coverAndOrder() async throws {
        let fixture = try await UndoFixture()
        let (first, second) = (try await fixture.add(by: .owner), try await fixture.add(by: .owner))
        let (folder, albums) = (FolderID.random(), (0..<3).map { _ in AlbumID.random() })
        try await fixture.apply(
            [.createFolder(folder, title: "Folder")]
                + albums.map { .createAlbum($0, title: "Album", in: folder) }
                + [
                    .addAssets([first, second], to: albums[0]), .setCover(first, of: albums[0]),
                    .moveChildren([ObjectID(albums[2])], in: folder, to: 0),
                ], by: .owner)
        let before = try await fixture.state()
        try await fixture.apply(
            [.setCover(second, of: albums[0]), .moveChildren([ObjectID(albums[1])], in: folder, to: 0)], by: .app)
        try await fixture.apply(
            [.removeChildren([ObjectID(albums[2])], from: folder), .deleteAlbums([albums[0]])], by: .app)
        let after = try await fixture.state()
        #expect(try await fixture.undo(.init(.app)).skipped == [])
        #expect(try await fixture.state() == before)
        try await fixture.undo()
        #expect(try await fixture.state() == after)
        try await fixture.undo()
        #expect(try await fixture.state() == before)
        #expect(try await fixture.store.problems() == [])
    }

    @Test("puts children that came into an ordered folder between two undos back into their order")
    func orderBetweenUndos() async throws {
        let fixture = try await UndoFixture()
        let (folder, albums) = (FolderID.random(), (0..<4).map { _ in AlbumID.random() })
        try await fixture.apply(
            [.createFolder(folder, title: "Folder")]
                + albums[..<2].map { .createAlbum($0, title: "Album", in: folder) }
                + [.moveChildren([ObjectID(albums[1])], in: folder, to: 0)], by: .owner)
        try await fixture.apply([.moveChildren([ObjectID(albums[0])], in: folder, to: 0)], by: .app)
        try await fixture.undo(.init(.app))
        try await fixture.apply(albums[2...].map { .createAlbum($0, title: "Album", in: folder) }, by: .owner)
        let before = try await fixture.state()
        let start = fixture.now + 1
        try await fixture.apply([.moveChildren([ObjectID(albums[3])], in: folder, to: 2)], by: .app)
        #expect(try await fixture.state() != before)
        try await fixture.undo(.init(.app, since: start))
        #expect(try await fixture.state() == before)
    }

    @Test("gives no access: a selection that held a deleted album does not get it back")
    func access() async throws {
        let fixture = try await UndoFixture()
        let (asset, album) = (try await fixture.add(by: .owner), AlbumID.random())
        try await fixture.apply([.createAlbum(album, title: "Album"), .addAssets([asset], to: album)], by: .owner)
        let limited = Holder.client(UndoFixture.other)
        try await fixture.store.grant(GrantTests.limited, to: limited, selection: [], albums: [album])
        #expect(try await fixture.store.list(.limited(UndoFixture.other)) == [asset])
        try await fixture.apply([.deleteAlbums([album])], by: .app)
        try await fixture.undo(.init(.app))
        #expect(try await fixture.store.list(.everything) { $0.album = album } == [asset])
        #expect(try await fixture.store.list(.limited(UndoFixture.other)) == [])
        #expect(try await fixture.store.problems() == [])
    }

    @Test("nothing of what is purged stays in the log, whoever purges it")
    func purged() async throws {
        let fixture = try await UndoFixture()
        let (first, second) = (try await fixture.add(by: .owner, title: "s3cret"), try await fixture.add(by: .owner))
        for id in [first, second] {
            try await fixture.set(id, by: .app) {
                ($0.title, $0.caption, $0.altText, $0.keywords) = ("s3cret two", "s3cret", "s3cret", ["s3cret"])
                $0.location = Location(latitude: 47.123, longitude: 19.123)
            }
            try await fixture.set(id, by: .app) {
                ($0.title, $0.caption, $0.altText, $0.keywords, $0.removesLocation) = ("", "", "", [], true)
            }
            try await fixture.edit(id, by: .app)
            try await fixture.edit(id, by: .app)
            try await fixture.apply([.deleteAssets([id])], by: .app)
        }
        try await fixture.apply([.purgeAssets([first])], by: .app)
        let later = Timestamp.seconds(fixture.now + 1)
        let purged = try await fixture.store.library.purgeTrash(before: later, limit: 10, at: later) { _ in
            AuditEntry(date: later, client: "", user: 1000, operation: "purge-assets", outcome: .allowed)
        }
        #expect(purged == 1)
        let kept = try await fixture.store.library.database.read { database in
            try database.first(
                """
                SELECT count(*) FROM undo_entry WHERE member = 0 AND aspect <> 'asset'
                    AND coalesce(value, longitude, is_guessed, creation_date, respacings, predecessor, burst_key,
                        burst_membership) IS NOT NULL
                """
            ) { $0.integer(0) }
        }
        #expect(kept == 0)
        #expect(try fixture.store.originals().isEmpty, "with the edits that could have been brought back")
        let report = try await fixture.undo(.init(.app))
        #expect(report.undone == [] && Set(report.skipped.map(\.id)) == Set([first, second].objects))
        #expect(Set(report.skipped.map(\.reason)) == [.purged])
        #expect(try await fixture.store.problems() == [])
    }
}

extension ClientID {
    static var owner: ClientID { UndoFixture.owner }
    static var app: ClientID { UndoFixture.app }
    static var other: ClientID { UndoFixture.other }
}
