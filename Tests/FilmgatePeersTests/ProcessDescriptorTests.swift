import CFilmgateSystem
import FilmgateDBus
import FilmgateModel
import FilmgateProcess
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePeers

/// What newer buses tell, which Debian's does not, played by the tests.
@Suite("A bus that gives the descriptor of the process", .privateBus)
struct ProcessDescriptorTests {
    private let bus: PrivateBus
    private let temporaryFolder: TemporaryFolder

    init() throws {
        bus = try #require(PrivateBus.current)
        temporaryFolder = try TemporaryFolder()
    }

    @Test("identifies that process, and no different one with its number")
    func taken() async throws {
        let (right, stranger, dead) = (
            fg_pidfd_open(getpid()), try SpawnedProcess.sleeping(), try SpawnedProcess.sleeping()
        )
        dead.kill()
        _ = try dead.wait()
        let none = OwnedDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
        let known = try await met(OwnedDescriptor(owning: right))
        #expect(known.known?.id == ClientID(.exe, ownExecutable))
        for descriptor in [stranger.descriptor, dead.descriptor, none] {
            #expect(try await met(descriptor) == .unidentified(.unreadable("the process", .badMessage)))
        }
    }

    @Test("does not make a process that started after the name appeared the one behind it")
    func later() async throws {
        let child = try SpawnedProcess.sleeping()
        let credentials = ConnectionCredentials(user: geteuid(), pid: UInt32(child.pid), handle: child.descriptor)
        #expect(try Lookup().find(credentials, .startedBy(.now)).process.pid == UInt32(child.pid))
        #expect(throws: IdentificationError.differentProcess) {
            try Lookup().find(credentials, .startedBy(BootTicks(rawValue: 0)))
        }
    }

    /// Who an app is where the bus gives this descriptor beside what it gives anyway.
    private func met(_ descriptor: OwnedDescriptor) async throws -> Identification {
        let server = try await bus.connect()
        await server.serve(NewerBus(bus: server, descriptor: descriptor))
        let asker = try await bus.connect()
        let fixture = try await RegistryFixture(on: bus, TemporaryFolder()) { name in
            ConnectionCredentials(
                try await asker.call(
                    NewerBus.method, of: NewerBus.interface, at: "/", on: server.uniqueName,
                    MessageArguments(name.rawValue)
                ).values)
        }
        let identification = try await fixture.identification(of: bus.connect())
        await server.close()
        return identification
    }
}

/// Answers as the bus does, and adds a descriptor.
private struct NewerBus: ObjectTree {
    static let interface: InterfaceName = "org.freedesktop.DBus"
    static let method = Method<MessageArguments<String>, MessageArguments<Options>>("GetConnectionCredentials")

    let served: ServedInterface

    init(bus: Connection, descriptor: OwnedDescriptor) {
        let credentials = ServedMethod(Self.method) { _, arguments in
            var values = try await bus.call(
                Self.method, of: Self.interface, at: "/org/freedesktop/DBus", on: .bus, arguments.decoded()
            ).values
            values["ProcessFD"] = Variant(descriptor)
            return MessageArguments(values)
        }
        served = ServedInterface(Self.interface, methods: [credentials], introspection: "")
    }

    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? { [served] }
    func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }
}

extension SpawnedProcess {
    fileprivate static func sleeping() throws -> SpawnedProcess {
        try SpawnedProcess("/bin/sleep", arguments: ["1000"], descriptors: [])
    }
}
