import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A request", .inBothWorlds)
struct RequestTests {
    @Test("belongs to the connection that asked: it does not exist for others")
    func others() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let second = try await app.anotherConnection()
            let request = try await app.requestAccess()
            for other in [second, agent.client, try await world.owner] {
                #expect(try await other.error("Request1", "Close", at: request.path).kind == "UnknownObject")
            }
            let prompt = try await agent.asked()
            try await agent.answer(prompt, "allow")
            #expect(try await app.response(to: request).outcome == "success")
            for other in [second, agent.client, try await world.owner] {
                _ = try await other.status()
                #expect(try await other.signals("Response", within: 0).isEmpty)
            }
        }
    }

    @Test("that is closed dismisses its prompt, and is cancelled")
    func close() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            try await app.close(request)
            let response = try await app.response(to: request)
            #expect(response.outcome == "cancelled" && response.status == "not-determined")
            #expect(try await agent.dismissed() == prompt.id)
            #expect(try await app.error("Request1", "Close", at: request.path).kind == "UnknownObject")
            let again = try await app.requestAccess()
            try await agent.answer(agent.asked(), "allow")
            #expect(try await app.response(to: again).status == "authorized", "its own closing holds nobody back")
        }
    }

    @Test("ends with the connection: its prompt is dismissed and the next is shown", arguments: [true, false])
    func departure(_ isKilled: Bool) async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.requestAccess()
            let prompt = try await agent.asked()
            let other = try await world.client(flatpak: "org.example.Other")
            let waiting = try await other.requestAccess()
            #expect(try await agent.prompts().isEmpty)
            if isKilled { await app.kill() } else { try await app.disconnect() }
            #expect(try await agent.dismissed() == prompt.id)
            let next = try await agent.asked()
            #expect(next.client["id"]?.text == "flatpak:org.example.Other")
            try await agent.answer(next, "deny")
            #expect(try await other.response(to: waiting).outcome == "denied")
            #expect(try await world.owner.grants().count == 1)
        }
    }

    @Test("made a thousand times, from several connections, is one prompt; one answer ends them all, once each")
    func thousand() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let second = try await app.anotherConnection()
            var open: [(TestClient, OpenRequest)] = []
            var refused: Set<String> = []
            for index in 0..<1000 {
                let client = index.isMultiple(of: 2) ? app : second
                do {
                    open.append((client, try await client.requestAccess()))
                } catch let error as BusError {
                    refused.insert(error.kind)
                }
            }
            #expect(open.count == 64, "half of the 128 that a user may have")
            #expect(refused == ["LimitsExceeded"])
            #expect(try await refusal { try await app.requestAccess("add-only") }.kind == "LimitsExceeded")
            let prompt = try await agent.asked()
            try await app.close(open[0].1)
            #expect(try await app.response(to: open[0].1).outcome == "cancelled")
            try await agent.answer(prompt, "allow")
            for (client, request) in open.dropFirst() {
                #expect(try await client.response(to: request).outcome == "success")
            }
            for client in [app, second] {
                _ = try await client.status()
                #expect(try await client.signals("Response", within: 0).isEmpty)
            }
            #expect(try await agent.prompts().isEmpty)
        }
    }

    @Test("made and closed a thousand times shows at most ten prompts a minute")
    func flicker() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            var shown = 0
            for _ in 0..<200 {
                do {
                    let request = try await app.requestAccess()
                    shown += 1
                    try await app.close(request)
                    #expect(try await app.response(to: request).outcome == "cancelled")
                } catch let error as BusError {
                    #expect(error.kind == "Busy")
                }
            }
            #expect(shown == 10)
            _ = try await agent.client.status()
            #expect(try await agent.prompts().count <= 10)
        }
    }

    @Test("of a different kind is Busy while the first is open, and so is the ninth app in line")
    func busy() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.requestAccess()
            #expect(try await refusal { try await app.requestAccess("add-only") }.kind == "Busy")
            for index in 0..<8 {
                let other = try await world.client(flatpak: "org.example.App\(index)")
                _ = try await other.requestAccess()
            }
            let tenth = try await world.client(flatpak: "org.example.Tenth")
            #expect(try await refusal { try await tenth.requestAccess() }.kind == "Busy")
            #expect(try await agent.prompts(count: 1, within: TestClient.timeLimit).count == 1, "one window")
        }
    }

    @Test("has a token of the client's, or one of the broker's; an invalid one or one in use is refused")
    func tokens() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let first = try await app.requestAccess("read-write", ["handle-token": "t1"])
            let inUse = try await refusal { try await app.requestAccess("read-write", ["handle-token": "t1"]) }
            #expect(inUse.kind == "InvalidArgument")
            for token in ["", "a-b", "a/b", "../x", String(repeating: "x", count: 65)] {
                let bad = try await refusal {
                    try await app.requestAccess("read-write", ["handle-token": .text(token)])
                }
                #expect(bad.kind == "InvalidArgument")
            }
            let own = try await app.requestAccess()
            #expect(own.path != first.path && own.path.hasPrefix("/org/filmgate/Library1/request/"))
            for options: [String: BusArgument] in [
                ["handle_token": "x"], ["purpose": true], ["parent-window": .uint32(1)],
            ] {
                #expect(
                    try await refusal { try await app.requestAccess("read-write", options) }.kind == "InvalidArgument")
            }
            let access = try await refusal { try await app.requestAccess("everything") }
            #expect(access.kind == "InvalidArgument")
            _ = try await agent.asked()
            let second = try await app.anotherConnection()
            _ = try await second.requestAccess("read-write", ["handle-token": "t1"])
        }
    }

    @Test("is counted in the list of clients")
    func counted() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.requestAccess()
            _ = try await agent.asked()
            let row = try await world.owner.clients().first { $0["name"]?.text == app.name }
            #expect(row?["requests"]?.integer == 1)
        }
    }
}
