@testable import FilmgateDBus
import FilmgateSystem
import FilmgateTestKit
import Testing

/// On a bus that passes unrequested replies, as Debian's session bus does.
@Suite("Forged replies")
struct ForgedReplyTests {
    private let ask = Method<NoArguments, MessageArguments<String>>("Ask")
    private let barrier = Method<NoArguments, NoArguments>("Barrier")

    /// An object whose `Ask` answers once the test says so, and a third connection that forges.
    private struct Forgery {
        let fixture: ServiceFixture
        let forger: Connection
        let gate: Gate

        init(
            on kind: BusKind, _ ask: Method<NoArguments, MessageArguments<String>>,
            _ barrier: Method<NoArguments, NoArguments>
        ) async throws {
            let gate = Gate()
            self.gate = gate
            fixture = try await ServiceFixture(
                on: kind,
                ServiceFixture.interface(
                    ServedMethod(ask) { _, _ in
                        await gate.passed()
                        return MessageArguments("true")
                    }))
            forger = try await fixture.bus.connect()
            // The bus delivers in order: what the forger sent before is there when its call of this is answered.
            await fixture.client.serve(
                OneObject(interface: ServiceFixture.interface(ServedMethod(barrier) { _, _ in MessageArguments() }))
            ) { _, _ in ErrorReply.failed("unforeseen") }
        }
    }

    /// Lets calls pass once it is open.
    private actor Gate {
        private var isOpen = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func passed() async {
            guard !isOpen else { return }
            await withCheckedContinuation { waiting.append($0) }
        }

        func open() {
            isOpen = true
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }

    private func callWaits(in client: Connection) async throws {
        try await eventually { await !client.waiting.isEmpty }
    }

    @Test(
        "a reply or an error from another connection than the called one is dropped, and the true answer still comes",
        arguments: [(true, true), (true, false), (false, true), (false, false)], BusKind.tested)
    func other(call: (byUniqueName: Bool, isError: Bool), kind: BusKind) async throws {
        let forgery = try await Forgery(on: kind, ask, barrier)
        let (client, server) = (forgery.fixture.client, forgery.fixture.server)
        let destination = call.byUniqueName ? server.uniqueName : ServiceFixture.name
        async let answer = client.call(
            ask, of: ServiceFixture.interface, at: ServiceFixture.path, on: destination, MessageArguments())
        try await callWaits(in: client)
        for serial in await client.waiting.keys {
            try await forgery.forger.forge(isError: call.isError, saying: "forged", to: client.uniqueName, serial)
        }
        _ = try await forgery.forger.call(
            barrier, of: ServiceFixture.interface, at: ServiceFixture.path, on: client.uniqueName, MessageArguments())
        #expect(await client.waiting.count == 1, "the forged reply ended the call")
        await forgery.gate.open()
        #expect(try await answer.values == "true")
    }

    @Test(
        "the bus' own answers cannot be forged either: the next serials are tried while the bus is asked",
        arguments: BusKind.tested)
    func ofTheBus(kind: BusKind) async throws {
        let forgery = try await Forgery(on: kind, ask, barrier)
        let client = forgery.fixture.client
        for round in 1...500 as ClosedRange<UInt32> {
            // A connection counts its messages from 1: the next serial is one of these.
            for serial in round..<round + 20 {
                try await forgery.forger.forge(isError: false, saying: ":1.999", to: client.uniqueName, serial)
            }
            #expect(try await client.owner(of: ServiceFixture.name) == forgery.fixture.server.uniqueName)
        }
    }

    @Test("the bus' error for a call that it cannot deliver is the answer", arguments: BusKind.tested)
    func undeliverable(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind, ServiceFixture.interface(serveEcho(String.self)))
        for name: BusName in ["org.example.Nobody", ":1.999999"] {
            let error = await #expect(throws: ErrorReply.self) {
                try await fixture.client.call(
                    ask, of: ServiceFixture.interface, at: ServiceFixture.path, on: name, MessageArguments())
            }
            #expect(error?.standardName == "ServiceUnknown" || error?.standardName == "NameHasNoOwner")
        }
    }

    @Test("a new owner of a name may answer calls that were sent to the name", arguments: BusKind.tested)
    func newOwner(kind: BusKind) async throws {
        let forgery = try await Forgery(on: kind, ask, barrier)
        let client = forgery.fixture.client
        async let first = client.call(
            ask, of: ServiceFixture.interface, at: ServiceFixture.path, on: ServiceFixture.name, MessageArguments())
        try await callWaits(in: client)
        let successor = try await forgery.fixture.bus.connect()
        try await forgery.fixture.server.releaseName(ServiceFixture.name)
        await successor.serve(
            OneObject(
                interface: ServiceFixture.interface(ServedMethod(ask) { _, _ in MessageArguments("successor") }))
        ) { _, _ in ErrorReply.failed("unforeseen") }
        try await successor.requestName(ServiceFixture.name)
        let second = try await client.call(
            ask, of: ServiceFixture.interface, at: ServiceFixture.path, on: ServiceFixture.name, MessageArguments()
        ).values
        #expect(second == "successor")
        await forgery.gate.open()
        #expect(try await first.values == "true", "the one that was called had the name when it was called")
    }
}

extension Connection {
    /// Sends an answer to a call that this connection never got.
    fileprivate func forge(isError: Bool, saying text: String, to victim: BusName, _ serial: UInt32) throws {
        let call = MethodCall(
            sender: victim, path: ServiceFixture.path, interface: ServiceFixture.interface, member: "Ask",
            serial: serial,
            allowsInteraction: false)
        let message: OutgoingMessage
        if isError {
            message = try OutgoingMessage.error(.failed(text), to: call.id)
        } else {
            message = try OutgoingMessage.reply(to: call.id)
            try message.append(MessageArguments(text), limit: 1024)
        }
        try transport?.send(message)
    }
}
