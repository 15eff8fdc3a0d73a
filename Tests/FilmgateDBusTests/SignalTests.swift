import FilmgateDBus
import FilmgateTestKit
import Testing

@Suite("Signals over the bus", .privateBus)
struct SignalTests {
    private let said = Signal<Arguments<String>>("Said")

    private func emit(_ text: String, from sender: Connection, to workshop: Workshop) async {
        await sender.emit(
            said, of: Workshop.interface, at: Workshop.path, to: workshop.client.uniqueName, Arguments(text))
    }

    @Test("signals arrive in order, of the right interface, member, object and signature alone")
    func order() async throws {
        let workshop = try await Workshop()
        let proxy = Proxy(
            workshop.client, destination: Workshop.name, path: Workshop.path, interface: Workshop.interface)
        var heard = try await proxy.signals(said).makeAsyncIterator()
        let receiver = workshop.client.uniqueName
        await emit("first", from: workshop.server, to: workshop)
        await workshop.server.emit(said, of: "org.example.Other", at: Workshop.path, to: receiver, Arguments("no"))
        await workshop.server.emit(said, of: Workshop.interface, at: "/other", to: receiver, Arguments("no"))
        await workshop.server.emit(
            Signal<Arguments<UInt32>>("Said"), of: Workshop.interface, at: Workshop.path, to: receiver, Arguments(1))
        await emit("second", from: workshop.server, to: workshop)
        #expect(await heard.next()?.values == "first")
        #expect(await heard.next()?.values == "second")
    }

    @Test("a signal that somebody else sends is not heard")
    func forgery() async throws {
        let workshop = try await Workshop()
        var heard = try await workshop.client.signals(
            said, of: Workshop.interface, at: nil, from: Workshop.name
        ).makeAsyncIterator()
        let forger = try await workshop.bus.connect()
        await emit("forged", from: forger, to: workshop)
        // The bus answers after it has passed the signal on.
        _ = try await forger.owner(of: Workshop.name)
        await emit("genuine", from: workshop.server, to: workshop)
        #expect(await heard.next()?.values == "genuine")
    }

    @Test("when the name gets another owner, the new one is heard and the old one is not")
    func newOwner() async throws {
        let workshop = try await Workshop()
        let name: BusName = "org.example.Second"
        let old = try await workshop.bus.connect()
        try await old.requestName(name)
        var heard = try await workshop.client.signals(
            said, of: Workshop.interface, at: Workshop.path, from: name
        ).makeAsyncIterator()
        await emit("old", from: old, to: workshop)
        #expect(await heard.next()?.values == "old")
        try await old.releaseName(name)
        try await workshop.server.requestName(name)
        await emit("no longer", from: old, to: workshop)
        _ = try await old.owner(of: name)
        await emit("new", from: workshop.server, to: workshop)
        #expect(await heard.next()?.values == "new")
    }

    @Test("a stream that is dropped ends its subscription, another of the same signal goes on")
    func dropping() async throws {
        let workshop = try await Workshop()
        func listenOnce() async throws {
            var heard = try await workshop.client.signals(
                said, of: Workshop.interface, at: nil, from: Workshop.name
            ).makeAsyncIterator()
            await emit("one", from: workshop.server, to: workshop)
            #expect(await heard.next()?.values == "one")
        }
        var other = try await workshop.client.signals(
            said, of: Workshop.interface, at: nil, from: Workshop.name
        ).makeAsyncIterator()
        try await listenOnce()
        await emit("two", from: workshop.server, to: workshop)
        #expect(await other.next()?.values == "one")
        #expect(await other.next()?.values == "two")
    }
}
