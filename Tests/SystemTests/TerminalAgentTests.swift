import FilmgateTestKit
import Foundation
import Testing

/// The agent as a person uses it: in a terminal, with the broker and sandboxed apps.
@Suite("The agent in a terminal")
struct TerminalAgentTests {
    static let app = "org.example.Frame"
    static let settings = WorldSettings(
        configuration: "[agent]\nexecutables=\(BuiltProgram.path("filmgate-agent"))\n")

    @Test("a person selects twelve of five hundred photos by keyboard, and the app sees exactly these")
    func twelve() async throws {
        try await withWorld(Self.settings) { world in
            let ids = try await world.addPhotos(500)
            let app = try await world.client(flatpak: Self.app)
            let window = try await world.agentWindow()
            try await window.shows("Waiting for apps to ask for your photos.")

            let request = try await app.requestAccess(
                "read-write", ["purpose": .text("To show your holidays.\u{202E}\u{1B}[2J")])
            let question = try await window.shows("asks to see and change your photos", "Esc Not now")
            #expect(question.contains("flatpak:org.example.Frame · Flatpak, verified"))
            #expect(question.contains("“To show your holidays.[2J”") && question.contains("You have 500 photos."))
            try await window.press("s", "Enter")
            try await window.shows("0 of 500 selected")
            // All photos are listed.
            try await window.shows("500 photos by day\n")
            // Five by their numbers, two by a range, one by its name, one by Shift, three at the end.
            try await window.type("3-7")
            try await window.press("Enter", "Down", "v", "Down", "Space")
            try await window.shows("7 of 500 selected")
            try await window.type("/img_0100")
            try await window.press("Enter", "Space", "Escape")
            try await window.shows("8 of 500 selected")
            try await window.press("S-Down", "Space")
            try await window.shows("9 of 500 selected")
            try await window.type("498-500")
            try await window.press("Enter")
            try await window.shows("12 of 500 selected")
            try await window.press("Enter")
            try await window.shows("see these 12 photos permanently?")
            try await window.press("Enter")

            let response = try await app.response(to: request)
            #expect(response.outcome == "success" && response.status == "limited")
            let chosen = Array(3...9) + [100, 101] + Array(498...500)
            #expect(try await app.assets() == chosen.map { ids[$0 - 1] }, "the newest first, as they were listed")
            try await window.shows("12 of 500 photos, permanently")
            let grant = try await world.owner.grants().first
            #expect(
                grant?["granted-by"]?.text == "person"
                    && grant?["rights"]?.texts == ["originals", "captions", "metadata", "write"])
        }
    }

    @Test("the answer never is permanent, and not now decides nothing")
    func never() async throws {
        try await withWorld(Self.settings) { world in
            let window = try await world.agentWindow()
            try await window.shows("Waiting for apps")
            let first = try await world.client(flatpak: Self.app)
            let refused = try await first.requestAccess()
            try await window.shows("asks to see")
            try await window.press("x", "Enter")
            let no = try await first.response(to: refused)
            #expect(no.outcome == "denied" && no.status == "denied")
            #expect(try await first.status() == "denied")

            let second = try await world.client(flatpak: "org.example.Viewer")
            let dismissed = try await second.requestAccess()
            try await window.shows("org.example.Viewer asks to see")
            try await window.press("Escape")
            let later = try await second.response(to: dismissed)
            #expect(later.outcome == "cancelled" && later.status == "not-determined")
            #expect(try await refusal { try await second.requestAccess() }.kind == "Busy")
            try await window.shows("org.example.Viewer: not now")
        }
    }

    @Test("access that is allowed once ends with the app's connection")
    func once() async throws {
        try await withWorld(Self.settings) { world in
            try await world.addPhotos(3)
            let window = try await world.agentWindow()
            try await window.shows("Waiting for apps")
            let app = try await world.client(flatpak: Self.app)
            let request = try await app.requestAccess()
            try await window.shows("You have 3 photos.")
            try await window.press("a", "l", "l", "Enter")
            let response = try await app.response(to: request)
            #expect(response.status == "authorized")
            #expect(try await app.assets().count == 3)
            try await window.shows("all photos, until it disconnects")
            try await app.disconnect()
            let again = try await world.client(flatpak: Self.app)
            #expect(try await again.status() == "not-determined")
        }
    }

    @Test("a question disappears with its app, and the next one follows")
    func departure() async throws {
        try await withWorld(Self.settings) { world in
            let window = try await world.agentWindow()
            try await window.shows("Waiting for apps")
            let first = try await world.client(flatpak: Self.app)
            _ = try await first.requestAccess()
            try await window.shows("org.example.Frame asks to see")
            let second = try await world.client(flatpak: "org.example.Viewer")
            let request = try await second.requestAccess("add-only")
            try await first.disconnect()
            try await window.shows("org.example.Viewer asks to add photos")
            try await window.press("a", "Enter")
            #expect(try await second.response(to: request).status == "authorized")
            try await window.shows("withdrawn before an answer")
        }
    }

    @Test("says that a program outside of sandboxes only claims its identity, and grants access to its connection")
    func unverified() async throws {
        try await withWorld(Self.settings) { world in
            let window = try await world.agentWindow(rows: 40, columns: 120)
            try await window.shows("Waiting for apps")
            let program = try await world.program()
            let request = try await program.requestAccess()
            try await window.shows("claims to be")
            try await window.press("a", "Enter")
            #expect(try await program.response(to: request).status == "authorized")
            try await program.disconnect()
            #expect(try await world.owner.grants().allSatisfy { $0["read-write"]?.text != "authorized" })
        }
    }

    @Test("however long a program's texts are, its identity and verification stay on the smallest screen")
    func longWords() async throws {
        try await withWorld(Self.settings) { world in
            let window = try await world.agentWindow(rows: 12, columns: 40)
            try await window.shows("Waiting for apps")
            let program = try await world.program()
            let words = String(repeating: "写", count: 100) + "”\u{3164}Verified."
            let request = try await program.requestAccess("read-write", ["purpose": .text(words)])
            for key in ["n", "Up", "Up", "Up", "Up", "Down", "Down", "Down", "Down", "Down", "Right"] {
                try await window.press(key)
                let screen = try await window.shows("asks to see", "! Not verified: any app can claim it")
                #expect(screen.contains("exe:/") && !screen.contains("Verified."), "\(screen)")
            }
            try await window.resize(rows: 40, columns: 120)
            try await window.shows("claims to be", "'Verified.”")
            try await window.press("Escape")
            #expect(try await program.response(to: request).outcome == "cancelled")
        }
    }

    @Test("waits for a lost broker, and is asked again when one is there")
    func restart() async throws {
        try await withWorld(Self.settings) { world in
            let window = try await world.agentWindow()
            try await window.shows("Waiting for apps")
            try await world.killBroker()
            try await window.shows("Waiting for the photo library's broker")
            try await window.resize(rows: 40, columns: 120)
            try await world.startBroker()
            try await window.shows("Waiting for apps")
            let app = try await world.client(flatpak: Self.app)
            let request = try await app.requestAccess("add-only")
            try await window.shows("asks to add photos")
            try await window.press("a", "Enter")
            #expect(try await app.response(to: request).status == "authorized")
            try await window.press("q")
            try await window.shows("ended 0")
        }
    }

    @Test("says so and ends if the terminal cannot show a screen, or if there is none")
    func unusable() async throws {
        try await withWorld(Self.settings) { world in
            let window = try await world.agentWindow(columns: 120, type: "dumb")
            let screen = try await window.shows("ended 64")
            #expect(
                screen.contains(
                    "The terminal 'dumb' (TERM) cannot show a whole screen. Use --plain, which works on every terminal."
                ))
            let result = try await world.run(BuiltProgram.path("filmgate-agent"), "--tty")
            #expect(result.code == 64 && result.errors.contains("--tty needs a terminal"))
        }
    }

    @Test("a program that is not configured is told that it may not answer")
    func notNamed() async throws {
        try await withWorld { world in
            let result = try await world.run(BuiltProgram.path("filmgate-agent"), "--answer", "* add-only=allow")
            #expect(result.code == 77 && result.errors.contains("[agent] executables"), "\(result.errors)")
        }
    }
}

extension World {
    /// Photos with names from `IMG_0001.JPG` on, the newest first, ten a day.
    @discardableResult
    func addPhotos(_ count: Int) async throws -> [String] {
        let owner = try await owner
        var ids: [String] = []
        for start in stride(from: 0, to: count, by: 16) {
            let changes = try (start..<min(count, start + 16)).map { index in
                let name = String(index + 1)
                let moment = Int64(1_714_600_000 - index / 10 * 86_400 - index % 10 * 60) * 1_000_000
                return TestClient.creation(
                    of: .memory(try TestPhoto.small().bytes),
                    filename: "IMG_\(String(repeating: "0", count: max(0, 4 - name.count)))\(name).JPG",
                    properties: ["creation-date": .int64(moment)])
            }
            ids += try await owner.perform(changes)
        }
        return ids
    }

    /// Runs the agent on a whole terminal; prints `ended 0` when it has ended.
    func agentWindow(rows: Int = 24, columns: Int = 80, type: String = "tmux-256color") async throws -> TerminalWindow {
        try await window(
            ["/bin/sh", "-c", "\(BuiltProgram.path("filmgate-agent")) --tty; echo ended $?; read line"], rows: rows,
            columns: columns, type: type)
    }
}
