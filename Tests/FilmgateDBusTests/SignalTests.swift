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

    @Test("the same goes to several connections, to each of them once, and to nobody else")
    func several() async throws {
        let workshop = try await Workshop()
        let (second, silent) = (try await workshop.bus.connect(), try await workshop.bus.connect())
        var streams: [AsyncStream<Arguments<String>>.Iterator] = []
        for connection in [workshop.client, second, silent] {
            let heard = try await connection.signals(said, of: Workshop.interface, at: nil, from: Workshop.name)
            streams.append(heard.makeAsyncIterator())
        }
        let unsent = await workshop.server.emit(
            said, of: Workshop.interface, at: Workshop.path, toEach: [workshop.client.uniqueName, second.uniqueName],
            Arguments("to both"))
        #expect(unsent.isEmpty)
        for connection in [workshop.client, second, silent] {
            await workshop.server.emit(
                said, of: Workshop.interface, at: Workshop.path, to: connection.uniqueName, Arguments("to one"))
        }
        var heard: [[String]] = []
        for index in streams.indices {
            var texts: [String] = []
            while texts.last != "to one", let text = await streams[index].next()?.values { texts.append(text) }
            heard.append(texts)
        }
        #expect(heard == [["to both", "to one"], ["to both", "to one"], ["to one"]])
    }

    @Test("a body that watches is called in the bus' order with changes of owners, and told of the connection's end")
    func watching() async throws {
        let workshop = try await Workshop()
        let events = AsyncStream.makeStream(of: String.self)
        try await workshop.client.watchNames { change in
            if change.name == Workshop.name { events.continuation.yield(change.newOwner == nil ? "left" : "came") }
        }
        let watch = try await workshop.client.watchSignals(
            said, of: Workshop.interface, at: Workshop.path, from: Workshop.name,
            ended: { events.continuation.finish() }
        ) { events.continuation.yield($0.values) }
        var expected: [String] = []
        for number in 0..<20 {
            await emit("\(number)", from: workshop.server, to: workshop)
            try await workshop.server.releaseName(Workshop.name)
            try await workshop.server.requestName(Workshop.name)
            expected += ["\(number)", "left", "came"]
        }
        await emit("last", from: workshop.server, to: workshop)
        var heard: [String] = []
        var iterator = events.stream.makeAsyncIterator()
        while heard.last != "last", let event = await iterator.next() { heard.append(event) }
        #expect(heard == expected + ["last"])
        await workshop.client.close()
        while let event = await iterator.next() { Issue.record("\(event) came after the end") }
        withExtendedLifetime(watch) {}
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
