import FilmgateTestKit
import FilmgateTestWorlds
import Glibc
import Testing

@Suite("A grant that expires", .inProcess)
struct ExpiryTests {
    static let client = "flatpak:org.example.App"

    private static func hasCome(_ moment: Int64) -> Bool { Moments.inSeconds(0) >= moment }

    @Test(
        "ends at its time, without a call: the client and the administrator are told, and open results are closed",
        .long)
    func reported() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let app = try await world.client(flatpak: "org.example.App")
            let other = try await world.client(flatpak: "org.example.Other")
            for client in [app, other] { #expect(try await client.status() == "not-determined") }
            #expect(try await owner.grants().isEmpty)
            // The app reads before.
            let soon = try await owner.grantBriefly(Self.client, "limited", selection: photos, seconds: 4)
            #expect(try await app.signals("StatusChanged", count: 2).count == 2)
            _ = try await owner.signal("GrantsChanged")
            let result = try await app.fetch()

            let ended = try await app.signals("StatusChanged", count: 2)
            #expect(Self.hasCome(soon))
            #expect(
                ended.map { $0.values.compactMap(\.text) } == [
                    ["add-only", "not-determined"], ["read-write", "not-determined"],
                ])
            _ = try await owner.signal("GrantsChanged")
            #expect(try await owner.grants().isEmpty)
            // The store follows.
            try await eventually { try await owner.selection(of: Self.client).isEmpty }
            // A new grant does not reopen results.
            try await owner.grant(Self.client, "full")
            let closed = try await app.error("FetchResult1", "Read", "uuas", 0, 1, [], at: result.path)
            #expect(closed.kind == "UnknownObject")
            _ = try await other.status()
            #expect(try await other.signals(within: 0).isEmpty)
        }
    }

    @Test("is over if its time came while no broker ran, and otherwise continues to its time", .asProcesses)
    func restarts() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let late = Moments.inSeconds(3600)
            let soon = try await owner.grantBriefly(Self.client, "full")
            try await owner.grant("flatpak:org.example.Late", "full", expires: late)
            try await world.killBroker()
            // Nothing says that it has come: no broker runs.
            while !Self.hasCome(soon) { try await Task.sleep(for: .microseconds(soon - Moments.inSeconds(0))) }
            try await world.startBroker()
            let grants = try await owner.grants()
            #expect(grants.map { $0["client"]?.text } == ["flatpak:org.example.Late"])
            #expect(grants.first?["expires"]?.integer == Int(late))
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.status() == "not-determined")
        }
    }

    @Test("can be prolonged, shortened and made permanent before its time", .long)
    func changed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.status()
            try await owner.grant(Self.client, "add-only", expires: Moments.inSeconds(3600))
            let soon = try await owner.grantBriefly(Self.client, "add-only")
            #expect(try await app.signals("StatusChanged", count: 4).count == 4)
            #expect(Self.hasCome(soon))
            let other = try await owner.grantBriefly(Self.client, "add-only")
            try await owner.grant(Self.client, "add-only")
            while !Self.hasCome(other) { #expect(try await app.status("add-only") == "authorized") }
            #expect(try await app.status("add-only") == "authorized")
        }
    }

    @Test(
        "lapses if policy says so and it was not used for that time, and an administrator's refusal stays", .asProcesses
    )
    func lapse() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            for client in [Self.client, "flatpak:org.example.Used"] { try await owner.grant(client, "full") }
            try await owner.grant("flatpak:org.example.Refused", "none")
            try await owner.grant("flatpak:org.example.Scanner", "add-only")
            try await world.killBroker()
            let library = "\(world.state)/\(getuid())/library.sqlite3"
            let days40 = Moments.inSeconds(-40 * 86_400)
            let used = Moments.inSeconds(-86_400)
            let aging = try await world.run(
                "/usr/bin/python3", "-c",
                """
                import sqlite3
                library = sqlite3.connect("\(library)")
                library.execute("UPDATE access SET granted_date = \(days40)")
                library.execute("UPDATE access SET last_used = \(used) WHERE client = "
                    "(SELECT row FROM client WHERE id LIKE '%.Used')")
                library.commit()
                """)
            #expect(aging.code == 0, "\(aging)")
            try await world.startBroker()
            #expect(try await owner.grants().count == 4)
            let app = try await world.client(flatpak: "org.example.App")
            let refused = try await world.client(flatpak: "org.example.Refused")
            let scanner = try await world.client(flatpak: "org.example.Scanner")
            #expect(try await app.status() == "authorized")
            #expect(try await refused.status() == "denied")
            #expect(try await scanner.status("add-only") == "authorized")

            try world.writePolicy("[flatpak:*]\nlapse-after-days=30\n")
            try await world.reloadPolicy()
            #expect(try await app.signals("StatusChanged", count: 2).count == 2)
            #expect(try await app.status() == "not-determined")
            #expect(try await refused.status() == "denied")
            #expect(try await scanner.status("add-only") == "not-determined")
            #expect(try await scanner.status() == "denied")
            let left = try await owner.grants().compactMap { $0["client"]?.text }
            #expect(
                Set(left) == ["flatpak:org.example.Used", "flatpak:org.example.Refused", "flatpak:org.example.Scanner"])
            // A lapsed grant does not return with the earlier policy.
            try world.writePolicy("")
            try await world.reloadPolicy()
            #expect(try await app.status() == "not-determined")
        }
    }
}
