import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// The effect of an administrator's policy files on sandboxed clients.
@Suite("A policy", .inBothWorlds)
struct PolicyTests {
    static let app = "org.example.App"
    static let client = "flatpak:org.example.App"
    static let everything = ["location", "originals", "captions", "metadata", "write"]

    static func statuses(of app: TestClient) async throws -> [String] {
        try await [app.status("add-only"), app.status("read-write")]
    }

    @Test(
        "restricts access above the highest level, whoever granted it",
        arguments: [
            ("none", ["restricted", "restricted"], "Restricted", "Restricted"),
            ("add-only", ["authorized", "restricted"], nil, "Restricted"),
            ("limited", ["authorized", "limited"], nil, nil), ("full", ["authorized", "authorized"], nil, nil),
        ])
    func ceilings(_ highest: String, _ statuses: [String], _ adding: String?, _ reading: String?) async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:*]\nhighest=\(highest)\n")) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: Self.app)
            #expect(try await Self.statuses(of: app) == statuses)
            #expect(try await AccessTable.kind { try await app.add(TestPhoto.small()) } == adding)
            #expect(try await AccessTable.kind { try await app.fetch() } == reading)
            if reading == nil { #expect(try await app.assets().contains(photo) == (highest == "full")) }

            let grant = try #require(try await world.owner.grants().first)
            let level = highest == "none" ? "restricted" : highest
            #expect(grant["level"]?.text == level && grant["granted-by"]?.text == "admin")
            #expect([grant["add-only"]?.text, grant["read-write"]?.text] == statuses)
        }
    }

    @Test("allows selections for clients that it limits")
    func selecting() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:*]\nhighest=limited\n")) { world in
            let photos = try await world.owner.add(TestPhoto.several(2))
            try await world.owner.grant(Self.client, "full")
            try await world.owner.changeSelection(of: Self.client, add: [photos[0]])
            let app = try await world.client(flatpak: Self.app)
            #expect(try await app.assets() == [photos[0]])
        }
    }

    @Test("has presets that apply without a decision, and every decision overrides them")
    func presets() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.*]\npreset=full\n")) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: Self.app)
            let other = try await world.client(flatpak: "com.example.App")
            #expect(try await Self.statuses(of: app) == ["authorized", "authorized"])
            #expect(try await app.assets() == [photo])
            #expect(try await app.properties(of: photo, "id", "location")["location"] == nil)
            #expect(try await Self.statuses(of: other) == ["not-determined", "not-determined"])
            let shown = try await world.owner.call("Admin1", "ListGrants", "a{sv}", ["client": .text(Self.client)])
            let row = shown[0]?.list?.first?.table
            #expect(row?["level"]?.text == "full" && row?["granted-by"]?.text == "policy")
            #expect(try await world.owner.grants().isEmpty, "a preset is no grant")
            try await world.owner.grant(Self.client, "none")
            #expect(try await Self.statuses(of: app) == ["denied", "denied"])
            try await world.owner.resetGrant(Self.client)
            #expect(try await Self.statuses(of: app) == ["authorized", "authorized"])
        }
    }

    @Test("removes locations from every grant")
    func locations() async throws {
        try await withWorld(WorldSettings(policy: "[*]\nlocations=false\n")) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(Self.client, "full", rights: Self.everything)
            let app = try await world.client(flatpak: Self.app)
            let row = try await app.properties(of: photo, "location", "title")
            #expect(row["location"] == nil && row["title"] != nil)
            let opened = try await app.call("Resources1", "OpenResource", "ssa{sv}", .text(photo), "photo", [:])
            #expect(opened[1]?["redacted"]?.texts == ["location"])
            #expect(
                try await world.owner.properties(of: photo, "location")["location"] != nil, "the owner is not ruled")
        }
    }

    @Test("that changes is reported to connected clients, and revoked access ends at once")
    func reload() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(Self.client, "full", rights: Self.everything)
            let app = try await world.client(flatpak: Self.app)
            let other = try await world.client(flatpak: "com.example.App")
            _ = try await other.status()
            let result = try await app.fetch()
            #expect(try await app.read(result).count == 1)

            try world.writePolicy("[flatpak:org.example.*]\nhighest=limited\n")
            try await world.reloadPolicy()
            #expect(try await app.signal("StatusChanged").values.compactMap(\.text) == ["read-write", "limited"])
            let hidden = try await app.error("FetchResult1", "Read", "uuas", 0, 1, [], at: result.path)
            #expect(hidden.kind == "AccessDenied", "the result holds what is not selected: \(hidden)")
            #expect(try await app.assets() == [])

            try world.writePolicy("[flatpak:org.example.*]\nhighest=add-only\n")
            try await world.reloadPolicy()
            #expect(try await app.signal("StatusChanged").values.compactMap(\.text) == ["read-write", "restricted"])
            #expect(try await AccessTable.kind { try await app.fetch() } == "Restricted")
            #expect(try await AccessTable.kind { try await app.open(photo) } == "Restricted")

            try world.writePolicy(nil)
            try await world.reloadPolicy()
            #expect(try await app.signal("StatusChanged").values.compactMap(\.text) == ["read-write", "authorized"])
            #expect(try await app.assets() == [photo], "what was granted counts again")
            let gone = try await app.error("FetchResult1", "Read", "uuas", 0, 1, [], at: result.path)
            #expect(gone.kind == "UnknownObject", "what was open when access went stays closed: \(gone)")
            _ = try await other.status()
            #expect(try await other.signals(within: 0).isEmpty)
        }
    }

    @Test(
        "with an error is not used: the previous policy stays as a whole, and the error's place is reported",
        .asProcesses)
    func brokenAtReload() async throws {
        try await withWorld(WorldSettings(policy: "[*]\nhighest=limited\n")) { world in
            try await world.owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: Self.app)
            #expect(try await app.status() == "limited")
            try world.writePolicy("[*]\nhighest=none\n", to: "zz-other.conf")
            try world.writePolicy("[*]\nhighest=full\nprompst=false\n")
            try await world.reloadPolicy()
            #expect(try await app.status() == "limited")
            #expect(try await app.signals(within: 0).isEmpty)
            let place = "\(world.policyFolder)/test.conf:3: There is no key 'prompst'"
            #expect(try world.broker.log.contains(place))
            let summary = try await world.owner.summary()
            #expect(summary["policy"]?.text == "kept")
            #expect(summary["policy-faults"]?.texts?.first?.hasPrefix(place) == true)
            let status = try await world.ctl("status")
            #expect(status.output.contains("the previous policy is in force") && status.output.contains(place))

            try world.writePolicy("[*]\nhighest=full\n")
            try await world.reloadPolicy()
            #expect(try await Self.statuses(of: app) == ["restricted", "restricted"], "the other file counts now")
            #expect(try await world.owner.summary()["policy"]?.text == "in-force")
        }
    }

    @Test("with an error at the start admits only the owner, until it is fixed", .asProcesses)
    func brokenAtStart() async throws {
        let settings = WorldSettings(policy: "[flatpak:*]\npreset=full\nhighest=ful\n")
        try await withWorld(settings) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: Self.app)
            #expect(try await Self.statuses(of: app) == ["restricted", "restricted"])
            #expect(try await AccessTable.kind { try await app.fetch() } == "Restricted")
            try await world.owner.grant(Self.client, "full")
            #expect(try await AccessTable.kind { try await app.fetch() } == "Restricted", "no grant opens it")
            #expect(try await world.owner.summary()["policy"]?.text == "closed")
            #expect(try world.broker.log.contains("test.conf:3: 'highest' must be one of"))

            try world.writePolicy("[flatpak:*]\nhighest=nothing\n")
            try await world.reloadPolicy()
            #expect(try await world.owner.summary()["policy"]?.text == "closed")
            #expect(try await app.status() == "restricted")

            try world.writePolicy("[flatpak:*]\nhighest=full\n")
            try await world.reloadPolicy()
            #expect(try await app.signals("StatusChanged", count: 2).count == 2)
            #expect(try await app.assets() == [photo])
        }
    }

    @Test("that is reloaded is reported to the service manager with its errors, and is in the audit log", .asProcesses)
    func notification() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let lines = AsyncStream<String>.makeStream()
            let socket = "\(world.folder)/notify"
            let listener = """
                import socket
                s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                s.bind('\(socket)')
                print('bound', flush=True)
                while True: print(s.recv(4096).decode().replace('\\n', ' '), flush=True)
                """
            _ = try world.start(["/usr/bin/python3", "-c", listener]) { lines.continuation.yield($0 ?? "end") }
            var reported = lines.stream.makeAsyncIterator()
            #expect(await reported.next() == "bound")
            try await world.startBroker(environment: ["NOTIFY_SOCKET": socket])
            #expect(await reported.next() == "READY=1 STATUS=Serving; the policy is in force.")
            try world.writePolicy("[*]\nhighest=ful\n")
            try await world.reloadPolicy()
            #expect(await reported.next()?.hasPrefix("RELOADING=1 MONOTONIC_USEC=") == true)
            let broken = await reported.next() ?? ""
            #expect(broken.hasPrefix("READY=1 STATUS=The policy has errors; the previous policy stays in force."))
            #expect(broken.contains("test.conf:2: 'highest' must be one of"))
            try world.writePolicy("[*]\nhighest=full\n")
            try await world.reloadPolicy()
            #expect(await reported.next()?.hasPrefix("RELOADING=1") == true)
            #expect(await reported.next() == "READY=1 STATUS=Serving; the policy is in force.")
            let filter: BusArgument = ["operation": "reload-policy"]
            let entries = try await world.owner.call("Admin1", "ReadAudit", "a{sv}", filter)[0]?.list ?? []
            #expect(entries.map { $0["outcome"]?.text } == ["invalid-policy", "allowed"])
            #expect(entries.first?["detail"]?.text?.contains("test.conf:2") == true)
        }
    }

    @Test("has no effect after its files are gone: a restart uses the current files")
    func restart() async throws {
        try await withWorld(WorldSettings(policy: "[*]\nhighest=none\n")) { world in
            try await world.owner.grant(Self.client, "full")
            let before = try await world.client(flatpak: Self.app)
            #expect(try await before.status() == "restricted")
            try world.writePolicy("[*]\nhighest=limited\n")
            try await world.restartBroker()
            let app = try await world.client(flatpak: Self.app)
            #expect(try await app.status() == "limited")
        }
    }
}
