import FilmgateTestKit
import Testing

/// Lasting picks as the person sees them: in the picker's window, and on the app's page.
@Suite("Lasting picks in windows")
struct LastingPickWindowTests {
    static let app = "org.example.Frame"

    @Test("the picker offers them, and says that the app was denied access; the app's page shows and forgets them")
    func lasting() async throws {
        try await withQuestion(
            .pick, photos: 3, ["lasting": true],
            prepare: { world, _ in try await world.owner.grant("flatpak:\(Self.app)", "none") }
        ) { display, app, request in
            try await display.focuses("table cell", "Photo, ")
            let tree = try await display.tree()
            #expect(tree.contains("check box 'The app may open them again later'"), "\(tree)")
            #expect(tree.contains("label 'It was denied access to your photos"), "\(tree)")
            try await display.click("check box", "The app may open them again later")
            try await display.click("table cell", "Photo, ")
            try await display.press("push button", "Done")
            let response = try await app.response(to: request)
            #expect(response.results["lasting"]?.flag == true)
            let handle = try #require(response.items?.first?["handle"]?.text)
            _ = try await app.anotherConnection().openItem(handle)

            try await display.startLibrary("--app", "flatpak:\(Self.app)")
            try await display.focuses("push button", "Back to All Apps")
            try await display.shows("label", "Photos It May Open Again")
            try await display.press("push button", "Forget")
            try await eventually { try await app.keptItems().isEmpty }
            try await display.showsNo("label", "Photos It May Open Again")
            #expect(try await AccessTable.kind { try await app.openItem(handle) } == "NotFound")
        }
    }

    @Test("an app with picks alone is in the list of apps and with the photo, and a reset takes the picks back")
    func picksAlone() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: Self.app)
            let request = try await app.pick(["lasting": true])
            try await agent.pick([photo], ["lasting": true])
            _ = try await app.response(to: request)
            let display = try await Display(in: world)
            try await display.startLibrary("--asset", photo)
            try await display.focuses("image", "Photo")
            try await display.openDetails()
            try await display.shows("label", "Can open the copy that you picked")
            try await display.type("Escape")
            try await display.click("list item", "Apps")
            try await display.shows("label", "Not decided · Can open 1 pick again")
            try await display.press("push button", "Reset the Access of All Apps")
            try await display.answer("Reset All", with: "alt+a")
            try await eventually { try await app.keptItems().isEmpty }
            try await display.showsNo("label", "Not decided · Can open 1 pick again")
        }
    }

    @Test("the picker of an app that was not denied access and asks for nothing lasting says neither")
    func plain() async throws {
        try await withQuestion(.pick, photos: 3) { display, _, _ in
            try await display.focuses("table cell", "Photo, ")
            let tree = try await display.tree()
            #expect(!tree.contains("again later") && !tree.contains("denied access"), "\(tree)")
            #expect(!tree.contains("Compatible formats"), "\(tree)")
        }
    }

    @Test("a picker for an app that takes all formats begins with those of the app, and the person may change them")
    func formats() async throws {
        try await withQuestion(
            .pick, photos: 3, ["choose-representation": true, "representation": "compatible"]
        ) { display, app, request in
            try await display.focuses("table cell", "Photo, ")
            try await display.click("check box", "Compatible formats")
            try await display.click("table cell", "Photo, ")
            try await display.press("push button", "Done")
            #expect(try await app.response(to: request).results["representation"]?.text == "current")
        }
    }

    @Test("a picker without a limit counts what is selected, against nothing")
    func unlimited() async throws {
        try await withQuestion(.pick, photos: 3, ["limit": .uint32(0)]) { display, app, request in
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+a")
            try await display.shows("label", "3 selected")
            #expect(!(try await display.tree().contains("at most")))
            try await display.press("push button", "Done")
            #expect(try await app.response(to: request).items?.count == 3)
        }
    }
}
