import FilmgateTestKit
import Glibc
import Testing

/// The base of the other tests here.
@Suite("A sandboxed client of the tests")
struct SandboxTests {
    static let bus = ["org.freedesktop.DBus", "/org/freedesktop/DBus"]

    @Test("has its own processes and network, and the app's name")
    func isolation() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let app = ProgramOrigin.flatpak("org.example.App")
            let info = try await world.run("/bin/cat", "/.flatpak-info", in: app)
            #expect(info.lines.contains("name=org.example.App"))
            let processes = try await world.run("/bin/sh", "-c", "ls -d /proc/[0-9]* | wc -l", in: app)
            #expect(try #require(Int(processes.lines[0])) < 10)
            let routes = try await world.run("/bin/cat", "/proc/net/route", in: app)
            #expect(routes.lines.count == 1, "only the heading")
            #expect(try await world.run("/bin/ls", world.folder, in: app).code != 0)
            #expect(try await world.run("/bin/sh", "-c", "exit 7", in: app).code == 7)
        }
    }

    @Test("may show a name of its own choosing; its proxy keeps the true one")
    func claim() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let claim = Array("[Application]\nname=org.example.Other\n".utf8)
            let app = ProgramOrigin.flatpak("org.example.App", SandboxOptions(claim: claim))
            let info = try await world.run("/bin/cat", "/.flatpak-info", in: app)
            #expect(info.lines.contains("name=org.example.Other"))
        }
    }

    @Test("talks to the bus through its proxy, and gets errors as errors")
    func calls() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let app = try await world.client(
                flatpak: "org.example.App", SandboxOptions(talk: ["org.freedesktop.DBus"]))
            let reply = try await app.call(
                Self.bus[0], "GetNameOwner", "s", .text(app.name), at: Self.bus[1], on: Self.bus[0])
            #expect(reply[0]?.text == app.name)
            let error = try await app.error(
                Self.bus[0], "GetNameOwner", "s", "org.example.Nobody", at: Self.bus[1], on: Self.bus[0])
            #expect(error.kind == "NameHasNoOwner")
            let second = try await app.anotherConnection()
            #expect(second.name != app.name)
        }
    }

    @Test("cannot reach names that its proxy does not allow")
    func filter() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let host = try await world.client()
            let app = try await world.client(flatpak: "org.example.App")
            let error = try await app.error("org.freedesktop.DBus.Peer", "Ping", at: "/", on: host.name)
            #expect(error.kind == "NameHasNoOwner", "for the app there is no such name")
        }
    }

    @Test("receives the signals that it waits for, and can wait for several things at once")
    func signals() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let host = try await world.client()
            try await host.match("type='signal',member='NameOwnerChanged',arg0namespace='org.example'")
            async let signal = host.signal("NameOwnerChanged")
            async let owner = host.ownerAppears(of: "org.example.Name")
            let other = try await world.client()
            try await other.call(
                Self.bus[0], "RequestName", "su", "org.example.Name", 0, at: Self.bus[1], on: Self.bus[0])
            #expect(try await signal.values[2].text == other.name)
            #expect(try await owner == other.name)
        }
    }

    @Test("a world that has ended leaves no process and no folder behind")
    func nothingStays() async throws {
        struct Wanted: Error {}
        var pids: [Int32] = []
        var folder = ""
        await #expect(throws: Wanted.self) {
            try await withWorld(WorldSettings(startsBroker: false)) { world in
                folder = world.folder
                pids = [try await world.client().pid, try await world.client(flatpak: "org.example.App").pid]
                throw Wanted()
            }
        }
        #expect(pids.count == 2 && pids.allSatisfy { kill($0, 0) != 0 })
        #expect(access(folder, F_OK) != 0)
    }
}
