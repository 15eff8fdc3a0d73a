@testable import FilmgateDBus
import FilmgateSystem
import FilmgateTestKit
import Testing

@Suite("The bus in memory")
struct InMemoryBusTests {
    private let getCredentials = Method<MessageArguments<String>, MessageArguments<Options>>("GetConnectionCredentials")

    @Test("it tells of each connection what the test says")
    func credentials() async throws {
        let bus = InMemoryBus()
        let file = try OwnedDescriptor.sealedMemory(named: "process", holding: Array("a pidfd".utf8))
        let app = try await bus.connect(
            as: InMemoryBus.Credentials(
                user: 1234, process: 99, processDescriptor: file, securityLabel: "snap.camera.app (enforce)"))
        let asker = try await bus.connect()
        let reported = try await asker.call(
            getCredentials, of: BusInterface.interface, at: BusInterface.path, on: .bus,
            MessageArguments(app.uniqueName.rawValue)
        ).values
        #expect(reported["UnixUserID"]?.value(as: UInt32.self) == 1234)
        #expect(reported["ProcessID"]?.value(as: UInt32.self) == 99)
        #expect(
            reported["LinuxSecurityLabel"]?.value(as: [UInt8].self) == Array("snap.camera.app (enforce)".utf8) + [0])
        let passed = try #require(reported["ProcessFD"]?.value(as: OwnedDescriptor.self))
        #expect(try passed.contents(upTo: 100) == Array("a pidfd".utf8))
    }

    @Test("a connection without credentials has none, and an unknown one is an error")
    func noCredentials() async throws {
        let bus = InMemoryBus()
        let (asker, other) = (try await bus.connect(), try await bus.connect(as: InMemoryBus.Credentials()))
        let reported = try await asker.call(
            getCredentials, of: BusInterface.interface, at: BusInterface.path, on: .bus,
            MessageArguments(other.uniqueName.rawValue)
        ).values
        #expect(reported.isEmpty)
        let error = await #expect(throws: ErrorReply.self) {
            try await asker.call(
                getCredentials, of: BusInterface.interface, at: BusInterface.path, on: .bus, MessageArguments(":1.999"))
        }
        #expect(error?.standardName == "NameHasNoOwner")
    }

    @Test("several connections may share a loop, and none is ever backpressured")
    func sharedLoop() async throws {
        let bus = InMemoryBus()
        let loop = try EventLoop.onOwnThread(named: "test")
        defer { loop.stop() }
        let server = try await bus.connect(on: loop)
        let client = try await bus.connect(on: loop)
        var limits = ServiceLimits()
        limits.backlog = BacklogLimits()
        await server.serve(
            OneObject(interface: ServiceFixture.interface(serveEcho([UInt8].self))), limits: limits)
        #expect(await server.canInspectBacklogs())
        let content = [UInt8](repeating: 7, count: 1 << 20)
        for _ in 1...4 {
            let back = try await client.call(
                echo([UInt8].self), of: ServiceFixture.interface, at: ServiceFixture.path, on: server.uniqueName,
                MessageArguments(content)
            ).values
            #expect(back == content)
        }
        #expect(await !server.isBackpressured(client.uniqueName))
    }
}
