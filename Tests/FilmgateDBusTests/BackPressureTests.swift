@testable import FilmgateDBus
import FilmgateSystem
import FilmgateTestKit
import Glibc
import Testing

/// On a bus with the limits that dbus-daemon has by itself, which are the system bus's.
@Suite("A client that does not read", .privateBus, .timeLimit(.minutes(30)))
struct BackPressureTests {
    private static let blob = Method<MessageArguments<UInt32>, MessageArguments<String>>("Blob")
    private static let file = Method<NoArguments, MessageArguments<OwnedDescriptor>>("File")

    private static func fixture(holdTime: Duration = .seconds(60)) async throws -> ServiceFixture {
        var limits = ServiceLimits()
        // Here each connection is a party of its own.
        limits.callsOfAll = 20_000
        limits.backlog = BacklogLimits()
        limits.backlog?.holdTime = holdTime
        return try await ServiceFixture(
            ServiceFixture.interface(
                serveEcho(String.self),
                ServedMethod(blob) { _, arguments in
                    MessageArguments(String(repeating: "x", count: Int(try arguments.decoded().values)))
                },
                ServedMethod(file) { _, _ in
                    MessageArguments(OwnedDescriptor(owning: dup(0)))
                }), limits: limits)
    }

    /// A program of nothing but sockets; it tells when it has sent all, and reads when it is told to.
    private static func start(_ source: String, on bus: PrivateBus) throws -> Script {
        let prologue = """
            from raw_bus import RawBus
            NAME, PATH, FACE = "org.example.Service", "/org/example/Service", "org.example.Service1"
            def said(text):
                print(text, flush=True)

            """
        return try Script(prologue + source, on: bus)
    }

    @Test("gets no more than its share, others are served meanwhile, and it loses no answer")
    func bytes() async throws {
        let fixture = try await Self.fixture()
        let script = try Self.start(
            """
            buses = [RawBus(address) for _ in range(20)]
            serials = [[bus.call(NAME, PATH, FACE, "Blob", signature="u", values=[200000]) for _ in range(60)] for bus in buses]
            said("sent")
            sys.stdin.readline()
            count = 0
            for bus, sent in zip(buses, serials):
                for answer in bus.answers(sent).values():
                    assert answer["type"] == 2 and answer["bytes"] > 200000 or answer["error"].endswith("LimitsExceeded"), answer
                    count += 1
            said(f"{count} answers")
            """, on: fixture.daemon)
        #expect(try await script.line() == "sent")
        // Twenty times sixty times 200 kB are 240 MB: about twice what the bus holds for a sender before it stops
        // reading.
        for number in 0..<500 {
            #expect(try await fixture.call(echo(String.self), MessageArguments("\(number)")).values == "\(number)")
        }
        let weight = try await Self.untaken(fixture)
        #expect(weight.bytes > 1 << 20, "nobody reads, after all")
        #expect(weight.bytes < BacklogLimits().ofAll.bytes + (8 << 20), "\(weight)")
        script.proceed()
        #expect(try await script.line() == "1200 answers")
        #expect(await script.program.ended() == 0)
        #expect(await fixture.server.held.isEmpty)
        #expect(await fixture.server.served.isEmpty)
    }

    @Test("cannot use up the descriptors that the bus passes for the service")
    func descriptors() async throws {
        // On a busy machine it takes its time.
        let fixture = try await Self.fixture(holdTime: .seconds(3600))
        let script = try Self.start(
            """
            buses = [RawBus(address, buffer=2304) for _ in range(24)]
            # So that nothing more fits between the bus and them.
            for bus in buses:
                for _ in range(2):
                    bus.call(NAME, PATH, FACE, "Blob", signature="u", values=[300000])
            serials = [[bus.call(NAME, PATH, FACE, "File") for _ in range(16)] for bus in buses]
            said("sent")
            sys.stdin.readline()
            for bus, sent in zip(buses, serials):
                answers = bus.answers(sent)
                assert all(answer["type"] == 2 for answer in answers.values()), answers
                assert bus.descriptors == 16, bus.descriptors
            said("all")
            """, on: fixture.daemon)
        #expect(try await script.line() == "sent")
        for _ in 0..<500 { _ = try await fixture.call(Self.file, MessageArguments()) }
        let weight = try await Self.untaken(fixture)
        #expect(weight.descriptors < 64, "\(weight)")
        script.proceed()
        #expect(try await script.line() == "all")
        #expect(await script.program.ended() == 0)
    }

    @Test("gets errors instead of large answers after a time, when it reads again")
    func holdTime() async throws {
        let fixture = try await Self.fixture(holdTime: .milliseconds(50))
        let script = try Self.start(
            """
            bus = RawBus(address)
            sent = [bus.call(NAME, PATH, FACE, "Blob", signature="u", values=[1000000]) for _ in range(10)]
            said("sent")
            sys.stdin.readline()
            answers = bus.answers(sent).values()
            given_up = [answer for answer in answers if answer["error"] == "org.freedesktop.DBus.Error.LimitsExceeded"]
            said(f"{len(answers)} answers, {len(given_up) > 0}")
            """, on: fixture.daemon)
        #expect(try await script.line() == "sent")
        // All ten have come, and none waits any more.
        while await fixture.server.lastTicket < 10 { await Task.yield() }
        while await !fixture.server.served.isEmpty { await Task.yield() }
        script.proceed()
        #expect(try await script.line() == "10 answers, True")
        await script.program.ended()
    }

    @Test("and then leaves: what was held back for it is dropped")
    func leaving() async throws {
        let fixture = try await Self.fixture()
        let script = try Self.start(
            """
            bus = RawBus(address)
            for _ in range(30):
                bus.call(NAME, PATH, FACE, "Blob", signature="u", values=[500000])
            said("sent")
            sys.stdin.readline()
            """, on: fixture.daemon)
        #expect(try await script.line() == "sent")
        while await fixture.server.held.isEmpty { await Task.yield() }
        script.program.kill()
        while await !fixture.server.held.isEmpty { await Task.yield() }
        while await !fixture.server.served.isEmpty { await Task.yield() }
        #expect(await fixture.server.backlog?.outstanding == UnreadMessageSize())
    }

    @Test("is told once when it has read everything")
    func relief() async throws {
        let fixture = try await Self.fixture()
        let script = try Self.start(
            """
            bus = RawBus(address)
            said(bus.name)
            sys.stdin.readline()
            seen = 0
            while not seen:
                bus.read(1 << 20)
                for message in bus.messages():
                    seen += message["type"] == 4 and message["text"] == "last"
            said("heard")
            """, on: fixture.daemon)
        let name = BusName(checked: try await script.line())
        let said = Signal<MessageArguments<String>>("Said")
        let (drained, continuation) = AsyncStream.makeStream(of: BusName.self)
        await fixture.server.watchDrained { continuation.yield($0) }
        let text = String(repeating: "x", count: 50_000)
        var sent = 0
        while await !fixture.server.isBackpressured(name) {
            await fixture.server.emit(
                said, of: ServiceFixture.interface, at: ServiceFixture.path, to: name, MessageArguments(text))
            sent += 1
        }
        #expect(sent < 100)
        script.proceed()
        for await other in drained where other == name { break }
        await fixture.server.emit(
            said, of: ServiceFixture.interface, at: ServiceFixture.path, to: name, MessageArguments("last"))
        #expect(try await script.line() == "heard")
        await script.program.ended()
    }

    /// What the bus holds of the server's for others.
    private static func untaken(_ fixture: ServiceFixture) async throws -> UnreadMessageSize {
        let figures = try await fixture.client.call(
            BusInterface.getConnectionStats, of: BusInterface.statistics, at: BusInterface.path, on: .bus,
            MessageArguments(fixture.server.uniqueName.rawValue)
        ).values
        return UnreadMessageSize(
            bytes: Int(figures["IncomingBytes"]?.value(as: UInt32.self) ?? 0),
            descriptors: Int(figures["IncomingFDs"]?.value(as: UInt32.self) ?? 0))
    }
}
