@testable import FilmgateDBus
import FilmgateSystem
import FilmgateTestKit
import Testing

@Suite("Hostile clients", .privateBus)
struct HostileTests {
    private let take = Method<MessageArguments<Options>, NoArguments>("Take")
    private let wrap = Method<MessageArguments<Variant>, MessageArguments<Variant>>("Wrap")

    /// So many variants, one in the other, around a byte.
    private func nested(_ depth: Int) -> Variant {
        (1..<depth).reduce(Variant(UInt8(1))) { inner, _ in Variant(inner) }
    }

    @Test("the deepest variants that the bus passes come through, and one more around them is refused, not sent")
    func deepVariants() async throws {
        let fixture = try await ServiceFixture(
            ServiceFixture.interface(
                serveEcho(Variant.self),
                ServedMethod(wrap) { _, arguments in MessageArguments(Variant(try arguments.decoded().values)) }))
        let deepest = nested(MessageEncoder.deepest)
        let back = try await fixture.call(echo(Variant.self), MessageArguments(deepest)).values
        #expect(back.signature == "v")
        #expect(await fixture.refusal(of: wrap, MessageArguments(deepest))?.name == "org.example.Error.Unforeseen")
        await #expect(throws: EncodingFailure.tooDeep) {
            try await fixture.call(echo(Variant.self), MessageArguments(Variant(deepest)))
        }
        // Nobody was cut off.
        _ = try await fixture.call(echo(Variant.self), MessageArguments(nested(1)))
    }

    @Test("arguments over the budget are refused when they are asked for, in elements and in bytes")
    func budget() async throws {
        var limits = ServiceLimits(arguments: DecodingBudget(elements: 100, bytes: 1000))
        limits.argumentsExceeded = ErrorReply(name: "org.example.Error.TooMuch", message: "less, please")
        let list = Method<MessageArguments<[UInt8], [UInt32]>, NoArguments>("List")
        let fixture = try await ServiceFixture(
            ServiceFixture.interface(
                ServedMethod(list) { _, arguments in
                    _ = try arguments.decoded()
                    return MessageArguments()
                }), limits: limits)
        func refusal(bytes: Int, elements: Int) async -> ErrorReply? {
            await fixture.refusal(
                of: list,
                MessageArguments([UInt8](repeating: 0, count: bytes), [UInt32](repeating: 0, count: elements)))
        }
        // The two arrays count as elements, too.
        #expect(await refusal(bytes: 1000, elements: 98) == nil)
        #expect(await refusal(bytes: 1001, elements: 98) == limits.argumentsExceeded)
        #expect(await refusal(bytes: 1000, elements: 99) == limits.argumentsExceeded)
    }

    @Test("dictionaries of 60 MB are refused, and another client is served meanwhile")
    func hugeArguments() async throws {
        let bus = try PrivateBus(limits: "<limit name=\"max_message_size\">134217728</limit>")
        defer { bus.stop() }
        try await PrivateBus.$current.withValue(bus) {
            let fixture = try await ServiceFixture(
                ServiceFixture.interface(
                    ServedMethod(take) { _, arguments in
                        _ = try arguments.decoded()
                        return MessageArguments()
                    }, serveEcho(String.self)))
            let hostile = try await bus.connect()
            let text = Variant(String(repeating: "x", count: 180))
            let options = Options(uniqueKeysWithValues: (0..<300_000).map { ("key \($0)", text) })
            try await hostile.send(take, MessageArguments(options), limit: 64 << 20)
            try await hostile.send(
                take, MessageArguments(["one": Variant([UInt8](repeating: 0, count: 60 << 20))]), limit: 64 << 20)
            #expect(try await fixture.call(echo(String.self), MessageArguments("me too")).values == "me too")
            let refusal = await #expect(throws: ErrorReply.self) {
                try await hostile.call(
                    take, of: ServiceFixture.interface, at: ServiceFixture.path, on: ServiceFixture.name,
                    MessageArguments(["key": Variant([String](repeating: "", count: 100_001))]))
            }
            #expect(refusal == ServiceLimits().argumentsExceeded)
        }
    }

    @Test("ten thousand calls at once that want no answer get none, and leave no state")
    func flood() async throws {
        let fixture = try await ServiceFixture(ServiceFixture.interface(serveEcho(String.self)))
        for _ in 1...10_000 { try await fixture.client.send(echo(String.self), MessageArguments("flood"), limit: 1000) }
        #expect(try await fixture.call(echo(String.self), MessageArguments("calm")).values == "calm")
        #expect(await fixture.server.served.isEmpty)
        #expect(await fixture.client.waiting.isEmpty)
    }

    @Test("seventeen descriptors end the connection of their sender alone")
    func tooManyDescriptors() async throws {
        let fixture = try await ServiceFixture(ServiceFixture.interface(serveEcho(String.self)))
        let outcome = try runPython(
            """
            import dbus, dbus.lowlevel
            bus = dbus.bus.BusConnection(address)
            call = dbus.lowlevel.MethodCallMessage("org.example.Service", "/org/example/Service", "org.example.Service1", "Echo")
            call.append([dbus.types.UnixFd(0)] * 17, signature="ah")
            try:
                bus.send_message_with_reply_and_block(call)
            except dbus.DBusException as error:
                print(error.get_dbus_name())
            """, on: fixture.daemon)
        #expect(outcome == "org.freedesktop.DBus.Error.NoReply" || outcome == "org.freedesktop.DBus.Error.Disconnected")
        #expect(try await fixture.call(echo(String.self), MessageArguments("safe")).values == "safe")
    }
}

extension Connection {
    /// Sends a call over the limits that `call` has, and wants no answer.
    func send<In, Out>(_ method: Method<In, Out>, _ arguments: In, limit: Int) throws {
        let message = try OutgoingMessage.call(
            method.name, of: ServiceFixture.interface, at: ServiceFixture.path, on: ServiceFixture.name)
        message.wantsNoReply()
        try message.append(arguments, limit: limit)
        try transport?.send(message)
    }
}
