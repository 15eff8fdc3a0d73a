import FilmgateTestKit
import Testing

/// What keys do in the library's own window, and which widget has the focus.
@Suite("Keys and the focus in the library's window")
struct FocusWindowTests {
    private static let app = LibraryWindowTests.app

    @Test("the keyboard goes to the sidebar, through its parts, and back to the photos")
    func sidebarByKeyboard() async throws {
        try await withWorld { world in
            try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("F6")
            try await display.focuses("list item", "Photos")
            try await display.type("Down")
            try await display.focuses("list item", "Albums")
            try await display.shows("label", "No Albums")
            try await display.type("Down")
            try await display.shows("label", "Recently Added")
            try await display.focuses("list item", "Recently Added")
            try await display.type("F6")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("shift+Tab", "shift+Tab", "shift+Tab", "shift+Tab")
            try await display.focuses("list item", "Recently Added")
            // The photos take the focus when they are there.
            try await display.type("Up", "Up", "F6")
            try await display.focuses("table cell", "Photo, ")
        }
    }

    @Test("Tab goes from the photos to what is behind them, and the sidebar is one stop")
    func groups() async throws {
        try await withWorld { world in
            try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Right", "Tab")
            try await display.focuses("slider", "Timeline")
            try await display.type("shift+Tab")
            try await display.focusesPhoto(1)
            try await display.type("F6", "shift+Tab")
            try await display.focuses("push button", "Main Menu")
            // The name is said once.
            try await eventually { try await display.tree().contains("push button 'Main Menu' focused") }
        }
    }

    @Test("the main menu shows the shortcuts of the keyboard, and what the program is")
    func menu() async throws {
        try await withWorld { world in
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "No Photos")
            try await display.type("ctrl+question")
            try await display.shows("label", "Undo the last change")
            try await display.offers("label", "Finish the selection")
            try await display.type("Escape")
            try await display.showsNo("label", "Undo the last change")
            try await display.getsKeys()
            try await display.type("F10")
            try await display.press("push button", "About Filmgate")
            try await display.shows("label", "A photo library that apps reach by permission alone")
            try await eventually { try await display.tree().contains("0.1.0") }
        }
    }

    @Test("a click on the part that is selected goes back from a photo, and from an app")
    func selectedPart() async throws {
        try await withWorld { world in
            try await world.addPhotos(3)
            try await world.owner.grant(Self.app, "full")
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            try await display.focuses("push button", "Back to All Apps")
            try await display.offers("push button", "Deny Access")
            try await display.click("list item", "Apps")
            try await display.focuses("list item", "org.example.Frame")
            try await display.click("list item", "Photos")
            try await display.focuses("table cell", "Photo, ")
            try await display.click("table cell", "Photo, ", times: 2)
            try await eventually { try await display.tree().contains("label 'Photo, ") }
            try await display.click("list item", "Photos")
            try await display.focuses("table cell", "Photo, ")
        }
    }

    @Test("keys that come with an app's page do nothing")
    func earlyKeys() async throws {
        try await withWorld { world in
            try await world.owner.grant(Self.app, "full")
            let display = try await Display(in: world)
            // A person who goes on typing in the app: this key would close the window.
            try await display.repeating("key ctrl+q") { presses in
                try await display.startLibrary("--app", Self.app)
                try await display.shows("label", "\(Self.app), verified")
                try await presses.goOn()
                try await display.withholds("combo box", "Level")
            }
            try await display.offers("push button", "Deny Access")
            try await display.type("ctrl+q")
            try await display.showsNo("push button", "Deny Access")
        }
    }

    @Test("keys that were meant for a window in front of the pages about apps neither select photos nor reset access")
    func windowInFront() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.grant(Self.app, "limited", selection: [ids[0]])
            let display = try await Display(in: world)
            try await display.startAgent()
            try await display.startLibrary("--app", Self.app)
            func withholds(_ button: String, afterQuestionOf asking: String) async throws {
                try await display.offers("push button", button)
                let app = try await world.client(flatpak: asking)
                let request = try await app.requestAccess()
                try await display.offers("push button", "Not Now")
                // The first one ends the question; who goes on pressing Enter means that one.
                try await display.repeating("key Return") { presses in
                    #expect(try await app.response(to: request).status == "not-determined")
                    try await display.showsNo("push button", "Not Now")
                    try await presses.goOn()
                    try await display.withholds("push button", button)
                }
                try await display.offers("push button", button)
            }
            try await display.press("push button", "Change")
            try await withholds("Done", afterQuestionOf: "org.example.Album")
            try await display.press("push button", "Cancel")
            try await display.press("push button", "Back to All Apps")
            try await withholds("Reset the Access of All Apps", afterQuestionOf: "org.example.Scanner")
            #expect(try await world.owner.selection(of: Self.app) == [ids[0]])
        }
    }
}
