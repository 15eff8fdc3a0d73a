import FilmgateTestKit
import Foundation
import Testing

/// The panel beside a photo, with what the library knows of it.
@Suite("The details of a photo")
struct DetailsTests {
    @Test("an alt text that a person writes names the photo in the grid, in the viewer and when an app asks for photos")
    func altText() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let photo = try await world.addPhotos(1)[0]
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.openDetails()
            // Its row opens.
            try await display.tab(to: "list item", "Alt Text")
            try await display.type("Return")
            _ = try await display.restingPlace("text", "Alt Text")
            try await display.tab(to: "text", "Alt Text")
            try await display.write("A boat at a pier")
            // Leaving the text saves it, as a caption.
            try await display.type("Tab")
            try await eventually {
                try await world.owner.properties(of: photo, "alt-text")["alt-text"]?.text == "A boat at a pier"
            }
            try await display.shows("label", "A boat at a pier")
            try await eventually {
                try await display.tree().split(separator: "\n").contains {
                    $0.contains("image 'Photo, ") && $0.contains("A boat at a pier'")
                }
            }
            try await display.type("Escape", "Escape")
            try await eventually { try await display.photoNames().contains { $0.contains("A boat at a pier'") } }
            try await display.type("ctrl+q")
            try await display.showsNo("frame", "Filmgate")
            try await display.startAgent()
            let app = try await world.client(flatpak: "org.example.Frame")
            _ = try await app.pick()
            try await eventually { try await display.photoNames().contains { $0.contains("A boat at a pier'") } }
        }
    }

    @Test("the details say the exposure, the lens, the size, the place and the albums as people do")
    func units() async throws {
        try await withWorld { world in
            var (change, keys) = TestClient.creation(
                of: .memory(try TestPhoto.small().bytes), filename: "tower.jpg", properties: [:])
            keys["metadata"] = .options([
                "exif:ExposureTime": "1/200", "exif:FNumber": "28/10", "exif:FocalLength": "50/1",
                "exifEX:PhotographicSensitivity": "400", "exifEX:LensModel": "RF 50",
            ])
            let photo = try await world.owner.perform((change, keys))[0]
            let album = try await world.owner.perform(("create-album", ["title": "Tuscany"]))[0]
            try await world.owner.perform(("add-assets", ["album": .text(album), "ids": .texts([photo])]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.openDetails()
            try await display.shows("label", "1/200 s · f/2.8 · ISO 400 · 50 mm")
            for text in ["RF 50", "JPEG", "Tuscany"] { try await display.shows("label", text) }
            #expect(try await display.tree().contains(#/label '\d+ × \d+ · [\d.]+ megapixels · /#))
        }
    }

    @Test("Escape brings back what is saved, and what is wrong with a date or a place stands below it")
    func wrongInput() async throws {
        try await withWorld { world in
            let photos = try await world.addPhotos(2)
            try await world.owner.set(["title": "Harbor"], of: photos[0])
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.openDetails()
            try await display.tab(to: "text", "Title")
            try await display.write("x")
            try await display.type("Escape")
            // Not edited, so that Escape in front of another text would close the panel of a narrow window only.
            try await display.tab(to: "text", "Taken: year-month-day hour:minute")
            #expect(try await world.owner.properties(of: photos[0], "title")["title"]?.text == "Harbor")
            try await display.type("ctrl+a")
            try await display.write("2024-13-40")
            try await display.type("Return")
            let problem = "This is no date. Write year, month, day and time, such as 2024-05-01 19:30."
            try await display.shows("label", problem)
            try await display.type("Escape")
            try await display.showsNo("label", problem)
            try await display.tab(to: "text", "Place: a town, or latitude and longitude")
            try await display.write("95, 200")
            try await display.type("Return")
            try await display.shows("label", "Latitudes go from −90 to 90, and longitudes from −180 to 180.")
            // The next photo shows its own place, and the window says what was not saved.
            try await display.click("push button", "Next Photo")
            try await display.shows("label", "“95, 200” was not saved. ")
        }
    }

    @Test("a text that was typed and not confirmed is saved when the next photo is shown, and when the window closes")
    func unconfirmed() async throws {
        try await withWorld { world in
            let photos = try await world.addPhotos(2)
            try await world.owner.set(["keywords": .texts(["next"])], of: photos[1])
            let display = try await Display(in: world)
            let window = try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.openDetails()
            try await display.tab(to: "text", "Title")
            try await display.write("First")
            try await display.click("push button", "Next Photo")
            try await eventually {
                try await world.owner.properties(of: photos[0], "title")["title"]?.text == "First"
            }
            // What is typed before the next photo has been read is not about it.
            try await display.shows("push button", "Remove the keyword “next”")
            try await display.tab(to: "text", "Title")
            try await display.write("Second")
            try await display.type("ctrl+q")
            _ = await window.ended()
            #expect(try await world.owner.properties(of: photos[1], "title")["title"]?.text == "Second")
        }
    }

    @Test("a day is chosen in a calendar, and the time stays")
    func calendar() async throws {
        try await withWorld { world in
            // Taken at 19:12 in UTC+02:00.
            let photo = try await world.owner.add(TestPhoto.small())
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, 1 May 2024, 19:12")
            try await display.openDetails()
            try await display.tab(to: "text", "Taken: year-month-day hour:minute")
            func becomes(_ property: String, _ value: Int) async throws {
                try await eventually {
                    try await world.owner.properties(of: photo, property)[property]?.integer == value
                }
            }
            let before = try await world.owner.properties(of: photo, "creation-date")["creation-date"]?.integer ?? 0
            // Its button opens the calendar. The numbers of its days are labels.
            try await display.type("Tab", "space")
            try await display.shows("label", "31")
            try await display.focuses("filler", "Choose a Day")
            // The keys begin in the first row of the calendar; the Sunday two weeks later is the twelfth.
            try await display.type("Right", "Down", "Down", "space", "Return")
            try await becomes("creation-date", before + 11 * 86_400_000_000)
        }
    }
}

extension Display {
    /// Opens the photo that has the focus in large, with its details beside it.
    func openDetails() async throws {
        try await type("Return")
        try await focuses("image", "Photo, ")
        try await type("i")
        // The panel slides in.
        _ = try await restingPlace("label", "Description")
    }

    /// What a screen reader says of the photos in grids.
    fileprivate func photoNames() async throws -> [Substring] {
        try await tree().split(separator: "\n").filter { $0.contains("table cell 'Photo, ") }
    }
}
