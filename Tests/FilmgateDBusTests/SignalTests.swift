import FilmgateDBus
import FilmgateTestKit
import Testing

@Suite("Signals over the bus")
struct SignalTests {
    private let said = Signal<MessageArguments<String>>("Said")

    private func emit(_ text: String, from sender: Connection, to fixture: ServiceFixture) async {
        await sender.emit(
            said, of: ServiceFixture.interface, at: ServiceFixture.path, to: fixture.client.uniqueName,
            MessageArguments(text))
    }

    @Test(
        "signals arrive in order, of the right interface, member, object and signature alone", arguments: BusKind.tested
    )
    func order(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        var heard = try await fixture.client.signals(
            said, of: ServiceFixture.interface, at: ServiceFixture.path, from: ServiceFixture.name
        ).makeAsyncIterator()
        let receiver = fixture.client.uniqueName
        await emit("first", from: fixture.server, to: fixture)
        await fixture.server.emit(
            said, of: "org.example.Other", at: ServiceFixture.path, to: receiver, MessageArguments("no"))
        await fixture.server.emit(
            said, of: ServiceFixture.interface, at: "/other", to: receiver, MessageArguments("no"))
        await fixture.server.emit(
            Signal<MessageArguments<UInt32>>("Said"), of: ServiceFixture.interface, at: ServiceFixture.path,
            to: receiver,
            MessageArguments(1))
        await emit("second", from: fixture.server, to: fixture)
        #expect(await heard.next()?.values == "first")
        #expect(await heard.next()?.values == "second")
    }

    @Test("a signal of a different sender is not delivered", arguments: BusKind.tested)
    func forgery(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        var heard = try await fixture.client.signals(
            said, of: ServiceFixture.interface, at: nil, from: ServiceFixture.name
        ).makeAsyncIterator()
        let forger = try await fixture.bus.connect()
        await emit("forged", from: forger, to: fixture)
        // The bus answers after it has passed the signal on.
        _ = try await forger.owner(of: ServiceFixture.name)
        await emit("genuine", from: fixture.server, to: fixture)
        #expect(await heard.next()?.values == "genuine")
    }

    @Test(
        "when the name gets a new owner, its signals are delivered and the old owner's are not",
        arguments: BusKind.tested)
    func newOwner(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        let name: BusName = "org.example.Second"
        let old = try await fixture.bus.connect()
        try await old.requestName(name)
        var heard = try await fixture.client.signals(
            said, of: ServiceFixture.interface, at: ServiceFixture.path, from: name
        ).makeAsyncIterator()
        await emit("old", from: old, to: fixture)
        #expect(await heard.next()?.values == "old")
        try await old.releaseName(name)
        try await fixture.server.requestName(name)
        await emit("no longer", from: old, to: fixture)
        _ = try await old.owner(of: name)
        await emit("new", from: fixture.server, to: fixture)
        #expect(await heard.next()?.values == "new")
    }

    @Test("a signal goes to each of several connections once, and to no others", arguments: BusKind.tested)
    func several(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        let (second, silent) = (try await fixture.bus.connect(), try await fixture.bus.connect())
        var streams: [AsyncStream<MessageArguments<String>>.Iterator] = []
        for connection in [fixture.client, second, silent] {
            let heard = try await connection.signals(
                said, of: ServiceFixture.interface, at: nil, from: ServiceFixture.name)
            streams.append(heard.makeAsyncIterator())
        }
        let unsent = await fixture.server.emit(
            said, of: ServiceFixture.interface, at: ServiceFixture.path,
            toEach: [fixture.client.uniqueName, second.uniqueName],
            MessageArguments("to both"))
        #expect(unsent.isEmpty)
        for connection in [fixture.client, second, silent] {
            await fixture.server.emit(
                said, of: ServiceFixture.interface, at: ServiceFixture.path, to: connection.uniqueName,
                MessageArguments("to one"))
        }
        var heard: [[String]] = []
        for index in streams.indices {
            var texts: [String] = []
            while texts.last != "to one", let text = await streams[index].next()?.values { texts.append(text) }
            heard.append(texts)
        }
        #expect(heard == [["to both", "to one"], ["to both", "to one"], ["to one"]])
    }

    @Test(
        "a body that watches is called in the bus' order with changes of owners, and told of the connection's end",
        arguments: BusKind.tested)
    func watching(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        let events = AsyncStream.makeStream(of: String.self)
        try await fixture.client.watchNames { change in
            if change.name == ServiceFixture.name {
                events.continuation.yield(change.newOwner == nil ? "left" : "came")
            }
        }
        let watch = try await fixture.client.watchSignals(
            said, of: ServiceFixture.interface, at: ServiceFixture.path, from: ServiceFixture.name,
            ended: { events.continuation.finish() }
        ) { events.continuation.yield($0.values) }
        var expected: [String] = []
        for number in 0..<20 {
            await emit("\(number)", from: fixture.server, to: fixture)
            try await fixture.server.releaseName(ServiceFixture.name)
            try await fixture.server.requestName(ServiceFixture.name)
            expected += ["\(number)", "left", "came"]
        }
        await emit("last", from: fixture.server, to: fixture)
        var heard: [String] = []
        var iterator = events.stream.makeAsyncIterator()
        while heard.last != "last", let event = await iterator.next() { heard.append(event) }
        #expect(heard == expected + ["last"])
        await fixture.client.close()
        while let event = await iterator.next() { Issue.record("\(event) came after the end") }
        withExtendedLifetime(watch) {}
    }

    @Test(
        "a stream that is dropped ends its subscription, and a second one of the same signal goes on",
        arguments: BusKind.tested)
    func dropping(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        func listenOnce() async throws {
            var heard = try await fixture.client.signals(
                said, of: ServiceFixture.interface, at: nil, from: ServiceFixture.name
            ).makeAsyncIterator()
            await emit("one", from: fixture.server, to: fixture)
            #expect(await heard.next()?.values == "one")
        }
        var other = try await fixture.client.signals(
            said, of: ServiceFixture.interface, at: nil, from: ServiceFixture.name
        ).makeAsyncIterator()
        try await listenOnce()
        await emit("two", from: fixture.server, to: fixture)
        #expect(await other.next()?.values == "one")
        #expect(await other.next()?.values == "two")
    }
}
