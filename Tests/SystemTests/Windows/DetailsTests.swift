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
            try await display.tab(to: "text", "Alt Text")
            try await display.write("A boat at a pier")
            // Leaving the text saves it, as a caption.
            try await display.type("Tab")
            try await eventually {
                try await world.owner.properties(of: photo, "alt-text")["alt-text"]?.text == "A boat at a pier"
            }
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
}

extension Display {
    /// What a screen reader says of the photos in grids.
    fileprivate func photoNames() async throws -> [Substring] {
        try await tree().split(separator: "\n").filter { $0.contains("table cell 'Photo, ") }
    }
}
