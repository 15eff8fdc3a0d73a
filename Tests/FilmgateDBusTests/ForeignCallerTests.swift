import FilmgateDBus
import FilmgateTestKit
import Foundation
import Testing

/// Runs a script for Debian's Python, in which `address` is the bus'.
///
/// - Returns: what it printed.
func runPython(_ script: String, on bus: PrivateBus) throws -> String {
    let prologue = "import sys\naddress = sys.argv[1]\n"
    let (code, output) = try ChildProcess.run(["/usr/bin/python3", "-c", prologue + script, bus.address])
    #expect(code == 0)
    return output
}

@Suite("Callers in other languages", .privateBus)
struct ForeignCallerTests {
    private func fixture() async throws -> ServiceFixture {
        let describe = Method<MessageArguments<Options>, MessageArguments<Options>>("Describe")
        return try await ServiceFixture(
            ServiceFixture.interface(
                ServedMethod(describe) { call, arguments in
                    var options = try arguments.decoded().values
                    options["caller"] = Variant(call.sender.rawValue)
                    options["types"] = Variant(options.mapValues(\.signature))
                    return MessageArguments(options)
                },
                serveEcho(String.self), properties: [ServedProperty(Property<UInt32>("Version")) { _ in 1 }]))
    }

    @Test("gdbus calls, reads a property and pings")
    func gdbus() async throws {
        let fixture = try await fixture()
        let target = ["--dest", "org.example.Service", "--object-path", "/org/example/Service", "--method"]
        func call(_ arguments: String...) throws -> String {
            let (code, output) = try ChildProcess.run(
                ["gdbus", "call", "--address", fixture.daemon.address] + target + arguments)
            #expect(code == 0)
            return output
        }
        #expect(try call("org.example.Service1.Echo", "grüß 'dich'") == "(\"grüß 'dich'\",)")
        #expect(try call("org.freedesktop.DBus.Properties.Get", "org.example.Service1", "Version") == "(<uint32 1>,)")
        #expect(try call("org.freedesktop.DBus.Properties.GetAll", "") == "({'Version': <uint32 1>},)")
        #expect(try call("org.freedesktop.DBus.Peer.Ping") == "()")
        #expect(try call("org.freedesktop.DBus.Peer.GetMachineId").count == 32 + 5)
    }

    @Test("Python sends every type in a variant, and understands what comes back")
    func python() async throws {
        let fixture = try await fixture()
        let output = try runPython(
            """
            import dbus, os
            bus = dbus.bus.BusConnection(address)
            thing = dbus.Interface(bus.get_object("org.example.Service", "/org/example/Service"), "org.example.Service1")
            sent = {
                "y": dbus.Byte(7), "b": dbus.Boolean(True), "n": dbus.Int16(-3), "q": dbus.UInt16(4), "i": dbus.Int32(-5),
                "u": dbus.UInt32(6), "x": dbus.Int64(-1 << 60), "t": dbus.UInt64(1 << 63), "d": dbus.Double(0.5), "s": "text",
                "o": dbus.ObjectPath("/a"), "g": dbus.Signature("a{sv}"), "as": dbus.Array(["a"], signature="s"),
                "ai": dbus.Array([], signature="i"), "ay": dbus.ByteArray(b"bytes"), "(sx)": dbus.Struct(("a", dbus.Int64(1))),
                "a{us}": dbus.Dictionary({dbus.UInt32(1): "one"}, signature="us"),
                "v": dbus.String("in a variant", variant_level=2), "aav": dbus.Array([dbus.Array([1], signature="v")], signature="av"),
            }
            got = thing.Describe(dbus.Dictionary(sent, signature="sv"), byte_arrays=True)
            types = got.pop("types")
            assert types.pop("caller") == "s", types
            assert got.pop("caller") == bus.get_unique_name()
            assert {key: key for key in sent} == types, types
            assert got == sent, got
            print("same")
            """, on: fixture.daemon)
        #expect(output == "same")
    }

    @Test("a call that wants no reply gets none, of success or of failure")
    func noReply() async throws {
        let fixture = try await fixture()
        let output = try runPython(
            """
            import dbus, dbus.lowlevel
            bus = dbus.bus.BusConnection(address)
            def message(member, *arguments):
                call = dbus.lowlevel.MethodCallMessage(
                    "org.example.Service", "/org/example/Service", "org.example.Service1", member)
                call.append(*arguments)
                return call
            seen = []
            bus.add_message_filter(lambda connection, message: seen.append(message) or dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED)
            for call in message("Echo", "a"), message("Echo", 1), message("Absent"):
                call.set_no_reply(True)
                bus.send_message(call)
            answer = bus.send_message_with_reply_and_block(message("Echo", "b"))
            # Replies come in the order of the calls: any other would be here by now.
            print(answer.get_args_list()[0], len([m for m in seen if m.get_type() in (2, 3) and m is not answer]))
            """, on: fixture.daemon)
        #expect(output == "b 0")
    }

    @Test("introspection names the interfaces and the objects below, and leads there from the root")
    func introspection() async throws {
        let fixture = try await fixture()
        let introspect = Method<NoArguments, MessageArguments<String>>("Introspect")
        func document(_ path: ObjectPath) async throws -> String {
            try await fixture.client.call(
                introspect, of: "org.freedesktop.DBus.Introspectable", at: path, on: ServiceFixture.name,
                MessageArguments()
            ).values
        }
        let object = try await document(ServiceFixture.path)
        for interface in [
            "org.example.Service1", "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Introspectable",
            "org.freedesktop.DBus.Peer",
        ] {
            #expect(object.contains("<interface name=\"\(interface)\""))
        }
        #expect(object.contains("<node name=\"first\"/>\n<node name=\"second\"/>"))
        #expect(!object.contains("not/one"))
        let root = try await document("/")
        #expect(root.contains("<node name=\"org\"/>"))
        #expect(!root.contains("Service1"))
        let (code, output) = try ChildProcess.run([
            "gdbus", "introspect", "--address", fixture.daemon.address, "--dest", "org.example.Service",
            "--object-path",
            "/org/example/Service",
        ])
        #expect(code == 0)
        #expect(output.contains("node second"))
        let error = await #expect(throws: ErrorReply.self) { try await document("/elsewhere") }
        #expect(error?.standardName == "UnknownObject")
    }
}
