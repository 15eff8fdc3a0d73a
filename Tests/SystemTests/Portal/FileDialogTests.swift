import FilmgateTestKit
import Foundation
import Glibc
import Testing

/// From the portal's call to the copies that the app gets, with the real broker and a scripted agent.
@Suite("The file dialog of an app that knows nothing of Filmgate")
struct FileDialogTests {
    static let app = "org.example.Viewer"

    @Test("of pictures lets the person pick, and gives the app copies that it can read and not change")
    func picking() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(2))
            let agent = try await world.agent()
            let desk = try await PortalDesk(in: world)
            desk.open("t1", PortalDesk.several)
            let prompt = try await agent.asked("pick")
            #expect(prompt.client["id"]?.text == "exe:\(world.folder)/programs/viewer")
            try await agent.pick(photos, for: prompt)
            let reply = try await desk.answer(to: "t1")
            #expect(reply.response == 0 && reply.uris.count == 2 && reply.isWritable == false)
            #expect(reply.filter == "Pictures")
            for path in reply.paths {
                #expect(path.hasPrefix(desk.copies + "/") && path.hasSuffix(".jpg"))
                #expect(try Data(contentsOf: URL(filePath: path)).starts(with: [0xFF, 0xD8]))
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o400)
            }
            let entries = try await world.owner.audit(["client": "exe:\(world.folder)/programs/viewer"])
            #expect(entries.contains { $0.values["through"]?.text?.hasSuffix("/programs/delegate") == true })

            // One file for a dialog of one.
            desk.open("t2")
            try await agent.pick([photos[1]])
            #expect(try await desk.answer(to: "t2").uris.count == 1)

            // The copies end with the portal.
            _ = await desk.portal.stop()
            #expect(reply.paths.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        }
    }

    @Test("gives each photo in a folder of its own, under the library's name and with the library's date")
    func names() async throws {
        try await withWorld { world in
            let content = try TestPhoto.tagged(["-DateTimeOriginal=2020:01:02 03:04:05", "-OffsetTimeOriginal=+02:00"])
            let photo = try await world.owner.add(.memory(content.bytes), filename: "Été 1.jpg")
            let undated = try await world.owner.add(
                .memory(TestPhoto.tagged([]).bytes), filename: "2.jpg",
                properties: ["creation-date": .int64(1_000_000_000_000_000)])
            let agent = try await world.agent()
            let desk = try await PortalDesk(in: world)
            desk.open("t1", PortalDesk.several)
            try await agent.pick([photo, undated])
            let files = try await desk.answer(to: "t1").paths.map { URL(filePath: $0) }
            #expect(files.map(\.lastPathComponent) == ["Été 1.jpg", "2.jpg"])
            #expect(Set(files.map { $0.deletingLastPathComponent() }).count == 2)
            let dates = try files.map { file in
                let attributes = try FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
                return try #require(attributes[.modificationDate] as? Date)
            }
            #expect(dates == [1_577_927_045, 1_000_000_000].map { Date(timeIntervalSince1970: $0) })
        }
    }

    @Test("converts photos that the app does not accept, keeps their order, and asks the broker for nothing in vain")
    func conversion() async throws {
        try await withWorld { world in
            var photos: [String] = []
            // The first one takes the longest.
            for (index, photo) in try ([TestPhoto.large()] + TestPhoto.several(4)).enumerated() {
                photos.append(try await world.owner.add(.memory(photo.bytes), filename: "\(index).jpg"))
            }
            let agent = try await world.agent()
            let desk = try await PortalDesk(in: world)
            desk.open("t1", "{'filters': <[('PNG', [(uint32 0, '*.png')])]>, 'multiple': <true>}")
            try await agent.pick(photos)
            let files = try await desk.answer(to: "t1").paths.map { URL(filePath: $0) }
            #expect(files.map(\.lastPathComponent) == (0..<5).map { "\($0).png" })
            for file in files { #expect(try Data(contentsOf: file).starts(with: [0x89, 0x50, 0x4E, 0x47])) }
            let entries = try await world.owner.audit(["client": .text("exe:\(world.folder)/programs/viewer")])
            let loads = entries.filter { $0.operation.hasSuffix("-item") }
            #expect(Set(loads.map { "\($0.operation) \($0.outcome)" }) == ["request-item allowed"], "\(entries)")
        }
    }

    @Test("begins with the formats that the person last chose for this app, if its filter takes all pictures")
    func formats() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let others = "apps-compatible=exe:/usr/bin/other"
            let desk = try await PortalDesk(in: world, settings: "[portal]\n\(others)\n")
            let all = "{'filters': <[('Images', [(uint32 1, 'image/*')])]>}"
            // What the person chose for a different app does not count; then each choice does.
            let choices = [("current", "current"), ("current", "compatible"), ("compatible", "current")]
            for (index, (before, chosen)) in choices.enumerated() {
                desk.open("t\(index)", all)
                let prompt = try await agent.asked("pick")
                #expect(prompt.details["choose-representation"]?.flag == true)
                #expect(prompt.details["representation"]?.text == before, "\(index)")
                try await agent.pick([photo], ["representation": .text(chosen)], for: prompt)
                #expect(try await desk.answer(to: "t\(index)").response == 0)
            }
            desk.open("last", all)
            let last = try await agent.asked("pick")
            #expect(last.details["representation"]?.text == "current")
            try await agent.pick([photo], for: last)
            #expect(try await desk.answer(to: "last").response == 0)
            let settings = try String(
                contentsOfFile: "\(world.folder)/config/filmgate/portal.conf", encoding: .utf8)
            #expect(settings.contains(others) && settings.contains("apps-as-is=exe:\(world.folder)"), "\(settings)")

            desk.open("some")
            let some = try await agent.asked("pick")
            #expect(some.details["choose-representation"]?.flag != true)
            try await agent.answer(some, "cancel")
            #expect(try await desk.answer(to: "some").response == 1)
        }
    }

    @Test("is cancelled, closed, or the desktop's own, as the person or the app wants")
    func endings() async throws {
        try await withWorld { world in
            _ = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let desk = try await PortalDesk(in: world)
            desk.open("t1")
            try await agent.answer(agent.asked("pick"), "cancel")
            #expect(try await desk.answer(to: "t1").response == 1)

            desk.open("t2")
            let prompt = try await agent.asked("pick")
            #expect(prompt.details["other-files"]?.flag == true)
            try await agent.answer(prompt, "other-files")
            #expect(try await desk.dialogs.line().hasPrefix("own OpenFile "))
            #expect(try await desk.answer(to: "t2").uris == ["file:///own"])

            desk.open("t3")
            let closed = try await agent.asked("pick")
            desk.close("t3")
            #expect(try await agent.dismissed() == closed.id)
            #expect(try await desk.answer(to: "t3").response == 2)
        }
    }

    @Test("is the desktop's own, once, if no agent can ask, the broker is gone, or the person has switched it off")
    func forwarding() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let desk = try await PortalDesk(in: world)
            func isOwn(_ token: String) async throws -> Bool {
                let call = try await desk.dialogs.line()
                let reply = try await desk.answer(to: token)
                return call.hasPrefix("own OpenFile ") && reply.uris == ["file:///own"]
            }
            desk.open("agent")
            #expect(try await isOwn("agent"))
            desk.open("text", "{'filters': <[('Text', [(uint32 0, '*.txt')])]>}")
            #expect(try await isOwn("text"))

            let agent = try await world.agent()
            desk.open("picked")
            try await agent.pick([photo])
            #expect(try await desk.answer(to: "picked").response == 0)
            try desk.write(settings: "[portal]\nenabled=no\n")
            desk.open("off")
            #expect(try await isOwn("off"))
            try desk.write(settings: "[portal]\napps-off=exe:\(world.folder)/programs/viewer\n")
            desk.open("app")
            #expect(try await isOwn("app"))
            try desk.write(settings: "")

            desk.open("broker")
            _ = try await agent.asked("pick")
            try await world.killBroker()
            #expect(try await isOwn("broker"))
            desk.open("gone")
            #expect(try await isOwn("gone"))
        }
    }

    @Test("is the desktop's own at once while the library is empty, and the picker with the first photo")
    func emptyLibrary() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let desk = try await PortalDesk(in: world)
            desk.open("empty")
            try await desk.getsOwnDialog("empty")
            let photo = try await world.owner.add(TestPhoto.small())
            desk.open("picked")
            try await agent.pick([photo])
            #expect(try await desk.answer(to: "picked").response == 0)
            try await world.owner.perform(("delete-assets", ["ids": .texts([photo])]))
            desk.open("trashed")
            try await desk.getsOwnDialog("trashed")
        }
    }

    @Test(
        "is the desktop's own, once, if the agent's program ends, or shows no window within a second")
    func noWindow() async throws {
        for text in ["exit 0", "exec sleep 60"] {
            try await withWorld(TerminalAgentTests.settings) { world in
                _ = try await world.owner.add(TestPhoto.small())
                let program = try await world.executable("window", "#!/bin/sh\n\(text)\n")
                let agent = try world.start([BuiltProgram.path("filmgate-agent"), "--window", program])
                try await world.agentRegisters()
                let desk = try await PortalDesk(in: world)
                for token in ["t1", "t2"] {
                    desk.open(token)
                    try await desk.getsOwnDialog(token)
                }
                if agent.hasEnded { Issue.record("\(await agent.result())") }
            }
        }
    }

    @Test("is the desktop's own, once, if the agent hangs, or asks something else first")
    func busyAgent() async throws {
        try await withWorld { world in
            _ = try await world.owner.add(TestPhoto.small())
            let program = try await world.agentProgram()
            let agent = ScriptedAgent(program)
            try await agent.register()
            let desk = try await PortalDesk(in: world)
            let other = try await world.client(flatpak: Self.app)
            let request = try await other.requestAccess()
            let prompt = try await agent.asked("access")
            desk.open("behind")
            try await desk.getsOwnDialog("behind")
            try await agent.answer(prompt, "deny")
            #expect(try await other.response(to: request).outcome == "denied")

            kill(program.pid, SIGSTOP)
            desk.open("hangs")
            try await desk.getsOwnDialog("hangs")
            kill(program.pid, SIGCONT)
            let late = try await agent.asked("pick")
            #expect(try await agent.dismissed() == late.id)
        }
    }

    @Test("is the desktop's own, once, if the app has gone, or is a different user's")
    func unidentified() async throws {
        for isGone in geteuid() == 0 ? [true, false] : [true] {
            try await withWorld { world in
                _ = try await world.owner.add(TestPhoto.small())
                _ = try await world.agent()
                let stranger = isGone ? nil : try await world.client(.user(34))
                let desk = try await PortalDesk(in: world, app: stranger?.name ?? ":1.999999")
                desk.open("t1")
                try await desk.getsOwnDialog("t1")
            }
        }
    }

    @Test("of a sandboxed app gets copies without the place, and no other app's name opens it")
    func sandboxed() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: Self.app)
            let desk = try await PortalDesk(in: world, app: app.name)
            desk.open("t1", appID: Self.app)
            let prompt = try await agent.asked("pick")
            #expect(prompt.client["id"]?.text == "flatpak:\(Self.app)")
            try await agent.pick([photo], for: prompt)
            let reply = try await desk.answer(to: "t1")
            let path = try #require(reply.paths.first)
            let found = try await world.run("/usr/bin/exiftool", "-G1", "-GPS:all", "-XMP-exif:GPS*", path)
            #expect(found.output.isEmpty)

            // The portal and the broker disagree about who it is.
            for (token, appID) in [("t2", "org.example.Other"), ("t3", "-")] {
                desk.open(token, appID: appID)
                #expect(try await desk.dialogs.line().hasPrefix("own OpenFile "))
                #expect(try await desk.answer(to: token).uris == ["file:///own"])
            }
        }
    }
}
