import FilmgateTestKit
import Testing

/// What a person can view and choose in the terminal, besides single photos for an app that asks for the first time.
@Suite("Choosing in a terminal")
struct TerminalChoiceTests {
    @Test("a selected album stays live, with later additions")
    func album() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(20)
            let owner = try await world.owner
            let album = try await owner.perform(("create-album", ["title": "Summer"]))[0]
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts(Array(ids[4..<7]))]))
            let app = try await world.client(flatpak: TerminalAgentTests.app)
            let window = try await world.agentWindow()
            try await window.shows("Waiting for apps")
            let request = try await app.requestAccess()
            try await window.shows("You have 20 photos.")
            try await window.press("s", "Enter")
            try await window.shows("g Albums")
            try await window.press("Space", "g")
            try await window.shows("Summer")
            try await window.press("Enter")
            let screen = try await window.shows("album “Summer” · 3 photos", "Esc Back")
            #expect(screen.contains("IMG_0005.JPG") && !screen.contains("IMG_0001.JPG"))
            try await window.press("Escape")
            try await window.shows("1 album\n")
            try await window.press("Space", "Escape")
            try await window.shows("20 photos by day")
            try await window.press("Enter")
            try await window.shows("see 1 photo and 1 album permanently?")
            try await window.press("Enter")
            #expect(try await app.response(to: request).status == "limited")
            #expect(try await app.assets() == [ids[0]] + ids[4..<7])
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([ids[10]])]))
            #expect(try await app.assets() == [ids[0]] + ids[4..<7] + [ids[10]])
        }
    }

    @Test("what an app is about to delete is listed by name, and Escape refuses it")
    func confirmation() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(5)
            let app = try await world.client(flatpak: TerminalAgentTests.app)
            try await world.owner.grant("flatpak:\(TerminalAgentTests.app)", "full", rights: ["captions", "write"])
            let window = try await world.agentWindow()
            try await window.shows("Waiting for apps")
            async let refused = refusal { try await app.delete(ids[1], ids[3], interactive: true) }
            try await window.shows("IMG_0004.JPG")
            let screen = try await window.shows("is about to move 2 photos to the trash", "Esc No")
            #expect(screen.contains("IMG_0002.JPG") && !screen.contains("IMG_0001.JPG"))
            try await window.press("Escape")
            #expect(try await refused.kind == "Declined")
            #expect(try await app.assets().count == 5)

            async let deleted: Void = app.delete(ids[1], ids[3], interactive: true)
            try await window.shows("is about to move 2 photos")
            try await window.press("a", "Enter")
            try await deleted
            #expect(try await app.assets() == [ids[0], ids[2], ids[4]])
        }
    }

    @Test("the person reviews what a limited app sees, starting from the current selection")
    func editing() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(12)
            let app = try await world.client(flatpak: TerminalAgentTests.app)
            try await world.owner.grant("flatpak:\(TerminalAgentTests.app)", "limited", selection: Array(ids[..<2]))
            let window = try await world.agentWindow()
            try await window.shows("Waiting for apps")
            let request = try await app.editSelection()
            try await window.shows("It sees 2 of your 12 photos")
            try await window.press("s", "Enter")
            try await window.shows("2 of 12 selected")
            try await window.shows("IMG_0012.JPG")
            // The first is removed, the last is added.
            try await window.press("Space", "End", "Space", "Enter")
            try await window.shows("From now on, let org.example.Frame see 2 photos?")
            try await window.press("Enter")
            let response = try await app.response(to: request)
            #expect(response.outcome == "success" && response.results["kept"]?.integer == 1)
            #expect(response.results["added"]?.texts == [ids[11]] && response.results["removed"]?.texts == [ids[0]])
            #expect(try await app.assets() == [ids[1], ids[11]])
        }
    }
}
