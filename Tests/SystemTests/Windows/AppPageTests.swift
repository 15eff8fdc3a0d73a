import FilmgateTestKit
import Foundation
import Testing

/// The page of an app in the library's window.
@Suite("An app's page")
struct AppPageTests {
    static let app = "flatpak:org.example.Frame"

    @Test("the wheel scrolls the page over the selected photos, too")
    func wheel() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.grant(Self.app, "limited", selection: ids)
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            try await display.shows("table cell", "Photo")
            let before = try await display.restingPlace("table cell", "Photo")[1]
            try await display.turnWheel(over: "table cell", "Photo", times: 1)
            try await eventually { try await display.place("table cell", "Photo")[1] < before - 20 }
        }
    }

    @Test("opens at its top, and Escape or Alt and the arrow go back to the line of the app")
    func topAndBack() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.grant(Self.app, "limited", selection: ids)
            try await world.owner.grant("flatpak:org.example.Other", "full")
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            try await display.focuses("push button", "Back to All Apps")
            try await display.offers("push button", "Deny Access")
            // Passing through the sidebar leaves the page as it is.
            try await display.type("shift+Tab")
            try await display.focuses("list item", "Apps")
            try await display.type("Tab")
            try await display.focuses("push button", "Back to All Apps")
            let top = try await display.restingPlace("label", "flatpak:org.example.Frame")[1]
            try await display.tab(to: "push button", "Deny Access")
            try await eventually { try await display.place("label", "flatpak:org.example.Frame")[1] < top }
            try await display.type("Escape")
            try await display.focuses("list item", "org.example.Frame")
            try await display.type("Return")
            try await display.focuses("push button", "Back to All Apps")
            try await eventually { try await display.place("label", "flatpak:org.example.Frame")[1] == top }
            try await display.type("alt+Left")
            try await display.focuses("list item", "org.example.Frame")
        }
    }

    @Test("says if the person picked some of the photos that the app saw in a file dialog")
    func fileDialog() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.Frame")
            let delegate = try await world.program("delegate")
            _ = try await delegate.act(as: world.owner.process(of: app))
            let request = try await delegate.pick()
            try await agent.pick([photo])
            #expect(try await delegate.response(to: request).outcome == "success")
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            try await display.shows("label", "You picked some of them for it in a file dialog.")
        }
    }

    @Test("an app that gets its first selection while the window is open is listed with it")
    func firstSelection() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.click("list item", "Apps")
            try await world.owner.grant(Self.app, "limited", selection: [ids[0], ids[1]])
            try await display.shows("label", "Selected: 2 photos")
        }
    }

    @Test("says of an app that is not known that it is not, until it is")
    func unknown() async throws {
        try await withWorld { world in
            let display = try await Display(in: world)
            try await display.startLibrary("--app", "org.example.Frme")
            try await display.shows("label", "No app with the identifier flatpak:org.example.Frme is known here.")
            let tree = try await display.tree()
            #expect(!tree.contains("verified") && !tree.contains("Deny Access"), "\(tree)")
            try await world.owner.grant("flatpak:org.example.Frme", "full")
            try await display.shows("label", "flatpak:org.example.Frme, verified")
            try await display.shows("push button", "Deny Access")
        }
    }

    @Test("is not shown for a name that no app can have", arguments: ["nonsense", "flatpak:", "exe:bin/viewer"])
    func impossible(_ name: String) throws {
        let result = try ChildProcess.run([BuiltProgram.path("filmgate-window"), "--app", name])
        #expect(result.code == 64)
    }

    @Test("the page and the list of apps follow the albums that are selected for the app")
    func followsAlbums() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            let owner = try await world.owner
            let album = try await owner.perform(("create-album", ["title": "Trip", "placeholder": "@a"]))[0]
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([ids[1]])]))
            try await owner.grant(Self.app, "limited", selection: [ids[0], album])
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            try await display.shows("label", "2 photos, with those in “Trip”")
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([ids[2]])]))
            try await display.shows("label", "3 photos, with those in “Trip”")
            try await display.offers("push button", "Deny Access")
            try await display.type("Escape")
            try await display.shows("label", "Selected: 3 photos, with those in 1 album")
            try await owner.perform(("remove-assets", ["album": .text(album), "ids": .texts([ids[1]])]))
            try await display.shows("label", "Selected: 2 photos, with those in 1 album")
        }
    }

    @Test("mutes the app, which the list of apps says, and lets it ask again")
    func mutes() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            let owner = try await world.owner
            try await owner.grant(Self.app, "limited", selection: [ids[1]], rights: ["captions"])
            func grant() async throws -> [String: Value]? {
                try await owner.grants().first { $0["client"]?.text == Self.app }
            }
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            try await display.shows("label", "1 photo")
            try await display.press("check box", "Mute")
            try await eventually { try await grant()?["muted"] == .flag(true) }
            let muted = try await grant()
            #expect(muted?["level"]?.text == "limited" && muted?["rights"]?.texts == ["captions"])
            #expect(try await owner.selection(of: Self.app) == [ids[1]])
            try await display.type("Escape")
            try await display.shows("label", "Selected: 1 photo · Muted")
            try await display.type("Return")
            try await display.focuses("push button", "Back to All Apps")
            try await display.press("check box", "Mute")
            try await eventually { try await grant()?["muted"] == nil }
            #expect(try await grant()?["level"]?.text == "limited")
        }
    }

    @Test("lets a muted app ask again about which nothing is decided, and mutes none")
    func mutesUndecided() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let app = try await world.client(flatpak: "org.example.Frame")
            try await owner.grant(Self.app, "add-only", others: ["mute": true, "once": true])
            await app.end()
            try await eventually { try await owner.grants().first?["level"]?.text == "undetermined" }
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            try await display.shows("label", "Not decided")
            try await display.press("check box", "Mute")
            try await eventually { try await owner.grants().isEmpty }
            try await display.shows("label", "To mute the app, first choose a level")
            // The row is not sensitive, and with it the switch.
            try await eventually {
                let lines = try await display.tree().split(separator: "\n")
                let row = lines.first { $0.contains("list item 'Mute'") }
                let toggle = lines.first { $0.contains("check box 'Mute'") }
                return row.map { $0.contains(" sensitive") } == false
                    && toggle.map { $0.contains(" checked") } == false
            }
        }
    }

    @Test("the list of apps and the page count the same, and say of a paused app that it is paused")
    func counts() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.Paused]\npreset=full\ntripwire-images=1/1h\n"))
        { world in
            let ids = try await world.addPhotos(3)
            let owner = try await world.owner
            let album = try await owner.perform(("create-album", ["title": "Trip", "placeholder": "@a"]))[0]
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts(Array(ids[1...]))]))
            try await owner.grant(Self.app, "limited", selection: [ids[0], ids[1], album])
            try await owner.grant("flatpak:org.example.Other", "limited")
            let paused = try await world.client(flatpak: "org.example.Paused")
            _ = try await paused.requestImage(of: ids[0])
            _ = try await refusal { try await paused.requestImage(of: ids[1]) }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.click("list item", "Apps")
            try await display.shows("label", "Selected: 3 photos, with those in 1 album")
            try await display.shows("label", "Only photos it adds")
            try await display.shows("label", "Paused: it took many photos at once")
            try await display.click("list item", "org.example.Frame")
            try await display.shows("label", "3 photos, with those in “Trip”")
            try await display.type("Escape")
            try await display.click("list item", "org.example.Paused")
            try await display.shows("label", "Paused: it took many photos at once")
        }
    }

    @Test("a paused app has the same access again after Resume, and none after Deny")
    func resumes() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.Paused]\ntripwire-images=1/1h\n")) { world in
            let ids = try await world.addPhotos(3)
            let owner = try await world.owner
            try await owner.grant(
                "flatpak:org.example.Paused", "limited", selection: [ids[0], ids[1]], rights: ["captions", "location"])
            let app = try await world.client(flatpak: "org.example.Paused")
            func pause() async throws {
                _ = try await app.requestImage(of: ids[0])
                _ = try await refusal { try await app.requestImage(of: ids[1]) }
            }
            try await pause()
            let display = try await Display(in: world)
            try await display.startLibrary("--app", "org.example.Paused")
            try await display.shows("alert", "Filmgate paused this app")
            try await display.click("push button", "Resume")
            try await display.showsNo("alert", "Filmgate paused this app")
            let resumed = try #require(try await owner.grants().first)
            #expect(resumed["level"]?.text == "limited" && resumed["selection-count"]?.integer == 2)
            #expect(resumed["rights"]?.texts.map(Set.init) == ["captions", "location"])
            #expect(try await Set(app.assets()) == [ids[0], ids[1]])
            try await pause()
            try await display.shows("alert", "Filmgate paused this app")
            try await display.click("push button", "Deny")
            try await display.shows("label", "Deny access?")
            // The page has a button of the same name behind the question, which takes no keys at first.
            try await display.answer("Deny", with: "alt+e")
            try await eventually { try await owner.grants().first?["level"]?.text == "none" }
            try await display.showsNo("alert", "Filmgate paused this app")
        }
    }

    @Test("an app is paused for a day, which its page and the list say, and Resume ends it at once")
    func pausesForADay() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(2)
            let owner = try await world.owner
            try await owner.grant(Self.app, "limited", selection: [ids[0]], rights: ["captions"])
            let app = try await world.client(flatpak: "org.example.Frame")
            #expect(try await app.assets() == [ids[0]])
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            let now = Moments.inSeconds(0)
            try await display.press("push button", "Pause for a Day")
            try await display.shows(
                "alert", "You paused this app. It sees no photos and cannot ask you anything until ")
            let end = try #require(try await owner.grants().first?["paused-until"]?.integer)
            #expect((86_400_000_000...87_000_000_000).contains(end - Int(now)))
            #expect(try await refusal { try await app.fetch() }.kind == "NotDetermined")
            try await display.type("Escape")
            try await display.shows("label", "Paused until ")
            try await display.click("list item", "org.example.Frame")
            try await display.press("push button", "Resume")
            try await display.showsNo("alert", "You paused this app.")
            #expect(try await app.assets() == [ids[0]])
            try await display.offers("push button", "Pause for a Day")
        }
    }

    @Test("photos that the app saw open in large, and Escape goes back to them, and then to the apps")
    func opensPhotos() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.grant(Self.app, "full")
            let app = try await world.client(flatpak: "org.example.Frame")
            for id in ids[..<2] {
                let size: [String: BusArgument] = ["width": .uint32(64), "height": .uint32(64)]
                _ = try await app.response(to: app.requestImage(of: id, size))
            }
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            // The log gathers what apps read for a second.
            try await eventually { try await display.tree().contains("'Photos That It Saw'") }
            try await display.offers("push button", "Deny Access")
            try await display.tab(to: "table cell", "Photo")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            // The one that nobody saw is not among them.
            try await display.type("Delete")
            try await eventually { try await world.owner.assets().count == 2 }
            try await display.type("Delete")
            try await display.focuses("table cell", "Photo")
            #expect(try await world.owner.assets() == [ids[2]])
            try await display.type("Escape")
            try await display.focuses("list item", "org.example.Frame")
        }
    }

    @Test("a photo that the app saw and that is in the trash does not open, and the window says why")
    func opensNoTrash() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(2)
            try await world.owner.grant(Self.app, "limited", selection: [ids[0]])
            try await world.owner.perform(("delete-assets", ["ids": .texts([ids[0]])]))
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            try await display.shows("table cell", "Photo")
            try await display.offers("push button", "Deny Access")
            try await display.tab(to: "table cell", "Photo")
            // The message goes after some seconds: on a busy machine, between two looks.
            try await eventually {
                try await display.type("Return")
                return try await display.tree().contains("label 'This photo is in the trash, or was deleted.'")
            }
        }
    }

    @Test("access that is given can last until the app ends, for a day, or for good")
    func howLong() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            let owner = try await world.owner
            try await owner.grant(Self.app, "limited", selection: [ids[1]], rights: ["captions"])
            func grant() async throws -> [String: Value]? {
                try await owner.grants().first { $0["client"]?.text == Self.app }
            }
            let app = try await world.client(flatpak: "org.example.Frame")
            #expect(try await app.status() == "limited")
            let display = try await Display(in: world)
            try await display.startLibrary("--app", Self.app)
            try await display.click("combo box", "How long")
            try await display.shows("label", "Until it disconnects")
            try await display.focuses("list item", "")
            try await display.type("Down", "Return")
            try await eventually { try await grant()?["once"] == .flag(true) }
            let once = try await grant()
            #expect(once?["level"]?.text == "limited" && once?["rights"]?.texts == ["captions"])
            #expect(try await owner.selection(of: Self.app) == [ids[1]])
            try await display.withholds("combo box", "Level")
            try await display.click("combo box", "How long")
            try await display.shows("label", "For a day")
            try await display.focuses("list item", "")
            try await display.type("Down", "Return")
            try await eventually { try await grant()?["expires"] != nil }
            #expect(try await grant()?["once"] == nil)
            // The level can be changed again, and the end stays.
            try await display.offers("combo box", "Level")
            let expires = try await grant()?["expires"]
            try await display.press("check box", "Mute")
            try await eventually { try await grant()?["muted"] == .flag(true) }
            #expect(try await grant()?["expires"] == expires)
            try await display.click("combo box", "How long")
            try await display.shows("label", "Permanently")
            try await display.focuses("list item", "")
            try await display.type("Home", "Return")
            try await eventually { try await grant()?["expires"] == nil }
            #expect(try await grant()?["level"]?.text == "limited")
        }
    }

    @Test("a request that no agent could show is listed, until the person chooses a level")
    func unanswered() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: "org.example.Frame")
            #expect(try await app.response(to: app.requestAccess()).error == "NoAgent")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.click("list item", "Apps")
            try await display.shows("label", "Could not ask you on ")
            try await display.type("Tab")
            try await display.tab(to: "list item", "org.example.Frame")
            try await display.type("Return")
            try await display.focuses("push button", "Back to All Apps")
            try await display.click("combo box", "Level")
            try await display.shows("label", "No access")
            try await display.focuses("list item", "")
            try await display.type("Home", "Down", "Return")
            try await eventually { try await world.owner.grants().first?["level"]?.text == "add-only" }
            try await display.type("Escape")
            try await display.showsNo("label", "Could not ask you on ")
            #expect(try await app.status("add-only") == "authorized")
        }
    }
}
