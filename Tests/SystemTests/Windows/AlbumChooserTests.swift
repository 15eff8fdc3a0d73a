import FilmgateTestKit
import Foundation
import Testing

/// How a person puts selected photos into an album in the library's window.
@Suite("Adding photos to an album in the library's window")
struct AlbumChooserTests {
    @Test("the list shows titles and covers, and a search and Enter add the selected photo to an album")
    func existing() async throws {
        try await withWorld { world in
            let file = "\(world.folder)/plain.jpg"
            let color = "color=c=0xFF00AA:size=320x240"
            _ = try ChildProcess.run(
                ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", color, "-frames:v", "1", file])
            // The oldest one, which is not selected.
            let plain = try await world.owner.add(
                TestPhoto(contentsOf: file), properties: ["creation-date": .int64(1_000_000_000_000_000)])
            let ids = try await world.addPhotos(2)
            let albums = try await world.owner.perform(
                ("create-album", ["title": "Trip"]), ("create-album", ["title": "Zoo"]))
            try await world.owner.perform(("add-assets", ["album": .text(albums[1]), "ids": .texts([plain])]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+space")
            try await display.shows("label", "1 photo selected")
            func pixels() throws -> Int { try display.pixels(red: 0xFF, green: 0, blue: 0xAA) }
            try await eventually { try pixels() > 10_000 }
            let before = try await display.resting(every: .milliseconds(100)) { try pixels() }
            _ = try await display.restingPlace("push button", "Add to Album")
            try await display.click("push button", "Add to Album")
            try await display.focuses("entry", "Search Albums")
            try await display.shows("list item", "Trip · 0 items")
            try await display.shows("list item", "Zoo · 1 item")
            // Titles have room.
            try await eventually { try await display.size("list item", "Trip · 0 items")[0] > 200 }
            try await eventually { try pixels() > before + 1000 }
            try await display.write("zo")
            try await display.showsNo("list item", "Trip · 0 items")
            try await display.shows("list item", "New Album…")
            try await display.type("Return")
            func added() async throws -> [String] { try await world.owner.assets(["album": .text(albums[1])]) }
            try await eventually { try await added().count == 2 }
            #expect(try await Set(added()).isSubset(of: Set(ids + [plain])))
            #expect(try await world.owner.assets(["album": .text(albums[0])]).isEmpty)
            // The photo can be added to a second album, too.
            #expect(try await display.tree().contains("label '1 photo selected'"))
        }
    }

    @Test("the words of a search that finds no album are the title of a new one")
    func new() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(2)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+a")
            try await display.shows("label", "2 photos selected")
            _ = try await display.restingPlace("push button", "Add to Album")
            try await display.click("push button", "Add to Album")
            try await display.focuses("entry", "Search Albums")
            try await display.write("Winter")
            try await display.type("Return")
            try await display.focuses("text", "Title")
            try await display.type("Return")
            try await display.shows("list item", "Winter")
            let albums = try await world.owner.collections("album", ["type": "album"])
            let album = try #require(albums.first?["id"]?.text)
            #expect(albums.first?["title"]?.text == "Winter")
            try await eventually {
                try await Set(world.owner.assets(["album": .text(album)])) == Set(ids)
            }
        }
    }

    @Test("Escape closes the list, and keeps the selection")
    func escape() async throws {
        try await withWorld { world in
            try await world.addPhotos(2)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+space")
            try await display.shows("label", "1 photo selected")
            _ = try await display.restingPlace("push button", "Add to Album")
            try await display.click("push button", "Add to Album")
            try await display.focuses("entry", "Search Albums")
            try await display.type("Escape")
            try await display.showsNo("entry", "Search Albums")
            try await display.shows("label", "1 photo selected")
        }
    }
}
