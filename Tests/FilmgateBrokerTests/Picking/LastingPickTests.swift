import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// Picks whose items the app can open again, and apps that want more of them.
@Suite("Lasting picks", .inBothWorlds)
struct LastingPickTests {
    static let id = "flatpak:org.example.App"
    static let lasting: [String: BusArgument] = ["lasting": true]

    @Test("are good on each connection of the app, until it forgets them")
    func connections() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let options = Self.lasting.merging(["limit": .uint32(2)]) { $1 }
            let response = try await app.picked(photos, options, by: agent, answering: Self.lasting)
            #expect(response.results["lasting"]?.flag == true)
            let handles = try #require(response.items?.compactMap { $0["handle"]?.text })

            let later = try await world.client(flatpak: "org.example.App")
            let kept = try await later.keptItems()
            #expect(Set(kept.compactMap { $0["handle"]?.text }) == Set(handles) && kept.count == 2)
            let item = try #require(kept.first)
            #expect(item["picked-date"]?.integer ?? 0 > 0 && item["removed"]?.texts == ["location"])
            #expect(item["media-type"]?.text == "image" && item["id"] == nil)
            for handle in handles {
                #expect(try await later.openItem(handle).details["redacted"]?.texts == ["location"])
                let made = try await later.deliveries(of: later.requestItem(handle, ["width": .uint32(16)]))
                #expect(made.response.outcome == "success")
                #expect(!(try await later.itemMetadata(handle).keys.contains { $0.contains("GPS") }))
            }
            let request = try await later.pick(["preselected": .texts([handles[1]])])
            let prompt = try await agent.asked("pick")
            #expect(prompt.details["preselected"]?.texts == [photos[1]])
            try await agent.answer(prompt, "cancel")
            _ = try await later.response(to: request)

            try await later.forgetItems([handles[0], photos[0], "nonsense"])
            for client in [app, later] {
                #expect(try await refusal { try await client.openItem(handles[0]) }.kind == "NotFound")
                #expect(try await client.keptItems().compactMap { $0["handle"]?.text } == [handles[1]])
                _ = try await client.openItem(handles[1])
            }
            let entries = try await owner.audit(["client": .text(Self.id)])
            #expect(entries.contains { $0.operation == "pick" && $0.detail == "lasting" && $0.outcome == "allow" })
            #expect(entries.contains { $0.operation == "forget-items" })
        }
    }

    @Test("are counted among the grants, whose readers get a signal at a pick and at its end, and at nothing else")
    func counted() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await owner.grants().isEmpty)
            let handle = try await app.handle(of: photo, Self.lasting, by: agent, answering: Self.lasting)
            _ = try await owner.signal("GrantsChanged")
            let row = try #require(try await owner.grants().first)
            #expect(row["client"]?.text == Self.id && row["kept-items"]?.integer == 1)
            #expect(row["level"]?.text == "undetermined")
            for _ in 1...3 { try await app.forgetItems(["00000000-0000-4000-8000-000000000000", "nonsense"]) }
            _ = try await owner.status()
            #expect(try await owner.signals("GrantsChanged", within: 0).isEmpty)
            try await app.forgetItems([handle])
            _ = try await owner.signal("GrantsChanged")
            #expect(try await owner.grants().isEmpty)
        }
    }

    @Test("need that the app asks, that the person says so, and no rule")
    func offered() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let byRule = Self.lasting.merging(["rule": "kiosk.conf [*]"]) { $1 }
            for (options, answer) in [([:], Self.lasting), (Self.lasting, [:]), (Self.lasting, byRule)]
                as [([String: BusArgument], [String: BusArgument])]
            {
                let response = try await app.picked(photo, options, by: agent, answering: answer)
                #expect(response.outcome == "success" && response.results["lasting"]?.flag != true)
                let handle = try #require(response.items?.first?["handle"]?.text)
                let other = try await app.anotherConnection()
                #expect(try await refusal { try await other.openItem(handle) }.kind == "NotFound")
                #expect(try await other.keptItems().isEmpty)
            }
            let tool = try await world.owner
            let request = try await tool.pick(Self.lasting)
            let prompt = try await agent.asked("pick")
            #expect(prompt.details["lasting"]?.flag != true, "the owner's tools need none")
            try await agent.answer(prompt, "cancel")
            _ = try await tool.response(to: request)
        }
    }

    @Test("are of no use to other apps, and guesses read like handles of others")
    func strangers() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let handle = try await app.handle(of: photo, Self.lasting, by: agent, answering: Self.lasting)
            let stranger = try await world.client(flatpak: "org.example.Other")
            let program = try await world.program("program")
            try await world.owner.grant("flatpak:org.example.Other", "full")
            for client in [stranger, program] {
                #expect(try await client.keptItems().isEmpty)
                let known = try await refusal { try await client.openItem(handle) }
                let guess = try await refusal {
                    try await client.openItem("00000000-0000-4000-8000-000000000000")
                }
                #expect(known.kind == "NotFound" && known.message == guess.message)
                #expect(try await refusal { try await client.requestItem(handle) }.kind == "NotFound")
                #expect(try await refusal { try await client.itemMetadata(handle) }.kind == "NotFound")
                // It neither ends the item nor is it told whether there was one.
                try await client.forgetItems([handle])
                let request = try await client.pick(["preselected": .texts([handle])])
                let prompt = try await agent.asked("pick")
                #expect(prompt.details["preselected"]?.texts ?? [] == [])
                try await agent.answer(prompt, "cancel")
                _ = try await client.response(to: request)
            }
            _ = try await app.anotherConnection().openItem(handle)
        }
    }

    @Test(
        "end when the person or an administrator takes them back, on all connections",
        arguments: ["none", "add-only", "reset", "forget", "forget-all", "never"])
    func takenBack(_ way: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let handle = try await app.handle(of: photo, Self.lasting, by: agent, answering: Self.lasting)
            let second = try await app.anotherConnection()
            _ = try await second.openItem(handle)
            switch way {
            case "none", "add-only": try await owner.grant(Self.id, way)
            case "reset": try await owner.resetGrant(Self.id)
            case "never":
                let request = try await second.requestAccess()
                try await agent.answer(agent.asked(), "deny")
                _ = try await second.response(to: request)
            default:
                let handles: BusArgument = .list(way == "forget" ? [.text(handle)] : [])
                try await owner.call("Admin1", "ForgetKeptItems", "sasa{sv}", .text(Self.id), handles, [:])
            }
            let third = try await world.client(flatpak: "org.example.App")
            for client in [second, third] + (way == "never" ? [] : [app]) {
                #expect(try await refusal { try await client.openItem(handle) }.kind == "NotFound")
                #expect(try await client.keptItems().isEmpty)
            }
            #expect(try await owner.call("Admin1", "ListKeptItems", "a{sv}", [:])[0]?.list?.isEmpty == true)
        }
    }

    @Test("are listed for the person, with what they are, and only for them")
    func listed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(.memory(TestPhoto.small().bytes), filename: "IMG_1.jpg")
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let handle = try await app.handle(of: photo, Self.lasting, by: agent, answering: Self.lasting)
            for filter: [String: BusArgument] in [[:], ["client": .text(Self.id)]] {
                let list = try await owner.call("Admin1", "ListKeptItems", "a{sv}", .table(filter))[0]?.list ?? []
                let item = try #require(list.first?.table)
                #expect(list.count == 1 && item["client"]?.text == Self.id && item["handle"]?.text == handle)
                #expect(item["id"]?.text == photo && item["name"]?.text == "The chain bridge at dusk")
                #expect(item["removed"]?.texts == ["location"])
                let (used, expires) = (item["last-used"]?.integer ?? 0, item["expires"]?.integer ?? 0)
                #expect(expires - used == 90 * 86_400 * 1_000_000)
            }
            let other: [String: BusArgument] = ["client": "flatpak:org.example.Other"]
            #expect(try await owner.call("Admin1", "ListKeptItems", "a{sv}", .table(other))[0]?.list?.isEmpty == true)
            try await owner.call(
                "Admin1", "ForgetKeptItems", "sasa{sv}", .text(Self.id), .list([.text("nonsense")]), [:])
            _ = try await app.openItem(handle)
            let forgetting: [BusArgument] = [.text(Self.id), .list([]), [:]]
            #expect(
                try await refusal { try await app.call("Admin1", "ForgetKeptItems", "sasa{sv}", list: forgetting) }.kind
                    == "NotAuthorized")
        }
    }

    @Test("end with their assets, are left out in the trash, and follow policy, which never gives more than the pick")
    func assetsAndPolicy() async throws {
        let policy = "[flatpak:org.example.App]\nlocations=false\n"
        try await withWorld(WorldSettings(policy: policy)) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let whole = Self.lasting.merging(["remove": .texts([])]) { $1 }
            let first = try await app.handle(of: photos[0], Self.lasting, by: agent, answering: whole)
            let second = try await app.handle(of: photos[1], Self.lasting, by: agent, answering: whole)
            for rule in ["", "locations=true\n", "rights=originals\n"] {
                try world.writePolicy("[flatpak:org.example.App]\n\(rule)")
                try await world.reloadPolicy()
                let redacted = try await app.openItem(first).details["redacted"]?.texts ?? []
                #expect(redacted.contains("location"), "\(rule)")
                #expect(try await app.keptItems().count == 2)
            }
            for rule in ["prompts=false", "highest=none", "media-types=video"] {
                try world.writePolicy("[flatpak:org.example.App]\n\(rule)\n")
                try await world.reloadPolicy()
                #expect(try await refusal { try await app.openItem(first) }.kind == "NotFound", "\(rule)")
                #expect(try await app.keptItems().isEmpty, "\(rule)")
            }
            try world.writePolicy("")
            try await world.reloadPolicy()
            try await owner.perform(("delete-assets", ["ids": .texts([photos[0]])]))
            #expect(try await app.keptItems().compactMap { $0["handle"]?.text } == [second])
            #expect(try await refusal { try await app.openItem(first) }.kind == "NotFound")
            try await owner.perform(("restore-assets", ["ids": .texts([photos[0]])]))
            _ = try await app.openItem(first)
            try await owner.perform(("delete-assets", ["ids": .texts([photos[0]])]))
            try await owner.perform(("purge-assets", ["ids": .texts([photos[0]])]))
            #expect(try await refusal { try await app.openItem(first) }.kind == "NotFound")
            #expect(try await owner.call("Admin1", "ListKeptItems", "a{sv}", [:])[0]?.list?.count == 1)
        }
    }
}
