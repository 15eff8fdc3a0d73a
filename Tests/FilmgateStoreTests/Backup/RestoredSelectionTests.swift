import FilmgateModel
import FilmgateSystem
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("What administrators decided since a backup")
struct RestoredSelectionTests {
    private static let limited = Grant(addOnly: .authorized, readWrite: .limited, rights: .usual, grantor: .admin)

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

    @Test("stays in a restored library: who is muted, and no mute of the backup")
    func mutes() async throws {
        let fixture = try await Fixture()
        try await fixture.library.mute(Fixture.other, at: .seconds(1))
        let backup = try await fixture.library.backup()
        try await fixture.library.unmute(Fixture.other)
        try await fixture.library.mute(Fixture.app, at: .seconds(2))
        let restore = try await fixture.library.restore(
            backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(5))
        #expect(try await restore.missing().count == 0)
        await fixture.library.close()
        try await restore.finish(at: .seconds(5))
        let restored = try await Library.open(in: Directory(path: fixture.path), user: 1000)
        #expect(try await restored.mutes() == [Fixture.app])
        try await restored.confirmRestoration()
        try await restored.removeReplaced()
        #expect(try await restored.problems() == [])
        await restored.close()
    }
}
