import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// The reasons for a client's access: administrators are told what the client experiences.
@Suite("ExplainAccess", .inProcess)
struct ExplanationTests {
    static let client = "flatpak:org.example.App"

    static func explain(_ world: World, _ asset: String = "") async throws -> [String: Value] {
        try await world.owner.call("Admin1", "ExplainAccess", "ssa{sv}", .text(client), .text(asset), [:])[0]?.table
            ?? [:]
    }

    @Test("agrees with what a client sees of every kind of asset, at every level and under every ceiling", .long)
    func agreement() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let app = try await world.client(flatpak: "org.example.App")
            let photos = try await owner.add(TestPhoto.several(5))
            try await owner.grant(Self.client, "full")
            let own = try await app.add(TestPhoto.small())
            try await owner.set(["hidden": true], of: photos[1])
            try await owner.set(["hidden": true], of: photos[2])
            try await owner.delete(photos[3], interactive: true)
            let album = try await owner.perform([("create-album", ["title": "For them"])])[0]
            try await owner.perform([("add-assets", ["album": .text(album), "ids": .texts([photos[4], photos[2]])])])
            let assets = photos + [own, "00000000-0000-4000-8000-000000000000"]
            for highest in ["none", "add-only", "limited", "full"] {
                try world.writePolicy("[flatpak:*]\nhighest=\(highest)\n")
                try await world.reloadPolicy()
                for level in ["none", "add-only", "limited", "full"] {
                    let selection = level == "limited" ? [photos[0], photos[1], photos[3], album] : nil
                    try await owner.grant(Self.client, level, selection: selection)
                    for (index, asset) in assets.enumerated() {
                        let reported = try await Self.explain(world, asset)
                        // Trashed assets are visible to a client with full access that asks for them.
                        let options: [String: BusArgument] = ["identifiers": .texts([asset]), "include-trashed": true]
                        let seen = try? await app.assets(options)
                        #expect(
                            reported["visible"]?.flag == (seen == [asset]),
                            "asset \(index), \(level) under \(highest): \(reported), \(String(describing: seen))")
                    }
                    let reported = try await Self.explain(world)
                    #expect(reported["visible"]?.flag == ((try? await app.fetch()) != nil))
                    #expect(reported["level"]?.text == (try await owner.grants().first?["level"]?.text))
                }
            }
        }
    }

    @Test("names the grant, the rule's file and line, or that there is none, and the times")
    func sources() async throws {
        try await withWorld(WorldSettings(policy: "# The hall.\n[flatpak:*]\nhighest=limited\n")) { world in
            let nobody = try await Self.explain(world)
            #expect(nobody["source"]?.text == "nobody" && nobody["visible"]?.flag == false)
            #expect(nobody["since"] == nil && nobody["level"]?.text == "undetermined")
            let expires = Moments.inSeconds(3600)
            try await world.owner.grant(Self.client, "add-only", expires: expires)
            let granted = try await Self.explain(world)
            #expect(granted["granted-by"]?.text == "admin" && granted["expires"]?.integer == Int(expires))
            #expect(abs((granted["since"]?.integer ?? 0) - Int(expires) + 3_600_000_000) < 60_000_000)
            try await world.owner.grant(Self.client, "full")
            let capped = try await Self.explain(world)
            #expect(capped["rule"]?.text == "\(world.policyFolder)/test.conf:3")
            #expect(capped["granted-by"]?.text == "policy" && capped["level"]?.text == "limited")
            try world.writePolicy("[flatpak:*]\nhighest=nothing\n")
            try await world.restartBroker()
            let fault = try await Self.explain(world)
            #expect(fault["source"]?.text == "fault" && fault["rule"]?.text == "\(world.policyFolder)/test.conf:2")
        }
    }

    @Test("for a program of the host covers a person's grant to one of its connections, while it lasts")
    func unverified() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.program()
            let id = try await app.identity().id
            async let response = app.askForAccess()
            try await agent.answer(agent.asked(), "allow")
            #expect(try await response.status == "authorized")
            func explain() async throws -> [String: Value] {
                try await world.owner.call("Admin1", "ExplainAccess", "ssa{sv}", .text(id), "", [:])[0]?.table ?? [:]
            }
            let reported = try await explain()
            #expect(reported["source"]?.text == "person" && reported["level"]?.text == "full")
            #expect(reported["reason"]?.text == "The person gave \(id) full access, until its connection ends.")
            try await app.disconnect()
            while try await explain()["source"]?.text == "person" {}
            #expect(try await explain()["source"]?.text == "nobody")
        }
    }

    @Test("says to the owner's tools alone which assets a name can mean, hidden ones and those in the trash too")
    func names() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            func add(_ filename: String, _ properties: [String: BusArgument] = [:]) async throws -> String {
                try await owner.add(.memory(TestPhoto.small().bytes), filename: filename, properties: properties)
            }
            let (first, hidden) = (try await add("IMG_1.jpg"), try await add("IMG_1.jpg", ["hidden": true]))
            let trashed = try await add("IMG_2.jpg")
            try await owner.delete(trashed)
            func matches(_ name: String) async throws -> [Value] {
                try await owner.call(
                    "Admin1", "ExplainAccess", "ssa{sv}", .text(Self.client), "", .table(["name": .text(name)]))[0]?
                    .table?["matches"]?.list ?? []
            }
            #expect(try await Set(matches("IMG_1.jpg").map { $0[0]?.text }) == [first, hidden])
            #expect(try await matches("\(first.prefix(8))").map { $0[0]?.text } == [first])
            #expect(try await matches(trashed) == [.list([.text(trashed), .text("IMG_2.jpg"), .flag(true)])])
            for name in ["IMG_3.jpg", "", "\(first.prefix(7))"] { #expect(try await matches(name).isEmpty) }
            let program = try await world.program()
            let error = try await program.error(
                "Admin1", "ExplainAccess", "ssa{sv}", .text(Self.client), "", .table(["name": "IMG_1.jpg"]))
            #expect(["InvalidArgument", "NotAuthorized"].contains(error.kind), "\(error)")
        }
    }

    @Test("is for administrators, and refuses invalid clients and identifiers")
    func refusals() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: "org.example.App")
            let asked = try await app.error("Admin1", "ExplainAccess", "ssa{sv}", .text(Self.client), "", [:])
            #expect(asked.kind == "NotAuthorized")
            for (client, id) in [("org.example.App", ""), (Self.client, "IMG_1")] {
                let error = try await world.owner.error(
                    "Admin1", "ExplainAccess", "ssa{sv}", .text(client), .text(id), [:])
                #expect(error.kind == "InvalidArgument", "\(error)")
            }
        }
    }
}
