import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A limit of pixels", .inProcess)
struct MaxPixelsTests {
    private static let app = "flatpak:org.example.App"
    private static let rights = ["location", "originals", "captions", "metadata", "write"]

    @Test("bounds the longer side of every image, and of the whole whose part is shown")
    func images() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            let whole = try await Self.size(of: asset, [:], owner)
            let most = max(whole.width, whole.height) / 2
            try await owner.grant(Self.app, "full", rights: Self.rights, others: ["max-pixels": .uint32(UInt32(most))])
            let app = try await world.client(flatpak: "org.example.App")
            let plain = try await Self.size(of: asset, [:], app)
            #expect(max(plain.width, plain.height) == most)
            let half = BusArgument.variant("(dddd)", [0.5, 0.5, 0.5, 0.5])
            let requests: [[String: BusArgument]] = [
                ["width": .uint32(4096), "height": .uint32(4096)], ["width": .uint32(4096), "mode": "fill"],
                ["resize": "fast", "width": .uint32(UInt32(most - 1))], ["version": "original"], ["crop": half],
                ["crop": half, "width": .uint32(4096), "height": .uint32(4096), "mode": "fill"],
                ["crop": half, "resize": "fast"], ["version": "unadjusted", "color": "original"],
            ]
            for options in requests {
                let size = try await Self.size(of: asset, options, app)
                #expect(max(size.width, size.height) <= (options["crop"] == nil ? most : (most + 1) / 2), "\(options)")
            }
        }
    }

    @Test("shuts original files, with a sentence that says why, and explains so")
    func originals() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.app, "full", rights: Self.rights)
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.open(asset).size > 0)
            try await owner.grant(Self.app, "full", rights: Self.rights, others: ["max-pixels": .uint32(4096)])
            let error = try await refusal { try await app.open(asset) }
            #expect(error.kind == "AccessDenied" && error.message.contains("4096 pixels"), "\(error)")
            let reported = try await owner.call(
                "Admin1", "ExplainAccess", "ssa{sv}", .text(Self.app), .text(asset), [:])[0]?.table
            #expect(reported?["reason"]?.text?.contains("4096 pixels") == true, "\(reported ?? [:])")
            try await owner.grant(Self.app, "full", rights: Self.rights, others: ["max-pixels": .uint32(0)])
            #expect(try await app.open(asset).size > 0)
        }
    }

    @Test("of a policy counts like one of a grant, and the lower one counts")
    func policy() async throws {
        let policy = "[*]\nmax-pixels=16\nrights=originals;captions;location;metadata\n"
        try await withWorld(WorldSettings(policy: policy)) { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.app, "full", rights: Self.rights, others: ["max-pixels": .uint32(4096)])
            let app = try await world.client(flatpak: "org.example.App")
            let size = try await Self.size(of: asset, [:], app)
            #expect(max(size.width, size.height) == 16)
            #expect(try await refusal { try await app.open(asset) }.kind == "AccessDenied")
            #expect(try await refusal { try await app.set(["favorite": true], of: asset) }.kind == "AccessDenied")
            let row = try #require(await owner.grants().first)
            #expect(row["max-pixels"]?.integer == 16)
            #expect(row["rights"]?.texts == ["location", "originals", "captions", "metadata"])
        }
    }

    @Test("that an agent's answer sets holds")
    func answer() async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let response = app.askForAccess()
            try await agent.answer(
                agent.asked(),
                ["decision": "allow", "rights": .texts(["captions", "metadata"]), "max-pixels": .uint32(16)])
            #expect(try await response.status == "authorized")
            let size = try await Self.size(of: asset, [:], app)
            #expect(max(size.width, size.height) == 16)
            #expect(try await refusal { try await app.set(["favorite": true], of: asset) }.kind == "AccessDenied")
            try await world.owner.grant(
                Self.app, "full", rights: [], others: ["location-precision": "town", "max-pixels": .uint32(16)])
            let entries = try await world.owner.audit()
            #expect(
                entries.contains { $0.values["detail"]?.text == "rights=captions;metadata max-pixels=16" }, "\(entries)"
            )
            #expect(
                entries.contains {
                    $0.values["detail"]?.text == "full rights=none max-pixels=16 location-precision=town"
                }, "\(entries)")
        }
    }

    private static func size(
        of asset: String, _ options: [String: BusArgument], _ client: TestClient
    ) async throws -> (width: Int, height: Int) {
        let request = try await client.requestImage(of: asset, options)
        let delivery = try await client.signal("Delivery", at: request.path)
        let details = try #require(delivery.values[1].table)
        #expect(try await client.response(to: request).outcome == "success")
        return (try #require(details["pixel-width"]?.integer), try #require(details["pixel-height"]?.integer))
    }
}
