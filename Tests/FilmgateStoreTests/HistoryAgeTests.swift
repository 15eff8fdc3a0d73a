import FilmgateModel
import FilmgateStore
import FilmgateSystem
import Foundation
import Testing

@testable import FilmgatePolicy

@Suite("The history of a view over time")
struct HistoryAgeTests {
    static let app = Holder.client(Fixture.app)
    static let day: Int64 = 86_400

    @Test("keeps a token valid until a later change of the same view is pruned; invisible changes do not matter")
    func pruning() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        let view = HistoryView(library, .limited(Fixture.app), Self.app)
        let everything = HistoryView(library, .everything, .client(Fixture.owner))
        let (first, second) = (try await fixture.add(), try await fixture.add())
        let beginning = try await view.token()
        try await fixture.changeSelection(of: Self.app, adding: [first], at: 10 * Self.day)
        let selected = try await view.token()
        // In the other views, something changes every day.
        for day in 11...200 {
            _ = try await library.apply(
                [.setProperties(second, .asFavorite)], visibleTo: .everything, holder: .client(Fixture.owner),
                at: .seconds(Int64(day) * Self.day))
        }
        let old = try await everything.token()
        _ = try await library.apply(
            [.setProperties(second, .asFavorite)], visibleTo: .everything, holder: .client(Fixture.owner),
            at: .seconds(201 * Self.day))
        func prune(on day: Int64) async throws -> Int {
            try await library.pruneHistory(keeping: 90, at: .seconds(day * Self.day))
        }
        #expect(try await prune(on: 201) > 90)
        #expect(try await prune(on: 201) == 0)
        #expect(try await fixture.problems() == [])
        #expect(try await fixture.log().count == 92, "ninety days and this one, and the last that the app saw")
        #expect(try await view.token() == selected)
        #expect(try await view.changes(since: selected).changes.isEmpty)
        #expect(try await view.changes(since: beginning).changes.enteredScope == [first], "the last of a view stays")
        #expect(try await everything.changes(since: old).changes.updated == [second])

        try await fixture.changeSelection(of: Self.app, adding: [second], at: 202 * Self.day)
        #expect(try await view.changes(since: beginning).changes.enteredScope == [first, second])
        #expect(try await prune(on: 400) > 90)
        await #expect(throws: ExpiredChangeTokenError()) { try await view.changes(since: beginning) }
        #expect(try await view.changes(since: selected).changes.enteredScope == [second], "told nothing that is gone")
        #expect(try await fixture.log().count == 2)
        #expect(try await fixture.problems() == [])
    }

    @Test("is pruned even if a clock that was ahead dated some changes")
    func clockAhead() async throws {
        let fixture = try await Fixture()
        for second in [1, 500 * Self.day, 2, 3] {
            try await fixture.grant(GrantTests.limited, to: Self.app, at: second)
        }
        #expect(try await fixture.library.pruneHistory(keeping: 1, at: .seconds(10 * Self.day)) == 4)
        #expect(try await fixture.log() == [])
    }

    @Test("keeps a token from before a backup valid after it is restored, and never one from after it")
    func restored() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/filmgate-restored-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (database, backup) = (folder + "/library.sqlite3", folder + "/backup")
        let (one, other) = (AlbumID.random(), AlbumID.random())

        /// Waits until the library's lock is released.
        func session<T: Sendable>(_ body: (HistoryView) async throws -> T) async throws -> T {
            let library = try await Library.open(in: Directory(path: folder), user: 1000)
            let result = try await body(HistoryView(library, .everything, Self.app))
            await library.close()
            return result
        }
        func create(_ album: AlbumID, in library: Library, at second: Int64) async throws {
            try await library.apply(
                [.createAlbum(album, title: "Album")], visibleTo: .everything, holder: Self.app, at: .seconds(second))
        }
        let (empty, before) = try await session { view in
            let empty = try await view.token()
            try await create(one, in: view.library, at: 1)
            return (empty, try await view.token())
        }
        try FileManager.default.copyItem(atPath: database, toPath: backup)
        let after = try await session { view in
            #expect(try await view.token() == before, "a restart changes nothing")
            try await create(other, in: view.library, at: 2)
            #expect(try await view.changes(since: before).changes.albumsInserted == [other])
            return try await view.token()
        }
        try FileManager.default.removeItem(atPath: database)
        try FileManager.default.moveItem(atPath: backup, toPath: database)
        try await session { view in
            #expect(try await view.token() == before)
            await #expect(throws: ExpiredChangeTokenError()) { try await view.changes(since: after) }
            let third = AlbumID.random()
            try await create(third, in: view.library, at: 3)
            await #expect(throws: ExpiredChangeTokenError()) { try await view.changes(since: after) }
            #expect(try await view.changes(since: before).changes.albumsInserted == [third])
            #expect(try await view.changes(since: empty).changes.albumsInserted == [one, third])
        }
    }

    @Test("comes in pages, whose sizes depend on visible changes alone")
    func pages() async throws {
        let fixture = try await Fixture()
        let view = HistoryView(fixture.library, .limited(Fixture.app), Self.app)
        let start = try await view.token()
        var expected: [AssetID] = []
        for _ in 0..<5 {
            for _ in 0..<3 { try await fixture.add() }
            expected.append(try await fixture.add(by: Self.app))
        }
        var (token, pages) = (start, [[AssetID]]())
        while true {
            let page = try await view.changes(since: token, limit: 2)
            pages.append(page.changes.inserted)
            token = view.token(of: page)
            guard page.hasMore else { break }
        }
        #expect(pages == [Array(expected[0..<2]), Array(expected[2..<4]), [expected[4]]])
        #expect(try await view.token() == token)
        let exact = try await view.changes(since: start, limit: 5)
        #expect(exact.changes.inserted == expected && !exact.hasMore)
    }

    @Test("ends with its connection")
    func connection() async throws {
        let fixture = try await Fixture()
        let program = ClientID(.exe, "/usr/bin/program").orTrap
        let holder = Holder.connection("bus:1.1", of: program)
        let visibility = Visibility(scope: .selection(of: holder), rights: .all)
        let view = HistoryView(fixture.library, visibility, holder)
        let own = try await fixture.add(by: holder)
        let token = try await view.token()
        let ofClient = HistoryView(fixture.library, .limited(program), .client(program))
        await #expect(throws: ExpiredChangeTokenError()) { try await ofClient.changes(since: token) }
        try await fixture.library.endConnection("bus:1.1")
        await #expect(throws: ExpiredChangeTokenError()) { try await view.changes(since: token) }
        _ = try await fixture.apply([.deleteAssets([own])])
        #expect(try await fixture.problems() == [])
    }
}
