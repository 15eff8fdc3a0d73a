import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Picking", .inBothWorlds)
struct PickTests {
    static let id = "flatpak:org.example.App"

    @Test("gives what was picked at every level of access, with the identifier only if the app may read it", .long)
    func levels() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let picked = try TestPhoto.small()
            let asset = try await owner.add(.memory(picked.bytes), filename: "IMG_1.jpg")
            let other = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            for level in [nil, "none", "add-only", "limited", "full"] {
                if let level { try await owner.grant(Self.id, level, selection: level == "limited" ? [other] : nil) }
                let response = try await app.picked(asset, by: agent)
                // As the grant of a sandboxed app, which is without places, and as an app without one.
                #expect(response.outcome == "success" && response.results["removed"]?.texts == ["location"])
                let item = try #require(response.items?.first)
                #expect(item["filename"]?.text == "IMG_1.jpg" && item["media-type"]?.text == "image")
                #expect(item["mime-types"]?.texts == ["image/jpeg", "image/png", "image/webp"])
                #expect(item["pixel-width"]?.integer == 320 && item["pixel-height"]?.integer == 240)
                #expect(item["id"]?.text == (level == "full" ? asset : nil), "\(level ?? "undetermined")")
                let handle = try #require(item["handle"]?.text)
                #expect(handle != asset)
                let (file, details) = try await app.openItem(handle)
                #expect(!file.isWritable && details["mime-type"]?.text == "image/jpeg")
                #expect(details["redacted"]?.texts == ["location"])
                let whole = try await app.handle(of: asset, by: agent, answering: ["remove": .texts([])])
                let (original, facts) = try await app.openItem(whole)
                #expect(try original.sha256 == picked.sha256 && facts["redacted"]?.texts == [])
                if level == "none" { #expect(try await refusal { try await app.assets() }.kind == "AccessDenied") }
                if level == "limited" { #expect(try await app.assets() == [other], "a pick is no selection") }
            }
        }
    }

    @Test("asks with all that the app wants, and with nothing that it may not know")
    func question() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.add(Video.small())
            let album = try await owner.perform(("create-album", ["title": "Secret"]))[0]
            try await owner.grant(Self.id, "limited", selection: [photos[0]])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let first = try await app.picked(photos[1], by: agent)
            let handle = try #require(first.items?.first?["handle"]?.text)
            _ = try await app.pick([
                "limit": .uint32(3), "filter": "media-type = 'image'", "ordered": true,
                "preselected": .texts([photos[0], handle, photos[2], "nothing", album]), "album": .text(album),
                "search": "sea", "prompt": "Choose\u{202e}", "crop": "square", "max-duration": .variant("d", 2.5),
                "representation": "compatible", "remove": .texts(["location"]), "keep": true,
                "parent-window": "x11:1",
            ])
            let prompt = try await agent.asked("pick")
            let details = prompt.details
            #expect(prompt.kind == "pick" && prompt.client["id"]?.text == Self.id)
            #expect(details["limit"]?.integer == 3 && details["filter"]?.text == "media-type = 'image'")
            #expect(details["preselected"]?.texts == [photos[0], photos[1]])
            #expect(details["album"] == nil, "the app cannot see it")
            #expect(details["search"]?.text == "sea" && details["prompt"]?.text == "Choose")
            #expect(details["crop"]?.text == "square" && details["max-duration"]?.number == 2.5)
            #expect(details["representation"]?.text == "compatible" && details["remove"]?.texts == ["location"])
            #expect(details["keep"]?.flag == true && details["ordered"]?.flag == true)
            #expect(details["parent-window"]?.text == "x11:1" && details["library"]?["assets"]?.integer == 3)
        }
    }

    @Test("tells the agent that the app was denied access, and lets the person pick any number")
    func denied() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            for (level, isDenied) in [("none", true), ("limited", false), ("add-only", true)] {
                try await owner.grant(Self.id, level, selection: level == "limited" ? [] : nil)
                let request = try await app.pick(["limit": .uint32(0)])
                let prompt = try await agent.asked("pick")
                #expect((prompt.details["denied"]?.flag == true) == isDenied, "\(level)")
                #expect(prompt.details["limit"]?.integer == 5_000)
                try await agent.pick(photos, for: prompt)
                #expect(try await app.response(to: request).items?.count == 3)
            }
        }
    }

    @Test("begins in a smart album by its name, but in none that is hidden or the trash")
    func albums() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let album = try await owner.perform(("create-album", ["title": "Summer"]))[0]
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            try await owner.grant(Self.id, "full")
            for (name, isShown) in [
                ("favorites", true), (album, true), ("00000000-0000-4000-8000-000000000000", false),
            ] {
                let request = try await app.pick(["album": .text(name)])
                let prompt = try await agent.asked("pick")
                #expect((prompt.details["album"]?.text != nil) == isShown, "\(name)")
                try await agent.answer(prompt, "cancel")
                _ = try await app.response(to: request)
            }
            for name in ["hidden", "trash", "favourites"] {
                let error = try await refusal { try await app.pick(["album": .text(name)]) }
                #expect(error.kind == "InvalidArgument" && error.message.contains("album"), "\(error)")
            }
        }
    }

    @Test("gives nothing when cancelled; after three in a row, no connection of the app shows the next within a minute")
    func cancelled() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            try await world.owner.grant(Self.id, "none")
            func cancel(_ answer: [String: BusArgument] = ["decision": "cancel"]) async throws {
                let request = try await app.pick()
                try await agent.answer(agent.asked("pick"), answer)
                let response = try await app.response(to: request)
                #expect(response.outcome == "cancelled" && response.items?.isEmpty == true)
            }
            for _ in 0..<2 { try await cancel() }
            #expect(try await app.picked(photo, by: agent).outcome == "success", "in a row")
            for _ in 0..<2 { try await cancel() }
            try await cancel(["decision": "done", "items": .texts([])])
            let again = try await app.anotherConnection()
            let reconnected = try await world.client(flatpak: "org.example.App")
            for client in [app, again, reconnected] {
                let error = try await refusal { try await client.pick() }
                #expect(error.kind == "Busy", "\(error)")
            }
            let other = try await world.client(flatpak: "org.example.Other")
            _ = try await other.pick()
            #expect(try await agent.asked("pick").client["id"]?.text == "flatpak:org.example.Other")
        }
    }

    @Test("shows ten within a minute, and no eleventh, on however many connections the app asks")
    func eleventh() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            for _ in 0..<10 {
                let app = try await world.client(flatpak: "org.example.App")
                let request = try await app.pick()
                _ = try await agent.asked("pick")
                try await app.close(request)
                #expect(try await app.response(to: request).outcome == "cancelled")
                await app.end()
            }
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await app.pick() }.kind == "Busy")
        }
    }

    @Test("ends with the request, and with the connection, and the question is taken back")
    func closed() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.pick(["handle-token": "mine"])
            #expect(request.path.hasSuffix("/mine"))
            let first = try await agent.asked("pick")
            #expect(try await refusal { try await app.pick() }.kind == "Busy", "one at a time")
            try await app.close(request)
            #expect(try await app.response(to: request).outcome == "cancelled")
            #expect(try await agent.dismissed() == first.id)
            _ = try await app.pick()
            let second = try await agent.asked("pick")
            try await app.disconnect()
            #expect(try await agent.dismissed() == second.id)
        }
    }

    @Test("without an agent fails, and the response has an empty list")
    func noAgent() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: "org.example.App")
            let response = try await app.response(to: app.pick())
            #expect(response.outcome == "failed" && response.error == "NoAgent" && response.items?.isEmpty == true)
        }
    }
}

extension TestClient {
    /// Has the person pick an asset.
    func picked(
        _ asset: String, _ options: [String: BusArgument] = [:], by agent: ScriptedAgent,
        answering others: [String: BusArgument] = [:]
    ) async throws -> Response {
        try await picked([asset], options, by: agent, answering: others)
    }

    /// Has the person pick assets.
    func picked(
        _ assets: [String], _ options: [String: BusArgument] = [:], by agent: ScriptedAgent,
        answering others: [String: BusArgument] = [:]
    ) async throws -> Response {
        let request = try await pick(options)
        try await agent.pick(assets, others)
        return try await response(to: request)
    }

    /// Has the person pick an asset, and returns its handle.
    func handle(
        of asset: String, _ options: [String: BusArgument] = [:], by agent: ScriptedAgent,
        answering others: [String: BusArgument] = [:]
    ) async throws -> String {
        let response = try await picked(asset, options, by: agent, answering: others)
        guard let handle = response.items?.first?["handle"]?.text else { throw ClientFailure("\(response)") }
        return handle
    }
}
