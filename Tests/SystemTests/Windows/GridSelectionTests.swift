import FilmgateTestKit
import Foundation
import Testing

/// How clicks and keys select photos: as in a file manager in the library, and by marks for an app.
@Suite("Selecting photos in a grid")
struct GridSelectionTests {
    /// Shows photos of one color each, the last one first.
    private func library(
        _ body: (World, Display, _ ids: [String], _ place: (String) async throws -> [Int]) async throws -> Void
    ) async throws {
        try await withWorld { world in
            var ids: [String] = []
            for color in ["FF0000", "00FF00", "FFFF00", "FF00FF"] {
                let photo = try TestPhoto.plain(color)
                ids.append(try await world.owner.add(.memory(photo.bytes), filename: "\(color).jpg"))
            }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await body(world, display, ids) { color in
                let parts = (0..<3).map { part in
                    Int(color.dropFirst(2 * part).prefix(2), radix: 16) ?? 0
                }
                return try await display.resting(every: .milliseconds(100)) {
                    try display.middle(red: parts[0], green: parts[1], blue: parts[2])
                }
            }
        }
    }

    @Test("a click selects one alone, Ctrl toggles, Shift extends and shrinks, and Escape or a click beside unselects")
    func clicks() async throws {
        try await library { _, display, _, place in
            let (red, green, yellow, magenta) = (
                try await place("FF0000"), try await place("00FF00"), try await place("FFFF00"),
                try await place("FF00FF")
            )
            try await display.mouse(at: red, "click", "1")
            try await display.shows("label", "1 photo selected")
            try await display.mouse(at: green, "keydown", "ctrl", "click", "1", "keyup", "ctrl")
            try await display.shows("label", "2 photos selected")
            try await display.mouse(at: magenta, "click", "1")
            try await display.shows("label", "1 photo selected")
            try await display.mouse(at: green, "keydown", "shift", "click", "1", "keyup", "shift")
            try await display.shows("label", "3 photos selected")
            try await display.mouse(at: yellow, "keydown", "shift", "click", "1", "keyup", "shift")
            try await display.shows("label", "2 photos selected")
            try await display.mouse(at: magenta, "keydown", "ctrl", "click", "1", "keyup", "ctrl")
            try await display.shows("label", "1 photo selected")
            try await display.type("Escape")
            try await display.showsNo("label", "1 photo selected")
            try await display.mouse(at: red, "click", "1")
            try await display.shows("label", "1 photo selected")
            try await display.mouse(at: [red[0], red[1] + 300], "click", "1")
            try await display.showsNo("label", "1 photo selected")
        }
    }

    @Test("arrows only move, Shift with them extends, Ctrl+A selects all, and a search unselects what it hides")
    func keys() async throws {
        try await library { world, display, ids, _ in
            try await display.type("Right", "shift+Right")
            try await display.shows("label", "2 photos selected")
            try await display.type("shift+Right")
            try await display.shows("label", "3 photos selected")
            try await display.type("ctrl+a")
            try await display.shows("label", "4 photos selected")
            try await world.owner.perform(
                ("set-properties", ["id": .text(ids[0]), "properties": .options(["title": "A needle"])]))
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            try await display.write("needle")
            try await display.shows("label", "1 photo")
            try await display.shows("label", "1 photo selected")
            try await display.type("Escape")
            try await display.shows("label", "4 photos")
            try await display.shows("label", "1 photo selected")
        }
    }

    @Test("for an app, each click toggles the mark of one photo, and unselects no other")
    func picker() async throws {
        try await withQuestion(.pick, photos: 4, ["limit": .uint32(3)]) { display, _, _ in
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Right", "Return")
            try await display.shows("label", "1 of at most 3 selected")
            try await display.click("table cell", "Photo, ")
            try await display.shows("label", "2 of at most 3 selected")
            try await display.type("Right", "Right", "Return")
            try await display.shows("label", "3 of at most 3 selected")
            try await display.type("Left", "Return")
            try await display.shows("label", "2 of at most 3 selected")
        }
    }

    @Test("keys make favorites, hide, and add to albums, while a photo has the focus, and not in an entry")
    func actions() async throws {
        try await library { world, display, ids, _ in
            func favorites() async throws -> [String] { try await world.owner.assets(["where": "favorite = true"]) }
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            try await display.write("fhl")
            try await display.shows("label", "Nothing Found")
            try await display.type("Escape")
            try await display.shows("label", "4 photos")
            try await display.focuses("table cell", "Photo, ")
            #expect(try await favorites().isEmpty)
            #expect(try await world.owner.assets().count == 4)
            // The last photo is the first one.
            try await display.type("f")
            try await eventually { try await favorites() == [ids[3]] }
            // The window reads the list again, and a key in that moment would be lost.
            try await eventually { try await display.tree().contains(" · Favorite' focused") }
            try await display.type("ctrl+space")
            try await display.shows("push button", "Remove from Favorites")
            try await display.type("f")
            try await eventually { try await favorites().isEmpty }
            try await eventually {
                let tree = try await display.tree()
                return !tree.contains(" · Favorite'") && tree.contains(/table cell 'Photo, .* focused/)
            }
            try await display.shows("label", "1 photo selected")
            try await display.type("l")
            try await display.focuses("entry", "Search Albums")
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("h")
            try await eventually { try await world.owner.assets().count == 3 }
            try await display.shows("label", "3 photos")
        }
    }

    @Test("keys change the focused photo also once the focus is no longer drawn, and none after a click beside them")
    func focusNotDrawn() async throws {
        try await library { world, display, ids, place in
            func favorites() async throws -> [String] { try await world.owner.assets(["where": "favorite = true"]) }
            let red = try await place("FF0000")
            try await display.type("Right")
            try await display.focusesPhoto(1)
            // GTK draws the focus for three seconds after a key that moved it: the screen rests for longer.
            _ = try await display.resting(every: .milliseconds(1200)) {
                try await display.settle()
                return try display.screen()
            }
            try await display.type("f")
            try await eventually { try await favorites() == [ids[2]] }
            try await eventually { try await display.tree().contains(" · Favorite' focused") }
            try await display.mouse(at: [red[0], red[1] + 300], "click", "1")
            try await display.type("f", "Delete", "Right", "f")
            try await eventually { try await favorites() == [ids[2], ids[1]] }
            #expect(try await world.owner.assets().count == 4)
        }
    }

    @Test("the menu of a photo opens by keyboard and by mouse, for the selection or for the photo under the pointer")
    func menus() async throws {
        try await library { world, display, ids, place in
            try await display.type("ctrl+a")
            try await display.shows("label", "4 photos selected")
            try await display.type("Menu")
            try await display.offers("menu item", "Favorite")
            try await display.press("menu item", "Favorite")
            try await eventually { try await world.owner.assets(["where": "favorite = true"]).count == 4 }
            try await display.showsNo("menu item", "Move to Trash")
            try await display.shows("label", "4 photos selected")
            // One that is not selected is selected alone.
            try await display.type("Escape")
            try await display.showsNo("label", "4 photos selected")
            try await display.mouse(at: try await place("00FF00"), "click", "3")
            try await display.shows("label", "1 photo selected")
            try await display.offers("menu item", "Move to Trash")
            try await display.press("menu item", "Move to Trash")
            try await eventually { try await world.owner.assets() == [ids[3], ids[2], ids[0]] }
        }
    }

    @Test("a photo that cannot be removed from an album is selected again, and the others are removed")
    func failedRemoval() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(2)
            let album = try await world.owner.perform(
                ("create-album", ["title": "Trip", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(ids)]))[0]
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.click("list item", "Trip")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+a")
            try await display.shows("label", "2 photos selected")
            let id = ids[1].filter { $0 != "-" }
            try await world.tamper(
                """
                CREATE TRIGGER stuck BEFORE DELETE ON album_asset
                    WHEN old.asset = (SELECT row FROM asset WHERE id = x'\(id)') BEGIN
                    SELECT raise(ABORT, 'stuck');
                END
                """)
            try await display.press("push button", "Remove from This Album")
            try await display.shows("label", "1 photo selected")
            #expect(try await world.owner.assets(["album": .text(album)]) == [ids[1]])
            try await world.tamper("DROP TRIGGER stuck")
            try await display.offers("push button", "Remove from This Album")
            try await display.press("push button", "Remove from This Album")
            try await display.shows("label", "No Photos Here")
        }
    }

    @Test("albums are renamed and deleted in the sidebar by keys, and folders get albums by their menu")
    func sidebar() async throws {
        try await withWorld { world in
            try await world.addPhotos(1)
            let folder = try await world.owner.perform(("create-folder", ["title": "Journeys"]))[0]
            try await world.owner.perform(("create-album", ["title": "Trip"]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.click("list item", "Trip")
            try await display.shows("label", "No Photos Here")
            try await display.type("F6")
            try await display.focuses("list item", "Trip")
            try await display.type("F2")
            try await display.focuses("text", "Title")
            try await display.type("ctrl+a")
            try await display.write("Voyage")
            try await display.type("Return")
            try await display.shows("list item", "Voyage")
            try await display.focuses("list item", "Voyage")
            try await display.type("Delete")
            try await display.showsNo("list item", "Voyage")
            let place = try await display.placeOnScreen("list item", "Journeys")
            try await display.mouse(at: place, "click", "3")
            try await display.offers("menu item", "New Album Inside…")
            try await display.press("menu item", "New Album Inside…")
            try await display.focuses("text", "Title")
            try await display.write("Rome")
            try await display.type("Return")
            try await display.shows("list item", "Rome")
            let albums = try await world.owner.collections("album", ["type": "album"], reading: ["parent"])
            #expect(albums.map { $0["parent"]?.text } == [folder])
        }
    }

    @Test("the page of albums shows covers, opens an album with one click or Enter, and sorts")
    func albums() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(2)
            let plain = try await world.owner.add(.memory(TestPhoto.plain("FF00AA").bytes), filename: "plain.jpg")
            try await world.owner.perform(
                ("create-album", ["title": "Trip", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts([ids[0], plain])]),
                ("set-cover", ["album": "@a", "id": .text(plain)]), ("create-album", ["title": "Athens"]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "3 photos")
            try await display.click("list item", "Albums")
            try await display.shows("table cell", "Athens · 0 items")
            try await display.shows("table cell", "Trip · 2 items")
            try await eventually { try display.pixels(red: 0xFF, green: 0, blue: 0xAA) > 10_000 }
            try await display.click("table cell", "Trip · 2 items")
            try await display.shows("label", "2 photos")
            try await eventually { try await display.tree().contains(/list item 'Trip'.* selected/) }
            try await display.focuses("table cell", "Photo, ")
        }
    }

    @Test("a burst opens from the grid with all its photos, and Escape goes back to the photos")
    func bursts() async throws {
        try await withWorld { world in
            for mark in ["a", "b", "c"] { try await world.owner.add(TestPhoto.ofBurst("burst0000001", mark)) }
            try await world.addPhotos(1)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "2 photos")
            try await display.focuses("table cell", "Photo, ")
            // The photo that belongs to none opens nothing.
            let cells = try await display.tree().split(separator: "\n").filter { $0.contains("table cell 'Photo, ") }
            let burst = try #require(cells.firstIndex { $0.contains("Burst") })
            for index in [1 - burst, burst] {
                try await display.type(index == 0 ? "Home" : "End")
                try await display.focusesPhoto(index)
                try await display.type("b")
            }
            try await display.shows("label", "3 photos")
            try await display.shows("label", "Burst")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Escape")
            try await display.shows("label", "2 photos")
            try await display.focuses("table cell", "Photo, ")
            // The viewer says that a photo is one of a burst, too.
            try await display.type(burst == 0 ? "Home" : "End")
            try await display.focusesPhoto(burst)
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            try await display.press("push button", "Show All Photos of the Burst")
            try await display.shows("label", "3 photos")
            try await display.focuses("table cell", "Photo, ")
        }
    }

    @Test("the person uses a different photo for a burst, and keeps only one, with a question and undo")
    func burstPick() async throws {
        try await withWorld { world in
            var photos: [String] = []
            for (number, mark) in ["a", "b", "c"].enumerated() {
                photos.append(
                    try await world.owner.add(
                        TestPhoto.ofBurst("burst0000001", mark),
                        properties: ["creation-date": .int64(1_714_564_800_000_000 + Int64(number) * 1_000_000)]))
            }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "1 photo")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("b")
            try await display.shows("label", "3 photos")
            try await display.shows("label", "Burst")
            try await display.focusesPhoto(0)
            try await eventually { try await display.tree().contains(/table cell 'Photo, .*Picked/) }
            try await display.type("Right")
            try await display.focusesPhoto(1)
            try await display.type("p")
            try await display.shows("label", "The photo stands for its burst now")
            try await eventually { try await world.owner.assets() == [photos[1]] }
            func marksPicked(_ marks: [Bool]) async throws {
                try await eventually {
                    let cells = try await display.tree().split(separator: "\n").filter {
                        $0.contains("table cell 'Photo, ")
                    }
                    return cells.map { $0.contains("Picked") } == marks
                }
            }
            try await marksPicked([false, true, false])
            try await display.type("ctrl+z")
            try await eventually { try await world.owner.assets() == [photos[0]] }
            try await marksPicked([true, false, false])
            try await display.focusesPhoto(1)
            try await display.type("o")
            try await display.shows("label", "Move the 2 other photos of the burst to the trash?")
            try await display.press("push button", "Keep Only This One")
            try await eventually {
                try await world.owner.assets(["include-burst-members": true]) == [photos[1]]
            }
            try await display.shows("label", "1 photo")
            try await display.getsKeys()
            try await display.type("ctrl+z")
            try await display.shows("label", "3 photos")
            try await eventually { try await world.owner.assets() == [photos[0]] }
            // In large, the menu has the same.
            try await display.focuses("table cell", "Photo, ")
            try await display.type("End")
            try await display.focusesPhoto(2)
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            try await display.type("Menu")
            try await display.press("menu item", "Use This One")
            try await eventually { try await world.owner.assets() == [photos[2]] }
        }
    }
}
