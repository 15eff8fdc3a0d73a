import FilmgateDBus
import FilmgateModel
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePeers

@Suite("Who is behind a name", .privateBus)
struct RegistryTests {
    let bus: PrivateBus
    let scratch: Scratch

    init() throws {
        bus = try #require(PrivateBus.current)
        scratch = try Scratch()
    }

    @Test("a program of the host is known by its executable")
    func executable() async throws {
        let registry = try await PeerRegistry.start(on: bus, in: scratch)
        let app = try await bus.connect()
        let client = try #require(await registry.identify(app.uniqueName).known)
        #expect(client.id == ClientID(.exe, ownExecutable))
        #expect(client.user == geteuid())
        #expect(!client.isOwnersTool)
        #expect(!client.isVerified)
    }

    @Test("every connection is told from every other, on this bus and on the next")
    func connections() async throws {
        let registry = try await PeerRegistry.start(on: bus, in: scratch)
        let (first, second) = (try await bus.connect(), try await bus.connect())
        let one = try #require(await registry.identify(first.uniqueName).known)
        let two = try #require(await registry.identify(second.uniqueName).known)
        #expect(one.id == two.id)
        #expect(one.connection != two.connection)
        #expect(one.connection.contains(first.busID))
    }

    @Test("an owner's tool is known by its file, whatever the path that leads there")
    func ownersTool() async throws {
        let link = scratch.url.appending(path: "tool").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ownExecutable)
        let registry = try await PeerRegistry.start(on: bus, in: scratch, ownersTools: ["/not/there", link])
        let client = try #require(await registry.identify(bus.connect().uniqueName).known)
        #expect(client.isOwnersTool)
        #expect(client.id == ClientID(.exe, ownExecutable))
    }

    @Test("a copy of an owner's tool is none, and neither is another user's")
    func noOwnersTool() async throws {
        let copy = scratch.url.appending(path: "copy").path
        try FileManager.default.copyItem(atPath: ownExecutable, toPath: copy)
        let registry = try await PeerRegistry.start(on: bus, in: scratch, ownersTools: [copy])
        let app = try await bus.connect()
        #expect(try #require(await registry.identify(app.uniqueName).known).isOwnersTool == false)

        let other = try await PeerRegistry.start(
            on: bus, in: Scratch(), owner: geteuid() + 1, ownersTools: [ownExecutable])
        let later = try await bus.connect()
        #expect(try #require(await other.identify(later.uniqueName).known).isOwnersTool == false)
    }

    @Test("who has left is forgotten, and who never came is not known")
    func departure() async throws {
        let registry = try await PeerRegistry.start(on: bus, in: scratch)
        let watcher = try await bus.connect()
        let app = try await bus.connect()
        let name = app.uniqueName
        #expect(await registry.identify(name).known != nil)
        #expect(await registry.connections().contains { $0.name == name && $0.pid == UInt32(getpid()) })

        let left = AsyncStream.makeStream(of: Void.self)
        try await watcher.watchNames { if $0.name == name, $0.newOwner == nil { left.continuation.finish() } }
        await app.close()
        for await _ in left.stream {}
        // Whoever connects now is told of after the departure.
        _ = await registry.identify(try await bus.connect().uniqueName)
        #expect(await registry.identify(name) == .unidentified(.notOnTheBus))
        #expect(await registry.connections().contains { $0.name == name } == false)
        #expect(await registry.identify(":1.987654321") == .unidentified(.notOnTheBus))
    }

    @Test("the registry's own connection is none of its peers")
    func itself() async throws {
        let connection = try await bus.connect()
        let registry = try await PeerRegistry(
            connection, loop: connection.loop, runtime: scratch.folder(), owner: geteuid(), ownersTools: [])
        #expect(await registry.connections().isEmpty)
        #expect(await registry.identify(connection.uniqueName) == .unidentified(.notOnTheBus))
    }
}
