import FilmgateTestKit
import Foundation
import Testing

/// Questions in windows, answered as people answer them: by keyboard, by mouse, and through a screen reader.
@Suite("Questions in windows")
struct PromptWindowTests {
    static let app = "org.example.Frame"

    @Test("a screen reader finds every control by its name, and answers")
    func screenReader() async throws {
        let options: [String: BusArgument] = ["purpose": "To show your holidays.\u{202E}<b>x</b>"]
        try await withQuestion(photos: 30, options) { display, app, request in
            let ids = try await display.world.owner.assets()
            let tree = try await display.tree()
            for control in [
                "label 'org.example.Frame asks to see and change your photos'",
                "label 'flatpak:org.example.Frame · Flatpak, verified'", "label '“To show your holidays.<b>x</b>”'",
                "label 'You have 30 photos.'", "push button 'Select Photos…'", "push button 'Allow All Photos'",
                "push button 'Only Photos It Adds'", "push button 'Never'", "combo box 'How long'",
                "combo box 'Places'", "check box 'Original files' checked", "image 'Photo, ",
            ] {
                #expect(tree.contains(control), "\(control) in \(tree)")
            }
            #expect(tree.contains("push button 'Not Now' focused"), "the first focus decides nothing")
            for line in tree.split(separator: "\n") {
                let nameless = [
                    "push button ''", "check box ''", "slider ''", "combo box ''", "toggle button ''", "text ''",
                    "check box 'Gtk", "slider 'Gtk",
                ]
                #expect(!nameless.contains { line.contains($0) }, "every control has a name: \(line)")
            }
            try await display.openSelection()
            try await display.type("Return", "Right", "Right", "Return")
            try await display.shows("label", "2 selected")
            try await display.press("push button", "Done")
            let response = try await app.response(to: request)
            #expect(response.status == "limited")
            #expect(try await app.assets() == [ids[0], ids[2]])
        }
    }

    @Test("however small the window is made, the name of the app and the buttons stay apart")
    func small() async throws {
        try await withQuestion { display, _, _ in
            let before = try await display.restingPlace("push button", "Not Now")
            try await display.shrink()
            try await eventually { try await display.place("push button", "Not Now")[1] < before[1] - 100 }
            _ = try await display.restingPlace("push button", "Not Now")
            let (heading, identity) = (
                try await display.place("label", "org.example.Frame asks"),
                try await display.place("label", "flatpak:org.example.Frame")
            )
            let button = try await display.place("push button", "Select Photos")
            #expect(0 < heading[1] && heading[1] < identity[1] && identity[1] < button[1] - 20)
        }
    }

    @Test("is as high as its parts, and higher once it shows what the app gets", arguments: [true, false])
    func height(_ isAddOnly: Bool) async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            _ = try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startAgent()
            let app = try await world.client(flatpak: Self.app)
            _ = try await app.requestAccess(isAddOnly ? "add-only" : "read-write")
            try await display.offers("push button", "Not Now")
            let period = try await display.restingPlace("combo box", "How long")
            let button = isAddOnly ? "Let It Add Photos" : "Select Photos"
            // Behind the period are the buttons, or the row with what the app gets.
            let before = try await display.restingPlace("push button", button)
            #expect(before[1] - period[1] < (isAddOnly ? 80 : 170))
            guard !isAddOnly else { return }
            try await display.click("label", "What the app gets")
            try await eventually { try await display.place("push button", button)[1] > before[1] + 100 }
        }
    }

    @Test("the keyboard answers, and closing decides nothing")
    func keyboard() async throws {
        try await withQuestion { display, first, request in
            try await display.type("Escape")
            #expect(try await first.response(to: request).status == "not-determined")
            let second = try await display.world.client(flatpak: "org.example.Other")
            let other = try await second.requestAccess()
            try await display.shows("label", "flatpak:org.example.Other")
            try await display.offers("push button", "Not Now")
            try await display.type("shift+Tab", "shift+Tab", "Return")
            #expect(try await second.response(to: other).status == "authorized")
            let grant = try #require(
                try await display.world.owner.grants().first { $0["client"]?.text == "flatpak:org.example.Other" })
            #expect(grant["rights"]?.texts == ["originals", "captions", "metadata", "write"], "and no places")
        }
    }

    @Test("Escape goes from the selection back to the question, and from there decides nothing")
    func goingBack() async throws {
        try await withQuestion { display, app, request in
            try await display.openSelection()
            try await display.type("Return", "Escape")
            // The focus is there when the buttons take input.
            try await display.focuses("push button", "Not Now")
            try await display.type("Escape")
            #expect(try await app.response(to: request).status == "not-determined")
        }
    }

    @Test("the question says what the app gets before the person opens the list, and keeps its size")
    func summary() async throws {
        try await withQuestion { display, _, _ in
            let others = "original files, titles, captions, camera data and changes"
            try await display.shows("label", "Places: none · also: \(others)")
            let width = try await display.size("frame", "Access to photos")[0]
            try await display.openSelection()
            try await eventually { try await display.size("frame", "Access to photos")[0] > width + 200 }
            try await display.press("push button", "Cancel")
            try await display.shows("push button", "Not Now")
            try await eventually { try await display.size("frame", "Access to photos")[0] == width }
        }
    }

    @Test("keys that come with the window decide nothing")
    func earlyKeys() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startAgent()
            let app = try await world.client(flatpak: Self.app)
            // A person who types while the window appears: these keys would answer "Never".
            var request: OpenRequest?
            try await display.repeating("key Right Return Return") { presses in
                request = try await app.requestAccess()
                _ = try await display.window("Access to photos")
                try await presses.goOn()
                try await display.withholds("push button", "Never")
            }
            try await display.offers("push button", "Not Now")
            try await display.type("Escape")
            #expect(try await app.response(to: #require(request)).status == "not-determined")
        }
    }

    @Test("an app has the name of its desktop file in the person's language")
    func language() async throws {
        let words = "Name=Frame\nName[de]=Bilderrahmen\nX-Filmgate-PhotoLibraryUsage[de]=Um Fotos zu zeigen"
        try await withQuestion(
            photos: 0, variables: ["LANGUAGE": "de_AT:de"],
            prepare: { world, _ in try world.install(desktopFile: words, of: Self.app) }
        ) { display, _, _ in
            try await display.shows("label", "Bilderrahmen asks to see and change your photos")
            #expect(try await display.tree().contains("label '“Um Fotos zu zeigen”'"))
        }
    }

    @Test("a selection that is edited again can be filtered by what is new since the last time")
    func newPhotos() async throws {
        var selected: [String] = []
        try await withQuestion(
            .selection,
            prepare: { world, ids in
                try await world.owner.grant("flatpak:\(Self.app)", "limited", selection: [ids[0]])
                selected = [ids[0], try await world.owner.add(TestPhoto.small())]
            }
        ) { display, app, _ in
            try await display.shows("table cell", "Photo, ")
            func cells() async throws -> Int { try await display.tree().matches(of: /table cell 'Photo/).count }
            try await eventually { try await cells() == 4 }
            try await display.click("combo box", "Album")
            try await display.shows("label", "New Since Last Time")
            try await display.focuses("list item", "")
            try await display.type("Down", "Return")
            try await eventually { try await cells() == 1 }
            try await display.click("table cell", "Photo, ")
            try await display.shows("label", "2 selected")
            try await display.press("push button", "Done")
            try await eventually { try await Set(app.assets()) == Set(selected) }
        }
    }

    @Test(
        "new since the last time are also the new photos of a burst that was there, of which a different one is listed")
    func newOfBurst() async throws {
        var (picked, new): (String, [String]) = ("", [])
        try await withQuestion(
            .selection, photos: 0,
            prepare: { world, _ in
                let owner = try await world.owner
                func member(_ second: Int64, isPicked: Bool = false) async throws -> String {
                    try await owner.add(
                        TestPhoto.ofBurst("0123456789ab", isPicked: isPicked),
                        properties: ["creation-date": .int64(1_714_564_800_000_000 + second * 1_000_000)])
                }
                picked = try await member(1, isPicked: true)
                _ = try await member(2)
                try await owner.grant("flatpak:\(Self.app)", "limited", selection: [picked])
                new = [try await member(3), try await member(4)]
                #expect(try await owner.assets() == [picked], "they change nothing of what is listed")
            }
        ) { display, app, _ in
            try await display.shows("table cell", "Photo, ")
            func cells() async throws -> Int { try await display.tree().matches(of: /table cell 'Photo/).count }
            try await eventually { try await cells() == 1 }
            try await display.click("combo box", "Album")
            try await display.shows("label", "New Since Last Time")
            try await display.focuses("list item", "")
            try await display.type("Down", "Return")
            try await eventually { try await cells() == 2 }
            try await display.click("table cell", "Photo, ")
            try await display.shows("label", "2 selected")
            try await display.press("push button", "Done")
            try await eventually {
                let seen = try await Set(app.assets(["include-burst-members": true]))
                return seen.count == 2 && seen.contains(picked) && !seen.isDisjoint(with: new)
            }
            #expect(try await app.assets() == [picked])
        }
    }

    @Test("the mouse answers a confirmation, which shows what is deleted")
    func mouse() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(4)
            let display = try await Display(in: world)
            try await display.startAgent()
            let app = try await world.client(flatpak: Self.app)
            try await world.owner.grant("flatpak:\(Self.app)", "full")
            let change = Task {
                try await app.perform([("delete-assets", ["ids": .texts(Array(ids[..<2]))])], interactive: true)
            }
            try await display.shows("push button", "Move to Trash")
            try await display.shows("label", "org.example.Frame is about to move 2 photos to the trash")
            try await eventually { try await display.tree().matches(of: /table cell 'Photo/).count == 2 }
            try await display.click("push button", "Move to Trash")
            _ = try await change.value
            #expect(try await app.assets() == Array(ids[2...]))
        }
    }
}
