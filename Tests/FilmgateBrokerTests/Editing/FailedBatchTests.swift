import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A batch with a finished editing session that fails", .inProcess)
struct FailedBatchTests {
    private static let id = "flatpak:org.example.App"

    @Test("leaves the session as it was, for whatever reason, so that the same batch can be sent again", .long)
    func sentAgain() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.id, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let session = try await app.beginEditing(photo).session
            let render = try TestPhoto.large()
            try await app.finish(session, ["full-size-photo": .memory(render.bytes)])
            let edit = ("set-content", ["id": BusArgument.text(photo), "session": .variant("o", .text(session))])
            func send(_ others: (String, [String: BusArgument])...) async throws -> BusError {
                try await refusal { try await app.perform([edit] + others, interactive: true) }
            }
            let silent = try await refusal { try await app.perform(edit) }
            #expect(silent.name == "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired")
            #expect(try await send().kind == "NoAgent")
            let agent = try await world.agent()
            async let declined = send()
            try await agent.answer(agent.asked("confirm"), "deny")
            #expect(try await declined.kind == "Declined")
            #expect(try await send(("rename", ["id": .text(photo), "title": "x"])).kind == "NotFound")
            #expect(
                try await send(("create-asset", ["resources": .variant("a(sha{sv})", .list([]))])).kind
                    == "InvalidArgument")
            // One question at a time.
            let request = try await app.pick()
            let picker = try await agent.asked("pick")
            #expect(try await send().kind == "Busy")
            try await agent.answer(picker, "cancel")
            _ = try await app.response(to: request)
            async let unusable = send()
            try await agent.answer(agent.asked("confirm"), "perhaps")
            let useless = try await unusable
            #expect(useless.kind == "NoAgent" && useless.message.contains("no usable answer"), "\(useless)")
            try await agent.register()
            // What fails after the person's yes has already given the files names.
            let other = try await owner.add(TestPhoto.small())
            async let late = send(("set-properties", ["id": .text(other), "properties": .options(["favorite": true])]))
            let prompt = try await agent.asked("confirm")
            try await owner.perform(
                ("delete-assets", ["ids": .texts([other])]), ("purge-assets", ["ids": .texts([other])]))
            try await agent.answer(prompt, "allow")
            #expect(try await late.kind == "NotFound")
            async let cancelled = send()
            _ = try await agent.asked("confirm")
            for serial in 1..<80 { try await app.call("Library1", "CancelChanges", "u", .unsigned(UInt64(serial))) }
            _ = try await cancelled
            _ = try await agent.dismissed()
            #expect(try await owner.properties(of: photo, "has-adjustments")["has-adjustments"] == .flag(false))

            let done = Task { try await app.perform([edit], interactive: true) }
            try await agent.answer(agent.asked("confirm"), "allow")
            _ = try await done.value
            #expect(try await owner.open(photo, "full-size-photo").sha256 == render.sha256)
            #expect(try await send().kind == "InvalidArgument", "the session has ended")
            #expect(try await owner.verify().findings.isEmpty)
        }
    }
}
