import FilmgateModel
import FilmgatePredicates
import FilmgateSQLite
import FilmgateSystem
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("What is kept for undo")
struct UndoLimitTests {
    private static let (owner, app, other) = (UndoFixture.owner, UndoFixture.app, UndoFixture.other)

    @Test("a client that floods the log loses its own oldest records, is told of so, and pushes out nobody else's")
    func flooded() async throws {
        let fixture = try await UndoFixture()
        var photos: [AssetID] = []
        for _ in 0..<50 { photos.append(try await fixture.add(by: Self.owner)) }
        try await fixture.set(photos[0], by: Self.other) { $0.title = "spoilt" }
        let start = fixture.now
        // 25 batches with 3 MiB each.
        for number in 0..<25 {
            var properties = AssetChanges()
            properties.caption = String(repeating: "\(number % 10)", count: 63_000)
            try await fixture.apply(photos.map { .setProperties($0, properties) }, by: Self.app)
        }
        let kept = try await fixture.keptBytes(of: Self.app)
        #expect(kept < DatabaseConnection.mostUndoBytes && kept > DatabaseConnection.mostUndoBytes * 9 / 10)

        let others = try await fixture.undo(.init(Self.other))
        #expect(others.undone == [ObjectID(photos[0])] && others.keptSince == nil)
        let title = try await fixture.store.row(photos[0], .everything).values[.title]
        #expect(title == nil || title == .text(""), "\(title as Any)")

        let tried = try await fixture.undo(.init(Self.app, isDryRun: true))
        let done = try await fixture.undo(.init(Self.app))
        #expect(done.keptSince != nil && tried.keptSince == done.keptSince)
        let lost = (done.keptSince?.rawValue ?? 0) / 1_000_000 - start
        // The state at that time: what the last batch that is not kept had set.
        let caption = try await fixture.store.row(photos[0], .everything).values[.caption]
        guard case .text(let text)? = caption else { throw ClientFailure("no caption") }
        #expect(Int64(text.prefix(1)) == (lost - 1) % 10)
        try await fixture.undo()
        let later = try await fixture.undo(.init(Self.app, since: start + lost + 1))
        #expect(later.keptSince == nil && later.undone.count == 50, "all of these are kept")
        #expect(try await fixture.store.problems() == [])
    }

    @Test("what others changed stays, also if the record of their change is not kept any more")
    func traces() async throws {
        let fixture = try await UndoFixture()
        let (last, between) = (try await fixture.add(by: Self.owner), try await fixture.add(by: Self.owner))
        let album = AlbumID.random()
        try await fixture.apply([.createAlbum(album, title: "Album")], by: Self.owner)
        let added = try await fixture.add(by: Self.app)
        let placed = try await fixture.add(by: Self.app)
        for id in [last, between] { try await fixture.set(id, by: Self.app) { $0.title = "app" } }
        for title in ["other", "other again"] {
            for id in [last, between, added] { try await fixture.set(id, by: Self.other) { $0.title = title } }
        }
        try await fixture.apply([.addAssets([placed], to: album)], by: Self.other)
        try await fixture.set(between, by: Self.app) { $0.title = "app again" }
        try await fixture.set(last, by: Self.other) { $0.caption = "the newest" }
        try await fixture.trim(Self.other)
        let entries = try await fixture.entries(of: Self.other)
        #expect(
            entries == ["caption", "title", "title"], "one for each of the app's titles, without values, and the newest"
        )
        #expect(try await fixture.store.problems() == [])

        let report = try await fixture.undo(.init(Self.app))
        #expect(Set(report.skipped.map(\.id)) == Set([last, added, placed].objects), "\(report)")
        #expect(report.skipped.contains { $0.reason == .changedLater(by: Self.other) && $0.aspect == "title" })
        #expect(try await fixture.store.row(last, .everything).values[.title] == .text("other again"))
        #expect(try await fixture.store.row(between, .everything).values[.title] == .text("other again"))
        #expect(try await fixture.store.list(.everything) { $0.album = album } == [placed])
        let others = try await fixture.undo(.init(Self.other))
        #expect(others.keptSince != nil && others.undone == [ObjectID(last)], "only the caption is kept")
        // Nothing is left of what nobody needs.
        for client in [Self.app, Self.owner] { try await fixture.trim(client) }
        #expect(try await fixture.entries(of: Self.other).count <= 3)
        try await fixture.store.library.pruneUndo(keeping: 0, at: .seconds(fixture.now + 1))
        #expect(try await fixture.entries(of: Self.other) == [])
        #expect(try await fixture.undo(.init(Self.app)).keptSince != nil)
        #expect(try await fixture.store.problems() == [])
    }

    @Test("an album whose rule somebody else changed stays, also if the record of that change is not kept any more")
    func rules() async throws {
        let fixture = try await UndoFixture()
        let (album, plain) = (AlbumID.random(), AlbumID.random())
        // The asset has the same row number as the album.
        let added = try await fixture.add(by: Self.app)
        try await fixture.apply(
            [
                .createAlbum(album, title: "Album", rule: .compares(.title, .equal, .text("a"))),
                .createAlbum(plain, title: "Plain"),
            ], by: Self.app)
        try await fixture.apply([.setRule(.compares(.title, .equal, .text("b")), of: album)], by: Self.other)
        try await fixture.trim(Self.other)
        let report = try await fixture.undo(.init(Self.app))
        #expect(report.skipped.map(\.id) == [ObjectID(album)], "\(report)")
        #expect(Set(report.undone) == [ObjectID(added), ObjectID(plain)])
        #expect(try await fixture.store.problems() == [])
    }

    @Test("edits that a client replaced push out no edits that others replaced")
    func edits() async throws {
        let fixture = try await UndoFixture()
        let (first, second) = (try await fixture.add(by: Self.owner), try await fixture.add(by: Self.owner))
        for id in [first, second] { try await fixture.edit(id, by: Self.owner) }
        try await fixture.apply([.revertContent(first)], by: Self.other)
        try await fixture.edit(second, by: Self.app)
        let sizes = try await fixture.store.library.database.read { database in
            try database.all("SELECT file_size FROM undo_account WHERE file_size > 0") { $0.integer(0) }
        }
        #expect(sizes.count == 2)
        await fixture.store.library.close()
        // No room beside the library's own files, but for one of the two edits.
        let path = fixture.store.path
        let folder = try Directory(path: path)
        let small = try await Library.open(in: folder, user: 1000)
        let bytes = try await small.summary().bytes
        await small.close()
        let library = try await Library.open(in: folder, user: 1000, capacity: bytes + UInt64(sizes.max() ?? 0) + 30)
        let file = try await library.stage(try fixture.store.file("a new photo".utf8), for: Self.app)
        try await library.apply(
            [.createAsset(.random(), AssetCreation(.photo(file)))],
            visibleTo: .everything, holder: .client(Self.app), at: .seconds(fixture.now + 1))
        let kept = try await library.database.read { database in
            try database.all(
                "SELECT c.id FROM undo_account AS u JOIN client AS c ON c.row = u.client WHERE u.file_size > 0"
            ) { $0.text(0) }
        }
        #expect(kept == [Self.other.description], "that of the client that needs the room goes first")
        #expect(try await library.problems() == [])
        await library.close()
    }

    @Test("an album of more than 100,000 photos that was deleted comes back", .long)
    func large() async throws {
        let fixture = try await UndoFixture()
        let (photo, album) = (try await fixture.add(by: Self.owner), AlbumID.random())
        try await fixture.apply([.createAlbum(album, title: "Album")], by: Self.owner)
        try await fixture.store.library.database.write { database in
            try database.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 101000)
                INSERT INTO asset (id, media_type, creation_date, modification_date, added_date, pixel_width, pixel_height,
                    orientation, creator)
                SELECT randomblob(16), media_type, i, 0, 0, 1, 1, 1, creator FROM n, asset WHERE id = \(photo.bytes)
                """)
        }
        try await fixture.apply([.addAssets(try await fixture.store.list(.everything), to: album)], by: Self.owner)
        let before = try await fixture.store.list(.everything) { $0.album = album }
        try await fixture.apply([.deleteAlbums([album])], by: Self.app)
        let report = try await fixture.undo(.init(Self.app))
        #expect(report.undone == [ObjectID(album)] && report.skipped == [])
        let after = try await fixture.store.list(.everything) { $0.album = album }
        #expect(before.count == 101_001 && after == before)
    }

    @Test("a plan is old once its changes, or later ones of the same values, have come or are not kept any more")
    func plans() async throws {
        let fixture = try await UndoFixture()
        let (first, second) = (try await fixture.add(by: Self.owner), try await fixture.add(by: Self.owner))
        try await fixture.set(first, by: Self.app) { $0.title = "app" }
        let library = fixture.store.library
        func plan() async throws -> UndoPlan {
            try await library.database.offload {
                try UndoPlan(.client(Self.app, since: nil, until: nil), in: $0)
            }
        }
        func isCurrent(_ plan: UndoPlan) async throws -> Bool {
            try await library.database.read { try plan.isCurrent(in: $0) }
        }
        let one = try await plan()
        try await fixture.set(second, by: Self.other) { $0.title = "other" }
        try await fixture.set(first, by: Self.other) { $0.caption = "other" }
        #expect(try await isCurrent(one), "these are different values")
        try await fixture.set(first, by: Self.other) { $0.title = "other" }
        #expect(try await !isCurrent(one))
        let two = try await plan()
        try await fixture.set(second, by: Self.app) { $0.rating = 3 }
        #expect(try await !isCurrent(two))
        let three = try await plan()
        #expect(try await isCurrent(three))
        try await fixture.trim(Self.app)
        #expect(try await !isCurrent(three))
    }
}

extension UndoFixture {
    /// Drops what is kept for a client's changes but the newest, or for undoing them.
    func trim(_ client: ClientID, undos: Bool = false) async throws {
        try await store.library.database.write { database in
            guard let row = try database.row(of: .client(client)) else { return }
            let account: UndoAccount =
                if undos {
                    try .ofUndos(of: row, in: database)
                } else {
                    try .of(row, isShared: !client.kind.isVerified, in: database)
                }
            _ = try database.trimUndo(of: account, to: 0)
        }
    }

    func keptBytes(of client: ClientID) async throws -> Int64 {
        try await store.library.database.read { database in
            try database.first(
                """
                SELECT sum(length(e.value)) FROM undo_entry AS e JOIN undo_batch AS b ON b.number = e.batch
                JOIN client AS c ON c.row = b.client WHERE c.id = \(client.description)
                """
            ) { $0.integer(0) } ?? 0
        }
    }

    /// The aspects of all entries of a client's changes.
    func entries(of client: ClientID) async throws -> [String] {
        try await store.library.database.read { database in
            try database.all(
                """
                SELECT e.aspect FROM undo_entry AS e JOIN undo_batch AS b ON b.number = e.batch
                JOIN client AS c ON c.row = b.client WHERE c.id = \(client.description) ORDER BY 1
                """
            ) { $0.text(0) }
        }
    }
}
