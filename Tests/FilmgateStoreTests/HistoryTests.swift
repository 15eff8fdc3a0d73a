import FilmgateModel
import FilmgateStore
import Synchronization
import Testing

@testable import FilmgatePolicy

@Suite("The history of a view")
struct HistoryTests {
    static let app = Holder.client(Fixture.app)
    static let owner = Holder.client(Fixture.owner)

    @Test("has all net changes for a client that sees everything")
    func everything() async throws {
        let fixture = try await Fixture()
        let kept = try await fixture.add()
        let view = HistoryView(fixture.library, .everything, Self.owner)
        let start = try await view.token()
        #expect(try await view.token() == start)

        let (new, brief) = (try await fixture.add(), try await fixture.add())
        let (album, folder) = (AlbumID.random(), FolderID.random())
        _ = try await fixture.apply([
            .setProperties(kept, .asFavorite), .setProperties(new, .asFavorite), .deleteAssets([brief]),
            .createAlbum(album, title: "Album"), .createFolder(folder, title: "Folder"), .addAssets([new], to: album),
        ])
        let page = try await view.changes(since: start)
        var expected = LibraryChanges()
        expected.inserted = [new]
        expected.updated = [kept]
        expected.albumsInserted = [album]
        expected.foldersInserted = [folder]
        #expect(page.changes == expected)
        #expect(!page.hasMore)
        let middle = try await view.token()
        #expect(view.token(of: page) == middle && middle != start)

        _ = try await fixture.apply([
            .purgeAssets([brief]), .deleteAssets([kept]), .rename(ObjectID(album), title: "Other"),
            .deleteFolders([folder]),
        ])
        expected = LibraryChanges()
        expected.deleted = [brief, kept]
        expected.albumsUpdated = [album]
        expected.foldersDeleted = [folder]
        #expect(try await view.changes(since: middle).changes == expected)
        #expect(try await view.changes(since: try await view.token()).changes.isEmpty)
    }

    @Test("of a limited client has changes of its own photos alone, and what its selection shows and hides")
    func limited() async throws {
        let fixture = try await Fixture()
        let view = HistoryView(fixture.library, .limited(Fixture.app), Self.app)
        let none = try await view.token()
        let (seen, unseen) = (try await fixture.add(), try await fixture.add())
        #expect(try await view.token() == none, "added by somebody else")
        try await fixture.changeSelection(of: Self.app, adding: [seen])
        var page = try await view.changes(since: none)
        #expect(page.changes.enteredScope == [seen] && page.changes.count == 1 && page.changes.reason == .selection)

        let selected = try await view.token()
        _ = try await fixture.apply([
            .setProperties(unseen, .asFavorite), .deleteAssets([unseen]), .restoreAssets([unseen]),
        ])
        _ = try await fixture.apply([.createAlbum(.random(), title: "Album")])
        try await fixture.changeSelection(of: .client(Fixture.other), adding: [seen, unseen])
        #expect(try await view.token() == selected)
        let own = try await fixture.add(by: Self.app)
        _ = try await fixture.apply([.setProperties(seen, .asFavorite)])
        page = try await view.changes(since: selected)
        #expect(page.changes.inserted == [own] && page.changes.updated == [seen] && page.changes.reason == .library)

        let later = try await view.token()
        _ = try await fixture.apply([.deleteAssets([own])])
        let trashed = try await view.token()
        try await fixture.changeSelection(of: Self.app, removing: [seen])
        page = try await view.changes(since: later)
        #expect(page.changes.deleted == [own] && page.changes.leftScope == [seen] && page.changes.count == 2)
        // A trashed photo does not exist for the client.
        #expect(try await view.changes(since: trashed).changes.leftScope == [seen])
        let last = try await view.token()
        _ = try await fixture.apply([.setProperties(own, .asFavorite), .purgeAssets([own])])
        #expect(try await view.token() == last)
    }

    @Test("has an update for what left and entered again, and nothing for what entered and left")
    func netting() async throws {
        let fixture = try await Fixture()
        let (kept, passing) = (try await fixture.add(), try await fixture.add())
        try await fixture.changeSelection(of: Self.app, adding: [kept])
        let view = HistoryView(fixture.library, .limited(Fixture.app), Self.app)
        let token = try await view.token()
        try await fixture.changeSelection(of: Self.app, adding: [passing], removing: [kept])
        try await fixture.changeSelection(of: Self.app, adding: [kept], removing: [passing])
        var expected = LibraryChanges()
        expected.updated = [kept]
        // It may have been edited meanwhile.
        expected.contentUpdated = [kept]
        let page = try await view.changes(since: token)
        #expect(page.changes == expected)
        #expect(try await view.token() != token)
    }

    @Test("of a limited client has no update for a version whose original is purged")
    func originals() async throws {
        let fixture = try await Fixture()
        let (original, version) = (try await fixture.add(), AssetID.random())
        _ = try await fixture.apply([
            .createAsset(version, AssetCreation(.photo(try await fixture.stage()), originalAsset: original))
        ])
        try await fixture.changeSelection(of: Self.app, adding: [version])
        _ = try await fixture.apply([.deleteAssets([original])])
        let limited = HistoryView(fixture.library, .limited(Fixture.app), Self.app)
        let everything = HistoryView(fixture.library, .everything, Self.owner)
        let (one, other) = (try await limited.token(), try await everything.token())
        _ = try await fixture.apply([.purgeAssets([original])])
        #expect(try await limited.token() == one)
        let changes = try await everything.changes(since: other).changes
        #expect(changes.updated == [version] && changes.deleted == [original])
    }

    @Test("refuses a token of a different holder, a damaged and a forged one as expired")
    func foreign() async throws {
        let fixture = try await Fixture()
        try await fixture.add(by: Self.app)
        let view = HistoryView(fixture.library, .limited(Fixture.app), Self.app)
        let other = HistoryView(fixture.library, .limited(Fixture.other), .client(Fixture.other))
        let token = try await view.token()
        await #expect(throws: ExpiredChangeTokenError()) { try await other.changes(since: token) }
        await #expect(throws: ExpiredChangeTokenError()) { try await view.changes(since: try await other.token()) }
        var digits = Array(token.text)
        for position in digits.indices {
            let digit = digits[position]
            digits[position] = digit == "0" ? "1" : "0"
            await #expect(throws: ExpiredChangeTokenError()) {
                try await view.changes(since: ChangeToken(String(digits)))
            }
            digits[position] = digit
        }
        for text in ["", "0", String(token.text.dropLast()), token.text + "00", token.text.uppercased(), "é"]
        where text != token.text {
            await #expect(throws: ExpiredChangeTokenError()) { try await view.changes(since: ChangeToken(text)) }
        }
        #expect(try await view.changes(since: ChangeToken(String(digits))).changes.isEmpty)
    }

    @Test("notifies observers of each commit and of the affected views")
    func concern() async throws {
        let fixture = try await Fixture()
        let heard = Mutex(0)
        fixture.library.watchChanges { heard.withLock { $0 += 1 } }
        var number = try await fixture.library.lastChange()
        func next() async throws -> AffectedViews {
            let concern = try await fixture.library.affectedViews(after: number)
            number = concern.number
            return concern
        }
        let asset = try await fixture.add()
        #expect(heard.withLock { $0 } == 1)
        var concern = try await next()
        #expect(concern.everything && concern.holders == [Self.owner])
        #expect(try await next().isNone)
        try await fixture.changeSelection(of: Self.app, adding: [asset])
        concern = try await next()
        #expect(!concern.everything && concern.holders == [Self.app])
        try await fixture.grant(GrantTests.limited, to: .client(Fixture.other))
        #expect(try await next().isNone)
        _ = try await fixture.apply([.deleteAssets([asset])])
        concern = try await next()
        #expect(concern.everything && concern.holders == [Self.app, Self.owner])
        #expect(heard.withLock { $0 } == 4)
        _ = try await fixture.library.apply(
            [.restoreAssets([asset])], visibleTo: .everything, holder: Self.owner, at: .seconds(1), isDryRun: true)
        #expect(heard.withLock { $0 } == 4)
    }
}

/// A client's access to the history of its view.
struct HistoryView {
    let library: Library
    let visibility: Visibility
    let holder: Holder

    init(_ library: Library, _ visibility: Visibility, _ holder: Holder) {
        self.library = library
        self.visibility = visibility
        self.holder = holder
    }

    func token() async throws -> ChangeToken { try await library.token(visibleTo: visibility, of: holder) }

    func token(of page: ChangePage) -> ChangeToken { library.token(of: page.position, for: holder) }

    func changes(since token: ChangeToken, limit: Int = Library.changesOfPage) async throws -> ChangePage {
        try await library.changes(since: token, visibleTo: visibility, of: holder, limit: limit)
    }
}

extension AssetChanges {
    static var asFavorite: AssetChanges {
        var changes = AssetChanges()
        changes.isFavorite = true
        return changes
    }
}
