import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
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

    fileprivate static let viewer = ClientID(.flatpak, "org.example.Viewer")!
}

extension Broker {
    /// Denies the viewer access after a backup, and returns which clients could do more with the backup.
    fileprivate func risingAfterDenial(by grantor: Grantor) async throws -> [ClientID: Level] {
        let viewer = RestoredDenialTests.viewer
        let (host, now) = (try await hosts.host(of: getuid()), Timestamp(rawValue: 1_000_000))
        let backup = try await host.library.backup()
        let denial = Grant(addOnly: .denied, readWrite: .denied, rights: [], grantor: grantor)
        try await host.grantTable.set(
            denial, for: .client(viewer), selection: .untouched, until: nil, endsPause: false, audit: nil
        ) { _, _ in true }
        let restore = try await host.library.restore(
            backup.database, replacing: true, for: viewer, seeing: .everything, at: now)
        let rising = try await restore.clientsWithMore(than: host.grantTable, at: now)
        await restore.suspend()
        return rising
    }
}
