import FilmgateModel
import FilmgateStore
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy

/// Random steps against a model: after each, for every token that was kept of every view, what the library tells since
/// then makes of what was shown then what is shown now, and a token is another exactly where something has happened in
/// its view.
@Suite("The history of views, compared with a model")
struct HistoryModelTests {
    static let steps = 250

    @Test(
        "leads from every earlier state of a view to the current one, and changes tokens only with their own view",
        .long,
        arguments: 1...10)
    func random(_ seed: Int) async throws {
        var world = HistoryWorld(try await Fixture(in: "/dev/shm"), seed: UInt64(seed))
        for step in 0..<Self.steps {
            let before = try await world.tokens()
            try await world.step()
            let after = try await world.tokens()
            for (old, new) in zip(before, after) {
                let hasMoved = old.eventCount != new.eventCount || old.viewScope != new.viewScope
                try #require((old.token != new.token) == hasMoved, "seed \(seed), step \(step), \(new.holder)")
            }
            let now = Dictionary(uniqueKeysWithValues: after.map { ($0.holder, $0) })
            for kept in world.kept {
                try await world.check(kept, against: now[kept.holder].orTrap, "seed \(seed), step \(step)")
            }
            world.keep(after)
        }
        #expect(try await world.fixture.problems() == [])
    }
}

/// A library, its model, and tokens of its clients.
struct HistoryWorld {
    let fixture: Fixture
    var model = HistoryModel(holders: holders)
    private(set) var kept: [KeptToken] = []
    private var chance: Chance
    private var viewScopes: [Holder: KeptToken.ViewScope] = [:]

    static let program = ClientID(.exe, "/usr/bin/program").orTrap
    static let holders: [Holder] = [
        .client(Fixture.owner), .client(Fixture.app), .client(Fixture.other), .client(program),
        .connection("bus:1.1", of: program), .connection("bus:1.2", of: program),
    ]

    init(_ fixture: Fixture, seed: UInt64) {
        self.fixture = fixture
        chance = Chance(seed: seed)
        for holder in Self.holders { viewScopes[holder] = .init(isOfEverything: false, rights: .all) }
        viewScopes[.client(Fixture.owner)] = .init(isOfEverything: true, rights: .all)
    }

    // MARK: Tokens

    func visibility(of holder: Holder) -> Visibility {
        let viewScope = viewScopes[holder].orTrap
        return Visibility(
            scope: viewScope.isOfEverything ? .everything : .selection(of: holder), rights: viewScope.rights)
    }

    func tokens() async throws -> [KeptToken] {
        var tokens: [KeptToken] = []
        for holder in Self.holders {
            let token = try await fixture.library.token(visibleTo: visibility(of: holder), of: holder)
            tokens.append(KeptToken(token, of: holder, seenThrough: viewScopes[holder].orTrap, in: model))
        }
        return tokens
    }

    mutating func keep(_ tokens: [KeptToken]) {
        for token in tokens where chance.below(8) == 0 {
            if kept.count >= 20 { kept.remove(at: chance.below(kept.count)) }
            kept.append(token)
        }
    }

    /// - Parameter now: the current token of the same holder.
    mutating func check(_ old: KeptToken, against now: KeptToken, _ comment: Comment) async throws {
        let viewScope = now.viewScope
        // Comparing different scopes is slow, so it is done less often.
        guard viewScope.isOfEverything == old.viewScope.isOfEverything || chance.below(4) == 0 else { return }
        let view = HistoryView(fixture.library, visibility(of: old.holder), old.holder)
        let isExpired = old.isExpired(through: viewScope, in: model)
        var (token, state, pages) = (old.token, old.shown, 0)
        let limit = chance.below(3) == 0 ? 1 + chance.below(5) : Library.changesOfPage
        while true {
            let page: ChangePage
            do {
                page = try await view.changes(since: token, limit: limit)
            } catch is ExpiredChangeTokenError {
                try #require(isExpired, "\(comment.rawValue): expired early")
                return
            }
            try #require(!isExpired, "\(comment.rawValue): held too long")
            pages += 1
            token = view.token(of: page)
            guard page.changes.isIncremental else {
                let isOfBeginning = old.viewScope.isOfEverything && !viewScope.isOfEverything && old.eventCount == 0
                try #require(old.viewScope.rights != viewScope.rights || isOfBeginning, comment)
                return
            }
            state.subtract(page.changes.deleted + page.changes.leftScope)
            state.formUnion(page.changes.inserted + page.changes.enteredScope)
            if pages == 1, !page.hasMore {
                try #require(page.changes.differences(from: old, to: now, in: model) == [], comment)
            }
            try #require(old.viewScope.rights == viewScope.rights, comment)
            guard page.hasMore else { break }
        }
        try #require(state == now.shown, comment)
        try #require(token == now.token, comment)
    }

    // MARK: Steps

    mutating func step() async throws {
        model.now = model.now.advanced(bySeconds: Int64(chance.below(50_000)))
        let holder = chance.one(of: Self.holders)
        switch chance.below(20) {
        case 0...2: try await changeSelection(of: holder)
        case 3: try await editSelection(of: holder)
        case 4, 5: try await grant(to: holder)
        case 6 where chance.below(4) == 0:
            model.setSelection([], [], of: holder)
            try await fixture.library.resetGrants([holder], at: model.now)
        case 7 where chance.below(3) == 0:
            let days = Int64(2 + chance.below(20))
            model.prune(before: model.now.advanced(bySeconds: -days * 86_400))
            try await fixture.library.pruneHistory(keeping: days, at: model.now)
        default: try await batch(by: holder)
        }
    }

    private mutating func changeSelection(of holder: Holder) async throws {
        let (adding, removing) = (chance.some(of: model.known), chance.some(of: model.known))
        let (follow, leave) = (chance.below(3) == 0, chance.below(4) == 0)
        let followed = follow ? chance.some(of: model.knownAlbums) : []
        let left = leave ? chance.some(of: model.knownAlbums) : []
        for id in adding { model.select(id, true, by: holder) }
        for album in followed { model.follow(album, true, by: holder) }
        for id in removing { model.select(id, false, by: holder) }
        for album in left { model.follow(album, false, by: holder) }
        try await fixture.library.changeSelection(
            of: holder, adding: adding.objects + followed.objects, removing: removing.objects + left.objects,
            at: model.now)
    }

    private mutating func editSelection(of holder: Holder) async throws {
        let (adding, removing) = (chance.some(of: model.known), chance.some(of: model.known))
        model.dissolve(holding: removing, by: holder)
        for id in adding { model.select(id, true, by: holder) }
        for id in removing { model.select(id, false, by: holder) }
        _ = try await fixture.library.editSelection(
            of: holder, adding: adding.objects, removing: removing.objects, at: model.now)
    }

    private mutating func grant(to holder: Holder) async throws {
        let rights: Rights = chance.below(4) == 0 ? [.originals] : .all
        let isOfEverything = chance.below(3) == 0
        viewScopes[holder] = .init(isOfEverything: isOfEverything, rights: rights)
        let grant = Grant(
            addOnly: .authorized, readWrite: isOfEverything ? .authorized : .limited, rights: rights, grantor: .admin)
        var selection: [ObjectID]?
        if chance.below(3) == 0 {
            let (assets, albums) = (chance.some(of: model.known), chance.some(of: model.knownAlbums))
            model.setSelection(assets, albums, of: holder)
            selection = assets.objects + albums.objects
        }
        try await fixture.library.setGrant(
            GrantRecord(holder: holder, grant: grant, grantedDate: model.now), selection: selection, at: model.now)
    }

    private mutating func batch(by holder: Holder) async throws {
        var changes: [StoreChange] = []
        model.reported = []
        for _ in 0...chance.below(4) { changes.append(try await change(by: holder)) }
        _ = try await fixture.library.apply(changes, visibleTo: .everything, holder: holder, at: model.now)
    }

    private mutating func change(by holder: Holder) async throws -> StoreChange {
        let ids = chance.some(of: model.known)
        let album = model.albums.isEmpty ? nil : chance.one(of: model.knownAlbums)
        switch (chance.below(16), album) {
        case (0, _), (1, _):
            for id in ids { model.setTrashed(id, true) }
            return .deleteAssets(ids)
        case (2, _), (3, _):
            let ids = chance.some(of: model.trashed)
            for id in ids { model.setTrashed(id, false) }
            return .restoreAssets(ids)
        case (4, _):
            let ids = chance.some(of: model.trashed)
            for id in Set(ids) { model.purge(id) }
            return .purgeAssets(ids)
        case (5...7, _) where !ids.isEmpty:
            var changes = AssetChanges()
            if chance.below(2) == 0 { changes.creationDate = .seconds(Int64(chance.below(5))) }
            changes.isHidden = chance.below(2) == 0
            model.update(ids[0], changes)
            return .setProperties(ids[0], changes)
        case (8, let album?), (9, let album?):
            model.add(ids, to: album)
            return .addAssets(ids, to: album)
        case (10, let album?):
            model.remove(ids, from: album)
            return .removeAssets(ids, from: album)
        case (11, let album?) where chance.below(3) == 0:
            model.delete(album)
            return .deleteAlbums([album])
        case (12, _) where model.albums.count < 5:
            let album = AlbumID(uuid: .random(in: 0 ... .max, using: &chance))
            let folder = chance.below(2) == 0 ? model.knownFolders.first : nil
            model.create(album, in: folder)
            return .createAlbum(album, title: "Album", in: folder)
        case (13, _):
            return folderChange()
        default:
            let id = AssetID(uuid: .random(in: 0 ... .max, using: &chance))
            let original = ids.first { model.assets[$0] != nil }
            let file = try await fixture.stage("\(id)", for: holder.client)
            var properties = AssetChanges()
            let date = Timestamp.seconds(Int64(chance.below(5)))
            properties.creationDate = date
            model.create(id, of: date, by: holder, versionOf: original)
            return .createAsset(
                id, AssetCreation(.photo(file), properties: properties, originalAsset: original))
        }
    }

    private mutating func folderChange() -> StoreChange {
        let folder = model.folders.isEmpty ? nil : chance.one(of: model.knownFolders)
        let albums = chance.some(of: model.knownAlbums)
        let inner = chance.some(of: model.knownFolders).filter { inner in
            folder.map { !model.lies($0, in: inner) } ?? false
        }
        let children = albums.objects + inner.objects
        switch (chance.below(6), folder) {
        case (0, let folder?):
            model.touch(folder)
            return .rename(ObjectID(folder), title: "Other")
        case (1, let folder?):
            model.delete(folder)
            return .deleteFolders([folder])
        case (2, let folder?), (3, let folder?):
            for child in children { model.move(child, to: folder) }
            return .addChildren(children, to: folder)
        case (4, let folder?):
            for child in children where model.places[child] == folder { model.move(child, to: nil) }
            return .removeChildren(children, from: folder)
        default:
            let new = FolderID(uuid: .random(in: 0 ... .max, using: &chance))
            let parent = chance.below(2) == 0 ? folder : nil
            model.create(new, in: parent)
            return .createFolder(new, title: "Folder", in: parent)
        }
    }
}
