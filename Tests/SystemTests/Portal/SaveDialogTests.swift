import FilmgateTestKit
import Foundation
import Glibc
import Testing

/// From the save dialog of an app to the library, with the real broker and a scripted agent.
@Suite("The save dialog of an app that knows nothing of Filmgate")
struct SaveDialogTests {
    private static let viewer = "viewer"

    private func withDesk(_ body: (World, PortalDesk) async throws -> Void) async throws {
        try await withWorld { world in try await body(world, try await PortalDesk(in: world)) }
    }

    private func client(of world: World) -> String { "exe:\(world.folder)/programs/\(Self.viewer)" }

    /// The names of the files that this client added.
    private func added(_ world: World, by client: String? = nil) async throws -> [String] {
        var names: [String] = []
        for id in try await world.owner.assets() {
            let values = try await world.owner.properties(of: id, "filename", "creator")
            guard values["creator"]?.text == client ?? self.client(of: world) else { continue }
            names.append(values["filename"]?.text ?? "")
        }
        return names.sorted()
    }

    /// Answers a dialog, and returns the choices that it showed.
    @discardableResult
    private func save(
        _ desk: PortalDesk, _ token: String, as name: String, ticks: Bool?, choices: String = ""
    ) async throws -> [String: String] {
        desk.save(token, as: name, ticks: ticks, choices: choices)
        let shown = try await desk.shownChoices()
        let reply = try await desk.answer(to: token)
        #expect(reply.response == 0 && reply.uris == ["file://\(desk.saved)/\(name)"])
        #expect(reply.choices == (choices.isEmpty ? nil : ["encoding"]))
        return shown
    }

    /// Shows a dialog that adds nothing. When it has ended, the portal has released the connection of the last
    /// addition.
    private func releases(_ desk: PortalDesk, _ token: String) async throws {
        try await save(desk, token, as: "none.jpg", ticks: false)
    }

    private func write(_ photo: TestPhoto, to path: String) throws {
        try Data(photo.bytes).write(to: URL(filePath: path))
    }

    @Test("adds what was saved as the app, if the person wants it, and remembers that")
    func adding() async throws {
        try await withDesk { world, desk in
            try await world.owner.grant(client(of: world), "add-only")
            let own = ", 'choices': <[('encoding', 'Encoding', [('utf8', 'UTF-8')], 'utf8')]>"
            #expect(try await save(desk, "t1", as: "no.jpg", ticks: false, choices: own)["filmgate-add"] == "false")
            try write(.small("no"), to: "\(desk.saved)/no.jpg")

            #expect(try await save(desk, "t2", as: "closed.jpg", ticks: true) == ["filmgate-add": "false"])
            try write(.small("partial"), to: "\(desk.saved)/closed.jpg.part")
            try write(.small("closed"), to: "\(desk.saved)/closed.jpg")
            try await eventually { try await added(world) == ["closed.jpg"] }

            // It is ticked now. A browser writes to a different name first.
            #expect(try await save(desk, "t3", as: "moved.jpg", ticks: nil) == ["filmgate-add": "true"])
            try Data().write(to: URL(filePath: "\(desk.saved)/moved.jpg"))
            try write(.small("moved"), to: "\(desk.saved)/moved.jpg.part")
            #expect(rename("\(desk.saved)/moved.jpg.part", "\(desk.saved)/moved.jpg") == 0)
            try await eventually { try await added(world) == ["closed.jpg", "moved.jpg"] }

            // The same name again: the new photo takes the place of the earlier one.
            try await releases(desk, "released")
            let first = try await world.owner.assets()
            try await save(desk, "t4", as: "moved.jpg", ticks: true)
            try write(.small("again"), to: "\(desk.saved)/moved.jpg")
            try await eventually {
                let assets = try await world.owner.assets()
                return try await added(world) == ["closed.jpg", "moved.jpg"] && Set(assets) != Set(first)
            }
            let withdrawals = try await world.owner.audit(["operation": "withdraw-added"])
            #expect(withdrawals.count == 1 && Set(first).isSuperset(of: withdrawals[0].ids))

            #expect(try await save(desk, "t5", as: "off.jpg", ticks: false) == ["filmgate-add": "true"])
            #expect(try await save(desk, "t6", as: "off.jpg", ticks: nil) == ["filmgate-add": "false"])
            #expect(try await save(desk, "t7", as: "text.txt", ticks: true).isEmpty)
            let entries = try await world.owner.audit([
                "client": .text(client(of: world)), "operation": "create-assets",
            ])
            #expect(entries.count == 3)
            #expect(entries.allSatisfy { $0.values["through"]?.text?.hasSuffix("/programs/delegate") == true })
        }
    }

    @Test("leaves the earlier photo if the person has used it, or if the app did not write over its file")
    func earlier() async throws {
        try await withDesk { world, desk in
            try await world.owner.grant(client(of: world), "add-only")
            try await save(desk, "t1", as: "a.jpg", ticks: true)
            try write(.small("first"), to: "\(desk.saved)/a.jpg")
            try await eventually { try await added(world) == ["a.jpg"] }
            try await world.owner.set(["favorite": true], of: world.owner.assets()[0])
            try await releases(desk, "released")
            try await save(desk, "t2", as: "a.jpg", ticks: true)
            try write(.small("second"), to: "\(desk.saved)/a.jpg")
            try await eventually { try await added(world) == ["a.jpg", "a.jpg"] }
            #expect(rename("\(desk.saved)/a.jpg", "\(desk.saved)/b.jpg") == 0)
            try await save(desk, "t3", as: "a.jpg", ticks: nil)
            try write(.small("third"), to: "\(desk.saved)/a.jpg")
            try await eventually { try await added(world) == ["a.jpg", "a.jpg", "a.jpg"] }
        }
    }

    @Test("asks the person once whether the app may add, and is offered only if it may")
    func asking() async throws {
        try await withDesk { world, desk in
            let agent = try await world.agent()
            try await save(desk, "t1", as: "a.jpg", ticks: true)
            let prompt = try await agent.asked()
            #expect(prompt.client["id"]?.text == client(of: world))
            // The file is whole before the person has answered.
            try write(.small("a"), to: "\(desk.saved)/a.jpg")
            try await agent.answer(prompt, "allow")
            try await eventually { try await added(world) == ["a.jpg"] }

            try await save(desk, "t2", as: "b.jpg", ticks: true)
            try write(.small("b"), to: "\(desk.saved)/b.jpg")
            try await eventually { try await added(world) == ["a.jpg", "b.jpg"] }

            // What the app may not do is not offered.
            try await world.owner.grant(client(of: world), "none")
            #expect(try await save(desk, "t3", as: "c.jpg", ticks: nil).isEmpty)
            try desk.write(settings: "[portal]\nenabled=no\n")
            try await world.owner.grant(client(of: world), "add-only")
            #expect(try await save(desk, "t4", as: "c.jpg", ticks: nil).isEmpty)
            try desk.write(settings: "[portal]\napps-off=\(client(of: world))\n")
            #expect(try await save(desk, "t5", as: "c.jpg", ticks: nil).isEmpty)
            try desk.write(settings: "")
            #expect(try await save(desk, "t6", as: "c.jpg", ticks: nil).count == 1)
            try await world.killBroker()
            #expect(try await save(desk, "t7", as: "c.jpg", ticks: nil).isEmpty)
        }
    }

    @Test("of a sandboxed app adds as that app, and no other app's name does")
    func sandboxed() async throws {
        try await withWorld { world in
            let app = "org.example.Viewer"
            try await world.owner.grant("flatpak:\(app)", "add-only")
            let client = try await world.client(flatpak: app)
            let desk = try await PortalDesk(in: world, app: client.name)
            desk.save("t1", as: "a.jpg", ticks: true, appID: app)
            #expect(try await desk.shownChoices().count == 1)
            #expect(try await desk.answer(to: "t1").choices == nil)
            try write(.small("a"), to: "\(desk.saved)/a.jpg")
            try await eventually { try await added(world, by: "flatpak:\(app)") == ["a.jpg"] }

            for (token, id) in [("t2", "org.example.Other"), ("t3", "-")] {
                desk.save(token, as: "b.jpg", ticks: nil, appID: id)
                #expect(try await desk.shownChoices().isEmpty)
                #expect(try await desk.answer(to: token).response == 0)
            }
        }
    }

    @Test("adds nothing against the person's answer, and is the desktop's own from then on")
    func denying() async throws {
        try await withWorld { world in
            let app = "org.example.Viewer"
            let agent = try await world.agent()
            let client = try await world.client(flatpak: app)
            let desk = try await PortalDesk(in: world, app: client.name)
            desk.save("t1", as: "a.jpg", ticks: true, appID: app)
            #expect(try await desk.shownChoices().count == 1)
            #expect(try await desk.answer(to: "t1").response == 0)
            let prompt = try await agent.asked()
            try write(.small("a"), to: "\(desk.saved)/a.jpg")
            try await agent.answer(prompt, "deny")
            try await eventually { try await client.status("add-only") == "denied" }
            desk.save("t2", as: "b.jpg", ticks: nil, appID: app)
            #expect(try await desk.shownChoices().isEmpty)
            #expect(try await desk.answer(to: "t2").response == 0)
            #expect(try await world.owner.assets().isEmpty)
        }
    }

    @Test("adds no link, no old file, and none of a different user or name, and then still what is saved")
    func attacks() async throws {
        try await withDesk { world, desk in
            try await world.owner.grant(client(of: world), "add-only")
            let path = "\(desk.saved)/a.jpg"
            try write(.small("secret"), to: "\(world.folder)/secret.jpg")
            try await save(desk, "t1", as: "a.jpg", ticks: true)
            func refused(_ reason: String) async throws {
                try await eventually { desk.portal.log.soFar.contains("'\(path)' is not added. \(reason)") }
            }
            func replaced(_ make: (String) -> Int32) {
                #expect(make("\(desk.saved)/new") == 0)
                #expect(rename("\(desk.saved)/new", path) == 0)
            }
            replaced { symlink("\(world.folder)/secret.jpg", $0) }
            try await refused("It is no regular file.")
            replaced { link("\(world.folder)/secret.jpg", $0) }
            try await refused("It has more than one name.")
            if geteuid() == 0 {
                try write(.small("foreign"), to: "\(desk.saved)/foreign")
                #expect(chown("\(desk.saved)/foreign", 34, 34) == 0)
                #expect(rename("\(desk.saved)/foreign", path) == 0)
                try await refused("It belongs to a different user.")
            }
            try write(.small("old"), to: "\(desk.saved)/old")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: "\(desk.saved)/old")
            #expect(rename("\(desk.saved)/old", path) == 0)
            try await refused("It was written before the dialog.")
            // It is renamed before it is quiet.
            try write(.small("changed"), to: path)
            #expect(rename(path, "\(desk.saved)/b.jpg") == 0)
            #expect(try await added(world).isEmpty)
            try write(.small("saved"), to: path)
            try await eventually { try await added(world) == ["a.jpg"] }

            try await save(desk, "t2", as: "page.jpg", ticks: true)
            try Data("<html>".utf8).write(to: URL(filePath: "\(desk.saved)/page.jpg"))
            try await eventually { desk.portal.log.soFar.contains("/page.jpg' is not added. It is no photo") }
            #expect(try await added(world) == ["a.jpg"])
        }
    }

    @Test("is answered a hundred times at once, and follows sixteen files of an app")
    func floods() async throws {
        try await withDesk { world, desk in
            try await world.owner.grant(client(of: world), "add-only")
            for index in 0..<100 { desk.save("t\(index)", as: "a\(index).jpg", ticks: true) }
            var (offered, answered): (Int, Int) = (0, 0)
            var rejected = 0
            while answered + rejected < 100 {
                let line = try await desk.dialogs.line()
                if line.hasPrefix("own ") {
                    offered += line.contains("filmgate-add") ? 1 : 0
                } else if line.contains(" error ") {
                    #expect(line.hasSuffix("org.freedesktop.DBus.Error.LimitsExceeded"))
                    rejected += 1
                } else {
                    answered += 1
                }
            }
            #expect(answered > 0 && offered <= 16)
            // A different app has its own share, and this one has it again when its files are saved.
            let names = (0..<100).map { "a\($0).jpg" }
            for name in names { try write(.small(name), to: "\(desk.saved)/\(name)") }
            try await eventually { try await added(world).count == offered }
            #expect(try await save(desk, "more", as: "more.jpg", ticks: true).count == 1)
        }
    }

    @Test("adds nothing and leaves nothing behind if the app or the portal ends")
    func endings() async throws {
        try await withWorld { world in
            let saver = "exe:\(world.folder)/programs/saver"
            func connections() async throws -> Int {
                try await world.owner.clients().count { $0["client"]?.text == saver }
            }
            try await world.owner.grant(saver, "add-only")
            let app = try await world.program("saver")
            let desk = try await PortalDesk(in: world, app: app.name)
            try await save(desk, "t1", as: "a.jpg", ticks: true)
            #expect(try await connections() > 0)
            await app.kill()
            try await eventually { try await connections() == 0 }
            try write(.small("late"), to: "\(desk.saved)/a.jpg")
            #expect(FileManager.default.fileExists(atPath: "/proc/\(desk.portal.pid)"))
            #expect(try await world.owner.assets().isEmpty)
        }
        try await withDesk { world, desk in
            try await world.owner.grant(client(of: world), "add-only")
            func connections() async throws -> Int {
                try await world.owner.clients().count { $0["client"]?.text == client(of: world) }
            }
            let earlier = try await connections()
            try await save(desk, "t1", as: "a.jpg", ticks: true)
            #expect(try await connections() > earlier)
            try write(.small("quiet"), to: "\(desk.saved)/a.jpg")
            desk.portal.kill()
            await desk.portal.ended()
            #expect(try FileManager.default.contentsOfDirectory(atPath: desk.saved) == ["a.jpg"])
            try await eventually { try await connections() == earlier }
            #expect(try await world.owner.assets().isEmpty)
        }
    }
}
