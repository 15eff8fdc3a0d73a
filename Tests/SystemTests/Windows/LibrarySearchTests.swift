import FilmgateTestKit
import Foundation
import Testing

/// How a person searches in the library's window.
@Suite("Searching in the library's window")
struct LibrarySearchTests {
    @Test("what the person types stays in the search field while the list changes, and after they delete all words")
    func keepsFocus() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(4)
            try await world.owner.set(["title": "A needle"], of: ids[0])
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "4 photos")
            // A click opens the field, which gets the keys.
            try await display.click("push button", "Search")
            try await display.focuses("entry", "Search")
            try await display.write("needle")
            try await display.shows("label", "1 photo")
            try await world.owner.set(["title": "A second needle"], of: ids[1])
            try await display.shows("label", "2 photos")
            try await display.focuses("entry", "Search")
            try await display.type("ctrl+a", "BackSpace")
            try await display.shows("label", "4 photos")
            try await world.owner.delete(ids[3])
            try await display.shows("label", "3 photos")
            try await display.focuses("entry", "Search")
            try await display.write("nothing like this")
            try await display.shows("label", "Nothing Found")
            try await display.type("ctrl+a")
            try await display.write("second")
            try await display.shows("label", "1 photo")
            try await display.focuses("entry", "Search")
        }
    }

    @Test("\"no album\" finds what is in no album, and is suggested")
    func noAlbum() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(4)
            try await world.owner.perform(
                ("create-album", ["title": "Trip", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(Array(ids[..<3]))]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "4 photos")
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            try await display.write("in no")
            try await display.shows("list item", "In no album · Kind · 1 item")
            try await display.write(" album")
            try await display.shows("label", "1 photo")
        }
    }

    @Test("Escape closes the search wherever the focus is, and keeps the selection")
    func escape() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(4)
            try await world.owner.set(["title": "A needle"], of: ids[2])
            let display = try await Display(in: world)
            try await display.startLibrary()
            func search() async throws {
                try await display.shows("label", "4 photos")
                try await display.type("ctrl+f")
                try await display.focuses("entry", "Search")
                try await display.write("needle")
                try await display.shows("label", "1 photo")
            }
            // All photos are listed again.
            func isClosed() async throws { try await display.shows("label", "4 photos") }
            // In the field: the photos get the focus.
            try await search()
            try await display.type("Escape")
            try await isClosed()
            try await display.focuses("table cell", "Photo, ")
            // Among the photos.
            try await search()
            try await display.click("table cell", "Photo, ")
            try await display.shows("label", "1 photo selected")
            try await display.type("Escape")
            try await isClosed()
            try await display.shows("label", "1 photo selected")
            try await display.type("Escape")
            try await display.showsNo("label", "1 photo selected")
            // In the sidebar.
            try await search()
            try await display.type("F6")
            try await display.focuses("list item", "Photos")
            try await display.type("Escape")
            try await isClosed()
            try await display.focuses("list item", "Photos")
            // In a search that finds nothing.
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            try await display.write("nothing like this")
            try await display.shows("label", "Nothing Found")
            try await display.type("Escape")
            try await isClosed()
            try await display.focuses("table cell", "Photo, ")
        }
    }

    @Test("words also find dates, kinds and cameras, together with what has them in a text")
    func meanings() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            // Noon of 10 May 2019, 1 June 2020 and 1 May 2021.
            let dates: [Int64] = [1_557_489_600, 1_591_012_800, 1_619_870_400]
            for (id, date) in zip(ids, dates) {
                try await world.owner.set(["creation-date": .int64(date * 1_000_000)], of: id)
            }
            try await world.owner.set(["title": "Report 2019"], of: ids[1])
            try await world.owner.set(["favorite": true], of: ids[2])
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "3 photos")
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            // One photo is of this year, the other has it in its title.
            try await display.write("2019")
            try await display.shows("label", "2 photos")
            try await display.type("ctrl+a")
            try await display.write("may 2019")
            try await display.shows("label", "1 photo")
            try await display.type("ctrl+a")
            try await display.write("may")
            try await display.shows("label", "2 photos")
            try await display.type("ctrl+a")
            try await display.write("favorites")
            try await display.shows("label", "1 photo")
            // A photo that changes is found at once, or no longer.
            try await world.owner.set(["favorite": true], of: ids[0])
            try await display.shows("label", "2 photos")
            try await display.type("ctrl+a")
            try await display.write("May 2019 zebra")
            try await display.shows("label", "No photos from May 2019 with “zebra”.")
            try await display.focuses("entry", "Search")
            try await display.press("push button", "Clear Search")
            try await display.shows("label", "3 photos")
            try await display.focuses("table cell", "Photo, ")
        }
    }

    @Test("suggestions complete the last word by keyboard, and never take the focus by themselves")
    func suggestions() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.set(["keywords": .texts(["Holiday"])], of: ids[0])
            try await world.owner.set(["keywords": .texts(["Holiday"])], of: ids[1])
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "3 photos")
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            try await display.write("hol")
            try await display.shows("list item", "Holiday · Keyword · 2 items")
            try await display.focuses("entry", "Search")
            try await display.type("Down")
            try await display.focuses("list item", "Holiday · Keyword · 2 items")
            // Escape goes back to what was typed.
            try await display.type("Escape")
            try await display.focuses("entry", "Search")
            try await display.write("i")
            try await display.shows("list item", "Holiday · Keyword · 2 items")
            try await display.type("Down")
            try await display.focuses("list item", "Holiday · Keyword · 2 items")
            try await display.type("Return")
            try await display.focuses("entry", "Search")
            try await display.shows("label", "2 photos")
            // The whole word is in the field.
            try await display.write(" zebra")
            try await eventually { try await display.tree().contains(/“[Hh]oliday zebra”/) }
            try await display.type("Escape")
            try await display.shows("label", "3 photos")
        }
    }
}
