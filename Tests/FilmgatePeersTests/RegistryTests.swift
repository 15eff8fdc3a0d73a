import FilmgateDBus
import FilmgateModel
import FilmgateProcess
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePeers

@Suite("Who is behind a name", .privateBus)
struct RegistryTests {
    private let bus: PrivateBus
    private let temporaryFolder: TemporaryFolder

    init() throws {
        bus = try #require(PrivateBus.current)
        temporaryFolder = try TemporaryFolder()
    }

    @Test("a program of the host is known by its executable")
    func executable() async throws {
        let fixture = try await RegistryFixture(on: bus, temporaryFolder)
        let client = try #require(await fixture.identification(of: bus.connect()).known)
        #expect(client.id == ClientID(.exe, ownExecutable))
        #expect(client.user == geteuid())
        #expect(!client.isOwnersTool)
        #expect(!client.isVerified)
    }

    @Test("every connection has a different name, on this bus and on the next")
    func connections() async throws {
        let fixture = try await RegistryFixture(on: bus, temporaryFolder)
        let one = try #require(await fixture.identification(of: bus.connect()).known)
        let two = try #require(await fixture.identification(of: bus.connect()).known)
        #expect(one.id == two.id)
        #expect(one.connection != two.connection)
        #expect(one.connection.contains(fixture.connection.busID))
    }

    @Test("an owner's tool is known by its file, whatever the path that leads there")
    func ownersTool() async throws {
        let link = temporaryFolder.url.appending(path: "tool").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ownExecutable)
        let fixture = try await RegistryFixture(
            on: bus, temporaryFolder, programs: .own(["/not/there", link]))
        let client = try #require(await fixture.identification(of: bus.connect()).known)
        #expect(client.isOwnersTool)
        #expect(client.id == ClientID(.exe, ownExecutable))
        #expect(await fixture.registry.programPaths() == ["/not/there", ownExecutable])
    }

    @Test("a copy of an owner's tool is none, and neither is another user's")
    func noOwnersTool() async throws {
        let copy = temporaryFolder.url.appending(path: "copy").path
        try FileManager.default.copyItem(atPath: ownExecutable, toPath: copy)
        let fixture = try await RegistryFixture(on: bus, temporaryFolder, programs: .own([copy, "/"]))
        #expect(try #require(await fixture.identification(of: bus.connect()).known).isOwnersTool == false)

        let other = try await RegistryFixture(
            on: bus, TemporaryFolder(), programs: TrustedPrograms(owners: .only(geteuid() + 1), tools: [ownExecutable]))
        #expect(try #require(await other.identification(of: bus.connect()).known).isOwnersTool == false)
    }

    @Test("a connection that left is forgotten, and one that never came is unknown")
    func departure() async throws {
        let fixture = try await RegistryFixture(on: bus, temporaryFolder)
        let app = try await bus.connect()
        let name = app.uniqueName
        #expect(try await fixture.identification(of: app).known != nil)
        #expect(await fixture.registry.connections().contains { $0.name == name && $0.pid == UInt32(getpid()) })

        await app.close()
        try await left(name)
        _ = try await fixture.identification(of: bus.connect())
        #expect(await fixture.registry.identify(name) == .unidentified(.notOnTheBus))
        #expect(await fixture.registry.connections().contains { $0.name == name } == false)
        #expect(await fixture.registry.identify(":1.987654321") == .unidentified(.notOnTheBus))
    }

    @Test("300 that come and go leave nothing behind, also those that leave before they are known")
    func churn() async throws {
        let fixture = try await RegistryFixture(on: bus, temporaryFolder)
        let loop = try EventLoop.onOwnThread(named: "churn")
        defer { loop.stop() }
        for number in 0..<300 {
            let app = try await Connection.open(bus.address, on: loop)
            if number % 3 == 0 { _ = try await fixture.identification(of: app) }
            await app.close()
            if number == 299 { try await left(app.uniqueName) }
        }
        let last = try await bus.connect()
        _ = try await fixture.identification(of: last)
        #expect(await Array(fixture.registry.entries.keys) == [last.uniqueName])
    }

    @Test("the registry's own connection is none of its peers")
    func itself() async throws {
        let fixture = try await RegistryFixture(on: bus, temporaryFolder)
        #expect(await fixture.registry.connections().isEmpty)
        #expect(await fixture.registry.identify(fixture.connection.uniqueName) == .unidentified(.notOnTheBus))
    }

    // MARK: Look-ups that fail

    @Test("a connection about which the bus tells nothing has no access")
    func unreported() async throws {
        let fixture = try await RegistryFixture(on: bus, temporaryFolder) { _ in throw ErrorReply.failed("not today") }
        #expect(
            try await fixture.identification(of: bus.connect()).error
                == .missingCredentials("\(ErrorReply.failed("not today"))"))
        let silent = try await RegistryFixture(on: bus, TemporaryFolder()) { _ in ConnectionCredentials() }
        #expect(
            try await silent.identification(of: bus.connect()).error == .missingCredentials("no user or no process"))
    }

    @Test("a bus that never answers holds a caller up until the deadline, and no longer")
    func silence() async throws {
        let fixture = try await RegistryFixture(on: bus, temporaryFolder, deadline: .milliseconds(50)) { _ in
            try await never()
        }
        let app = try await bus.connect()
        #expect(try await fixture.identification(of: app) == .unidentified(.tookTooLong))
        #expect(try await fixture.identification(of: app) == .unidentified(.tookTooLong))
        #expect(await fixture.registry.connections().map(\.name) == [app.uniqueName])
    }

    @Test("a client whose look-up took too long is looked up again when it calls again")
    func busyMachine() async throws {
        let isFirst = Flag()
        let credentials = ConnectionCredentials(user: geteuid(), pid: UInt32(getpid()))
        let fixture = try await RegistryFixture(on: bus, temporaryFolder, deadline: .seconds(1)) { _ in
            if isFirst.raise() { return try await never() }
            return credentials
        }
        let app = try await bus.connect()
        #expect(try await fixture.identification(of: app) == .unidentified(.tookTooLong))
        var later: Identification?
        // On a busy machine a second may be short again.
        for _ in 0..<8 where later?.known == nil { later = try await fixture.identification(of: app) }
        #expect(later?.known?.user == geteuid())
    }

    @Test("a file that never answers holds up its own caller, and the loop and those who come later not at all")
    func hanging() async throws {
        let opened = DispatchSemaphore(value: 0)
        let isFirst = Flag()
        let lookup = Lookup.fake { _ throws(Errno) in
            if isFirst.raise() { opened.wait() }
            return FakeProcess(start: BootTicks(rawValue: 0))
        }
        let fixture = try await RegistryFixture(on: bus, temporaryFolder, lookup: lookup, deadline: .seconds(1))
        #expect(try await fixture.identification(of: bus.connect()) == .unidentified(.tookTooLong))
        // On a busy machine a second may be short for the next one, but not for all who come.
        var later: Identification?
        for _ in 0..<8 where later?.known == nil { later = try await fixture.identification(of: bus.connect()) }
        #expect(later?.known?.id == ClientID(.exe, "/usr/bin/staged"))
        opened.signal()
    }

    @Test("a connection that leaves during its look-up is not waited for")
    func leaving() async throws {
        let asked = AsyncStream.makeStream(of: BusName.self)
        let fixture = try await RegistryFixture(on: bus, temporaryFolder) { name in
            asked.continuation.yield(name)
            return try await never()
        }
        let app = try await bus.connect()
        let name = app.uniqueName
        for await one in asked.stream where one == name { break }
        async let identification = fixture.registry.identify(name)
        await app.close()
        #expect([.leftTheBus, .notOnTheBus].contains(await identification.error))
    }

    private func left(_ name: BusName) async throws {
        let watcher = try await bus.connect()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        try await watcher.watchNames { if $0.name == name, $0.newOwner == nil { continuation.finish() } }
        if try await watcher.owner(of: name) == nil { continuation.finish() }
        for await _ in stream {}
        await watcher.close()
    }
}

/// Waits until its task is cancelled.
private func never() async throws -> ConnectionCredentials {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw CancellationError()
}
