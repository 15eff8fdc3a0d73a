import FilmgateTestKit
import Foundation
import Testing

/// `examples/flatpak`, built by flatpak-builder and run by Flatpak, on a system bus with the shipped policy.
@Suite("The real Flatpak", .enabled(if: FlatpakHost.hindrance == nil, "\(FlatpakHost.hindrance ?? "")"))
struct FlatpakTests {
    private static let id = "flatpak:\(FlatpakHost.app)"

    @Test(
        "an app is identified through Flatpak's own proxy, asks for add-only, is granted, and adds photos; later it is not asked again"
    )
    func postcard() async throws {
        try await withFlatpak { stage in
            let agent = try await stage.agent()
            async let first = stage.flatpak.run()
            let prompt = try await agent.asked()
            #expect(prompt.kind == "access" && prompt.details["access"]?.text == "add-only")
            #expect(prompt.client["id"]?.text == Self.id && prompt.client["verified"]?.flag == true)
            #expect(prompt.client["name"]?.text == "Postcard" && prompt.client["icon"]?.text == FlatpakHost.app)
            #expect(prompt.details["purpose"]?.text == "To put the postcards that you draw among your photos")
            try await agent.answer(prompt, "allow")
            let result = try await first
            #expect(result.output == "Among your photos now: Postcard.png\n" && result.code == 0, "\(result)")

            let added = try await stage.owner.assets()
            let photo = try await stage.owner.properties(
                of: try #require(added.first), "creator", "filename", "mime-type", "pixel-width")
            #expect(added.count == 1 && photo["creator"]?.text == Self.id && photo["filename"]?.text == "Postcard.png")
            #expect(photo["mime-type"]?.text == "image/png" && photo["pixel-width"]?.integer == 640)

            // More files than fit into one message.
            let data = "\(stage.flatpak.home)/.var/app/\(FlatpakHost.app)/data"
            let files = try (10..<27).map { number in
                let path = "\(data)/photo-\(number).jpg"
                try Data(TestPhoto.small("\(number)").bytes).write(to: URL(filePath: path))
                return path
            }
            let again = try await stage.flatpak.run(files)
            #expect(again.output.contains("photo-10.jpg") && again.code == 0, "\(again)")
            #expect(try await stage.owner.assets().count == 18)
            #expect(try await agent.prompts().isEmpty)
        }
    }

    @Test(
        "an app says in a sentence that it is refused, that there is no decision, that it must wait, that there is no agent"
    )
    func refusals() async throws {
        try await withFlatpak { stage in
            let alone = try await stage.flatpak.run()
            #expect(alone.errors.contains("No program is running that can ask you") && alone.code == 1, "\(alone)")

            let agent = try await stage.agent()
            let wrong = "\(stage.flatpak.home)/.var/app/\(FlatpakHost.app)/data/photo.jpg"
            try Data("no photo".utf8).write(to: URL(filePath: wrong))
            async let denied = stage.flatpak.run([wrong])
            let prompt = try await agent.asked()
            #expect(prompt.details["purpose"]?.text == "To add the pictures that you opened with it")
            try await agent.answer(prompt, "deny")
            #expect(try await denied.errors.contains("You do not let this app add photos."))
            let still = try await stage.flatpak.run()
            #expect(still.errors.contains("You do not let this app add photos.") && still.code == 1, "\(still)")

            try await stage.owner.call("Admin1", "ResetGrant", "sa{sv}", .text(Self.id), [:])
            async let dismissed = stage.flatpak.run()
            try await agent.answer(agent.asked(), "dismiss")
            #expect(try await dismissed.errors.contains("You did not decide"))
            let early = try await stage.flatpak.run()
            #expect(early.errors.contains("You were asked a moment ago") && early.code == 1, "\(early)")

            try await stage.owner.grant(Self.id, "add-only")
            let content = try await stage.flatpak.run([wrong])
            #expect(content.code == 1 && content.errors.contains("change 0"), "\(content)")
            #expect(try await stage.owner.assets().isEmpty)
            #expect(try await agent.prompts().isEmpty)
        }
    }

    @Test(
        "an app that may only add reaches nothing else: no photos, no interfaces of agents and administrators, no other programs"
    )
    func nothingElse() async throws {
        try await withFlatpak { stage in
            let agent = try await stage.agent()
            let others = try await stage.owner.add(TestPhoto.small())
            let app = try await stage.flatpak.client()
            let identity = try await app.identity()
            #expect(identity.id == Self.id && identity.kind == "flatpak" && identity.isVerified)
            #expect(try await Self.reading(app, others) == Set(["NotDetermined"]))
            try await stage.owner.grant(Self.id, "add-only")
            let own = try await app.add(TestPhoto.small())
            for id in [own, others] { #expect(try await Self.reading(app, id) == Set(["AccessDenied"])) }

            try stage.system.forgetAsked()
            let register = try await app.error("AgentManager1", "RegisterAgent", "oa{sv}", .text("/agent"), [:])
            #expect(register.name == "org.freedesktop.DBus.Error.AccessDenied", "\(register)")
            for (member, signature, arguments) in [
                ("ListGrants", "a{sv}", [[:]]), ("ListClients", "", []), ("ReadAudit", "a{sv}", [[:]]),
                ("SetGrant", "ssa{sv}", [.text(Self.id), "full", [:]]),
            ] as [(String, String, [BusArgument])] {
                let error = try await refusal { try await app.call("Admin1", member, signature, list: arguments) }
                #expect(error.kind == "NotAuthorized", "\(member): \(error)")
            }
            for (name, path) in [
                (agent.client.name, ScriptedAgent.path), ("org.filmgate.Identify1", "/org/filmgate/Identify1"),
                ("org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority"),
            ] {
                let error = try await app.error("org.freedesktop.DBus.Peer", "Ping", at: path, on: name)
                #expect(["ServiceUnknown", "NameHasNoOwner", "AccessDenied"].contains(error.kind), "\(name): \(error)")
            }
            #expect(try stage.system.asked.isEmpty, "nobody was asked for a password on its behalf")
        }
    }

    /// The results of an app's attempts to read, or to change what is there.
    private static func reading(_ app: TestClient, _ id: String) async throws -> Set<String> {
        var kinds: Set<String> = []
        for (interface, member, signature, arguments) in [
            ("Library1", "Fetch", "sa{sv}", ["asset", [:]]), ("Library1", "Fetch", "sa{sv}", ["album", [:]]),
            ("Library1", "GetCapabilities", "sas", ["asset", [.text(id)]]),
            ("Library1", "CreateTransient", "sas", ["Mine", [.text(id)]]),
            ("Resources1", "ListResources", "s", [.text(id)]),
            ("Resources1", "OpenResource", "ssa{sv}", [.text(id), "photo", [:]]),
            ("Resources1", "GetMetadata", "sa{sv}", [.text(id), [:]]),
            ("Observation1", "Subscribe", "a{sv}", [[:]]),
        ] as [(String, String, String, [BusArgument])] {
            kinds.insert(try await refusal { try await app.call(interface, member, signature, list: arguments) }.kind)
        }
        kinds.insert(try await refusal { try await app.set(["title": "Mine"], of: id) }.kind)
        kinds.insert(try await refusal { try await app.delete(id, interactive: true) }.kind)
        kinds.insert(try await refusal { try await app.perform(("create-album", ["title": "Mine"])) }.kind)
        return kinds
    }

    @Test(
        "an app without the line in its manifest finds no broker, and neither does one that has the bus for other services"
    )
    func withoutPermission() async throws {
        try await withFlatpak { stage in
            for options in [[], ["--system-talk-name=org.example.Other"]] {
                let result = try await stage.flatpak.run(app: FlatpakHost.stranger, options: options)
                #expect(result.code == 1 && result.errors.contains("There is no photo library here"), "\(result)")
            }
            let asked = try await stage.flatpak.run(
                app: FlatpakHost.stranger, options: ["--system-talk-name=org.filmgate.Library1"])
            #expect(
                asked.errors.contains("No program is running that can ask you"),
                "it was the permission alone that it lacked: \(asked)")
        }
    }

    @Test(
        "an app is identified by its instance and its scope if they agree, and is unknown if they differ or it writes its own mark"
    )
    func marks() async throws {
        try await withFlatpak { stage in
            let call = [
                "call", "--system", "--dest", "org.filmgate.Library1", "--object-path", "/org/filmgate/Library1",
                "--method", "org.filmgate.Authorization1.GetClient",
            ]
            for (scope, id) in [
                (nil, Self.id), ("app-flatpak-org.example.Postcard-4711.scope", Self.id),
                ("app-flatpak-org.example.Other-4711.scope", ""), ("app-org.example.Other-4711.scope", Self.id),
            ] {
                let result = try await stage.flatpak.run(call, scope: scope, options: ["--command=gdbus"])
                #expect(result.output.contains("'id': <'\(id)'>"), "\(scope ?? "no scope"): \(result)")
            }
            let own =
                "cat /.flatpak-info && (echo '[Application]\nname=org.example.Other' >/.flatpak-info; gdbus \"$@\")"
            let claimed = try await stage.flatpak.run(["-c", own, "sh"] + call, options: ["--command=sh"])
            #expect(claimed.lines.contains { $0.hasPrefix("instance-id=") && $0.count > 12 }, "\(claimed)")
            #expect(claimed.output.contains("'id': <'\(Self.id)'>"), "\(claimed)")
        }
    }

    @Test(
        "with a service manager, an app without Flatpak's scope and instance is unknown, whatever mark it writes"
    )
    func forgedMark() async throws {
        try await withFlatpak { stage in
            let call = [
                "call", "--system", "--dest", "org.filmgate.Library1", "--object-path", "/org/filmgate/Library1",
                "--method", "org.filmgate.Authorization1.GetClient",
            ]
            // A sandbox of a different kind: its root folder is the app's own, with the mark of a Flatpak that is
            // granted everything.
            func identity(ofForged app: String) async throws -> String {
                let client = try await stage.system.client(.anna, flatpak: app)
                let id = try await client.identity().id
                await client.end()
                return id
            }
            #expect(try await identity(ofForged: FlatpakHost.app) == Self.id, "without a manager the mark stands alone")
            try stage.system.startServiceManager(of: .anna)
            #expect(try await identity(ofForged: FlatpakHost.app) == "")
            for (scope, id) in [
                (nil, ""), ("app-flatpak-org.example.Postcard-4711.scope", Self.id),
                ("app-flatpak-org.example.Other-4711.scope", ""), ("app-org.example.Postcard-4711.scope", ""),
            ] {
                let result = try await stage.flatpak.run(call, scope: scope, options: ["--command=gdbus"])
                #expect(result.output.contains("'id': <'\(id)'>"), "\(scope ?? "no scope"): \(result)")
            }
        }
    }

    @Test(
        "an app that is installed for one user is described by that user's agent, which reads their own Flatpaks"
    )
    func ownInstallation() async throws {
        let agent = BuiltProgram.path("filmgate-agent")
        try await withFlatpak(configuration: "[agent]\nexecutables=\(agent)\n") { stage in
            try await stage.flatpak.moveToAnna()
            let (lines, hearing) = AsyncStream.makeStream(of: String?.self)
            let person = try stage.system.start(
                stage.flatpak.environment + [agent, "--plain"], as: .anna, group: .agents
            ) { hearing.yield($0) }
            try await lines.reach("Waiting for apps to ask for your photos.")
            async let run = Self.run(stage.flatpak, before: person)
            try await lines.reach("Postcard asks to add photos to your library.")
            try await lines.reach("The app is \(Self.id) (Flatpak, verified).")
            try await lines.reach("The app says: “To put the postcards that you draw among your photos”")
            try await lines.reach("Your answer (a number, or q for 'not now'):")
            person.write("1\n\nyes\n")
            let result = try await run
            #expect(result.output == "Among your photos now: Postcard.png\n", "\(result)")
            #expect(try await stage.owner.assets().count == 1)
            person.write("q\n")
            #expect(await person.ended() == 0)
        }
    }

    @Test(
        "an app that the person chose edits one photo, which others see at once, resumes its edit, and shows the original again"
    )
    func vignette() async throws {
        let app = "org.filmgate.example.Vignette"
        try await withFlatpak(windows: true) { stage in
            let photo = try await stage.owner.add(TestPhoto.small())
            try await stage.owner.grant("flatpak:org.example.Viewer", "full")
            let viewer = try await stage.system.client(.anna, flatpak: "org.example.Viewer")
            _ = try await viewer.subscribe()
            func format() async throws -> String? {
                try await viewer.properties(of: photo, "adjustment-format")["adjustment-format"]?.text
            }
            // Without any access of its own.
            let chosen = try await stage.flatpak.inSession("Tests/TestKit/System/edit-with", app, photo)
            #expect(chosen.code == 0 && chosen.output.contains("\(app)  Vignette  image"), "\(chosen)")
            #expect(try await viewer.nextChanges()["content-updated"] == [photo])
            #expect(try await format() == app)

            // Once more, from the library's own window: it goes on from the original, as the strength shows below.
            let first = try await stage.owner.contentState(of: photo)
            let again = try await stage.flatpak.inSession("Tests/TestKit/System/edit-in-viewer")
            #expect(again.code == 0, "\(again)")
            #expect(try await viewer.nextChanges()["content-updated"] == [photo])
            let second = try await stage.owner.contentState(of: photo)
            #expect(second.files == first.files, "the same strength of the same original")
            #expect(second.properties["modification-date"] != first.properties["modification-date"])

            try await stage.owner.grant("flatpak:\(app)", "full", rights: ["originals", "write", "manage"])
            let resumed = try await stage.flatpak.run(["--strength", "0.25", photo], app: app)
            #expect(resumed.output == "\(photo): 0.25, which was 0.5 before\n", "\(resumed)")
            #expect(try await viewer.nextChanges()["content-updated"] == [photo])
            let removed = try await stage.flatpak.run(["--remove-all"], app: app)
            #expect(removed.output == "Photos that show their originals again: 1\n", "\(removed)")
            #expect(try await format() == nil)
            #expect(try await stage.owner.verify().findings.isEmpty)
        }
    }

    @Test("an app can be tried unchanged with a broker of one's own, as the page says")
    func ownBroker() async throws {
        try await withFlatpak { stage in
            let result = try await stage.flatpak.runWithOwnBroker()
            #expect(result.lines.contains("Among your photos now: Postcard.png"), "\(result)")
            #expect(result.lines.last?.hasSuffix("Postcard.png") == true && result.code == 0, "\(result)")
            #expect(try await stage.owner.assets().isEmpty, "the system's broker was not asked")
        }
    }

    /// Ends the agent, which would wait forever if the app did not get through.
    private static func run(_ flatpak: FlatpakHost, before person: Program) async throws -> RunResult {
        let result = try await flatpak.run()
        if !result.succeeded { person.kill() }
        return result
    }
}
