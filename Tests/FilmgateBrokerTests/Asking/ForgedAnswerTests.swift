import FilmgateTestKit
import FilmgateTestWorlds
import Glibc
import Testing

/// Messages that claim to answer the broker's own calls, with every serial that these may have.
@Suite("A forged answer", .inProcess)
struct ForgedAnswerTests {
    private static let serials = 1...300

    private static func broker(asking client: TestClient) async throws -> String {
        let bus = "org.freedesktop.DBus"
        let reply = try await client.call(
            bus, "GetNameOwner", "s", .text(TestClient.service), at: "/org/freedesktop/DBus", on: bus)
        return reply[0]?.text ?? ""
    }

    @Test(
        "ends no prompt, whatever kind of message it is", arguments: ["return", "error", "call", "signal"],
        ["sandboxed", "program", "tool"])
    func prompt(_ kind: String, _ sender: String) async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            let forger =
                switch sender {
                case "sandboxed": try await world.client(flatpak: "org.example.Forger")
                case "program": try await world.program()
                default: try await world.client(.host)
                }
            let broker = try await Self.broker(asking: forger)
            for serial in Self.serials {
                try await forger.forge(kind, answering: serial, to: broker, "a{sv}", ["decision": "allow"])
            }
            #expect(try await forger.identity().id != "flatpak:org.example.App")
            #expect(try await app.status() == "not-determined")
            #expect(try await app.signals("Response", at: request.path, within: 0).isEmpty)
            try await agent.answer(prompt, "deny")
            #expect(try await app.response(to: request).outcome == "denied")
        }
    }

    @Test("of the requester itself, or of another connection of the agent's program, ends no prompt either")
    func kin() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            let broker = try await Self.broker(asking: app)
            for forger in [app, try await app.anotherConnection(), try await agent.client.anotherConnection()] {
                for serial in Self.serials {
                    try await forger.forge("return", answering: serial, to: broker, "a{sv}", ["decision": "allow"])
                }
                _ = try await forger.identity()
            }
            #expect(try await app.status() == "not-determined")
            try await agent.answer(prompt, "deny")
            #expect(try await app.response(to: request).outcome == "denied")
        }
    }

    @Test("names no client: whoever connects meanwhile is who they are")
    func identity() async throws {
        try await withWorld { world in
            try await world.owner.grant("flatpak:org.example.Trusted", "full")
            let forger = try await world.program("forger")
            let broker = try await Self.broker(asking: forger)
            let identity: [String: BusArgument] = [
                "client": "flatpak:org.example.Trusted", "user": .uint32(getuid()), "pid": .uint32(1 << 24),
                "start": .variant("t", 1),
            ]
            let flood = Task {
                while !Task.isCancelled {
                    for serial in Self.serials {
                        try await forger.forge("return", answering: serial, to: broker, "a{sv}", .table(identity))
                    }
                }
            }
            for number in 0..<12 {
                let app = try await world.client(flatpak: "org.example.App\(number)")
                #expect(try await app.identity().id == "flatpak:org.example.App\(number)")
                #expect(try await app.status() == "not-determined")
            }
            flood.cancel()
            _ = await flood.result
        }
    }

    @Test("that is a call is the call of its sender, and no more")
    func call() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            let broker = try await Self.broker(asking: app)
            for serial in Self.serials {
                try await app.forge(
                    "call", answering: serial, to: broker, "ssa{sv}", "flatpak:org.example.App", "full", [:],
                    as: ("Admin1", "SetGrant"))
            }
            #expect(try await app.status() == "not-determined")
            #expect(try await world.owner.grants().isEmpty)
            let entries = try await world.owner.audit(["operation": "set-grant"])
            #expect(!entries.isEmpty)
            #expect(entries.allSatisfy { $0.client == "flatpak:org.example.App" && $0.outcome == "not-authorized" })
            try await agent.answer(prompt, "dismiss")
            #expect(try await app.response(to: request).outcome == "cancelled")
        }
    }

    @Test("that is a signal of the bus tells of no departure")
    func departure() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            let forger = try await world.client(flatpak: "org.example.Forger")
            let broker = try await Self.broker(asking: forger)
            for name in [agent.client.name, app.name] {
                try await forger.forge(
                    "signal", answering: 1, to: broker, "sss", .text(name), .text(name), "",
                    as: ("org.freedesktop.DBus", "NameOwnerChanged"), at: "/org/freedesktop/DBus")
            }
            _ = try await forger.identity()
            try await agent.answer(prompt, "allow")
            #expect(try await app.response(to: request).status == "authorized")
        }
    }
}
