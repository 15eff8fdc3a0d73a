import FilmgateTestKit
import Foundation
import Testing

/// What the pages of the library's window say beside the photos.
@Suite("The pages of the library's window")
struct GridPageTests {
    @Test("photos and videos are counted by kind in the page, in the selection, in messages and in questions")
    func counts() async throws {
        try await withWorld { world in
            try await world.addPhotos(2)
            let source = try SampleVideo("320x240", seconds: 1)
            try await world.owner.add(video: source.file)
            withExtendedLifetime(source) {}
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "2 photos, 1 video")
            try await display.focuses("table cell", "")
            try await display.type("ctrl+a")
            try await display.shows("label", "2 photos, 1 video selected")
            try await display.type("Delete")
            try await display.shows("label", "2 photos, 1 video moved to the trash")
            try await display.click("list item", "Trash")
            try await display.press("push button", "Empty Trash")
            try await display.shows("label", "Delete 2 photos, 1 video for good?")
            try await display.answer("Empty Trash", with: "alt+e")
            try await display.shows("label", "2 photos, 1 video deleted")
            try await eventually { try await world.owner.assets(["include-trashed": true]).isEmpty }
        }
    }

    @Test("a message stays above the bar for selected photos, and the bar's buttons can be pressed")
    func messages() async throws {
        try await withWorld { world in
            try await world.addPhotos(2)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.resize(width: 360, height: 640)
            try await display.type("ctrl+a")
            try await display.offers("push button", "Deselect All")
            let button = try await display.restingPlace("push button", "Deselect All")
            let height = try await display.size("push button", "Deselect All")[1]
            try await display.type("f")
            // It slides in from below.
            try await eventually {
                try await display.place("label", "2 photos added to favorites")[1] < button[1] - height
            }
            try await display.click("push button", "Deselect All")
            try await display.showsNo("label", "2 photos selected")
        }
    }

    @Test("the trash and the question about a burst say the configured number of days, and no label is cut")
    func trashDays() async throws {
        try await withWorld(WorldSettings(configuration: "[trash]\ndays=7\n")) { world in
            for mark in ["a", "b", "c"] { try await world.owner.add(TestPhoto.ofBurst("burst0000001", mark)) }
            try await world.owner.delete(world.addPhotos(1)[0])
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.click("list item", "Trash")
            try await display.shows("label", "Items are deleted 7 days after they were moved here.")
            let width = try await display.size("push button", "Empty Trash")[0]
            for narrower in [900, 360] {
                #expect(try await display.resize(width: narrower, height: 640) == narrower)
                #expect(try await display.size("push button", "Empty Trash")[0] == width)
            }
            try await display.resize(width: 1100, height: 720)
            try await display.click("list item", "Photos")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("b")
            try await display.shows("label", "Burst")
            try await display.focusesPhoto(0)
            try await display.type("o")
            try await display.shows("label", "Photos stay in the trash for 7 days.")
        }
    }

    @Test("the search says where it looks, and offers to look everywhere if nothing is found there")
    func searchPlaces() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.set(["title": "A needle"], of: ids[0])
            try await world.owner.perform(
                ("create-album", ["title": "Trip", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts([ids[1]])]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search all photos")
            try await display.write("nothing like this")
            try await display.shows("label", "Nothing Found")
            #expect(try await !display.tree().contains("push button 'Search All Photos'"))
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo, ")
            try await display.click("list item", "Trip")
            try await display.shows("label", "1 photo")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search in Trip")
            try await display.write("needle")
            try await display.shows("label", "Nothing Found")
            try await display.press("push button", "Search All Photos")
            try await display.focuses("entry", "Search all photos")
            try await display.shows("label", "1 photo")
            try await eventually { try await display.tree().contains(/list item 'Photos'.* selected/) }
            try await eventually { try await display.tree().matches(of: /table cell 'Photo/).count == 1 }
        }
    }

    @Test("without a list of towns, the field for a place says which package has one")
    func missingTowns() async throws {
        try await withWorld { world in
            try await world.addPhotos(1)
            // The list may be installed on this computer.
            let share = "\(world.folder)/share"
            let files = FileManager.default
            try files.createDirectory(atPath: share, withIntermediateDirectories: true)
            for name in try files.contentsOfDirectory(atPath: "/usr/share") where name != "libtimezonemap" {
                try files.createSymbolicLink(atPath: "\(share)/\(name)", withDestinationPath: "/usr/share/\(name)")
            }
            let display = try await Display(in: world)
            try await display.startLibrary(environment: ["XDG_DATA_DIRS": share])
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+a")
            try await display.shows("label", "1 photo selected")
            try await display.type("ctrl+i")
            try await display.focuses("text", "Title")
            try await display.tab(to: "text", "Place: a town, or latitude and longitude")
            try await display.write("Par")
            try await display.shows("label", "No list of towns is installed. Install the package libtimezonemap-data,")
        }
    }

    @Test(
        "a selection whose list cannot be read says so, and tries again",
        .disabled("the list is not read again after a new start of the broker"))
    func failedList() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.set(["title": "A needle"], of: ids[0])
            try await world.owner.grant(LibraryWindowTests.app, "limited", selection: [ids[1]])
            let display = try await Display(in: world)
            try await display.startLibrary("--app", LibraryWindowTests.app)
            try await display.offers("push button", "Deny Access")
            try await display.press("push button", "Change")
            try await display.focuses("table cell", "Photo, ")
            try await world.killBroker()
            try await display.shows("alert", "The photo library cannot be reached.")
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            try await display.write("needle")
            try await display.shows("label", "The Photos Cannot Be Read")
            try await world.startBroker()
            try await display.showsNo("alert", "The photo library cannot be reached.")
            // The page of a library that cannot be opened has such a button, too, but it is not shown.
            try await display.tab(to: "push button", "Try Again")
            try await display.type("Return")
            try await eventually { try await display.tree().matches(of: /table cell 'Photo/).count == 1 }
            try await display.showsNo("label", "The Photos Cannot Be Read")
        }
    }
}
