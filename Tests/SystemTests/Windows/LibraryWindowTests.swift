import FilmgateTestKit
import Foundation
import Glibc
import Testing

/// The library's own window, used by keyboard and through a screen reader.
@Suite("The library's window")
struct LibraryWindowTests {
    static let app = "flatpak:org.example.Frame"

    @Test("a screen reader finds every part and every control by its name")
    func screenReader() async throws {
        try await withWorld { world in
            try await world.addPhotos(5)
            try await world.owner.grant(Self.app, "full")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "5 photos")
            try await display.shows("list item", "Apps")
            let tree = try await display.tree()
            for control in [
                "list 'Parts of the library'", "list item 'Photos' selected", "list item 'Favorites'",
                "list item 'Hidden'", "list item 'Trash'", "push button 'Import Photos'",
                "push button 'New Album or Folder'", "push button 'Search'", "slider 'Size of the pictures'",
                "slider 'Timeline'", "push button 'Move to Trash'", "image 'Photo, ",
            ] {
                #expect(tree.contains(control), "\(control) in \(tree)")
            }
            var last: Substring = ""
            for line in tree.split(separator: "\n") {
                defer { last = line }
                // The button inside of a list of choices has the name of the list.
                let choices = ["Order of the albums", "Ratio of the sides"]
                if line.contains("push button 'GtkToggleButton'"),
                    choices.contains(where: { last.contains("combo box '\($0)'") })
                {
                    continue
                }
                // GTK names a control without a name by its class.
                let isNameless = ["push button '", "toggle button '", "slider '", "combo box '", "text '"].contains {
                    line.contains("\($0)'") || line.contains("\($0)Gtk") || line.contains("\($0)Adw")
                }
                // The parts of GTK's own media controls have none.
                let isOfMediaControls = line.contains("'GtkScale'") || line.contains("'GtkImage'")
                #expect(!isNameless || isOfMediaControls, "\(line)")
            }
        }
    }

    @Test("photos that the keyboard selects go to the trash, and come back")
    func trash() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(4)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "4 photos")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+space", "Right", "ctrl+space")
            try await display.shows("label", "2 photos selected")
            try await display.type("Delete")
            try await display.shows("label", "2 photos")
            #expect(try await world.owner.assets() == Array(ids[2...]))
            try await display.type("ctrl+z")
            try await display.shows("label", "4 photos")
            #expect(try await world.owner.assets() == ids)
        }
    }

    @Test("a photo whose content has changed is drawn anew, in the grid and in large")
    func changedContent() async throws {
        try await withWorld { world in
            let file = "\(world.folder)/plain.jpg"
            let color = "color=c=0xFF00AA:size=320x240"
            _ = try ChildProcess.run(
                ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", color, "-frames:v", "1", file])
            let plain = try TestPhoto(contentsOf: file)
            let ids = try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "3 photos")
            func pixels() throws -> Int { try display.pixels(red: 0xFF, green: 0, blue: 0xAA) }
            // The pictures that are shown first have come.
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 1000 }
            #expect(try pixels() < 100)
            try await display.focuses("table cell", "Photo, ")
            try await world.owner.edit(ids[1], as: plain)
            try await eventually { try pixels() > 10_000 }
            try await display.focusesPhoto(0)
            try await display.type("Return")
            // The changed one is only in the row below the photo, where it is smaller than in the grid.
            try await eventually { try pixels() < 9_000 }
            try await world.owner.edit(ids[0], as: plain)
            try await eventually { try pixels() > 100_000 }
        }
    }

    @Test("closing the window makes the changes that wait for the broker first")
    func closing() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(4)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "4 photos")
            try await display.focuses("table cell", "Photo, ")
            let broker = try world.broker
            broker.program.send(signal: SIGSTOP)
            // The second change waits for the first one, which the broker does not answer yet.
            try await display.type("ctrl+space", "Delete", "Right", "ctrl+space", "Delete", "ctrl+q")
            // The window ends only when the broker goes on.
            try await display.showsNo("label", "Albums")
            broker.program.send(signal: SIGCONT)
            try await eventually { try await world.owner.assets() == Array(ids[2...]) }
            try await display.showsNo("label", "Albums")
        }
    }

    @Test("the keyboard arranges an album, and undoes that")
    func arranges() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(4)
            let album = try await world.owner.perform(("create-album", ["title": "Trip", "placeholder": "@a"]))[0]
            try await world.owner.perform(("add-assets", ["album": .text(album), "ids": .texts(ids)]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "4 photos")
            try await display.click("list item", "Trip")
            try await display.shows("label", "Trip")
            func order() async throws -> [Int] {
                try await world.owner.assets(["album": .text(album)]).compactMap { ids.firstIndex(of: $0) }
            }
            func becomes(_ expected: [Int]) async throws {
                try await eventually { try await order() == expected }
            }
            try await display.focuses("table cell", "Photo, ")
            // Nothing is selected: the first photo has the focus, and is selected with it.
            try await display.type("ctrl+shift+Right")
            try await becomes([1, 0, 2, 3])
            try await display.shows("label", "1 photo selected")
            try await display.type("ctrl+shift+Right", "ctrl+shift+Right", "ctrl+shift+Right")
            try await becomes([1, 2, 3, 0])
            try await display.type("ctrl+shift+Left")
            try await becomes([1, 2, 0, 3])
            // The window has heard that the change was made, or it would undo the one before.
            try await display.settle()
            try await display.type("ctrl+z")
            try await becomes([1, 2, 3, 0])
        }
    }

    @Test("the first photo of each day shows the day, also after that photo is gone")
    func days() async throws {
        try await withWorld { world in
            let day = 86_400_000_000
            let dates = [0, 0, 0, -3 * day, -3 * day].map { 1_714_564_800_000_000 + $0 }
            var ids: [String] = []
            for date in dates {
                ids.append(
                    try await world.owner.add(
                        .memory(TestPhoto.small().bytes), filename: "a.jpg",
                        properties: ["creation-date": .int64(Int64(date))]))
            }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "28 April 2024")
            func labels() async throws -> [Int] {
                let tree = try await display.tree()
                // With the town behind the day, once it is known.
                return try ["1 May 2024", "28 April 2024"].map {
                    tree.matches(of: try Regex("label '\($0)(?: · [^']*)?'")).count
                }
            }
            try await eventually { try await labels() == [1, 1] }
            for (rest, shown) in [(4, [1, 1]), (3, [1, 1]), (2, [0, 1])] {
                let first = try #require(try await world.owner.assets().first)
                try await world.owner.delete(first)
                try await display.shows("label", "\(rest) photos")
                try await eventually { try await labels() == shown }
            }
        }
    }

    @Test(
        "the viewer offers the editors of a photo by keyboard, shows the result, reverts it and undoes that; a video has no editor"
    )
    func editing() async throws {
        let editors = try EditorInstallation()
        try editors.install("org.example.Editor", handingIn: TestPhoto.large())
        try await withWorld(editors.settings) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let display = try await Display(in: world)
            try await display.startLibrary(environment: editors.environment)
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.shows("push button", "Edit With…")
            #expect(try await !display.tree().contains("Revert to Original"))
            try await display.focuses("image", "Photo, ")
            try await display.type("e")
            try await display.focuses("list item", "Editor")
            // The name and not an ellipsis.
            try await eventually { try await display.size("label", "Editor")[0] > 30 }
            try await display.type("Return")
            try await display.shows("push button", "Revert to Original")
            #expect(
                try await world.owner.properties(of: photo, "pixel-width")["pixel-width"]?.integer == 1600)
            try await display.press("push button", "Revert to Original")
            func isEdited() async throws -> Bool {
                try await world.owner.properties(of: photo, "has-adjustments")["has-adjustments"] == .flag(true)
            }
            // Undo brings the edit back, so there is no question.
            try await eventually { try await !isEdited() }
            try await display.showsNo("push button", "Revert to Original")
            try await display.press("push button", "Undo")
            try await eventually { try await isEdited() }
            #expect(try await world.owner.properties(of: photo, "pixel-width")["pixel-width"]?.integer == 1600)
            try await display.press("push button", "Revert to Original")
            try await eventually { try await !isEdited() }
            try await display.showsNo("push button", "Revert to Original")

            let video = try await world.owner.add(Video.small())
            try await world.owner.delete(photo)
            try await display.shows("push button", "Play")
            try await display.showsNo("push button", "Edit With…")
            #expect(try await world.owner.assets() == [video])
        }
    }

    @Test("the list follows the library while the person looks at it")
    func follows() async throws {
        try await withWorld { world in
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "No Photos")
            try await world.addPhotos(3)
            try await display.shows("label", "3 photos")
        }
    }

    @Test("an app's page denies access for good, also one that would have ended")
    func denies() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            let later = Moments.inSeconds(3600)
            try await world.owner.grant(
                Self.app, "limited", selection: [ids[1]], expires: later, others: ["mute": true])
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            try await display.shows("label", "1 photo")
            try await display.press("push button", "Deny Access")
            // The name has no mark of a mnemonic, and is said once.
            try await display.answer("Deny", with: "alt+e")
            try await eventually {
                try await world.owner.grants().first { $0["client"]?.text == Self.app }?["level"]?.text == "none"
            }
            let grant = try await world.owner.grants().first { $0["client"]?.text == Self.app }
            #expect(grant?["expires"] == nil, "a denial lasts")
            #expect(grant?["muted"] == .flag(true), "it may not ask again")
            try await display.shows("label", "No access")
        }
    }

    @Test("an app that opens its page of the settings shows the person its page")
    func openedByApp() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.grant(Self.app, "limited", selection: [ids[1]])
            let display = try await Display(in: world)
            try await display.startAgent()
            let app = try await world.client(flatpak: "org.example.Frame")
            try await app.openSettings()
            try await display.shows("label", "1 photo")
            try await display.shows("label", "flatpak:org.example.Frame, verified")
            #expect(try await FilmgateTestKit.refusal { try await app.openSettings() }.kind == "Busy")
            try await display.press("push button", "Deny Access")
            // The name has no mark of a mnemonic, and is said once. It takes no keys at first.
            try await display.answer("Deny", with: "alt+e")
            try await display.shows("label", "No access")
            try await eventually { try await app.status() == "denied" }
            // The dialog was in front of it.
            try await display.offers("combo box", "Level")
            try await display.type("ctrl+q")
            try await display.showsNo("label", "No access")
        }
    }

    @Test("a program that the broker does not know as the owner's tool shows nothing of the library")
    func refusal() async throws {
        let settings = WorldSettings(configuration: "[owner]\ntools=\(BuiltProgram.path("filmgatectl"))\n")
        try await withWorld(settings) { world in
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "This Window Is Not One of the Owner's Tools")
        }
    }
}
