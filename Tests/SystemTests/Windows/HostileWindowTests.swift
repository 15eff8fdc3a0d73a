import FilmgateTestKit
import Foundation
import Testing

/// What must not decide anything, or show anything wrongly.
@Suite("Windows under attack")
struct HostileWindowTests {
    static let app = "org.example.Frame"

    @Test(
        "clicks that come with the window decide nothing, wherever they go", arguments: ["Allow All Photos", "Never"])
    func earlyClicks(_ button: String) async throws {
        try await withQuestion { display, app, first in
            // The first question shows where the button is.
            let place = try await display.placeOnScreen("push button", button)
            try await display.type("Escape")
            #expect(try await app.response(to: first).status == "not-determined")
            try await display.showsNo("push button", button)
            // An app that was dismissed must wait; the window of a different one looks the same.
            let other = try await display.world.client(flatpak: "org.example.Album")
            var second: OpenRequest?
            try await display.repeating("mousemove \(place[0]) \(place[1]) click 1") { presses in
                second = try await other.requestAccess()
                _ = try await display.window("Access to photos")
                try await presses.goOn()
                try await display.withholds("push button", button)
            }
            #expect(try await other.signals("Response", count: 1, within: 0).isEmpty, "nothing is decided")
            // The same place counts once the person had time to look.
            try await display.offers("push button", button)
            #expect(try await display.placeOnScreen("push button", button) == place)
            try await display.click("push button", button)
            let status = try await other.response(to: #require(second)).status
            #expect(status == (button == "Never" ? "denied" : "authorized"))
        }
    }

    @Test("keys that were meant for a window in front of the question decide nothing")
    func windowOverWindow() async throws {
        try await withQuestion { display, app, request in
            // Enter would allow everything now.
            try await display.type("shift+Tab", "shift+Tab")
            try await display.focuses("push button", "Allow All Photos")
            try await display.startLibrary()
            try await display.shows("label", "3 photos")
            // The window in front closes; who goes on pressing Enter means that one.
            try await display.type("ctrl+q")
            try await display.repeating("key Return") { presses in
                try await display.showsNo("frame", "Filmgate")
                try await presses.goOn()
                try await display.withholds("push button", "Allow All Photos")
            }
            #expect(try await app.signals("Response", count: 1, within: 0).isEmpty, "nothing is decided")
            try await display.offers("push button", "Allow All Photos")
            try await display.focuses("push button", "Allow All Photos")
            try await display.type("Escape")
            #expect(try await app.response(to: request).status == "not-determined")
        }
    }

    @Test(
        "keys that come with a question about access decide nothing",
        arguments: [("Reset Access", "Reset access?", "Reset"), ("Deny Access", "Deny access?", "Deny")])
    func earlyAnswers(_ button: String, _ question: String, _ answer: String) async throws {
        try await withWorld { world in
            try await world.owner.grant("flatpak:\(Self.app)", "full")
            let display = try await Display(in: world)
            try await display.startLibrary("--app", "flatpak:\(Self.app)")
            try await display.offers("push button", button)
            let key = answer == "Deny" ? "alt+e" : "alt+s"
            func isWithheld() async throws -> Bool {
                let line = try await display.tree().split(separator: "\n").first {
                    $0.contains("push button '\(answer)' ")
                }
                return line.map { !$0.contains(" sensitive") } ?? false
            }
            // A person who goes on typing means something else.
            try await display.repeating("key \(key)") { presses in
                try await display.press("push button", button)
                try await display.shows("label", question)
                try await presses.goOn()
                try await eventually { try await isWithheld() }
            }
            #expect(try await world.owner.grants().first?["level"]?.text == "full", "nothing is decided")
            try await display.answer(answer, with: key)
            try await eventually { try await world.owner.grants().first?["level"]?.text != "full" }
        }
    }

    @Test(
        "an app's name and words of 64 KiB, with markup and bidirectional characters, leave every button on the screen")
    func longTexts() async throws {
        let long = String(repeating: "<b>W\u{202E}\u{2066}&amp;</b> ", count: 3000)
        try await withQuestion(
            .access, ["purpose": .text(String(long.prefix(1000)))],
            prepare: { world, _ in
                try world.install(desktopFile: "Name=\(long)\nIcon=/etc/passwd", of: Self.app)
            }
        ) { display, app, request in
            let tree = try await display.tree()
            #expect(tree.contains("<b>W&amp;</b>"), "markup is text: \(tree)")
            #expect(!tree.contains("\u{202E}") && !tree.contains("\u{2066}"))
            #expect(tree.contains("label 'flatpak:org.example.Frame · Flatpak, verified'"))
            // Clicking needs a place on the screen.
            try await display.click("push button", "Select Photos")
            try await display.focuses("table cell", "Photo, ")
            try await display.offers("push button", "Cancel")
            try await display.type("Return")
            try await display.shows("label", "1 selected")
            try await display.click("push button", "Done")
            #expect(try await app.response(to: request).status == "limited")
        }
    }

    @Test("titles, captions, file names and albums of hostile texts are shown as text, on one line")
    func hostileLibrary() async throws {
        try await withWorld { world in
            let text = "<span size='99999'>x</span>\u{202E}gpj.exe\n" + String(repeating: "long ", count: 12_000)
            let photo = try await world.owner.add(
                .memory(TestPhoto.small().bytes),
                filename: String(text.prefix(200)).replacing("\n", with: " ").replacing("/", with: ""),
                properties: ["title": .text(String(text.prefix(1000))), "caption": .text(String(text.prefix(4000)))])
            let album = try await world.owner.perform(
                ("create-album", ["title": .text(String(text.prefix(255))), "placeholder": "@a"]))[0]
            try await world.owner.perform(("add-assets", ["album": .text(album), "ids": .texts([photo])]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.shows("list item", "<span size='99999'>x</span>gpj.exe long")
            try await display.openDetails()
            let tree = try await display.tree()
            #expect(!tree.contains("\u{202E}"), "\(tree)")
            // The window is as wide as before, and its buttons can be reached.
            try await display.click("push button", "Back to the Photos")
            try await display.shows("label", "1 photo")
        }
    }

    @Test("a library that grows and shrinks under the grid keeps the selection of what is left")
    func changingLibrary() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(60)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "60 photos")
            try await display.focuses("table cell", "Photo, ")
            // The first, the second and the fourth photo.
            try await display.type("ctrl+space", "Right", "ctrl+space", "Right", "Right", "ctrl+space")
            try await display.shows("label", "3 photos selected")
            try await display.type("End", "Home")
            try await display.repeating("key Down") { _ in
                var others = Array(ids[4...])
                for round in 0..<6 {
                    for id in others.prefix(9) { try await world.owner.delete(id) }
                    others.removeFirst(9)
                    try await world.addPhotos(round + 1)
                }
                try await world.owner.delete(ids[1])
            }
            // 60 − 54 − 1 + 21
            try await display.shows("label", "26 photos")
            try await display.shows("label", "2 photos selected")
            try await display.press("push button", "Favorite")
            try await eventually {
                try await Set(world.owner.assets(["where": "favorite = true"])) == [ids[0], ids[3]]
            }
        }
    }

    @Test("a photo that was deleted while the person selected it is not given, and the rest is")
    func deletedMeanwhile() async throws {
        try await withQuestion(photos: 6) { display, app, request in
            let owner = try await display.world.owner
            let ids = try await owner.assets()
            try await display.openSelection()
            try await display.type("Return", "Right", "Return", "Right", "Return")
            try await display.shows("label", "3 selected")
            try await owner.delete(ids[1])
            try await owner.perform(("purge-assets", ["ids": .texts([ids[1]])]))
            try await display.press("push button", "Done")
            #expect(try await app.response(to: request).status == "limited")
            #expect(try await app.assets() == [ids[0], ids[2]])
        }
    }
}
