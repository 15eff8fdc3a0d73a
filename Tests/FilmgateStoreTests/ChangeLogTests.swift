import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("The change log")
struct ChangeLogTests {
    @Test("has one generation for each transaction, with each object, its event and its scope")
    func entries() async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add(by: .client(Fixture.app))
        var changes = AssetChanges()
        changes.isFavorite = true
        _ = try await fixture.apply([
            .setProperties(id, changes), .deleteAssets([id]), .deleteAssets([id]), .restoreAssets([id]),
        ])
        try await fixture.grant(GrantTests.limited, to: .client(Fixture.other), selection: [id], at: 3)
        try await fixture.changeSelection(of: .client(Fixture.other), adding: [id], removing: [id], at: 4)
        try await fixture.library.resetGrants([.client(Fixture.other)], at: .seconds(5))
        let app = "flatpak:org.example.App"
        let other = "flatpak:org.example.Other"
        #expect(
            try await fixture.log() == [
                "1 inserted \(app)", "2 updated", "2 trashed", "2 restored", "3 granted \(other)", "3 entered \(other)",
                "4 left \(other)", "5 granted \(other)",
            ])
    }

    @Test("has entries for albums and folders, and keeps the identifiers of purged objects")
    func collections() async throws {
        let fixture = try await Fixture()
        let (original, version) = (try await fixture.add(), AssetID.random())
        let (album, folder) = (AlbumID.random(), FolderID.random())
        _ = try await fixture.apply([
            .createAsset(version, AssetCreation(.photo(try await fixture.stage()), originalAsset: original)),
            .createFolder(folder, title: "Folder"), .createAlbum(album, title: "Album"),
            .addAssets([original], to: album), .addAssets([original], to: album),
        ])
        _ = try await fixture.apply([
            .moveAssets([original], in: album, to: 0), .addChildren([ObjectID(album)], to: folder),
        ])
        _ = try await fixture.apply([.deleteFolders([folder]), .deleteAlbums([album])])
        _ = try await fixture.apply([.deleteAssets([original]), .purgeAssets([original])])
        let owner = "exe:/usr/bin/filmgatectl"
        #expect(
            try await fixture.log() == [
                "1 inserted \(owner)", "2 inserted \(owner)", "2 folder-inserted", "2 album-inserted",
                "3 album-updated", "3 folder-updated", "4 album-updated", "4 folder-deleted", "4 album-deleted",
                "5 trashed", "5 updated", "5 deleted",
            ])
        let named = try await fixture.library.database.read { database in
            try database.all("SELECT id, kind FROM change WHERE generation > 2 AND kind LIKE '%deleted'") { $0.blob(0) }
        }
        #expect(named == [folder.bytes, album.bytes, original.bytes])
    }

    @Test("has one update for each album when a thousand photos in a hundred albums are deleted", .long)
    func recounts() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        var photos: [AssetID] = []
        for _ in 0..<1_000 { photos.append(try await fixture.add()) }
        let albums = (0..<100).map { _ in AlbumID.random() }
        _ = try await fixture.apply(
            albums.indices.flatMap { number -> [StoreChange] in
                let content = photos.indices.filter { $0 % albums.count == number }.map { photos[$0] }
                return [.createAlbum(albums[number], title: "Album"), .addAssets(content, to: albums[number])]
            })
        let before = try await fixture.log().count
        _ = try await fixture.apply([.deleteAssets(photos)])
        let log = try await fixture.log().dropFirst(before).map { $0.split(separator: " ")[1] }
        #expect(log.count == 1_100 && log.count { $0 == "album-updated" } == 100)
    }

    @Test(
        "has an update for an album if the count or the date of a photo in it changes, and for no other change of the photo"
    )
    func counted() async throws {
        let fixture = try await Fixture()
        let (shown, hidden) = (try await fixture.add(), try await fixture.add(hidden: true))
        let album = AlbumID.random()
        _ = try await fixture.apply([.createAlbum(album, title: "Album"), .addAssets([shown, hidden], to: album)])
        func updates(_ changes: StoreChange...) async throws -> Int {
            let before = try await fixture.log().count
            _ = try await fixture.apply(changes)
            return try await fixture.log().dropFirst(before).count { $0.hasSuffix("album-updated") }
        }
        let hiding = AssetChanges(isHidden: true)
        let showing = AssetChanges(isHidden: false)
        let dating = AssetChanges(creationDate: .seconds(77))
        #expect(try await updates(.deleteAssets([hidden])) == 0)
        #expect(try await updates(.restoreAssets([hidden]), .setProperties(hidden, dating)) == 0)
        #expect(try await updates(.deleteAssets([shown])) == 1)
        #expect(try await updates(.deleteAssets([shown]), .setProperties(shown, dating)) == 0)
        #expect(try await updates(.restoreAssets([shown])) == 1)
        #expect(try await updates(.setProperties(shown, .asFavorite), .setProperties(shown, showing)) == 0)
        #expect(try await updates(.setProperties(shown, hiding), .setProperties(hidden, showing)) == 1)
        #expect(try await updates(.setProperties(hidden, AssetChanges(creationDate: .seconds(78)))) == 1)
        #expect(try await updates(.deleteAssets([hidden]), .purgeAssets([hidden])) == 1)
        #expect(try await fixture.problems() == [])
    }

    @Test("has an update for a folder if something is added to it or removed")
    func filled() async throws {
        let fixture = try await Fixture()
        let folders = (0..<3).map { _ in FolderID.random() }
        let (album, inner) = (AlbumID.random(), FolderID.random())
        _ = try await fixture.apply(folders.map { .createFolder($0, title: "Folder") })
        func updated(_ changes: StoreChange...) async throws -> Set<ObjectID> {
            let before = try await fixture.library.lastChange()
            _ = try await fixture.apply(changes)
            return try await fixture.library.database.read { database in
                let ids: [ObjectID] = try database.identifiers(
                    "SELECT id FROM change WHERE number > \(before) AND kind = 'folder-updated'")
                #expect(Set(ids).count == ids.count, "each once")
                return Set(ids)
            }
        }
        let objects = folders.objects
        #expect(try await updated(.createAlbum(album, title: "Album", in: folders[0])) == [objects[0]])
        #expect(try await updated(.createFolder(inner, title: "Inner", in: folders[0])) == [objects[0]])
        #expect(try await updated(.addChildren([ObjectID(album)], to: folders[0])) == [])
        #expect(try await updated(.addChildren([ObjectID(album)], to: folders[1])) == [objects[0], objects[1]])
        let places = [objects[0], objects[2], ObjectID(inner)]
        #expect(try await updated(.addChildren([ObjectID(inner)], to: folders[2])) == Set(places))
        #expect(try await updated(.removeChildren([ObjectID(album)], from: folders[1])) == [objects[1]])
        #expect(try await updated(.addChildren([ObjectID(album)], to: inner)) == [ObjectID(inner)])
        #expect(try await updated(.deleteAlbums([album])) == [ObjectID(inner)])
        #expect(try await updated(.deleteFolders([inner])) == [objects[2]])
    }

    @Test("does not change if a batch is refused")
    func refused() async throws {
        let fixture = try await Fixture()
        await #expect(throws: ChangeRefusal.self) { try await fixture.apply([.deleteAssets([.random()])]) }
        #expect(try await fixture.log() == [])
        try await fixture.add()
        #expect(try await fixture.log().count == 1)
    }
}

extension AssetChanges {
    fileprivate init(isHidden: Bool) {
        self.init()
        self.isHidden = isHidden
    }

    fileprivate init(creationDate: Timestamp) {
        self.init()
        self.creationDate = creationDate
    }
}

extension Fixture {
    /// The entries as text: generation, kind, client.
    func log() async throws -> [String] {
        try await library.database.read { database in
            try database.all(
                """
                SELECT g.generation || ' ' || g.kind || ifnull(' ' || c.id, '') FROM change AS g
                LEFT JOIN client AS c ON c.row = g.client ORDER BY g.number
                """
            ) { $0.text(0) }
        }
    }
}
