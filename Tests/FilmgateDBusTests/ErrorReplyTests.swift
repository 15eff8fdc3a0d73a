import FilmgateDBus
import FilmgateTestKit
import Synchronization
import Testing

@Suite("Errors over the bus")
struct ErrorReplyTests {
    private let ping = Method<NoArguments, NoArguments>("Ping")
    private let get = Method<MessageArguments<String, String>, MessageArguments<Variant>>("Get")
    private let getAll = Method<MessageArguments<String>, MessageArguments<Options>>("GetAll")
    private let set = Method<MessageArguments<String, String, Variant>, NoArguments>("Set")

    @Test("unknown objects, interfaces and methods have different errors", arguments: BusKind.tested)
    func unknown(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        #expect(
            await fixture.refusal(of: ping, MessageArguments(), path: "/elsewhere")?.standardName == "UnknownObject")
        #expect(
            await fixture.refusal(of: ping, MessageArguments(), interface: "org.example.Other")?.standardName
                == "UnknownInterface")
        #expect(await fixture.refusal(of: ping, MessageArguments())?.standardName == "UnknownMethod")
        #expect(
            await fixture.refusal(of: ping, MessageArguments(), interface: "org.freedesktop.DBus.Properties")?
                .standardName
                == "UnknownMethod")
    }

    @Test("a wrong signature is InvalidArgs and never reaches the handler", arguments: [true, false], BusKind.tested)
    func wrongSignature(isEmpty: Bool, kind: BusKind) async throws {
        let reached = Mutex(false)
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(echo(String.self)) { _, arguments in
                    reached.withLock { $0 = true }
                    return try arguments.decoded()
                }))
        let refusal =
            if isEmpty {
                await fixture.refusal(of: Method<NoArguments, NoArguments>("Echo"), MessageArguments())
            } else {
                await fixture.refusal(of: echo(UInt32.self), MessageArguments(1))
            }
        #expect(refusal?.standardName == "InvalidArgs")
        #expect(reached.withLock { $0 } == false)
    }

    @Test("an error with a reply of its own is sent so, any other as the closure says", arguments: BusKind.tested)
    func thrownErrors(kind: BusKind) async throws {
        struct Known: ErrorReplyConvertible {
            var errorReply: ErrorReply { ErrorReply(name: "org.example.Error.Known", message: "so it is") }
        }
        struct Unknown: Error {}
        let known = Method<NoArguments, NoArguments>("Known")
        let unknown = Method<NoArguments, NoArguments>("Unknown")
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(known) { _, _ in throw Known() }, ServedMethod(unknown) { _, _ in throw Unknown() }))
        #expect(await fixture.refusal(of: known, MessageArguments()) == Known().errorReply)
        #expect(
            await fixture.refusal(of: unknown, MessageArguments())
                == ErrorReply(name: "org.example.Error.Unforeseen", message: "Unknown"))
    }

    @Test(
        "an error's text is of limited length and without control characters, and its name is always valid",
        arguments: BusKind.tested)
    func hostileErrors(kind: BusKind) async throws {
        let fail = Method<MessageArguments<String, String>, NoArguments>("Fail")
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(fail) { _, arguments in
                    let (name, message) = try arguments.decoded().values
                    throw ErrorReply(name: name, message: message + "\0")
                }))
        let long = await fixture.refusal(of: fail, MessageArguments("no name", String(repeating: "é", count: 100_000)))
        #expect(long?.standardName == "Failed")
        #expect(long?.message.utf8.count == 1024)
        let control = await fixture.refusal(of: fail, MessageArguments("org.example.E", "a\u{1B}[2Jb\u{7F}"))
        #expect(control == ErrorReply(name: "org.example.E", message: "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}"))
    }

    @Test("properties are read one by one and together, and can't be set", arguments: BusKind.tested)
    func properties(kind: BusKind) async throws {
        let version = Property<UInt32>("Version")
        let title = Property<String>("Title")
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                properties: [
                    ServedProperty(version) { _ in 3 }, ServedProperty(title) { call in call.sender.rawValue },
                ]))
        let name = ServiceFixture.interface.rawValue
        let properties: InterfaceName = "org.freedesktop.DBus.Properties"
        func value(of property: String) async throws -> Variant {
            try await fixture.client.call(
                get, of: properties, at: ServiceFixture.path, on: ServiceFixture.name, MessageArguments(name, property)
            ).values
        }
        #expect(try await value(of: version.name).decoded(as: UInt32.self) == 3)
        #expect(try await value(of: title.name).decoded(as: String.self) == fixture.client.uniqueName.rawValue)
        let number = try await value(of: version.name)
        #expect(throws: TypeMismatch(expected: "s")) { try number.decoded(as: String.self) }

        let all = try await fixture.client.call(
            getAll, of: properties, at: ServiceFixture.path, on: ServiceFixture.name, MessageArguments(name)
        ).values
        #expect(all.keys.sorted() == ["Title", "Version"])
        func refusal(of value: Variant, named property: String) async -> String? {
            await fixture.refusal(of: set, MessageArguments(name, property, value), interface: properties)?.standardName
        }
        #expect(await refusal(of: Variant(UInt32(4)), named: "Version") == "PropertyReadOnly")
        #expect(await refusal(of: Variant(UInt32(4)), named: "Other") == "UnknownProperty")
        #expect(
            await fixture.refusal(of: get, MessageArguments(name, "Other"), interface: properties)?.standardName
                == "UnknownProperty")
        #expect(
            await fixture.refusal(of: getAll, MessageArguments("org.example.Other"), interface: properties)?
                .standardName
                == "UnknownInterface")
    }

    @Test("a reply over the limit is not sent, the error for it is", arguments: BusKind.tested)
    func largeReplies(kind: BusKind) async throws {
        let fill = Method<MessageArguments<UInt32>, MessageArguments<[String]>>("Fill")
        var limits = ServiceLimits(replyBytes: 1000)
        limits.replyExceeded = ErrorReply(name: "org.example.Error.TooMuch", message: "ask for less")
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(fill) { _, arguments in
                    MessageArguments(Array(repeating: "1234567", count: Int(try arguments.decoded().values)))
                }), limits: limits)
        // 4 bytes of length, then 12 a string.
        #expect(try await fixture.call(fill, MessageArguments(83)).values.count == 83)
        #expect(await fixture.refusal(of: fill, MessageArguments(84)) == limits.replyExceeded)
    }

    @Test("a signal over the limit is not sent", arguments: BusKind.tested)
    func largeSignals(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind, limits: ServiceLimits(replyBytes: 1000))
        let signal = Signal<MessageArguments<[UInt8]>>("Grew")
        let receiver = fixture.client.uniqueName
        let isSent = { (count: Int) async in
            await fixture.server.emit(
                signal, of: ServiceFixture.interface, at: ServiceFixture.path, to: receiver,
                MessageArguments([UInt8](repeating: 0, count: count)))
        }
        #expect(await isSent(996))
        #expect(await !isSent(997))
    }
}
