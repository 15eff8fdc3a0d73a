import FilmgateTestKit
import Testing

/// A picker that stands for an app's file dialog.
@Suite("Other files in a picker's window")
struct OtherFilesTests {
    static let app = "org.example.Frame"

    @Test("are one button or key away, and only if the asking program can show them", arguments: ["button", "key"])
    func otherFiles(_ way: String) async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            _ = try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startAgent()
            let app = try await world.client(flatpak: Self.app)
            // Starts the window's program: a picker that stands for a file dialog must appear within a second.
            let first = try await app.pick()
            try await display.focuses("table cell", "Photo, ")
            try await display.offers("push button", "Cancel")
            try await display.press("push button", "Cancel")
            _ = try await app.response(to: first)
            let delegate = try await world.program("delegate")
            _ = try await delegate.act(as: world.owner.process(of: app))
            let request = try await delegate.pick(["other-files": true])
            try await display.offers("push button", "Other Files…")
            try await display.focuses("table cell", "Photo, ")
            if way == "key" {
                try await display.type("ctrl+o")
            } else {
                try await display.press("push button", "Other Files…")
            }
            let response = try await delegate.response(to: request)
            #expect(response.outcome == "success" && response.items?.isEmpty == true)
            #expect(response.results["other-files"]?.flag == true)

            let plain = try await app.pick()
            try await display.focuses("table cell", "Photo, ")
            try await display.offers("push button", "Cancel")
            #expect(!(try await display.tree().contains("push button 'Other Files")))
            // Neither does the key end a picker without the button.
            try await display.type("ctrl+o", "Return", "ctrl+Return")
            #expect(try await app.response(to: plain).items?.count == 1)
        }
    }
}
