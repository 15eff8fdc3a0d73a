import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit
import FilmgateTimeZones
import Foundation
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Whose limit what is kept for undo counts against")
struct UndoQuotaHolderTests {
    private static let (owner, app, other) = (UndoFixture.owner, UndoFixture.app, UndoFixture.other)

    @Test("undoing an app's flood pushes out nothing that the owner or anybody else changed")
    func flood() async throws {
        let fixture = try await UndoFixture()
        var photos: [AssetID] = []
        for _ in 0..<50 { photos.append(try await fixture.add(by: Self.owner)) }
        let start = fixture.now + 1
        try await fixture.set(photos[0], by: Self.owner) { $0.title = "Budapest" }
        try await fixture.set(photos[1], by: Self.other) { $0.title = "other" }
        let before = try await fixture.state()
        // 20 batches with 3 MiB each, just within the limit.
        for number in 0..<20 {
            var properties = AssetChanges()
            properties.caption = String(repeating: "\(number % 10)", count: 63_000)
            try await fixture.apply(photos.map { .setProperties($0, properties) }, by: Self.app)
        }
        let flooded = try await fixture.state()
        for round in 0..<40 {
            // The flood is taken back, and comes again, and its values are kept each time.
            #expect(try await fixture.undo(round == 0 ? .init(Self.app) : nil).skipped == [])
            #expect(try await fixture.state() == (round % 2 == 0 ? before : flooded), "round \(round)")
        }
        let sizes = try await fixture.accounts()
        #expect(sizes.values.allSatisfy { $0 <= DatabaseConnection.mostUndoBytes }, "\(sizes)")
        #expect((sizes["undo of \(Self.app)"] ?? 0) > DatabaseConnection.mostUndoBytes * 8 / 10, "\(sizes)")
        #expect((sizes["\(Self.owner)"] ?? 0) < 100_000, "\(sizes)")
        #expect(try await fixture.undo(.init(Self.other)).undone == [ObjectID(photos[1])])
        // Undoing the app's changes is the owner's change, too, but its own ones are all there.
        let owners = try await fixture.undo(.init(ofOwnerSince: start))
        #expect(owners.undone.contains(ObjectID(photos[0])))
        let title = try await fixture.store.row(photos[0], .everything).values[.title]
        #expect(title == nil || title == .text(""), "\(title as Any)")
        #expect(try await fixture.store.problems() == [])
    }

    @Test("copies of one program have a limit together, and push out nothing of apps and of the owner")
    func copies() async throws {
        let fixture = try await UndoFixture()
        let photo = try await fixture.add(by: Self.owner)
        let text = String(repeating: "x", count: 10_000)
        func change(_ number: Int, by client: ClientID) async throws {
            try await fixture.set(photo, by: client) { $0.caption = text + "\(number)" }
        }
        let copies = (0..<20).map { ClientID(.exe, "/tmp/copy\($0)").orTrap }
        let large = ClientID(.exe, "/usr/bin/large").orTrap
        for number in 0..<3 { try await change(number, by: Self.owner) }
        for number in 3..<6 { try await change(number, by: Self.app) }
        for number in 6..<12 { try await change(number, by: large) }
        for (number, copy) in copies.enumerated() {
            try await change(20 + number, by: copy)
            try await fixture.trimShared(with: copy, to: 100_000)
        }
        let sizes = try await fixture.accounts()
        let shared = ([large] + copies).map { sizes["\($0)"] ?? 0 }
        #expect(shared.reduce(0, +) <= 100_000 && shared.reduce(0, +) > 80_000, "\(sizes)")
        #expect(shared[0] < 20_000, "the one with the most loses its oldest ones at first: \(sizes)")
        #expect(shared.last ?? 0 > 10_000, "the newest is kept: \(sizes)")
        #expect(sizes["\(Self.owner)"] ?? 0 > 20_000 && sizes["\(Self.app)"] ?? 0 > 30_000, "\(sizes)")
        #expect(try await fixture.undo(.init(large)).keptSince != nil)
        #expect(try await fixture.store.problems() == [])
    }

    @Test("edits that copies of one program replaced have a limit together")
    func editsOfCopies() async throws {
        let fixture = try await UndoFixture()
        let photo = try await fixture.add(by: Self.owner)
        for client in [Self.owner, Self.app, Self.other] { try await fixture.edit(photo, by: client) }
        let copies = (0..<8).map { ClientID(.exe, "/tmp/copy\($0)").orTrap }
        for copy in copies { try await fixture.edit(photo, by: copy) }
        func sizes() async throws -> [String: Int64] { try await fixture.accounts("file_size") }
        let before = try await sizes()
        let one = try #require(before["\(copies[0])"])
        #expect(one > 0)
        let now = Timestamp.seconds(fixture.now)
        try await fixture.store.library.database.write { database in
            var batch = try BatchApplier(
                in: database, visibleTo: Visibility(scope: .everything, rights: .all), holder: .client(copies[0]),
                at: now, published: nil,
                zones: TimeZoneResolver(home: .utc(), towns: nil))
            try batch.dropEdits(shared: one * 3)
            try batch.undo.end()
        }
        let after = try await sizes()
        #expect(copies.filter { after["\($0)"] ?? 0 > 0 }.count <= 3, "\(after)")
        for client in [Self.app, Self.other] { #expect(after["\(client)"] == before["\(client)"]) }
    }

    @Test("the owner's last change stays the last, also if its record is not kept any more")
    func last() async throws {
        let fixture = try await UndoFixture()
        let photo = try await fixture.add(by: Self.owner)
        try await fixture.set(photo, by: Self.owner) { $0.title = "Budapest" }
        try await fixture.set(photo, by: Self.app) { $0.rating = 1 }
        try await fixture.undo(.init(Self.app))
        // An administrator undoes more.
        try await fixture.set(photo, by: Self.app) { $0.caption = "app" }
        _ = try await fixture.store.library.undo(
            UndoRequest(
                .client(Self.app, since: nil, until: nil), visibleTo: .everything, by: .client(Self.other),
                isOwners: false, at: .seconds(fixture.now + 1)))
        for client in [Self.app, Self.owner] { try await fixture.trim(client) }
        try await fixture.trim(Self.app, undos: true)
        let report = try await fixture.undo()
        #expect(report.undone == [] && report.keptSince != nil, "\(report)")
        #expect(try await fixture.store.row(photo, .everything).values[.title] == .text("Budapest"))
        #expect(try await fixture.undo(.init(ofOwnerSince: 0)).keptSince != nil)
        #expect(try await fixture.store.problems() == [])
    }

    @Test("the owner is told that changes are not kept, also if none of the tool that made them are")
    func pruned() async throws {
        let fixture = try await UndoFixture()
        let photo = try await fixture.add(by: Self.app)
        try await fixture.set(photo, by: Self.owner) { $0.title = "Budapest" }
        try await fixture.store.library.pruneUndo(keeping: 0, at: .seconds(fixture.now + 1))
        let changed = Timestamp.seconds(fixture.now)
        #expect(try await fixture.undo(.init(ofOwnerSince: 0)).keptSince == Timestamp(rawValue: changed.rawValue + 1))
    }

    @Test("an undo that was taken back is known, also if neither is kept any more")
    func chain() async throws {
        let fixture = try await UndoFixture()
        let (photo, second) = (try await fixture.add(by: Self.owner), try await fixture.add(by: Self.owner))
        let start = fixture.now + 1
        try await fixture.set(photo, by: Self.app) { $0.title = "app" }
        try await fixture.edit(photo, by: Self.owner)
        let hash = try await fixture.edit(photo, by: Self.app).bytes.map { String(format: "%02X", $0) }.joined()
        try await fixture.undo(.init(Self.app))
        try await fixture.undo()
        // The newest of undoing the app's changes is about a different photo.
        let later = fixture.now + 1
        try await fixture.set(second, by: Self.app) { $0.title = "second" }
        try await fixture.undo(.init(Self.app, since: later))
        try await fixture.trim(Self.app, undos: true)
        #expect(try await fixture.state().contains { $0.contains(" app ") && $0.contains(hash) })
        let report = try await fixture.undo(.init(Self.app, since: start))
        #expect(report.skipped == [] && report.undone == [ObjectID(photo)], "\(report)")
        #expect(try await !fixture.state().contains { $0.contains(" app ") || $0.contains(hash) })
        #expect(try await fixture.store.problems() == [])
    }

    @Test("no undo takes away the original that was added to an edit, also if the record of that is not kept any more")
    func original() async throws {
        let fixture = try await UndoFixture()
        let id = AssetID.random()
        var edit = StagedAsset.photo(try await fixture.store.stage("the edit", for: Self.owner))
        (edit.files[0].filename, edit.facts!.creationDate) = ("IMG_E0001.JPG", .seconds(1))
        try await fixture.apply(
            [.createAsset(id, AssetCreation(edit))], by: Self.owner)
        try await fixture.edit(id, by: Self.app)
        try await fixture.apply([.revertContent(id)], by: Self.app)
        var photo = StagedAsset.photo(try await fixture.store.stage("the original", for: Self.other))
        (photo.files[0].filename, photo.facts!.creationDate) = ("IMG_0001.JPG", .seconds(1))
        try await fixture.apply([.createAsset(.random(), AssetCreation(photo, joins: id))], by: Self.other)
        try await fixture.set(id, by: Self.other) { $0.rating = 1 }
        for title in ["a", "b"] { try await fixture.set(id, by: Self.other) { $0.title = title } }
        let before = try await fixture.state()
        try await fixture.trim(Self.other)
        let report = try await fixture.undo(.init(Self.app))
        #expect(report.undone == [] && report.skipped.map(\.aspect) == ["content"], "\(report)")
        #expect(try await fixture.state() == before)
        #expect(try await fixture.store.problems() == [])
    }
}

extension UndoFixture {
    /// The sizes of accounts, by client, and by `undo of` it.
    fileprivate func accounts(_ column: SQL = "size") async throws -> [String: Int64] {
        let rows = try await store.library.database.read { database in
            try database.all(
                """
                SELECT iif(a.is_of_undos, 'undo of ', '') || c.id, a.\(column) FROM undo_account AS a
                JOIN client AS c ON c.row = a.client
                """
            ) { ($0.text(0), $0.integer(1)) }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    fileprivate func trimShared(with client: ClientID, to bytes: Int64) async throws {
        try await store.library.database.write { database in
            guard let row = try database.row(of: .client(client)) else { return }
            let newest = try database.first("SELECT max(number) FROM undo_batch") { $0.integer(0) }
            _ = try database.trimUndo(of: .of(row, isShared: true, in: database), keeping: newest, shared: bytes)
        }
    }
}
