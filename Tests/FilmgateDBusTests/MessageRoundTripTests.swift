import FilmgateDBus
import FilmgateTestKit
import Testing

@Suite("Values over the bus")
struct MessageRoundTripTests {
    /// What comes back for a value of a type.
    private func sendBack<Value: DBusValue>(on kind: BusKind, _ value: Value) async throws -> Value {
        let fixture = try await ServiceFixture(on: kind, ServiceFixture.interface(serveEcho(Value.self)))
        let back = try await fixture.call(echo(Value.self), MessageArguments(value)).values
        // For the next one.
        try await fixture.server.releaseName(ServiceFixture.name)
        return back
    }

    @Test("integers keep their extremes", arguments: BusKind.tested)
    func integers(kind: BusKind) async throws {
        #expect(try await sendBack(on: kind, UInt8.max) == .max)
        #expect(try await sendBack(on: kind, Int16.min) == .min)
        #expect(try await sendBack(on: kind, UInt16.max) == .max)
        #expect(try await sendBack(on: kind, Int32.min) == .min)
        #expect(try await sendBack(on: kind, UInt32.max) == .max)
        #expect(try await sendBack(on: kind, Int64.min) == .min)
        #expect(try await sendBack(on: kind, UInt64.max) == .max)
    }

    @Test("booleans, doubles, strings and paths come back as they went", arguments: BusKind.tested)
    func basics(kind: BusKind) async throws {
        #expect(try await sendBack(on: kind, true))
        #expect(try await sendBack(on: kind, false) == false)
        #expect(try await sendBack(on: kind, -0.1) == -0.1)
        #expect(try await sendBack(on: kind, Double.infinity) == .infinity)
        #expect(try await sendBack(on: kind, "") == "")
        #expect(try await sendBack(on: kind, "Grüße, 世界 👋🏽 \u{1}") == "Grüße, 世界 👋🏽 \u{1}")
        #expect(try await sendBack(on: kind, ObjectPath("/a/b_1")) == "/a/b_1")
    }

    @Test("arrays keep their order, empty ones their type", arguments: BusKind.tested)
    func arrays(kind: BusKind) async throws {
        #expect(try await sendBack(on: kind, [String]()) == [])
        #expect(try await sendBack(on: kind, ["b", "a"]) == ["b", "a"])
        #expect(try await sendBack(on: kind, [UInt64]()) == [])
        #expect(try await sendBack(on: kind, [[Int32]]([[1], [], [2, 3]])) == [[1], [], [2, 3]])
        #expect(try await sendBack(on: kind, [UInt8]()) == [])
        #expect(try await sendBack(on: kind, [UInt8](0...255)) == [UInt8](0...255))
        #expect(try await sendBack(on: kind, [true, false]) == [true, false])
    }

    @Test("dictionaries and structures nest", arguments: BusKind.tested)
    func containers(kind: BusKind) async throws {
        #expect(try await sendBack(on: kind, ["a": UInt32(1), "b": 2]) == ["a": 1, "b": 2])
        #expect(try await sendBack(on: kind, [Int16: [String: Bool]]()) == [:])
        #expect(try await sendBack(on: kind, [Int64(-1): ["x": true]]) == [-1: ["x": true]])
        let pair = try await sendBack(on: kind, Structure("left", Structure(UInt8(1), [2.5]))).values
        #expect(pair.0 == "left")
        #expect(pair.1.values.0 == 1)
        #expect(pair.1.values.1 == [2.5])
    }

    @Test("a variant holds any type, and can be read as that type alone", arguments: BusKind.tested)
    func variants(kind: BusKind) async throws {
        let options: Options = [
            "text": Variant("hello"), "number": Variant(UInt32(7)), "list": Variant(["a", "b"]),
            "place": Variant(Structure(48.2, 16.4)), "inner": Variant(Variant(true)), "bytes": Variant([UInt8(1)]),
            "none": Variant([String: Variant]()),
        ]
        let back = try await sendBack(on: kind, options)
        #expect(back.keys.sorted() == options.keys.sorted())
        #expect(back["text"]?.value(as: String.self) == "hello")
        #expect(back["text"]?.value(as: ObjectPath.self) == nil)
        #expect(back["number"]?.value(as: UInt32.self) == 7)
        #expect(back["number"]?.value(as: Int32.self) == nil)
        #expect(back["list"]?.value(as: [String].self) == ["a", "b"])
        #expect(back["place"]?.signature == "(dd)")
        #expect(back["place"]?.value(as: Structure<Double, Double>.self)?.values.1 == 16.4)
        #expect(back["inner"]?.value(as: Variant.self)?.value(as: Bool.self) == true)
        #expect(back["bytes"]?.value(as: [UInt8].self) == [1])
        #expect(back["none"]?.value(as: Options.self)?.isEmpty == true)
    }

    @Test("a variant that arrived can be sent on", arguments: BusKind.tested)
    func variantsPassedOn(kind: BusKind) async throws {
        let sent = Variant([Structure("a", ["k": Variant(Int64(5))])])
        let once = try await sendBack(on: kind, sent)
        let twice = try await sendBack(on: kind, once)
        #expect(twice.signature == "a(sa{sv})")
        let fields = try #require(twice.value(as: [Structure<String, Options>].self)?.first).values
        #expect(fields.0 == "a")
        #expect(fields.1["k"]?.value(as: Int64.self) == 5)
    }

    @Test("several arguments, and none, arrive in both directions", arguments: BusKind.tested)
    func argumentLists(kind: BusKind) async throws {
        let swap = Method<MessageArguments<String, UInt32, Options>, MessageArguments<UInt32, String>>("Swap")
        let nothing = Method<NoArguments, NoArguments>("Nothing")
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(swap) { _, arguments in
                    let (text, number, _) = try arguments.decoded().values
                    return MessageArguments(number, text)
                },
                ServedMethod(nothing) { _, arguments in try arguments.decoded() }))
        let answer = try await fixture.call(swap, MessageArguments("a", 5, [:])).values
        #expect(answer.0 == 5)
        #expect(answer.1 == "a")
        _ = try await fixture.call(nothing, MessageArguments())
        #expect(swap.inSignature == "sua{sv}")
        #expect(nothing.outSignature.isEmpty)
    }

    @Test(
        "a type of one's own travels as its representation, and its refusal reaches the caller",
        arguments: BusKind.tested)
    func representables(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind, ServiceFixture.interface(serveEcho(Even.self)))
        #expect(try await fixture.call(echo(Even.self), MessageArguments(Even(half: 4))).values == Even(half: 4))
        let refusal = await fixture.refusal(of: echo(UInt32.self), MessageArguments(3))
        #expect(refusal == ErrorReply(name: "org.example.Error.Odd", message: "3 is odd"))
        #expect(Variant(Even(half: 1)).value(as: UInt32.self) == 2)
        #expect(Variant(UInt32(8)).value(as: Even.self) == Even(half: 4))
        #expect(Variant(UInt32(9)).value(as: Even.self) == nil)
    }

    @Test("a string that holds a NUL is refused before it is sent, from either side", arguments: BusKind.tested)
    func embeddedNUL(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(Method<NoArguments, MessageArguments<String>>("Get")) { _, _ in MessageArguments("a\0b") })
        )
        await #expect(throws: EncodingFailure.invalidString) {
            try await fixture.call(echo(String.self), MessageArguments("a\0b"))
        }
        let refusal = await fixture.refusal(
            of: Method<NoArguments, MessageArguments<String>>("Get"), MessageArguments())
        #expect(refusal?.name == "org.example.Error.Unforeseen")
    }
}

private struct Even: DBusRepresentable, Equatable {
    var half: UInt32

    init(half: UInt32) { self.half = half }

    init(representation: UInt32) throws {
        guard representation.isMultiple(of: 2) else {
            throw ErrorReply(name: "org.example.Error.Odd", message: "\(representation) is odd")
        }
        half = representation / 2
    }

    var representation: UInt32 { half * 2 }
}
