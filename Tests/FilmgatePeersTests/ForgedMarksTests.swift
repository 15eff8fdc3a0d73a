import FilmgateDBus
import FilmgateModel
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePeers

/// Programs that show a root folder of their own making, as any can that may make namespaces; the kernel lets root do
/// it at once.
@Suite("Forged marks", .enabled(if: IdentifyProcess.isPossible, "only root can change a program's root folder"))
struct ForgedMarksTests {
    private static let user: UInt32 = 5

    @Test("1,000 damaged, empty and huge ones make nobody of their maker, or the app that they name, whoever looks")
    func damaged() async throws {
        var random = SeededRandom(seed: 5)
        let whole = Array(
            "[Application]\nname=org.example.App\nruntime=runtime/org.example.Platform/x86_64/1\n\n[Instance]\ninstance-id=42\n"
                .utf8)
        try await withMarks { marks, meet in
            var named = 0
            for number in 0..<1_000 {
                let bytes = Self.damaged(whole, number, &random)
                try marks.write(bytes)
                for client in try await meet() {
                    guard let client else { continue }
                    // That much any program outside of sandboxes can forge, of its own user.
                    #expect(client.id.kind == .flatpak && client.user == Self.user)
                    #expect(FlatpakInfo(bytes)?.app == client.id.name)
                    #expect(bytes.count <= FlatpakInfo.sizeLimit)
                    named += 1
                }
            }
            #expect((1..<1_800).contains(named))
        }
    }

    @Test("1,000 programs in sandboxes of no known kind are nobody, whatever they show elsewhere")
    func elsewhere() async throws {
        var random = SeededRandom(seed: 6)
        try await withMarks { marks, meet in
            // In a root folder of its own, marks under any other name are none.
            for _ in 0..<1_000 {
                let name = ["flatpak-info", ".Flatpak-info", ".flatpak-info.", "run/.flatpak-info"].randomElement(
                    using: &random)!
                try marks.write(Array("[Application]\nname=org.example.App\n".utf8), as: name)
                let clients = try await meet()
                #expect(clients.allSatisfy { $0 == nil })
                try marks.remove(name)
            }
        }
    }

    @Test("a mark of another user's is nobody's")
    func foreign() async throws {
        try await withMarks(owner: 0) { marks, meet in
            try marks.write("[Application]\nname=org.example.App\n")
            for client in try await meet() { #expect(client == nil) }
        }
    }

    /// - Parameter body: gets marks to write, and a way to have a program with them met by a registry that looks itself
    ///   and by one that has `filmgate-identify` asked.
    private func withMarks(
        owner: UInt32 = user,
        _ body: (MarkedRoot, () async throws -> [FilmgateModel.Client?]) async throws -> Void
    ) async throws {
        let bus = try PrivateBus.forEverybody()
        defer { bus.stop() }
        let process = try await IdentifyProcess.start(on: bus, TemporaryFolder())
        let own = try await RegistryFixture(on: bus, TemporaryFolder())
        let delegated = try await RegistryFixture.delegated(on: bus, TemporaryFolder())
        let zygote = try await Zygote.start(on: bus)
        try await body(MarkedRoot(on: bus, user: owner)) {
            let caller = try await zygote.connect(as: Self.user, within: bus.folder.path)
            // The bus has told both of the name before it tells of an answer to a question that came later.
            _ = try await own.connection.owner(of: caller.name)
            _ = try await delegated.connection.owner(of: caller.name)
            let found = [await own.registry.identify(caller.name), await delegated.registry.identify(caller.name)]
            #expect(!found.contains(.unidentified(.notOnTheBus)))
            return found.map(\.known)
        }
        withExtendedLifetime(process) {}
    }

    private static func damaged(_ whole: [UInt8], _ number: Int, _ random: inout SeededRandom) -> [UInt8] {
        switch number % 10 {
        case 0: return whole
        case 1: return []
        case 2:
            return [UInt8](repeating: UInt8(ascii: "\n"), count: Int.random(in: 65_000...70_000, using: &random))
                + whole
        case 3: return Array(whole.prefix(Int.random(in: 0..<whole.count, using: &random)))
        case 4:
            return (0..<Int.random(in: 1...500, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        default:
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = Array("\n[]=.#\\ ;-a1\u{0}\u{7f}/".utf8).randomElement(using: &random)!
            }
            return bytes
        }
    }
}

@Suite("What a sandboxed app shows of itself")
struct ForgedClaimsTests {
    @Test("counts for nothing in 1,000 calls from inside, whatever it writes there meanwhile")
    func inside() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let fixture = try await RegistryFixture(on: world.bus, TemporaryFolder())
            try await fixture.connection.requestName(BusName(FilmgateTestKit.TestClient.service)!)
            let lines = Lines()
            let program = try world.start(
                ["/usr/bin/python3", "-c", Self.script, FilmgateTestKit.TestClient.service],
                in: .flatpak("org.example.App"), onLine: lines.hear)
            for _ in 0..<1_000 {
                let name = try #require(await lines.next().flatMap { BusName($0) }, "\(program.log.soFar)")
                let identification = await fixture.registry.identify(name)
                #expect(identification.known?.id == ClientID(.flatpak, "org.example.App"))
                program.write("\n")
            }
        }
    }

    /// Connects anew each time, says that it is somebody else in every way that it has, and calls.
    private static let script = """
        import dbus, dbus.bus, os, random, sys
        names = ["org.example.Other", "org.gnome.Photos", "..", ""]
        for line in range(1000):
            name = random.choice(names)
            os.environ["FLATPAK_ID"] = name
            for path in ["/.flatpak-info", "/tmp/.flatpak-info", "/run/.flatpak-info", "/run/user/0/.flatpak-info"]:
                try:
                    with open(path, "w") as file:
                        file.write("[Application]\\nname=" + name + "\\n")
                except OSError:
                    pass
            bus = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
            try:
                bus.call_blocking(sys.argv[1], "/", "org.freedesktop.DBus.Peer", "Ping", "", ())
            except dbus.DBusException:
                pass
            print(bus.get_unique_name(), flush=True)
            sys.stdin.readline()
            bus.close()
        """
}
