import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("What administrators decided since a backup")
struct RestoredSelectionTests {
    private static let limited = Grant(addOnly: .authorized, readWrite: .limited, rights: .usual, grantor: .admin)
    private static let limitedByPerson = Grant(
        addOnly: .authorized, readWrite: .limited, rights: .usual, grantor: .person)

    @Test("shows an app more of the restored library if the selected album held more")
    func album() async throws {
        let fixture = try await Fixture()
        let photos = [try await fixture.add("one"), try await fixture.add("two")]
        let album = AlbumID.random()
        _ = try await fixture.apply([.createAlbum(album, title: "Summer"), .addAssets(photos, to: album)])
        let backup = try await fixture.library.backup()
        _ = try await fixture.apply([.removeAssets([photos[1]], from: album)])
        try await fixture.grant(Self.limited, to: .client(Fixture.app), selection: [], albums: [album])
        try await fixture.grant(Self.limited, to: .client(Fixture.other), selection: [photos[0]])

        let restore = try await fixture.library.restore(
            backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(5))
        let both: Set = [Fixture.app, Fixture.other]
        #expect(try await restore.clientsSeeingMore(among: both, at: .seconds(5)) == [Fixture.app])
        #expect(try await restore.clientsSeeingMore(among: [Fixture.other], at: .seconds(5)).isEmpty)
        #expect(try await restore.grants()[Fixture.app] == nil, "looking changes nothing")
        await restore.suspend()
        await fixture.library.close()
    }

    @Test("is asked for if a selected asset would have other files, or an album more would be selected, be it empty")
    func filesAndAlbums() async throws {
        let fixture = try await Fixture()
        let photos = [try await fixture.add("one"), try await fixture.add("two")]
        let album = AlbumID.random()
        _ = try await fixture.apply([.createAlbum(album, title: "Empty")])
        try await fixture.grant(Self.limitedByPerson, to: .client(Fixture.app), selection: [photos[0]])
        try await fixture.grant(Self.limitedByPerson, to: .client(Fixture.other), selection: [], albums: [album])
        let backup = try await fixture.library.backup()
        let both: Set = [Fixture.app, Fixture.other]
        func seeingMore() async throws -> Set<ClientID> {
            let restore = try await fixture.library.restore(
                backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(5))
            defer { withExtendedLifetime(restore) {} }
            let found = try await restore.clientsSeeingMore(among: both, at: .seconds(5))
            await restore.suspend()
            return found
        }
        #expect(try await seeingMore().isEmpty)
        try await fixture.grant(Self.limitedByPerson, to: .client(Fixture.other), selection: [])
        #expect(try await seeingMore() == [Fixture.other])
        try await fixture.library.database.write {
            try $0.script("UPDATE resource SET hash = randomblob(32) WHERE asset = 1")
        }
        #expect(try await seeingMore() == both)
        await fixture.library.close()
    }

    @Test("is asked for if a file would belong to an asset of a different type")
    func types() async throws {
        let fixture = try await Fixture()
        let photos = [try await fixture.add("one"), try await fixture.add("two")]
        try await fixture.grant(Self.limitedByPerson, to: .client(Fixture.app), selection: [photos[0]])
        try await fixture.grant(Self.limitedByPerson, to: .client(Fixture.other), selection: [])
        let backup = try await fixture.library.backup()
        func differences() async throws -> (selections: Set<ClientID>, image: Bool, video: Bool) {
            let restore = try await fixture.library.restore(
                backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(5))
            let seeing = try await restore.clientsSeeingMore(among: [Fixture.app, Fixture.other], at: .seconds(5))
            let image = try await restore.turnsFiles(into: .image)
            let video = try await restore.turnsFiles(into: .video)
            await restore.suspend()
            return (seeing, image, video)
        }
        let same = try await differences()
        #expect(same.selections.isEmpty && !same.image && !same.video)
        try await fixture.library.database.write {
            try $0.script(
                """
                UPDATE asset SET media_type = 'video';
                UPDATE resource SET type = 'video', mime_type = 'video/mp4' WHERE type = 'photo';
                """)
        }
        let turned = try await differences()
        #expect(turned.selections == [Fixture.app] && turned.image && !turned.video)
        await fixture.library.close()
    }

    @Test("stays in a restored library: who is muted or paused, now or in the backup, and no grant of a connection")
    func mutesAndPauses() async throws {
        let fixture = try await Fixture()
        func pause(_ client: ClientID, at second: Int64, until end: Int64? = nil) async throws {
            let entry = AuditEntry(
                date: .seconds(second), client: "", user: 1000, operation: "tripwire", outcome: "paused")
            let pause = ClientPause("Many.", until: end.map { .seconds($0) })
            try await fixture.library.pause(client, pause, at: .seconds(second), audit: entry)
        }
        try await fixture.library.mute(Fixture.other, at: .seconds(1))
        try await pause(Fixture.other, at: 1, until: 90)
        try await fixture.grant(
            Self.limitedByPerson, to: .client(Fixture.other), terms: GrantTerms(both: .lastConnection(of: ["bus:1.5"])),
            selection: [])
        let backup = try await fixture.library.backup()
        try await fixture.library.unmute(Fixture.other)
        try await pause(Fixture.other, at: 2, until: 80)
        try await fixture.library.mute(Fixture.app, at: .seconds(2))
        try await pause(Fixture.app, at: 2)
        let restore = try await fixture.library.restore(
            backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(5))
        #expect(try await restore.missing().count == 0)
        await fixture.library.close()
        try await restore.finish(at: .seconds(5))
        let restored = try await Library.open(in: Directory(path: fixture.path), user: 1000)
        #expect(try await restored.mutes() == [Fixture.app, Fixture.other])
        let pauses = try await restored.pauses()
        #expect(Set(pauses.keys) == [Fixture.app, Fixture.other])
        // Of two pauses, the one that ends later.
        #expect(pauses[Fixture.app]?.ends == nil && pauses[Fixture.other]?.ends == .seconds(90))
        #expect(try await restored.grants().isEmpty)
        try await restored.confirmRestoration()
        try await restored.removeReplaced()
        #expect(try await restored.problems() == [])
        await restored.close()
    }
}
