import FilmgateTestKit
import Foundation
import Testing

/// What a person does with one photo or video in the library's window, and how they arrange what they see.
@Suite("Looking and editing in the library's window")
struct LibraryEditTests {
    @Test("the side panel edits the title, keywords, rating, caption, date and place of a photo by keyboard")
    func details() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let display = try await Display(in: world)
            try await display.startLibrary(environment: try towns(in: world))
            // The photo was taken at 17:12 UTC, and dates are by the clock there.
            try await display.focuses("table cell", "Photo, 1 May 2024, 19:12")
            try await display.openDetails()
            // The nearest town cannot be edited, and its row does not come between those that can.
            // The broker knows it if towns are installed, otherwise the window's list.
            try await eventually { try await display.tree().contains(/label '(Budap|P)est'/) }
            func becomes(_ property: String, _ isSo: (Value?) -> Bool) async throws {
                try await eventually {
                    isSo(try await world.owner.properties(of: photo, property)[property])
                }
            }
            try await display.tab(to: "text", "Title")
            try await display.write("Harbor at night")
            try await display.type("Return")
            try await becomes("title") { $0?.text == "Harbor at night" }
            // Applying a text leaves the focus in its row.
            try await display.focuses("text", "Title")
            try await display.tab(to: "text", "Add keywords")
            try await display.write("sea, ships")
            try await display.type("Return")
            // The file has two.
            try await becomes("keywords") { $0?.texts == ["bridge", "dusk", "sea", "ships"] }
            // Backspace goes to the last keyword, and removes it.
            try await display.shows("push button", "Remove the keyword “ships”")
            try await display.type("BackSpace")
            try await display.focuses("push button", "Remove the keyword “ships”")
            try await display.type("BackSpace")
            try await becomes("keywords") { $0?.texts == ["bridge", "dusk", "sea"] }
            try await display.focuses("push button", "Remove the keyword “sea”")
            try await display.tab(to: "push button", "3 stars")
            try await display.type("space")
            try await becomes("rating") { $0?.integer == 3 }
            try await display.focuses("push button", "3 stars, chosen")
            try await display.type("5")
            try await becomes("rating") { $0?.integer == 5 }
            try await display.shows("push button", "5 stars, chosen")
            try await display.tab(to: "text", "Caption")
            try await display.write("Boats come home.")
            // Leaving the text keeps it.
            try await display.type("Tab")
            try await becomes("caption") { $0?.text == "Boats come home." }
            try await display.focuses("text", "Taken: year-month-day hour:minute")
            try await display.type("ctrl+a")
            try await display.write("2020-02-03 04:05:06")
            try await display.type("Return")
            try await becomes("creation-date") { $0?.integer == 1_580_695_506_000_000 }
            try await display.tab(to: "text", "Place: a town, or latitude and longitude")
            try await display.type("ctrl+a")
            try await display.write("48.2, 16.37")
            try await display.type("Return")
            try await becomes("location") { $0?.list?.compactMap(\.number) == [48.2, 16.37] }
            // A town by the beginning of its name.
            try await display.type("ctrl+a")
            try await display.write("pes")
            try await display.shows("list item", "Pest, HU")
            try await display.type("Down")
            try await display.focuses("list item", "Pest, HU")
            try await display.type("Return")
            try await becomes("location") {
                abs(($0?.list?.first?.number ?? 0) - TestPhoto.latitude) < 0.001
            }
            try await display.focuses("text", "Place: a town, or latitude and longitude")
        }
    }

    @Test("the headings of days and months name the towns of their photos, the most frequent first")
    func townsOfHeadings() async throws {
        try await withWorld { world in
            let day = Int64(1_577_966_400_000_000)
            for (number, place) in [(TestPhoto.latitude, TestPhoto.longitude), (48.2, 16.37), (48.2, 16.37), (0, 0)]
                .enumerated()
            {
                let photo = try TestPhoto.plain(["FF0000", "00FF00", "0000FF", "FFFF00"][number])
                let id = try await world.owner.add(.memory(photo.bytes), filename: "\(number).jpg")
                // The last one is of a different day, without a place.
                let time = number < 3 ? day + Int64(number) * 60_000_000 : day - 86_400_000_000 * 3
                let noon: [String: BusArgument] = ["creation-date": .int64(time)]
                let location: [String: BusArgument] = ["location": .place(place.0, place.1)]
                try await world.owner.set(number < 3 ? noon.merging(location) { $1 } : noon, of: id)
            }
            let display = try await Display(in: world)
            let vienna = "2\tVienna\tVienna\t\t48.2\t16.37\tP\tPPLC\tAT\n"
            try await display.startLibrary(environment: try towns(in: world, also: vienna))
            try await eventually {
                try await display.tree().contains(/label '2 January 2020 · Vienna, (Budap|P)est'/)
            }
            try await display.shows("label", "30 December 2019")
            // Smaller photos have headings for months.
            try await display.click("slider", "Size of the pictures")
            try await display.type("Home", "Right", "Right")
            try await eventually {
                try await display.tree().contains(/label 'January 2020 · Vienna, (Budap|P)est'/)
            }
            try await display.shows("label", "December 2019")
        }
    }

    @Test("the heading of a day takes two lines at most in a narrow window, however long the names of its towns are")
    func narrowHeadings() async throws {
        try await withWorld { world in
            for (number, place) in [(48.2, 16.37), (48.2, 16.37), (53.22, -4.2)].enumerated() {
                let photo = try TestPhoto.plain(["FF0000", "00FF00", "0000FF"][number])
                let id = try await world.owner.add(.memory(photo.bytes), filename: "\(number).jpg")
                let time = Int64(1_577_966_400_000_000) + Int64(number) * 60_000_000
                try await world.owner.set(
                    ["creation-date": .int64(time), "location": .place(place.0, place.1)], of: id)
            }
            let display = try await Display(in: world)
            let vienna = "2\tVienna\tVienna\t\t48.2\t16.37\tP\tPPLC\tAT\n"
            let long = "3\tLlanfairpwllgwyngyll upon Menai\tL\t\t53.22\t-4.2\tP\tPPL\tGB\n"
            try await display.startLibrary(environment: try towns(in: world, also: vienna + long))
            // The broker can know a different town than the list.
            let heading = "2 January 2020 · Vienna, "
            try await eventually { try await display.tree().contains(/label '2 January 2020 · Vienna, ./) }
            try await display.resize(width: 360, height: 640)
            // Its width changes with that of the photos.
            let size = try await display.resting(every: .milliseconds(50)) { try await display.size("label", heading) }
            let line = try await display.size("label", "3 photos")[1]
            #expect(size[0] < 120 && size[1] <= 2 * line + 6, "\(size), \(line)")
        }
    }

    /// Makes a list of towns, and returns the variables with which a window reads it.
    private func towns(in world: World, also more: String = "") throws -> [String: String] {
        let folder = "\(world.folder)/data/libtimezonemap/ui"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let town = "1\tPest\tPest\t\t\(TestPhoto.latitude)\t\(TestPhoto.longitude)\tP\tPPL\tHU\n"
        try Data((town + more).utf8).write(to: URL(filePath: "\(folder)/cities15000.txt"))
        return ["XDG_DATA_DIRS": "\(world.folder)/data:/usr/local/share:/usr/share"]
    }

    @Test("the side panel begins at its top for each photo, and the last one has the focus in the grid")
    func nextPhoto() async throws {
        try await withWorld { world in
            try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.openDetails()
            let top = try await display.restingPlace("label", "Description")[1]
            try await display.turnWheel(over: "label", "Caption", times: 1)
            try await eventually { try await display.place("label", "Description")[1] < top }
            try await display.click("push button", "Next Photo")
            try await eventually { try await display.place("label", "Description")[1] == top }
            try await display.type("Escape")
            try await display.focusesPhoto(1)
        }
    }

    @Test("the heart says what it does with the selected photos")
    func favorites() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(2)
            try await world.owner.perform(
                ("set-properties", ["id": .text(ids[0]), "properties": .options(["favorite": true])]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+space")
            try await display.shows("push button", "Remove from Favorites")
            try await display.type("Right", "ctrl+space")
            try await display.shows("label", "2 photos selected")
            try await display.showsNo("push button", "Remove from Favorites")
            try await display.type("ctrl+space")
            try await display.shows("label", "1 photo selected")
            _ = try await display.restingPlace("push button", "Remove from Favorites")
            try await display.press("push button", "Remove from Favorites")
            try await eventually { try await world.owner.assets(["where": "favorite = true"]).isEmpty }
        }
    }

    @Test("the slider for the size of the pictures makes them larger by mouse, and smaller by keyboard")
    func zoom() async throws {
        try await withWorld { world in
            try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            let usual = try await display.resting(every: .milliseconds(50)) {
                try await display.size("table cell", "Photo, ")[1]
            }
            // The middle of the slider is for larger pictures than the usual ones.
            try await display.click("slider", "Size of the pictures")
            try await eventually { try await display.size("table cell", "Photo, ")[1] > usual + 20 }
            try await display.type("Home")
            try await eventually { try await display.size("table cell", "Photo, ")[1] < usual - 40 }
            // The pictures fill their smaller places.
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 1000 }
        }
    }

    @Test("a video plays in the viewer, and its time goes on")
    func playback() async throws {
        try await withWorld { world in
            let source = try SampleVideo("320x240", seconds: 6)
            try await world.owner.add(video: source.file)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Video, 0:06")
            try await display.type("Return")
            try await display.shows("push button", "Play")
            try await display.focuses("image", "Video, 0:06")
            try await display.type("Return")
            // The labels of GTK's media controls: the time that has passed, and the time that is left.
            try await eventually {
                let tree = try await display.tree()
                return tree.contains(/label '0:0[1-6]'/) && tree.contains(/label '-0:0[0-5]'/)
            }
        }
    }

    @Test("an album is dragged into a folder in the sidebar, and out of it again")
    func dragsAlbums() async throws {
        try await withWorld { world in
            try await world.addPhotos(1)
            let ids = try await world.owner.perform(
                ("create-folder", ["title": "Journeys", "placeholder": "@f"]),
                ("create-album", ["title": "Trip", "placeholder": "@a"]),
                ("create-album", ["title": "Zoo", "placeholder": "@b"]))
            func parent() async throws -> String? {
                try await world.owner.collections("album", ["type": "album"]).first { $0["id"]?.text == ids[1] }?[
                    "parent"]?.text
            }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("list item", "Trip")
            let outside = try await display.restingPlace("label", "Trip")
            try await display.drag("list item", "Trip", onto: "list item", "Journeys")
            try await eventually { try await parent() == ids[0] }
            // The sidebar shows it, farther from its side.
            try await eventually { try await display.place("label", "Trip")[0] > outside[0] }
            try await display.drag("list item", "Trip", onto: "list item", "Zoo")
            try await eventually { try await parent() ?? "" == "" }
        }
    }
}

extension Display {
    /// Presses Tab until a control has the focus.
    func tab(to role: String, _ name: String) async throws {
        var focused = try await focusedLine()
        for _ in 1...30 {
            let before = focused
            try await type("Tab")
            // At the first look, a busy window has not taken the key. Not every control says that it has the focus.
            for _ in 1...5 where focused == before { focused = try await focusedLine() }
            if focused.contains("\(role) '\(name)") { return }
        }
        throw ClientFailure("Tab does not reach \(role) '\(name)'")
    }

    /// What a screen reader says of the control with the focus.
    private func focusedLine() async throws -> Substring {
        try await tree().split(separator: "\n").first { $0.contains(" focused") } ?? ""
    }

    /// Drags one control onto another.
    func drag(_ role: String, _ name: String, onto other: String, _ target: String) async throws {
        let (from, to) = (try await restingPlace(role, name), try await restingPlace(other, target))
        try await drag(from: role, name, by: [to[0] - from[0], to[1] - from[1]])
    }
}
