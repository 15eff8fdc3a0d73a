import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import FoundationXML
import Testing

@testable import FilmgatePeers
@testable import FilmgateProcess

@Suite("filmgate-identify", .enabled(if: IdentifyProcess.isPossible, "only root can give a program two capabilities"))
struct IdentifyProgramTests {
    private let temporaryFolder: TemporaryFolder

    init() throws { temporaryFolder = try TemporaryFolder() }

    @Test("has two capabilities, gets no others, and is held by a filter, in every thread")
    func confined() async throws {
        try await withBus { bus in
            let process = try await IdentifyProcess.start(on: bus, temporaryFolder)
            let fixture = try await RegistryFixture.delegated(on: bus, temporaryFolder)
            _ = try await fixture.identification(of: bus.connect())
            #expect(try process.status("Uid") == ["34\t34\t34\t34"])
            #expect(try process.status("CapPrm") == ["0000000000080004"])
            #expect(try process.status("CapEff") == ["0000000000080004"])
            #expect(try process.status("CapInh") == ["0000000000000000"])
            #expect(try process.status("CapAmb") == ["0000000000000000"])
            #expect(try process.status("NoNewPrivs") == ["1"])
            #expect(try process.status("Seccomp") == ["2"])
        }
    }

    @Test("does not begin without either capability", arguments: ["-all", "-all,+sys_ptrace", "-all,+dac_read_search"])
    func tooFew(capabilities: String) async throws {
        try await withBus { bus in
            let program = try IdentifyProcess.program(on: bus, temporaryFolder, capabilities: capabilities)
            #expect(await program.ended() == EX_NOPERM)
        }
    }

    @Test("answers the present owner of the broker's name, and nobody else")
    func askers() async throws {
        try await withBus { bus in
            let process = try await IdentifyProcess.start(on: bus, temporaryFolder)
            let (first, second) = (try await bus.connect(), try await bus.connect())
            let denied = "org.freedesktop.DBus.Error.AccessDenied"
            #expect(try await answer(to: first) == denied)
            try await first.requestName("org.filmgate.Library1")
            #expect(try await answer(to: first) == nil)
            #expect(try await answer(to: second) == denied)
            try await first.releaseName("org.filmgate.Library1")
            #expect(try await answer(to: first) == denied)
            try await second.requestName("org.filmgate.Library1")
            #expect(try await answer(to: second) == nil)
            #expect(try await answer(to: first) == denied)
            try await second.releaseName("org.filmgate.Library1")
            for _ in 0..<300 {
                try await first.requestName("org.filmgate.Library1")
                #expect(try await answer(to: first) == nil)
                try await first.releaseName("org.filmgate.Library1")
                #expect(try await answer(to: first) == denied)
            }
            withExtendedLifetime(process) {}
        }
    }

    @Test("tells programs of several users, and services and users of the system")
    func users() async throws {
        try await withBus { bus in
            let process = try await IdentifyProcess.start(on: bus, temporaryFolder)
            let fixture = try await RegistryFixture.delegated(
                on: bus, temporaryFolder, programs: TrustedPrograms(owners: .everyUser, tools: [Guest.interpreter]))
            #expect(try await fixture.identification(of: bus.connect()).known?.id == ClientID(.system, "0"))
            for user in [5, 33, 65_534] as [UInt32] {
                let client = try #require(await fixture.identification(of: Guest.start(on: bus, as: user)).known)
                // A tool is known by its executable whoever runs it.
                #expect(client.user == user && client.isOwnersTool)
                #expect(client.id == ClientID(.exe, Guest.interpreter))
            }
            let other = try await RegistryFixture.delegatedPeer(of: fixture, TemporaryFolder())
            for user in [5, 33, 65_534] as [UInt32] {
                let client = try #require(await other.identification(of: Guest.start(on: bus, as: user)).known)
                #expect(client.id == ClientID(.system, "\(user)") && !client.isOwnersTool)
            }
            withExtendedLifetime(process) {}
        }
    }

    @Test("tells a Flatpak of an ordinary user, whose marks other users may not read")
    func flatpak() async throws {
        try await withBus { bus in
            let process = try await IdentifyProcess.start(on: bus, temporaryFolder)
            let fixture = try await RegistryFixture.delegated(on: bus, temporaryFolder)
            let zygote = try await Zygote.start(on: bus)
            let folder = try MarkedRoot(on: bus, user: 5, permissions: 0o600)
            try folder.write("[Application]\nname=org.example.App\n[Instance]\ninstance-id=42\n")
            let caller = try await zygote.connect(as: 5, within: folder.path)
            let client = try #require(await fixture.registry.identify(caller.name).known)
            #expect(client.id == ClientID(.flatpak, "org.example.App") && client.user == 5)
            withExtendedLifetime(process) {}
        }
    }

    @Test(
        "a service of the system is known by its unit", .enabled(if: ControlGroup.isPossible, "no control groups here"))
    func service() async throws {
        try await withBus { bus in
            let process = try await IdentifyProcess.start(on: bus, temporaryFolder)
            let fixture = try await RegistryFixture.delegated(on: bus, temporaryFolder)
            let group = try ControlGroup("system.slice/filmgate-test-\(UUID().uuidString).service")
            defer { group.remove() }
            let guest = try await Guest.start(on: bus, as: 5, in: group)
            #expect(await fixture.identification(of: guest).known?.id == ClientID(.system, group.unit))
            await guest.end()
            withExtendedLifetime(process) {}
        }
    }

    @Test("what its interface says of itself is what stands in its file")
    func contract() async throws {
        try await withBus { bus in
            let process = try await IdentifyProcess.start(on: bus, temporaryFolder)
            let app = try await bus.connect()
            let introspect = Method<NoArguments, MessageArguments<String>>("Introspect")
            let text = try await app.call(
                introspect, of: "org.freedesktop.DBus.Introspectable", at: IdentifyInterface.path, on: .identify,
                MessageArguments()
            ).values
            let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "dbus")
            let stated = try XMLDocument(contentsOf: folder.appending(path: "org.filmgate.Identify1.xml"))
            let served = try XMLDocument(xmlString: text)
            let members =
                "//interface[@name='org.filmgate.Identify1']/*/@name | //interface[@name='org.filmgate.Identify1']/*/arg/@*"
            let words = try stated.nodes(forXPath: members).map { "\($0.name ?? "")=\($0.stringValue ?? "")" }
            #expect(words.count == 26)
            #expect(try served.nodes(forXPath: members).map { "\($0.name ?? "")=\($0.stringValue ?? "")" } == words)
            #expect(
                IdentifyInterface.identify.inSignature == "sut" && IdentifyInterface.identify.outSignature == "a{sv}")
            #expect(
                IdentifyInterface.identifyProcess.inSignature == "hut"
                    && IdentifyInterface.identifyProcess.outSignature == "a{sv}")
            withExtendedLifetime(process) {}
        }
    }

    private func withBus(_ body: (PrivateBus) async throws -> Void) async throws {
        let bus = try PrivateBus.forEverybody()
        defer { bus.stop() }
        try await body(bus)
    }

    /// The error's name; nil where there was an answer.
    private func answer(to connection: Connection) async throws -> String? {
        do {
            _ = try await connection.call(
                IdentifyInterface.identify, of: IdentifyInterface.name, at: IdentifyInterface.path, on: .identify,
                MessageArguments(connection.uniqueName.rawValue, 0, BootTicks.now.rawValue))
            return nil
        } catch let error as ErrorReply {
            return error.name
        }
    }
}

extension RegistryFixture {
    /// Another registry on the same connection, with no tools.
    static func delegatedPeer(of fixture: RegistryFixture, _ temporaryFolder: TemporaryFolder) async throws
        -> RegistryFixture
    {
        try await RegistryFixture(
            fixture.connection, temporaryFolder, TrustedPrograms(owners: .everyUser, tools: []),
            DelegatedSearch(fixture.connection))
    }
}
