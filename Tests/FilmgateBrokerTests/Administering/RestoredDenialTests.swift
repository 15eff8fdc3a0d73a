import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@testable import FilmgateBroker
@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("A restored library", .runningLoop, .timeLimit(.minutes(5)))
struct RestoredDenialTests {
    private static let policy = "[flatpak:org.example.*]\npreset=limited\n"

    @Test("gives an app more if the person's denial is newer than the backup, and a policy gives it access without one")
    func denied() async throws {
        try await withBareBroker(policy: Self.policy) { broker in
            let rising = try await broker.risingAfterDenial(by: .person)
            #expect(rising == [Self.viewer: .limited])
        }
    }

    @Test("gives no more if an administrator's denial is newer, which stays")
    func deniedByAdministrator() async throws {
        try await withBareBroker(policy: Self.policy) { broker in
            let rising = try await broker.risingAfterDenial(by: .admin)
            #expect(rising.isEmpty)
        }
    }

    @Test("gives no more if the person's denial is newer, and no policy gives access")
    func withoutPreset() async throws {
        try await withBareBroker { broker in
            let rising = try await broker.risingAfterDenial(by: .person)
            #expect(rising.isEmpty)
        }
    }

    @Test(
        "gives more to an app that sees one type of assets if files turn into that type", arguments: MediaType.allCases)
    func turned(_ type: MediaType) async throws {
        try await withBareBroker { broker in
            let rising = try await broker.risingAfterTurning(seeing: type)
            #expect(rising == (type == .image ? [Self.viewer: .full] : [:]))
        }
    }

    @Test(
        "gives more to an app with access if it becomes what added a file of others",
        arguments: [
            (.authorized, .authorized, .full), (.authorized, .denied, .addOnly), (.denied, .denied, nil),
        ] as [(AddOnlyStatus, ReadWriteStatus, Level?)])
    func claimed(_ addOnly: AddOnlyStatus, _ readWrite: ReadWriteStatus, _ level: Level?) async throws {
        let grant = Grant(addOnly: addOnly, readWrite: readWrite, rights: .usual, grantor: .person)
        try await withBareBroker { broker in
            let rising = try await broker.risingAfterClaiming(under: grant, isClaimed: false)
            #expect(rising.isEmpty)
        }
        try await withBareBroker { broker in
            let rising = try await broker.risingAfterClaiming(under: grant, isClaimed: true)
            #expect(rising == (level.map { [Self.viewer: $0] } ?? [:]))
        }
    }

    fileprivate static let viewer = ClientID(.flatpak, "org.example.Viewer")!
}

extension Broker {
    /// Denies the viewer access after a backup, and returns which clients could do more with the backup.
    fileprivate func risingAfterDenial(by grantor: Grantor) async throws -> [ClientID: Level] {
        let viewer = RestoredDenialTests.viewer
        let (host, now) = (try await hosts.host(of: getuid()), Timestamp(rawValue: 1_000_000))
        let backup = try await host.core.library.backup()
        let denial = Grant(addOnly: .denied, readWrite: .denied, rights: [], grantor: grantor)
        try await host.core.grants.set(
            denial, for: .client(viewer), selection: .untouched, until: nil, endsPause: false, audit: nil
        ) { _, _ in true }
        let restore = try await host.core.library.restore(
            backup.database, replacing: true, for: viewer, seeing: .everything, at: now)
        let rising = try await restore.clientsWithMore(than: host.core.grants, at: now)
        await restore.suspend()
        return rising
    }

    /// Returns which clients could do more with a backup in which a file is a photo, if it is a video now.
    ///
    /// - Parameter type: the only type of assets that the viewer sees.
    fileprivate func risingAfterTurning(seeing type: MediaType) async throws -> [ClientID: Level] {
        let viewer = RestoredDenialTests.viewer
        let (host, now) = (try await hosts.host(of: getuid()), Timestamp(rawValue: 1_000_000))
        try await host.core.library.addPhoto(holding: "one", by: viewer)
        let grant = Grant(
            addOnly: .authorized, readWrite: .authorized, rights: .usual, limits: ContentLimits(mediaTypes: [type]),
            grantor: .person)
        try await host.core.grants.set(
            grant, for: .client(viewer), selection: .untouched, until: nil, endsPause: false, audit: nil
        ) { _, _ in true }
        let backup = try await host.core.library.backup()
        try await host.core.library.database.write {
            try $0.script(
                """
                UPDATE asset SET media_type = 'video';
                UPDATE resource SET type = 'video', mime_type = 'video/mp4';
                """)
        }
        let restore = try await host.core.library.restore(
            backup.database, replacing: true, for: viewer, seeing: .everything, at: now)
        let rising = try await restore.clientsWithMore(than: host.core.grants, at: now)
        await restore.suspend()
        return rising
    }

    /// Returns which clients could do more with a backup in which the viewer added a photo, if a different app has
    /// added it now.
    ///
    /// - Parameter isClaimed: whether that is so; otherwise the viewer has added it now, too.
    fileprivate func risingAfterClaiming(under grant: Grant, isClaimed: Bool) async throws -> [ClientID: Level] {
        let viewer = RestoredDenialTests.viewer
        let (host, now) = (try await hosts.host(of: getuid()), Timestamp(rawValue: 1_000_000))
        try await host.core.library.addPhoto(holding: "one", by: viewer)
        try await host.core.library.addPhoto(holding: "another", by: ClientID(.flatpak, "org.example.Camera")!)
        try await host.core.grants.set(
            grant, for: .client(viewer), selection: .untouched, until: nil, endsPause: false, audit: nil
        ) { _, _ in true }
        let backup = try await host.core.library.backup()
        if isClaimed {
            try await host.core.library.database.write {
                try $0.script(
                    """
                    UPDATE asset SET creator = (SELECT row FROM client WHERE id = 'flatpak:org.example.Camera');
                    """)
            }
        }
        let restore = try await host.core.library.restore(
            backup.database, replacing: true, for: viewer, seeing: .everything, at: now)
        let rising = try await restore.clientsWithMore(than: host.core.grants, at: now)
        await restore.suspend()
        return rising
    }
}

extension Library {
    fileprivate func addPhoto(holding text: String, by client: ClientID) async throws {
        let file = try await stage(try .sealedMemory(named: "photo", holding: text.utf8), for: client)
        let photo = StagedAsset(
            files: [StagedResource(.photo, file, filename: "photo.jpg", mimeType: "image/jpeg")],
            facts: MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 40, pixelHeight: 30))
        _ = try await apply(
            [.createAsset(.random(), AssetCreation(photo))], visibleTo: .everything,
            holder: .client(client), at: Timestamp(rawValue: 1_000_000))
    }
}
