import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("An agent's answer to a pick", .inProcess)
struct PickAnswerTests {
    static let id = "flatpak:org.example.App"

    @Test("is not used if it does not fit the question, and the agent is not asked again until it registers")
    func unusable() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let video = try await owner.add(Video.small())
            let agent = try await world.agent()
            func part(_ id: String, _ numbers: Double...) -> BusArgument {
                .variant(
                    numbers.count == 4 ? "a{s(dddd)}" : "a{s(dd)}", .table([id: .list(numbers.map(BusArgument.number))])
                )
            }
            let answers: [([String], [String: BusArgument])] = [
                (photos, [:]), ([photos[0], photos[0]], [:]), (["../x"], [:]), ([photos[0]], ["colour": true]),
                ([photos[0]], ["crops": part(photos[1], 0, 0, 1, 1)]),
                ([photos[0]], ["crops": part(photos[0], 0, 0, 1, 2)]),
                ([photos[0]], ["trims": part(photos[0], 0, 1)]), ([video], ["crops": part(video, 0, 0, 1, 1)]),
                ([video], ["trims": part(video, 0, 9)]), ([video], ["trims": part(video, 3, 1)]),
                ([photos[0]], ["remove": .texts(["places"])]),
            ]
            for (number, (items, others)) in answers.enumerated() {
                let app = try await world.client(flatpak: "org.example.App\(number)")
                let response = try await app.picked(
                    items, ["limit": .uint32(2), "max-duration": .variant("d", 2.0)], by: agent, answering: others)
                #expect(response.outcome == "failed" && response.error == "NoAgent", "\(items) \(others) \(response)")
                #expect(response.items?.isEmpty == true)
                try await agent.register()
            }
        }
    }

    @Test("loses a rectangle that the app did not ask for, and a square one that is not square in the upright picture")
    func crops() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let flat = try await owner.add(TestPhoto.small())
            let turned = try await owner.add(TestPhoto.tagged(["-Orientation#=6"]))
            let agent = try await world.agent()
            for (number, photo, width, height, isSquare) in [
                (0, flat, 0.75, 1.0, true), (1, flat, 1, 0.75, false), (2, flat, 0.5, 0.5, false),
                (3, turned, 1, 0.75, true), (4, turned, 0.75, 1, false),
            ] {
                let app = try await world.client(flatpak: "org.example.App\(number)")
                let crops: BusArgument = .variant(
                    "a{s(dddd)}", .table([photo: [0, 0, .number(width), .number(height)]]))
                let square = try await app.picked(photo, ["crop": "square"], by: agent, answering: ["crops": crops])
                #expect(square.outcome == "success" && (square.items?[0]["crop-rect"] != nil) == isSquare, "\(number)")
                let unasked = try await app.picked(photo, by: agent, answering: ["crops": crops])
                #expect(unasked.outcome == "success" && unasked.items?[0]["crop-rect"] == nil)
            }
        }
    }

    @Test("gives nothing of what is trashed, purged, unknown or does not match the filter")
    func leftOut() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let video = try await owner.add(Video.small())
            try await owner.delete(photos[1])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let unknown = "00000000-0000-4000-8000-000000000000"
            let options: [String: BusArgument] = ["limit": .uint32(0), "filter": "media-type = 'image'"]
            let some = try await app.picked(
                [video, unknown, photos[2], photos[1], photos[0]], options, by: agent,
                answering: ["remove": .texts([])])
            #expect(some.outcome == "success" && some.items?.count == 2)
            let handles = (some.items ?? []).compactMap { $0["handle"]?.text }
            for (handle, photo) in zip(handles, [photos[2], photos[0]]) {
                #expect(try await app.openItem(handle).file.sha256 == owner.open(photo).sha256, "in order")
            }
            for items in [[video], [unknown], [photos[1]]] {
                let response = try await app.picked(items, options, by: agent)
                #expect(response.outcome == "failed" && response.error == "NoAgent", "\(response)")
            }
            #expect(try await agent.client.status() == "authorized", "the agent is not at fault")
        }
    }

    @Test("can pick what is hidden, if a person looked for it, but not by a rule")
    func hidden() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.set(["hidden": true], of: photo)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let byPerson = try await app.picked(photo, by: agent)
            #expect(byPerson.outcome == "success")
            let byRule = try await app.picked(photo, by: agent, answering: ["rule": "kiosk.conf [*]"])
            #expect(byRule.outcome == "failed" && byRule.error == "NoAgent")
        }
    }

    @Test("extends the selection if the app asked for that and has limited access, without a second question")
    func keep() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let keep: [String: BusArgument] = ["keep": true]
            for level in ["none", "full"] {
                try await owner.grant(Self.id, level)
                let response = try await app.picked(photos[0], keep, by: agent, answering: keep)
                #expect(response.outcome == "success")
            }
            try await owner.grant(Self.id, "limited", selection: [photos[0]])
            let unwanted = try await app.picked(photos[1], by: agent, answering: keep)
            #expect(unwanted.items?.first?["id"] == nil, "the app did not ask")
            let once = try await app.picked(photos[1], keep, by: agent)
            #expect(once.items?.first?["id"] == nil, "the person did not say so")
            #expect(try await app.assets() == [photos[0]])
            let response = try await app.picked(
                [photos[1], photos[0]], ["keep": true, "limit": .uint32(2)], by: agent, answering: keep)
            #expect(response.items?.map { $0["id"]?.text } == [photos[1], photos[0]])
            #expect(try await Set(app.assets()) == Set(photos.prefix(2)))
            #expect(try await agent.prompts().isEmpty)
            let entries = try await owner.audit(["client": .text(Self.id), "operation": "pick"])
            let kept = try #require(entries.first { $0.detail == "keep" }, "\(entries)")
            #expect(kept.outcome == "allow" && Set(kept.ids) == Set(photos.prefix(2)))
        }
    }

    @Test("is in the audit log, and so is what the app opens")
    func audit() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let handle = try await app.handle(of: photos[0], by: agent)
            _ = try await app.openItem(handle)
            _ = try await app.deliveries(of: app.requestItem(handle, ["width": .uint32(8)]))
            _ = try await refusal { try await app.openItem("unknown") }
            let request = try await app.pick()
            try await agent.answer(agent.asked("pick"), "cancel")
            _ = try await app.response(to: request)
            let entries = try await owner.audit(["client": .text(Self.id)])
            #expect(
                Set(entries.map { "\($0.operation) \($0.outcome)" }) == [
                    "pick allow", "pick dismiss", "open-item allowed", "open-item not-found", "request-item allowed",
                ])
            for entry in entries where entry.outcome.hasPrefix("allow") { #expect(entry.ids == [photos[0]]) }
            #expect(!entries.contains { $0.ids.contains(photos[1]) })
        }
    }
}
