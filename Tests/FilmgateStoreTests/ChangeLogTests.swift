import FilmgateModel
import FilmgateSQLite
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("The change log")
struct ChangeLogTests {
    @Test("each transaction is one generation, and says what happened to what, and in whose scope")
    func entries() async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add(by: .client(Fixture.app))
        var changes = AssetChanges()
        changes.favorite = true
        _ = try await fixture.apply([.setProperties(id, changes), .trash([id]), .trash([id]), .restore([id])])
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

    @Test("albums and folders have their entries, and what is purged is known by its identifier for good")
    func collections() async throws {
        let fixture = try await Fixture()
        let (original, version) = (try await fixture.add(), AssetID.random())
        let (album, folder) = (AlbumID.random(), FolderID.random())
        _ = try await fixture.apply([
            .create(
                version, .photo(try await fixture.stage()), properties: AssetChanges(), original: original,
                unlessPresent: false),
            .createFolder(folder, title: "Folder"), .createAlbum(album, title: "Album"),
            .addAssets([original], to: album), .addAssets([original], to: album),
        ])
        _ = try await fixture.apply([
            .moveAssets([original], in: album, to: 0), .addChildren([ObjectID(album)], to: folder),
        ])
        _ = try await fixture.apply([.deleteFolders([folder]), .deleteAlbums([album])])
        _ = try await fixture.apply([.trash([original]), .purge([original])])
        let owner = "exe:/usr/bin/filmgatectl"
        #expect(
            try await fixture.log() == [
                "1 inserted \(owner)", "2 inserted \(owner)", "2 folder-inserted", "2 album-inserted",
                "2 album-updated",
                "3 album-updated", "3 album-updated", "4 album-updated", "4 folder-deleted", "4 album-deleted",
                "5 trashed", "5 updated", "5 deleted",
            ])
        let named = try await fixture.library.database.read { database in
            try database.all("SELECT id, kind FROM change WHERE generation > 2 AND kind LIKE '%deleted'") { $0.blob(0) }
        }
        #expect(named == [folder.bytes, album.bytes, original.bytes])
    }

    @Test("what is refused is not in it, and gives no generation away")
    func refused() async throws {
        let fixture = try await Fixture()
        await #expect(throws: ChangeRefusal.self) { try await fixture.apply([.trash([.random()])]) }
        #expect(try await fixture.log() == [])
        try await fixture.add()
        #expect(try await fixture.log().count == 1)
    }
}

extension Fixture {
    /// The entries, as words: generation, kind, client.
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
