import FilmgateTestKit
import Foundation
import Testing

/// The grid in which the person selects and picks photos.
@Suite("Selecting photos in a window")
struct SelectionWindowTests {
    static let app = "org.example.Frame"

    @Test("ranges by keyboard, a rectangle by mouse, a search, and a preview all select")
    func selecting() async throws {
        var needle = ""
        try await withQuestion(
            photos: 20,
            prepare: { world, _ in
                needle = try await world.owner.add(
                    .memory(TestPhoto.small().bytes), filename: "needle.jpg", properties: ["title": "A needle"])
            }
        ) { display, app, request in
            try await display.openSelection()
            try await display.type("ctrl+space", "shift+Right", "shift+Right")
            try await display.shows("label", "3 selected")
            // From the middle of the first photo to that of its neighbors to the right and below: one of these is new
            // in each row.
            try await display.drag(from: "table cell", "Photo, ", by: [150, 150])
            try await display.shows("label", "5 selected")
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            try await display.write("needle")
            try await eventually { try await display.tree().matches(of: /table cell 'Photo/).count == 1 }
            try await display.type("Tab", "Tab", "Tab", "Tab", "Tab")
            try await display.press("push button", "Done")
            let response = try await app.response(to: request)
            #expect(response.status == "limited")
            let seen = try await Set(app.assets())
            #expect(seen.count == 5 && !seen.contains(needle))
        }
    }

    @Test(
        "a picker gives the photos in their order, framed and without what the person removes, and keeps what they allow"
    )
    func picking() async throws {
        let options: [String: BusArgument] = [
            "limit": .uint32(2), "ordered": true, "crop": "square", "keep": true, "remove": .texts(["location"]),
            "prompt": "Choose two.",
        ]
        var ids: [String] = []
        try await withQuestion(
            .pick, photos: 5, options,
            prepare: { world, photos in
                ids = photos
                try await world.owner.grant("flatpak:\(Self.app)", "limited", selection: [photos[4]])
            }
        ) { display, app, request in
            try await display.focuses("table cell", "Photo, ")
            try await display.shows("label", "“Choose two.”")
            let tree = try await display.tree()
            for control in [
                "check box 'Places'", "check box 'Titles and captions' checked", "check box 'Camera data' checked",
                "check box 'The app keeps seeing these photos'", "label 'It then sees all that its access shows",
                "label '0 of at most 2 selected'",
            ] {
                #expect(tree.contains(control), "\(control) in \(tree)")
            }
            #expect(!tree.contains("check box 'Places' checked"), "the app does not want them")
            for line in tree.split(separator: "\n") {
                // The button inside of a list of choices has the name of the list.
                let isNameless = line.contains(/(check box|slider|combo box|text) '(Gtk\w+|Adw\w+)?'/)
                #expect(!isNameless, "no name: \(line)")
            }
            // The third and the first; a third one is too many.
            try await display.type("Right", "Right", "Return", "Home", "Return", "Right", "Return")
            try await display.shows("alert", "The app takes at most 2 items. Deselect one first.")
            try await display.shows("label", "2 of at most 2 selected")
            try await display.click("check box", "Titles and captions")
            try await display.click("check box", "The app keeps seeing these photos")
            try await display.press("push button", "Done")
            // Each is framed after Done, in the order of the selection. Escape goes back, and nothing is lost.
            try await display.shows("label", "1 of 2")
            try await display.shows("slider", "Size of the square")
            // Not "Next", with which the name of a button behind the page begins.
            try await display.offers("label", "1 of 2")
            try await display.focuses("image", "Photo")
            // The parts of a page stay in the tree after it is left; only the focus says which page is there.
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo, ")
            try await display.offers("push button", "Done")
            try await display.type("ctrl+Return")
            try await display.focuses("image", "Photo")
            // A photo can be framed once it is shown.
            try await display.shows("slider", "Size of the square")
            try await display.offers("label", "1 of 2")
            try await display.type("Return")
            try await display.shows("label", "2 of 2")
            try await display.shows("slider", "Size of the square")
            // That of the selection, and that of the framing.
            try await eventually {
                try await display.tree().matches(of: /push button 'Done'.* sensitive/).count == 2
            }
            // A bit to the left of the middle.
            try await display.type("Left", "Left", "ctrl+Return")
            let response = try await app.response(to: request)
            #expect(response.items?.map { $0["id"]?.text } == [ids[2], ids[0]])
            #expect(response.results["removed"]?.texts == ["location", "captions"])
            let rectangle = try #require(response.items?.last?["crop-rect"]?.list)
            let crop = rectangle.compactMap(\.number)
            #expect(response.items?.first?["crop-rect"]?.list?.compactMap(\.number) == [0.125, 0, 0.75, 1])
            #expect(zip(crop, [0.085, 0, 0.75, 1]).allSatisfy { abs($0 - $1) < 0.001 }, "\(crop)")
            #expect(try await Set(app.assets()) == [ids[0], ids[2], ids[4]])
        }
    }

    @Test("a double-click opens a photo without selecting it, and the preview gets the keys")
    func doubleClick() async throws {
        try await withQuestion { display, app, request in
            let ids = try await display.world.owner.assets()
            try await display.openSelection()
            #expect(try await !display.tree().contains(/push button 'Done'.* sensitive/), "nothing is selected")
            try await display.click("table cell", "Photo, ", times: 2)
            try await display.shows("label", "Press Enter to select, Space to go back")
            try await display.shows("label", "0 selected")
            try await display.type("Right", "Return")
            try await display.shows("label", "1 selected")
            // The preview got the keys.
            try await eventually { try await display.tree().contains(/label 'Photo, .*: selected'/) }
            // A filter shows the grid again, and its hint.
            try await display.click("push button", "Selected")
            try await display.shows("label", "Click or press Enter to select")
            try await display.press("push button", "Done")
            #expect(try await app.response(to: request).status == "limited")
            #expect(try await app.assets() == [ids[1]])
        }
    }

    @Test("a preview has buttons for the mouse: the next photo, select, and back")
    func preview() async throws {
        try await withQuestion(.pick) { display, app, request in
            let owner = try await display.world.owner
            let ids = try await owner.assets()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("space")
            try await display.shows("push button", "Next Photo")
            #expect(try await !display.tree().contains("push button 'Previous Photo'"), "this is the first one")
            try await display.click("push button", "Next Photo")
            try await display.shows("push button", "Previous Photo")
            try await display.click("push button", "Select Photo")
            try await display.shows("label", "1 of at most 1 selected")
            try await display.click("push button", "Back to the Photos")
            try await display.shows("table cell", "Photo, ")
            try await display.press("push button", "Done")
            let response = try await app.response(to: request)
            let handle = try #require(response.items?.first?["handle"]?.text)
            let file = try await app.openItem(handle).file
            // Without its place, which the person did not give.
            let original = try await owner.call(
                "Resources1", "OpenResource", "ssa{sv}", .text(ids[1]), "photo", ["without": .texts(["location"])])
            #expect(file.sha256 == original[0]?.descriptor?.sha256)
        }
    }

    @Test("the words that an app searches for are on the screen, and the person can remove them")
    func searchOfApp() async throws {
        try await withQuestion(
            .pick, ["search": "needle"],
            prepare: { world, _ in
                try await world.owner.add(
                    .memory(TestPhoto.small().bytes), filename: "needle.jpg", properties: ["title": "A needle"])
            }
        ) { display, _, _ in
            func count() async throws -> Int { try await display.tree().matches(of: /table cell 'Photo/).count }
            try await eventually { try await count() == 1 }
            _ = try await display.restingPlace("entry", "Search")
            try await display.click("entry", "Search")
            try await display.type("ctrl+a", "Delete")
            try await eventually { try await count() == 4 }
        }
    }

    @Test("a video that is longer than the app takes is trimmed by keyboard in the preview")
    func trimming() async throws {
        let source = try SampleVideo("320x240", seconds: 6)
        try await withQuestion(
            .pick, photos: 0, ["max-duration": .variant("d", 3.0)],
            prepare: { world, _ in try await world.owner.add(video: source.file) }
        ) { display, app, request in
            try await display.focuses("table cell", "Video, 0:06")
            try await display.type("space")
            try await display.shows("label", "0.0 to 3.0 s")
            try await display.tab(to: "slider", "Start of the video")
            try await display.type("Right", "Right")
            try await display.shows("label", "1.0 to 3.0 s")
            // The end goes along, because the part would become too short, or too long.
            try await display.type("Tab", "End")
            try await display.shows("label", "3.0 to 6.0 s")
            try await display.type("Escape", "Return")
            try await display.shows("label", "1 of at most 1 selected")
            try await display.press("push button", "Done")
            let response = try await app.response(to: request)
            let item = try #require(response.items?.first)
            #expect(item["duration"]?.number == 3)
            let made = try await app.deliveries(of: app.requestItem(try #require(item["handle"]?.text)))
            #expect(made.response.outcome == "success" && made.contents.first?.details["type"]?.text == "video")
        }
    }

    @Test("a long list goes on behind the photos that are shown first")
    func longList() async throws {
        var last = ""
        try await withQuestion(
            .pick, photos: 130,
            prepare: { world, ids in
                // It is told which photo was picked only if it may see it.
                try await world.owner.grant("flatpak:\(Self.app)", "limited", selection: [ids[129]])
                last = ids[129]
            }
        ) { display, app, request in
            try await display.focuses("table cell", "Photo, ")
            try await eventually { try await display.tree().matches(of: /table cell 'Photo/).count == 130 }
            try await display.type("End", "Return")
            try await display.shows("label", "1 of at most 1 selected")
            try await display.press("push button", "Done")
            #expect(try await app.response(to: request).items?.map { $0["id"]?.text } == [last])
        }
    }
}
