import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A deletion, which the person confirms,", .inBothWorlds)
struct ConfirmTests {
    static let id = "flatpak:org.example.App"

    @Test("is made once they allow it, for the whole batch")
    func allow() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant(Self.id, "full")
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let done = app.perform(
                ("delete-assets", ["ids": .texts([photos[0]])]),
                ("set-properties", ["id": .text(photos[1]), "properties": .options(["favorite": true])]),
                ("delete-assets", ["ids": .texts([photos[2]])]), interactive: true)
            let prompt = try await agent.asked("confirm")
            #expect(prompt.kind == "confirm")
            #expect(
                prompt.details["changes"]?.list == [
                    .list([.text("delete-assets"), .list([.text(photos[0])])]),
                    .list([.text("delete-assets"), .list([.text(photos[2])])]),
                ])
            #expect(try await app.assets().count == 3, "nothing is done before")
            try await agent.answer(prompt, "allow")
            _ = try await done
            #expect(try await app.assets() == [photos[1]])
        }
    }

    @Test("is not made if they refuse, if there is no agent, or if asking is not allowed")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.id, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let silent = try await refusal { try await app.delete(photo) }
            #expect(silent.name == "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired")
            #expect(try await refusal { try await app.delete(photo, interactive: true) }.kind == "NoAgent")
            let agent = try await world.agent()
            async let denied = refusal { try await app.delete(photo, interactive: true) }
            try await agent.answer(agent.asked("confirm"), "deny")
            let no = try await denied
            #expect(no.kind == "Declined" && !no.message.contains("grants set"), "\(no)")
            let unknown = try await refusal { try await app.delete(AgentFaultTests.nothing, interactive: true) }
            #expect(unknown.kind == "NotFound", "before anybody is asked")
            #expect(try await agent.prompts().isEmpty)
            #expect(try await app.assets() == [photo])
        }
    }

    @Test("is checked again: it is not made if the access or the photo's visibility was lost meanwhile", .long)
    func checkedAgain() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.id, "limited", selection: photos)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            async let hidden = refusal { try await app.delete(photos[0], interactive: true) }
            let first = try await agent.asked("confirm")
            try await owner.changeSelection(of: Self.id, remove: [photos[0]])
            try await agent.answer(first, "allow")
            #expect(try await hidden.kind == "NotFound")

            async let refused = refusal { try await app.delete(photos[1], interactive: true) }
            let second = try await agent.asked("confirm")
            try await owner.grant(Self.id, "add-only")
            #expect(try await refused.kind == "AccessDenied")
            #expect(try await agent.dismissed() == second.id)
            #expect(try await owner.assets().count == 2)
        }
    }

    @Test("is withdrawn by CancelChanges, with the caller's own serial of the call and from no other connection")
    func cancelling() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.id, "full")
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let other = try await app.anotherConnection()
            async let given = refusal { try await app.delete(photo, interactive: true) }
            let prompt = try await agent.asked("confirm")
            // The binding does not report the serial: try all possible ones.
            for serial in 1..<40 { try await other.call("Library1", "CancelChanges", "u", .unsigned(UInt64(serial))) }
            #expect(try await agent.client.signals("Dismiss", within: 0).isEmpty)
            for serial in 1..<40 { try await app.call("Library1", "CancelChanges", "u", .unsigned(UInt64(serial))) }
            #expect(try await given.kind == "Io")
            #expect(try await agent.dismissed() == prompt.id)
            try await agent.answer(prompt, "allow")
            _ = try await agent.client.status()
            #expect(try await app.assets() == [photo])
        }
    }

    @Test("is withdrawn when the caller leaves the bus")
    func leaving() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.id, "full")
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let second = try await app.anotherConnection()
            let deletion = Task { try? await second.delete(photo, interactive: true) }
            let prompt = try await agent.asked("confirm")
            try await second.disconnect()
            #expect(try await agent.dismissed() == prompt.id)
            deletion.cancel()
            try await agent.answer(prompt, "allow")
            _ = try await agent.client.status()
            #expect(try await owner.assets() == [photo])
        }
    }
}
