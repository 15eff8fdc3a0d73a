import FilmgateTestKit
import Foundation
import Testing

/// Selecting photos without a mouse, and what the window says meanwhile.
@Suite("Selecting photos by keyboard")
struct SelectionKeyboardTests {
    static let app = "org.example.Frame"

    /// Picks among four photos.
    private func picking(
        _ options: [String: BusArgument], _ body: (Display, TestClient, OpenRequest, [String]) async throws -> Void
    ) async throws {
        var ids: [String] = []
        try await withQuestion(
            .pick, photos: 4, options,
            prepare: { world, photos in
                ids = photos
                // It is told which photo was picked only if it may see it.
                try await world.owner.grant("flatpak:\(Self.app)", "limited", selection: photos)
            }
        ) { display, app, request in
            if options["search"] == nil { try await display.focuses("table cell", "Photo, ") }
            try await body(display, app, request, ids)
        }
    }

    @Test("a selected photo in large is deselected, and the photo that was shown last has the focus behind it")
    func preview() async throws {
        try await picking(["limit": .uint32(3)]) { display, _, _, _ in
            try await display.type("Return", "space")
            try await display.shows("push button", "Deselect Photo")
            try await display.shows("label", "Press Enter to deselect, Space to go back")
            try await display.type("Right")
            try await display.shows("push button", "Select Photo")
            try await display.shows("label", "Press Enter to select, Space to go back")
            try await display.type("Right", "Escape")
            try await display.focusesPhoto(2)
            try await display.type("Left", "Left", "space")
            try await display.press("push button", "Deselect Photo")
            try await display.shows("push button", "Select Photo")
            try await display.shows("label", "0 of at most 3 selected")
        }
    }

    @Test("one photo more than the app takes is refused aloud, until one is deselected")
    func limit() async throws {
        try await picking(["limit": .uint32(2)]) { display, _, _, _ in
            try await display.type("Return", "Right", "Return", "Right", "Return")
            let notice = "The app takes at most 2 items. Deselect one first."
            try await display.shows("alert", notice)
            try await display.type("space")
            try await display.shows("push button", "Select Photo")
            #expect(try await display.tree().contains("alert '\(notice)'"), "it is still so")
            try await display.type("Escape", "Left", "Return")
            try await display.showsNo("alert", notice)
            try await display.shows("label", "1 of at most 2 selected")
        }
    }

    @Test("Tab leaves the photos, F6 goes from part to part and back, and Ctrl+Enter finishes")
    func groups() async throws {
        try await picking([:]) { display, app, request, ids in
            try await display.type("Right", "Tab")
            try await display.focuses("check box", "Places")
            try await display.type("shift+Tab")
            try await display.focusesPhoto(1)
            try await display.type("F6")
            try await display.focuses("check box", "Places")
            try await display.type("F6")
            try await display.focuses("push button", "Cancel")
            try await display.type("F6", "F6")
            try await display.focusesPhoto(1)
            try await display.type("shift+F6", "shift+F6")
            try await display.focuses("push button", "Cancel")
            // Nothing is selected, so that there is nothing to give.
            try await display.type("shift+F6", "shift+F6", "ctrl+Return", "Return")
            try await display.shows("label", "1 of at most 1 selected")
            try await display.type("space", "ctrl+Return")
            #expect(try await app.response(to: request).items?.map { $0["id"]?.text } == [ids[1]])
        }
    }

    @Test("a search that finds nothing says so, as it does in the library")
    func emptySearch() async throws {
        try await picking(["search": "needle"]) { display, _, _, _ in
            try await display.shows("label", "Nothing Found")
            try await display.shows("label", "Try other words.")
        }
    }
}
