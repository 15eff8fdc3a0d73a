import FilmgateDBus
import FilmgateModel
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePeers

@Suite("Who is behind a sandbox")
struct SandboxedPeersTests {
    @Test("an app is the one that its proxy's mark names, whatever it shows of itself")
    func flatpak() async throws {
        try await withDoor { world, fixture in
            let claim = Array("[Application]\nname=org.example.Other\n".utf8)
            let app = try await world.client(flatpak: "org.example.App", SandboxOptions(claim: claim))
            let client = try #require(await fixture.identification(of: app).known)
            #expect(client.id == ClientID(.flatpak, "org.example.App"))
            #expect(client.user == geteuid())
            #expect(client.isVerified && client.isSandboxed && !client.isOwnersTool)
        }
    }

    @Test("two apps at once are two clients")
    func two() async throws {
        try await withDoor { world, fixture in
            async let first = world.client(flatpak: "org.example.One")
            async let second = world.client(flatpak: "org.example.Two")
            let apps = try await [first, second]
            #expect(await fixture.identification(of: apps[0]).known?.id.name == "org.example.One")
            #expect(await fixture.identification(of: apps[1]).known?.id.name == "org.example.Two")
        }
    }

    @Test(
        "a malformed mark means no access",
        arguments: [
            "", "[Application]\n", "[Application]\nname=App\n", "[Application]\nname=org.example.App\nx", "\u{0}",
            String(repeating: "#", count: 64 * 1024) + "\n[Application]\nname=org.example.App\n",
        ].map { Array($0.utf8) })
    func malformed(info: [UInt8]) async throws {
        try await withDoor { world, fixture in
            let app = try await world.client(flatpak: "org.example.App", SandboxOptions(info: info))
            #expect(await fixture.identification(of: app).error == .malformed(".flatpak-info"))
        }
    }

    @Test("a proxy of the host's speaks for nobody that it names")
    func proxy() async throws {
        try await withDoor { world, fixture in
            let socket = "\(world.folder)/proxied"
            let ready = Lines()
            let proxy = try world.start(
                ["/usr/bin/xdg-dbus-proxy", "--fd=1", world.bus.address, socket], onLine: ready.hear)
            // It says that it is ready with one byte and no line's end; its socket is there by then.
            while access(socket, F_OK) != 0, !proxy.hasEnded { await Task.yield() }
            let app = try await Guest.start(in: world, on: "unix:path=\(socket)")
            #expect(await fixture.identification(of: app) == .unidentified(.unknownSandbox))
        }
    }

    @Test("a sandbox of an unknown kind is no program of the host, whatever its paths look like")
    func unknown() async throws {
        try await withDoor { world, fixture in
            let cage = [
                "/usr/bin/bwrap", "--die-with-parent", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib",
                "--symlink", "usr/lib64", "/lib64", "--symlink", "usr/bin", "/bin", "--proc", "/proc", "--dev", "/dev",
                "--bind", world.bus.folder.path, world.bus.folder.path,
            ]
            let app = try await Guest.start(in: world, on: world.bus.address, inside: cage)
            #expect(await fixture.identification(of: app) == .unidentified(.unknownSandbox))
        }
    }

    @Test("another user's program is that user's", .enabled(if: geteuid() == 0, "only root can be another user"))
    func otherUser() async throws {
        try await withDoor { world, fixture in
            let app = try await world.client(.user(65_534))
            let client = try #require(await fixture.identification(of: app).known)
            #expect(client.user == 65_534)
            #expect(client.id.kind == .exe)
        }
    }

    private func withDoor(_ body: (World, RegistryFixture) async throws -> Void) async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let fixture = try await RegistryFixture(on: world.bus, TemporaryFolder())
            try await fixture.connection.requestName(BusName(TestClient.service)!)
            try await body(world, fixture)
        }
    }
}

extension RegistryFixture {
    func identification(of app: FilmgateTestKit.TestClient) async -> Identification {
        _ = try? await app.call("org.freedesktop.DBus.Peer", "Ping")
        return await registry.identify(BusName(app.name)!)
    }

    /// A guest has called before it says its name.
    func identification(of guest: Guest) async -> Identification { await registry.identify(guest.name) }
}

/// A program of a few lines that calls once and stays.
struct Guest {
    let name: BusName
    let program: Program

    /// What it runs on.
    static let interpreter = URL(filePath: "/usr/bin/python3").resolvingSymlinksInPath().path

    static func start(in world: World, on address: String, inside cage: [String] = []) async throws -> Guest {
        let lines = Lines()
        let program = try world.start(
            cage + ["/usr/bin/python3", "-c", script, address, FilmgateTestKit.TestClient.service], onLine: lines.hear)
        return try await Guest(program, lines)
    }

    /// One of another user's, or of a control group's.
    static func start(
        on bus: PrivateBus, as user: UInt32? = nil, in group: ControlGroup? = nil
    ) async throws -> Guest {
        let lines = Lines()
        let become = user.map { ["/usr/bin/setpriv", "--reuid", "\($0)", "--regid", "\($0)", "--clear-groups", "--"] }
        let command =
            (group?.entering ?? []) + (become ?? []) + [
                interpreter, "-c", script, bus.address, FilmgateTestKit.TestClient.service,
            ]
        return try await Guest(try Program(command[0], Array(command.dropFirst()), onLine: lines.hear), lines)
    }

    private init(_ program: Program, _ lines: Lines) async throws {
        let line = try #require(await lines.next(), "\(program.log.soFar)")
        name = try #require(BusName(line))
        self.program = program
    }

    func end() async {
        program.closeInput()
        await program.ended()
    }

    private static let script = """
        import dbus, dbus.bus, sys
        bus = dbus.bus.BusConnection(sys.argv[1])
        try:
            bus.call_blocking(sys.argv[2], "/", "org.freedesktop.DBus.Peer", "Ping", "", ())
        except dbus.DBusException:
            pass
        print(bus.get_unique_name(), flush=True)
        sys.stdin.read()
        """
}
