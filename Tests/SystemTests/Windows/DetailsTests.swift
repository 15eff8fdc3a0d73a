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
            try await display.type("Return", "i")
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
            try await display.type("Return", "i")
            try await display.shows("label", "1/200 s · f/2.8 · ISO 400 · 50 mm")
            for text in ["RF 50", "JPEG", "Tuscany"] { try await display.shows("label", text) }
            #expect(try await display.tree().contains(#/label '\d+ × \d+ · [\d.]+ megapixels · /#))
        }
    }
}

extension Display {
    /// What a screen reader says of the photos in grids.
    fileprivate func photoNames() async throws -> [Substring] {
        try await tree().split(separator: "\n").filter { $0.contains("table cell 'Photo, ") }
    }
}
