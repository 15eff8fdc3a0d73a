import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Asking for access", .inBothWorlds)
struct AccessRequestTests {
    static let id = "flatpak:org.example.App"

    @Test("asks the person once, and gives what they allow", .long, arguments: ["add-only", "read-write"])
    func allow(_ access: String) async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(2))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess(access, ["handle-token": "my_token"])
            let sender = app.name.dropFirst().replacing(".", with: "_")
            #expect(request.path == "/org/filmgate/Library1/request/\(sender)/my_token")
            let prompt = try await agent.asked()
            #expect(prompt.kind == "access")
            #expect(prompt.details["access"]?.text == access)
            #expect(prompt.details["library"]?["assets"]?.integer == 2)
            #expect(prompt.client["id"]?.text == Self.id && prompt.client["verified"]?.flag == true)
            #expect(try await app.status(access) == "not-determined", "nothing is given before the answer")
            try await agent.answer(prompt, "allow")
            let response = try await app.response(to: request)
            #expect(response.outcome == "success" && response.status == "authorized")
            #expect(response.serial > request.serial)
            #expect(try await app.status("add-only") == "authorized")
            let reads = access == "read-write"
            #expect(try await app.status("read-write") == (reads ? "authorized" : "not-determined"))
            if reads { #expect(try await Set(app.assets()) == Set(photos)) }
            let grant = try #require(await world.owner.grants().first)
            #expect(
                grant["granted-by"]?.text == "person"
                    && grant["rights"]?.texts == ["originals", "captions", "metadata", "write"])
            let gone = try await app.error("Request1", "Close", at: request.path)
            #expect(gone.kind == "UnknownObject", "the request is over")
        }
    }

    @Test("lets the person limit it to a selection, which is all that the app then sees", .long)
    func limit() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(4))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let response = app.askForAccess()
            try await agent.answer(
                agent.asked(),
                ["decision": "limit", "selection": .texts([photos[2], photos[0]]), "rights": .texts(["location"])])
            #expect(try await response.outcome == "success")
            #expect(try await response.status == "limited")
            #expect(try await Set(app.assets()) == [photos[0], photos[2]])
            #expect(try await app.status("add-only") == "authorized")
            #expect(try await refusal { try await app.open(photos[0]) }.kind == "AccessDenied", "no right to originals")
        }
    }

    @Test("is limited to the rest of the person's choice if photos are gone, and asked again if none is left")
    func gone() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(3))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let first = app.askForAccess()
            var prompt = try await agent.asked()
            let gone = AgentFaultTests.nothing
            try await agent.answer(prompt, ["decision": "limit", "selection": .texts([gone])])
            #expect(try await first.outcome == "failed")
            #expect(try await first.error == "NoAgent")
            #expect(try await world.owner.grants().isEmpty)
            async let second = app.askForAccess()
            prompt = try await agent.asked()
            try await agent.answer(prompt, ["decision": "limit", "selection": .texts([gone, photos[2]])])
            #expect(try await second.status == "limited")
            #expect(try await app.assets() == [photos[2]])
            #expect(try await agent.client.status() == "authorized", "it is an agent all the time")
        }
    }

    @Test("is refused only for the access that was asked for", .long, arguments: ["add-only", "read-write"])
    func deny(_ access: String) async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let response = app.askForAccess(access)
            try await agent.answer(agent.asked(), "deny")
            #expect(try await response.outcome == "denied")
            #expect(try await response.status == "denied")
            let other = access == "add-only" ? "read-write" : "add-only"
            #expect(try await app.status(other) == "not-determined")
            let again = try await app.askForAccess(access)
            #expect(again.outcome == "success" && again.status == "denied", "what stands, and nobody is asked")
            #expect(try await agent.prompts().isEmpty)
        }
    }

    @Test("decides nothing when the person closes it, and the app must wait before it asks again")
    func dismiss() async throws {
        let settings = WorldSettings(configuration: "[agent]\nwait-milliseconds=60000;300000;1800000\n")
        try await withWorld(settings) { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let response = app.askForAccess()
            try await agent.answer(agent.asked(), "dismiss")
            #expect(try await response.outcome == "cancelled")
            #expect(try await response.status == "not-determined")
            #expect(try await world.owner.grants().isEmpty, "nothing is stored")
            for access in ["read-write", "add-only"] {
                #expect(try await refusal { try await app.requestAccess(access) }.kind == "Busy")
            }
            let other = try await world.client(flatpak: "org.example.Other")
            _ = try await other.requestAccess()
            #expect(try await agent.asked().client["id"]?.text == "flatpak:org.example.Other")
        }
    }

    @Test("fails without an agent, and decides nothing")
    func noAgent() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: "org.example.App")
            let response = try await app.askForAccess()
            #expect(response.outcome == "failed" && response.error == "NoAgent")
            #expect(response.status == "not-determined")
            #expect(try await world.owner.grants().isEmpty)
        }
    }

    @Test("can be allowed once: as long as the connection that asked exists")
    func once() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let second = try await app.anotherConnection()
            _ = try await second.status()
            async let response = app.askForAccess()
            try await agent.answer(agent.asked(), ["decision": "allow", "once": true])
            #expect(try await response.status == "authorized")
            #expect(try await second.status() == "authorized")
            #expect(try await second.signals("StatusChanged", count: 2).count == 2)
            try await app.disconnect()
            #expect(try await second.signals("StatusChanged", count: 2).count == 2)
            #expect(try await second.status() == "not-determined")
        }
    }

    @Test("that is allowed once ends with a connection that has not called since the broker was restarted")
    func onceAcrossRestart() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let second = try await app.anotherConnection()
            async let response = app.askForAccess()
            try await agent.answer(agent.asked(), ["decision": "allow", "once": true])
            #expect(try await response.status == "authorized")
            try await world.restartBroker()
            #expect(try await second.status() == "authorized")
            try await app.disconnect()
            try await eventually { try await second.status() == "not-determined" }
        }
    }

    @Test("can be allowed until a time, and ends then", .long)
    func until() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let response = app.askForAccess()
            let prompt = try await agent.asked()
            // The status and the grant are read before.
            let soon = Moments.inSeconds(4)
            try await agent.answer(prompt, ["decision": "allow", "expires": .int64(soon)])
            #expect(try await response.status == "authorized")
            #expect(try await world.owner.grants().first?["expires"]?.integer == Int(soon))
            #expect(try await app.signals("StatusChanged", count: 4).count == 4)
            #expect(try await app.status() == "not-determined")
        }
    }

    @Test("by a program of the host counts only for the connection that asked")
    func unverified() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let program = try await world.program()
            let second = try await program.anotherConnection()
            async let response = program.askForAccess()
            let prompt = try await agent.asked()
            #expect(prompt.client["verified"]?.flag == false)
            #expect(prompt.client["name"]?.text == "\(world.folder)/programs/program")
            try await agent.answer(prompt, "allow")
            #expect(try await response.status == "authorized")
            #expect(try await second.status() == "not-determined")
            try await program.disconnect()
            #expect(try await second.status() == "not-determined")
        }
    }

    @Test("that is answered at once sends its response after the reply to the call")
    func order() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: "org.example.App")
            for _ in 0..<50 {
                let request = try await app.requestAccess()
                let response = try await app.response(to: request)
                #expect(response.error == "NoAgent" && response.serial > request.serial)
            }
            try await world.owner.grant(Self.id, "add-only")
            for _ in 0..<50 {
                let request = try await app.requestAccess()
                let response = try await app.response(to: request)
                #expect(response.outcome == "success" && response.status == "denied")
                #expect(response.serial > request.serial)
            }
        }
    }

    @Test("is not needed for the owner's tools")
    func ownersTool() async throws {
        try await withWorld { world in
            let response = try await world.owner.askForAccess()
            #expect(response.outcome == "success" && response.status == "authorized")
        }
    }
}
