import FilmgateTestKit
import Testing

/// The buttons above a photo in large.
@Suite("The header of a photo in large")
struct ViewerHeaderTests {
    /// Without those whose names buttons of the hidden page of the grid have, too.
    private static let tools = ["Back to the Photos", "Crop…", "Share", "Details, and Who Can See It"]

    @Test("has its buttons side by side at the window's first size and in 600 pixels, where they work")
    func tools() async throws {
        try await withWorld { world in
            try await world.addPhotos(1)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            func isInOrder() async throws -> Bool {
                let window = try await display.activeWindow().filter(\.isNumber)
                let width = try await display.rectangle(ofWindow: window)[2]
                var last = -24
                for name in Self.tools {
                    let place = try await display.place("push button", name)[0]
                    guard place >= last + 24 else { return false }
                    last = place
                }
                return last + 24 < width
            }
            try await eventually { try await isInOrder() }
            try await display.resize(width: 600, height: 700)
            try await eventually { try await isInOrder() }
            try await display.click("push button", "Share")
            try await display.shows("menu item", "Export…")
            try await display.type("Escape")
            try await display.click("push button", "Crop…")
            try await display.shows("label", "Drag the frame")
        }
    }

    @Test("leaves to its menu what has no room in 360 pixels beside the button of an editor")
    func narrow() async throws {
        let editors = try EditorInstallation()
        try editors.install("org.example.Editor", handingIn: TestPhoto.large())
        try await withWorld(editors.settings) { world in
            try await world.owner.add(TestPhoto.small())
            let display = try await Display(in: world)
            try await display.startLibrary(environment: editors.environment)
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.shows("push button", "Edit With…")
            try await display.focuses("image", "Photo, ")
            #expect(try await display.resize(width: 360, height: 640) == 360)
            try await display.click("push button", "More")
            for item in ["Favorite", "Crop…", "Edit With…", "Copy", "Move to Trash"] {
                try await display.shows("menu item", item)
            }
        }
    }

    @Test("has the room of the sidebar below 860 pixels, which comes back with the grid")
    func room() async throws {
        try await withWorld { world in
            try await world.addPhotos(1)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.resize(width: 700, height: 700)
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            // The button is at the left side of the window only without the sidebar.
            func isFolded() async throws -> Bool {
                try await display.restingPlace("push button", "Back to the Photos")[0] < 100
            }
            try await eventually { try await isFolded() }
            // The keys lead to the sidebar and back.
            try await display.type("F6")
            try await display.focuses("list item", "Photos")
            try await display.type("F6")
            try await display.focuses("image", "Photo, ")
            try await display.resize(width: 900, height: 700)
            try await eventually { try await !isFolded() }
            try await display.resize(width: 700, height: 700)
            try await eventually { try await isFolded() }
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo, ")
            try await eventually { try await display.place("table cell", "Photo, ")[0] > 240 }
        }
    }
}
