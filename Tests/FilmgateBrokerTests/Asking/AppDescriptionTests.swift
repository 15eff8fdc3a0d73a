import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A prompt's description of the app", .inProcess)
struct AppDescriptionTests {
    /// Characters that could disguise a text, break its line, or hide a part of it.
    static let hostile = "Vie\u{202e}wer\u{2066}\u{0007}\u{200f}\n\u{2028}\u{feff}\r\t!"

    private static func isClean(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
            default: true
            }
        }
    }

    @Test("is on one line without control and bidirectional characters, whatever the app and its desktop file say")
    func clean() async throws {
        try await withWorld { world in
            try world.install(
                desktopFile: "Name=\u{202e}Vie\u{2066}wer\nIcon=org.example.App\u{200f}\n", of: "org.example.App")
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.requestAccess(
                "read-write", ["purpose": .text(Self.hostile), "parent-window": .text("x11:\u{202e}1")])
            let prompt = try await agent.asked()
            #expect(prompt.details["purpose"]?.text == "Viewer !")
            #expect(prompt.client["name"]?.text == "Viewer")
            #expect(prompt.client["icon"]?.text == "org.example.App")
            #expect(prompt.details["parent-window"]?.text == "x11:1")
            for text in [prompt.details["purpose"], prompt.client["name"], prompt.client["icon"], prompt.client["id"]] {
                #expect(Self.isClean(text?.text ?? "\u{7}"))
            }
        }
    }

    @Test("is bounded")
    func bounded() async throws {
        try await withWorld { world in
            try world.install(desktopFile: "Name=\(String(repeating: "N", count: 9_999))", of: "org.example.App")
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let long = String(repeating: "a\u{301}", count: 50_000)
            _ = try await app.requestAccess("read-write", ["purpose": .text(long), "parent-window": .text(long)])
            let prompt = try await agent.asked()
            #expect(prompt.details["purpose"]?.text?.unicodeScalars.count == 256)
            #expect(prompt.details["parent-window"]?.text?.unicodeScalars.count == 256)
            #expect(prompt.client["name"]?.text?.unicodeScalars.count == 128)
        }
    }

    @Test("shows the executable's path with invisible characters made visible")
    func path() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let program = try await world.program("view\u{202e}er")
            _ = try await program.requestAccess("add-only")
            let prompt = try await agent.asked()
            #expect(prompt.client["id"]?.text == "exe:\(world.folder)/programs/view\u{fffd}er")
            #expect(prompt.client["kind"]?.text == "exe" && prompt.client["verified"]?.flag == false)
        }
    }

    @Test("names a program by the only desktop file that starts it, as a claim beside its path")
    func program() async throws {
        try await withWorld { world in
            let path = "\(world.folder)/programs/viewer"
            try world.install(
                desktopFile: "Name=Photo Viewer\nIcon=viewer\nExec=\(path) %F", of: "org.example.Viewer")
            let agent = try await world.agent()
            let program = try await world.program("viewer")
            let request = try await program.requestAccess("read-write")
            let prompt = try await agent.asked()
            #expect(prompt.client["name"]?.text == "Photo Viewer" && prompt.client["icon"]?.text == "viewer")
            #expect(prompt.client["id"]?.text == "exe:\(path)" && prompt.client["verified"]?.flag == false)
            try await program.close(request)
            _ = try await agent.dismissed()
            try world.install(desktopFile: "Name=Other Viewer\nExec=\(path) %F", of: "org.example.Other")
            _ = try await program.requestAccess("read-write")
            #expect(try await agent.asked().client["name"]?.text == path)
        }
    }

    @Test("is in the first of the agent's languages that the desktop file has")
    func languages() async throws {
        try await withWorld { world in
            try world.install(
                desktopFile: """
                    Name=Photo Frame
                    Name[de]=Bilderrahmen
                    Name[fr]=Cadre
                    X-Filmgate-PhotoLibraryUsage=To show your photos
                    X-Filmgate-PhotoLibraryUsage[de]=Um deine Fotos zu zeigen
                    X-Filmgate-PhotoAdditionsUsage=To keep what you draw
                    X-Filmgate-PhotoAdditionsUsage[fr]=Pour garder tes dessins
                    """, of: "org.example.App")
            let agent = ScriptedAgent(try await world.agentProgram())
            let app = try await world.client(flatpak: "org.example.App")
            let cases: [([String: BusArgument], String, String, String)] = [
                ([:], "Photo Frame", "To show your photos", "To keep what you draw"),
                (
                    ["languages": .texts(["de_AT", "de"])], "Bilderrahmen", "Um deine Fotos zu zeigen",
                    "To keep what you draw"
                ),
                (
                    ["languages": .texts(["ja", "fr", "de"])], "Cadre", "Um deine Fotos zu zeigen",
                    "Pour garder tes dessins"
                ),
                (["languages": .texts(["ja"])], "Photo Frame", "To show your photos", "To keep what you draw"),
            ]
            for (options, name, reads, adds) in cases {
                try await agent.register(at: ScriptedAgent.path, options)
                for (access, purpose) in [("read-write", reads), ("add-only", adds)] {
                    let request = try await app.requestAccess(access)
                    let prompt = try await agent.asked()
                    #expect(prompt.client["name"]?.text == name && prompt.details["purpose"]?.text == purpose)
                    try await app.close(request)
                    _ = try await agent.dismissed()
                }
            }
            let invalid: [BusArgument] = [
                .texts(["de/../x"]), .texts([""]), .texts(Array(repeating: "de", count: 17)),
                .texts([String(repeating: "d", count: 33)]), "de",
            ]
            for languages in invalid {
                let refused = try await refusal {
                    try await agent.register(at: ScriptedAgent.path, ["languages": languages])
                }
                #expect(refused.kind == "InvalidArgument")
            }
        }
    }

    @Test("comes from its own desktop file: name and icon, and the purpose if the call gives none")
    func desktopFile() async throws {
        try await withWorld { world in
            try world.install(
                desktopFile: """
                    Name=Photo Viewer
                    Icon=viewer
                    X-Filmgate-PhotoLibraryUsage=To show your photos
                    X-Filmgate-PhotoAdditionsUsage=To keep what you draw
                    """, of: "org.example.App")
            try world.install(desktopFile: "Name=Other", of: "org.example.Other")
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            for (access, purpose, shown) in [
                ("read-write", nil, "To show your photos"), ("add-only", nil, "To keep what you draw"),
                ("read-write", "To print them", "To print them"), ("read-write", "\u{7}", "To show your photos"),
            ] {
                let options: [String: BusArgument] = purpose.map { ["purpose": .text($0)] } ?? [:]
                let request = try await app.requestAccess(access, options)
                let prompt = try await agent.asked()
                #expect(prompt.client["name"]?.text == "Photo Viewer" && prompt.client["icon"]?.text == "viewer")
                #expect(prompt.details["purpose"]?.text == shown)
                try await app.close(request)
                _ = try await agent.dismissed()
            }
            let unknown = try await world.client(flatpak: "org.example.Unknown")
            _ = try await unknown.requestAccess()
            let prompt = try await agent.asked()
            #expect(prompt.client["name"]?.text == "org.example.Unknown" && prompt.client["icon"]?.text == "")
            #expect(prompt.details["purpose"]?.text == "")
        }
    }

    @Test("includes the highest level that a policy allows to grant")
    func highest() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.App]\nhighest=limited\n")) { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestAccess()
            let prompt = try await agent.asked()
            #expect(prompt.details["highest"]?.text == "limited")
            try await agent.answer(prompt, "allow")
            let response = try await app.response(to: request)
            #expect(response.outcome == "success" && response.status == "limited")
            let other = try await world.client(flatpak: "org.example.Other")
            _ = try await other.requestAccess()
            #expect(try await agent.asked().details["highest"] == nil)
        }
    }

    @Test("is not sent if a policy forbids prompts")
    func promptsOff() async throws {
        try await withWorld(WorldSettings(policy: "[*]\nprompts=false\n")) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await app.requestAccess() }.kind == "Restricted")
            try await world.owner.grant("flatpak:org.example.App", "limited", selection: [photo])
            #expect(try await refusal { try await app.editSelection() }.kind == "Restricted")
            #expect(try await refusal { try await app.delete(photo, interactive: true) }.kind == "Restricted")
            #expect(try await app.askForAccess().status == "limited", "what stands is told")
            #expect(try await agent.prompts().isEmpty)
        }
    }
}
