import FilmgateModel
import FilmgateSQLite
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("A transition between scopes")
struct ScopeTransitionTests {
    static let app = Holder.client(Fixture.app)

    private static func view(_ fixture: Fixture, _ visibility: Visibility) -> HistoryView {
        HistoryView(fixture.library, visibility, app)
    }

    @Test("from a selection to everything and back lists what becomes visible and invisible")
    func bothWays() async throws {
        let fixture = try await Fixture()
        let (selected, other) = (try await fixture.add(), try await fixture.add())
        let album = AlbumID.random()
        _ = try await fixture.apply([.createAlbum(album, title: "Album")])
        try await fixture.changeSelection(of: Self.app, adding: [selected])
        let (limited, full) = (Self.view(fixture, .limited(Fixture.app)), Self.view(fixture, .everything))
        let before = try await limited.token()
        var expected = LibraryChanges(reason: .grant)
        expected.enteredScope = [other]
        expected.albumsInserted = [album]
        #expect(try await full.changes(since: before).changes == expected)

        let wide = try await full.token()
        let new = try await fixture.add(by: Self.app)
        _ = try await fixture.apply([.setProperties(selected, .asFavorite)])
        expected = LibraryChanges(reason: .grant)
        expected.inserted = [new]
        expected.updated = [selected]
        expected.contentUpdated = [selected]
        expected.leftScope = [other]
        expected.albumsDeleted = [album]
        let page = try await limited.changes(since: wide)
        #expect(page.changes == expected)
        #expect(limited.token(of: page) == (try await limited.token()))
    }

    @Test("does not depend on changes of assets that are no longer visible, and neither does the token")
    func unseen() async throws {
        let fixture = try await Fixture()
        let (selected, other, third) = (try await fixture.add(), try await fixture.add(), try await fixture.add())
        try await fixture.changeSelection(of: Self.app, adding: [selected])
        let (limited, full) = (Self.view(fixture, .limited(Fixture.app)), Self.view(fixture, .everything))
        let wide = try await full.token()
        let reported = try await limited.changes(since: wide)
        _ = try await fixture.apply([.deleteAssets([other]), .setProperties(third, .asFavorite)])
        _ = try await fixture.apply([.createAlbum(.random(), title: "Album")])
        _ = try await fixture.apply([.purgeAssets([other])])
        try await fixture.add()
        #expect(try await limited.changes(since: wide) == reported)
        #expect(Set(reported.changes.leftScope) == [other, third])
    }

    @Test("to a selection that was made with the limited grant does not list unchanged photos as changed")
    func narrowedWithSelection() async throws {
        let fixture = try await Fixture()
        let (same, edited, later) = (try await fixture.add(), try await fixture.add(), try await fixture.add())
        let (limited, full) = (Self.view(fixture, .limited(Fixture.app)), Self.view(fixture, .everything))
        let wide = try await full.token()
        _ = try await fixture.apply([.setProperties(edited, .asFavorite)])
        try await fixture.changeSelection(of: Self.app, adding: [same, edited, later])
        _ = try await fixture.apply([.setProperties(later, .asFavorite)])
        let changes = try await limited.changes(since: wide).changes
        #expect(Set(changes.updated) == [edited, later])
        #expect(changes.inserted.isEmpty && changes.enteredScope.isEmpty && changes.leftScope.isEmpty)
    }

    @Test("to different rights is reported without lists")
    func rights() async throws {
        let fixture = try await Fixture()
        try await fixture.add(by: Self.app)
        let all = Self.view(fixture, .limited(Fixture.app))
        let few = Self.view(fixture, .limited(Fixture.app, rights: [.originals]))
        let token = try await all.token()
        #expect(try await few.token() != token)
        let page = try await few.changes(since: token)
        #expect(page.changes == .anew(.grant) && !page.hasMore)
        #expect(few.token(of: page) == (try await few.token()))
        let full = Self.view(fixture, .everything)
        #expect(try await full.changes(since: try await few.token()).changes == .anew(.grant))
        #expect(try await few.changes(since: try await full.token()).changes == .anew(.grant))
    }

    @Test("from a token of an empty library does not reveal to a limited app that invisible history was pruned")
    func beginning() async throws {
        for hasPast in [false, true] {
            let fixture = try await Fixture()
            let beginning = try await Self.view(fixture, .everything).token()
            if hasPast {
                for _ in 0..<2 { try await fixture.add() }
                #expect(try await fixture.library.pruneHistory(keeping: 90, at: .seconds(100 * 86_400)) > 0)
            }
            let page = try await Self.view(fixture, .limited(Fixture.app)).changes(since: beginning)
            #expect(page.changes == .anew(.grant), "with a past: \(hasPast)")
        }
    }

    @Test(
        "that a client requests does not delay moments and pruning, and does not wait for them",
        .timeLimit(.minutes(30)))
    func turns() async throws {
        let fixture = try await Fixture()
        let photo = try await fixture.add()
        let library = fixture.library
        let before = try await Self.view(fixture, .limited(Fixture.app)).token()
        let (beginning, begun) = AsyncStream<Void>.makeStream()
        let survey = Task {
            try await library.database.readInBackground(for: "somebody") { database in
                begun.finish()
                try database.execute(
                    "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c")
            }
        }
        for await _ in beginning {}
        let page = try await Self.view(fixture, .everything).changes(since: before)
        #expect(page.changes.enteredScope == [photo])
        survey.cancel()
        await #expect(throws: CancellationError.self) { try await survey.value }
    }

    @Test("that a client requests has a time limit; one for observers has none")
    func deadline() async throws {
        let fixture = try await Fixture(fetchTime: .zero)
        let photo = try await fixture.add()
        let (limited, full) = (Self.view(fixture, .limited(Fixture.app)), Self.view(fixture, .everything))
        let before = try await limited.token()
        let error = await #expect(throws: ChangesTookTooLong.self) { try await full.changes(since: before) }
        #expect(error?.limit == .zero)
        let position = try await fixture.library.position(visibleTo: .limited(Fixture.app))
        let reported = try await fixture.library.changesOfAccess(of: Self.app, since: position, visibleTo: .everything)
        #expect(reported.changes.enteredScope == [photo])
    }

    @Test("does not list more than a thousand assets that become visible")
    func tooMany() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        var batch: [StoreChange] = []
        for _ in 0..<1_000 {
            let file = try await fixture.stage(for: Fixture.owner)
            batch.append(.createAsset(.random(), AssetCreation(.photo(file))))
        }
        let (limited, full) = (Self.view(fixture, .limited(Fixture.app)), Self.view(fixture, .everything))
        let before = try await limited.token()
        _ = try await fixture.apply(batch)
        let wide = try await full.token()
        #expect(try await full.changes(since: before).changes.enteredScope.count == 1_000)
        #expect(try await limited.changes(since: wide).changes.leftScope.count == 1_000)
        try await fixture.add()
        #expect(try await full.changes(since: before).changes == .anew(.grant))
        #expect(try await limited.changes(since: wide).changes.leftScope.count == 1_000, "it never saw the last")
        #expect(try await limited.changes(since: try await full.token()).changes == .anew(.grant))
    }
}
