import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// What is approved is what happens, whatever is changed or called while the person decides.
@Suite("While the person decides,", .inProcess)
struct MeanwhileTests {
    private static let id = "flatpak:org.example.App"
    private static let rights = ["originals", "captions", "metadata", "write"]

    @Test("an asset that is edited again is neither reverted nor edited by what was confirmed before")
    func editedMeanwhile() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.edit(photo, as: TestPhoto.small())
            try await owner.grant(Self.id, "full", rights: Self.rights)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            for member in ["revert-content", "set-content"] {
                var keys: [String: BusArgument] = ["id": .text(photo)]
                if member == "set-content" {
                    let session = try await app.beginEditing(photo).session
                    try await app.finish(session, ["full-size-photo": .memory(TestPhoto.large().bytes)])
                    keys["session"] = .variant("o", .text(session))
                }
                let change = (member, keys)
                async let refused = refusal { try await app.perform([change], interactive: true) }
                let prompt = try await agent.asked("confirm")
                let newer = try TestPhoto.small()
                try await owner.edit(photo, as: newer)
                try await agent.answer(prompt, "allow")
                #expect(try await refused.kind == "Busy", "\(member)")
                #expect(try await owner.open(photo, "full-size-photo").sha256 == newer.sha256)
            }
        }
    }

    @Test("a second batch of the app waits for no answer to the first, and is not covered by it")
    func secondBatch() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant(Self.id, "full", rights: Self.rights)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let other = try await app.anotherConnection()
            let first = Task { try await app.delete(photos[0], interactive: true) }
            let prompt = try await agent.asked("confirm")
            #expect(try await refusal { try await other.delete(photos[1], interactive: true) }.kind == "Busy")
            let silent = try await refusal { try await other.delete(photos[1]) }
            #expect(silent.kind == "InteractiveAuthorizationRequired")
            try await agent.answer(prompt, "allow")
            try await first.value
            #expect(try await refusal { try await app.delete(photos[1]) }.kind == "InteractiveAuthorizationRequired")
            #expect(try await Set(owner.assets()) == Set(photos.dropFirst()))
        }
    }

    @Test("a dry run authorizes nothing, and asks nobody")
    func dryRun() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.id, "full", rights: Self.rights)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let change: BusArgument = .list([.list(["delete-assets", .table(["ids": .texts([photo])])])])
            try await app.call("Library1", "PerformChanges", "a(sa{sv})a{sv}", change, ["dry-run": true])
            #expect(try await refusal { try await app.delete(photo) }.kind == "InteractiveAuthorizationRequired")
            #expect(try await agent.prompts().isEmpty)
            #expect(try await owner.assets() == [photo])
        }
    }

    @Test("a grant that is lost and given back between ends what was asked, and the yes to it counts for nothing")
    func lostAndGiven() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.id, "full", rights: Self.rights)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let refused = refusal { try await app.delete(photo, interactive: true) }
            let prompt = try await agent.asked("confirm")
            try await owner.grant(Self.id, "none")
            try await owner.grant(Self.id, "full", rights: Self.rights)
            try await agent.answer(prompt, "allow")
            #expect(try await refused.kind == "AccessDenied")
            #expect(try await owner.assets() == [photo])
        }
    }

    @Test("a right that is taken back is checked again: what was confirmed is not made")
    func rightTaken() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.id, "full", rights: Self.rights)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let refused = refusal { try await app.delete(photo, interactive: true) }
            let prompt = try await agent.asked("confirm")
            try await owner.grant(Self.id, "full", rights: ["originals"])
            try await agent.answer(prompt, "allow")
            #expect(try await refused.kind == "AccessDenied")
            #expect(try await owner.assets() == [photo])
        }
    }

    @Test("the app that asks for a picker and leaves gives its items to no other connection of it")
    func pickerLeft() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let other = try await world.client(flatpak: "org.example.App")
            _ = try await app.pick(["handle-token": "mine"])
            let prompt = try await agent.asked("pick")
            await app.end()
            #expect(try await agent.dismissed() == prompt.id)
            try await agent.pick([photo], for: prompt)
            _ = try await agent.client.status()
            #expect(try await other.signals("Response", within: 0).isEmpty)
            #expect(try await owner.audit(["client": .text(Self.id), "operation": "pick", "outcome": "allow"]).isEmpty)
        }
    }

    @Test("an access that policy takes away stays away, and the yes to it grants nothing")
    func policyReloaded() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            try world.writePolicy("[\(Self.id)]\nhighest=none\n")
            try await world.reloadPolicy()
            try await agent.answer(prompt, "allow")
            let response = try await app.response(to: request)
            #expect(response.outcome != "success")
            #expect(try await app.status() == "restricted")
        }
    }
}
