import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A question with a decision made elsewhere", .inProcess)
struct SettledTests {
    static let id = "flatpak:org.example.App"

    @Test(
        "ends with the current status, and its prompt is dismissed",
        arguments: [
            ("full", "success", "authorized"), ("limited", "success", "limited"), ("none", "denied", "denied"),
            ("add-only", "denied", "denied"),
        ])
    func byAdministrator(_ level: String, _ outcome: String, _ status: String) async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let second = try await app.anotherConnection()
            let requests = [(app, try await app.requestAccess()), (second, try await second.requestAccess())]
            let prompt = try await agent.asked()
            try await world.owner.grant(Self.id, level)
            for (client, request) in requests {
                let response = try await client.response(to: request)
                #expect(response.outcome == outcome && response.status == status)
            }
            #expect(try await agent.dismissed() == prompt.id)
            try await agent.answer(prompt, "allow")
            _ = try await agent.client.status()
            #expect(try await world.owner.grants().first?["level"]?.text == level, "the late answer changes nothing")
        }
    }

    @Test("at the same time as the answer ends as the administrator decided, whichever came first")
    func race() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let agent = try await world.agent()
            for round in 0..<25 {
                let id = "org.example.App\(round)"
                let app = try await world.client(flatpak: id)
                let request = try await app.requestAccess()
                let prompt = try await agent.asked()
                async let granted: Void = owner.grant("flatpak:\(id)", "none")
                async let answered: Void = agent.answer(prompt, "allow")
                _ = try await (granted, answered)
                _ = try await app.response(to: request)
                #expect(try await app.status() == "denied")
                await app.end()
            }
        }
    }

    @Test("by a reloaded policy ends with the current status")
    func byPolicy() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            try world.writePolicy("[*]\nhighest=none\n")
            try await world.reloadPolicy()
            let response = try await app.response(to: request)
            #expect(response.outcome == "denied" && response.status == "restricted")
            #expect(try await agent.dismissed() == prompt.id)
        }
    }

    /// The statuses of each level, in the form of signals.
    static let statuses = [
        "undetermined": ["not-determined", "not-determined"], "none": ["denied", "denied"],
        "add-only": ["authorized", "denied"], "limited": ["authorized", "limited"],
        "full": ["authorized", "authorized"],
    ]
    static let levels = ["undetermined", "none", "add-only", "limited", "full"]

    @Test(
        "an administrator reaches each level from each other: all connections of the app are told, no other app is")
    func everyTransition() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let app = try await world.client(flatpak: "org.example.App")
            let second = try await app.anotherConnection()
            let other = try await world.client(flatpak: "org.example.Other")
            for client in [app, second, other] { _ = try await client.status() }
            func set(_ level: String) async throws {
                if level == "undetermined" { return try await owner.resetGrant(Self.id) }
                try await owner.grant(Self.id, level, selection: level == "limited" ? [photos[0]] : nil)
            }
            for (from, to) in Self.levels.flatMap({ from in Self.levels.map { (from, $0) } }) where from != to {
                try await set(from)
                _ = try await app.status()
                for client in [app, second] { _ = try await client.status(); _ = try await client.signals(within: 0) }
                try await set(to)
                let before = try #require(Self.statuses[from])
                let after = try #require(Self.statuses[to])
                let expected = zip(["add-only", "read-write"], zip(before, after)).filter { $0.1.0 != $0.1.1 }
                    .map { [$0.0, $0.1.1] }
                for client in [app, second] {
                    let reported = try await client.signals("StatusChanged", count: expected.count)
                    #expect(reported.map { $0.values.compactMap(\.text) } == expected, "\(from) to \(to)")
                    #expect(try await [client.status("add-only"), client.status("read-write")] == after)
                }
                let seen = try? await app.assets().count
                #expect(seen == ["limited": 1, "full": 2][to], "\(from) to \(to): the next call obeys")
            }
            _ = try await other.status()
            #expect(try await other.signals(within: 0).isEmpty)
        }
    }

    @Test(
        "a person leads an app from adding alone to more, or to no more, and each step is reported once",
        arguments: [
            (["decision": "allow"], "full", "authorized"),
            (["decision": "limit", "selection": .variant("as", [])], "limited", "limited"),
            (["decision": "deny"], "add-only", "denied"),
        ] as [([String: BusArgument], String, String)])
    func fromAddOnly(_ answer: [String: BusArgument], _ level: String, _ status: String) async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let adding = try await app.requestAccess("add-only")
            try await agent.answer(agent.asked(), "allow")
            #expect(try await app.response(to: adding).status == "authorized")
            #expect(try await app.signals("StatusChanged").count == 1)
            #expect(try await refusal { try await app.fetch() }.kind == "NotDetermined")
            let reading = try await app.requestAccess("read-write")
            try await agent.answer(agent.asked(), answer)
            #expect(try await app.response(to: reading).status == status)
            #expect(
                try await app.signals("StatusChanged").map { $0.values.compactMap(\.text) } == [["read-write", status]])
            #expect(try await app.status("add-only") == "authorized")
            #expect(try await world.owner.grants().first?["level"]?.text == level)
        }
    }

    @Test(
        "each answer of the person is reported to all connections of the app and to no other, and the next call obeys")
    func byPerson() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let second = try await app.anotherConnection()
            let other = try await world.client(flatpak: "org.example.Other")
            for client in [app, second, other] { _ = try await client.status() }
            let cases: [(String, [String: BusArgument], [[String]], Int?)] = [
                ("read-write", ["decision": "allow"], [["add-only", "authorized"], ["read-write", "authorized"]], 2),
                (
                    "read-write", ["decision": "limit", "selection": .texts([photos[0]])],
                    [["add-only", "authorized"], ["read-write", "limited"]], 1
                ),
                ("read-write", ["decision": "deny"], [["read-write", "denied"]], nil),
                ("add-only", ["decision": "allow"], [["add-only", "authorized"]], nil),
                ("add-only", ["decision": "deny"], [["add-only", "denied"]], nil),
            ]
            for (access, answer, signals, visible) in cases {
                let request = try await app.requestAccess(access)
                try await agent.answer(agent.asked(), answer)
                _ = try await app.response(to: request)
                for client in [app, second] {
                    let reported = try await client.signals("StatusChanged", count: signals.count)
                    #expect(reported.map { $0.values.compactMap(\.text) } == signals)
                }
                #expect((try? await second.assets().count) == visible)
                try await owner.resetGrant(Self.id)
                for client in [app, second] {
                    #expect(try await client.signals("StatusChanged", count: signals.count).count == signals.count)
                }
            }
            _ = try await other.status()
            #expect(try await other.signals(within: 0).isEmpty)
            #expect(try await agent.client.signals("StatusChanged", within: 0).isEmpty)
        }
    }
}
