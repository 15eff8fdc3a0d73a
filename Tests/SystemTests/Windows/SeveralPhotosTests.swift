import FilmgateTestKit
import Foundation
import Testing

/// Dialogs that change several selected photos at once.
@Suite("Editing several photos in the library's window")
struct SeveralPhotosTests {
    @Test("the details of selected photos say what differs, change only what was touched, and are one undo")
    func details() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.set(["title": "One", "keywords": .texts(["sea"]), "caption": "Kept"], of: ids[0])
            try await world.owner.set(["title": "Two", "keywords": .texts(["sea", "ship"])], of: ids[1])
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+space", "Right", "ctrl+space")
            try await display.shows("label", "2 photos selected")
            try await display.type("ctrl+i")
            try await display.focuses("text", "Title: different values")
            try await display.offers("text", "Caption: different values")
            try await display.shows("push button", "Remove the keyword “ship” (1 item has this keyword)")
            try await display.tab(to: "text", "Add keywords")
            try await display.write("harbor,")
            try await display.shows("push button", "Remove the keyword “harbor”")
            try await display.press("push button", "Remove the keyword “sea”")
            try await display.tab(to: "push button", "1 star")
            try await display.type("4", "ctrl+Return")
            func facts(_ id: String) async throws -> [String: Value] {
                try await world.owner.properties(of: id, "title", "keywords", "rating", "caption")
            }
            for (id, title, words) in [(ids[0], "One", ["harbor"]), (ids[1], "Two", ["ship", "harbor"])] {
                try await eventually {
                    let facts = try await facts(id)
                    return facts["rating"]?.integer == 4 && facts["keywords"]?.texts == words
                }
                #expect(try await facts(id)["title"]?.text == title)
            }
            #expect(try await facts(ids[0])["caption"]?.text == "Kept")
            #expect(try await facts(ids[2])["rating"]?.integer ?? 0 == 0)
            // The selection stays.
            try await display.shows("label", "2 photos selected")
            try await display.focuses("table cell", "Photo, ")
            try await display.settle()
            try await display.type("ctrl+z")
            try await eventually {
                let facts = try await facts(ids[1])
                return facts["rating"]?.integer ?? 0 == 0 && facts["keywords"]?.texts == ["sea", "ship"]
            }
            #expect(try await facts(ids[0])["keywords"]?.texts == ["sea"])
        }
    }

    @Test("a wrong place keeps the dialog open with what is wrong, and Escape changes nothing")
    func wrongPlace() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(1)
            // The file has a title and a place.
            let before = try await world.owner.properties(of: ids[0], "title", "location")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+space")
            try await display.shows("label", "1 photo selected")
            try await display.type("alt+Return")
            try await display.focuses("text", "Title")
            try await display.write("Never")
            try await display.tab(to: "text", "Place: a town, or latitude and longitude")
            try await display.write("95, 200")
            try await display.type("ctrl+Return")
            try await display.shows("label", "Latitudes go from −90 to 90, and longitudes from −180 to 180.")
            // The first reverts the text, the second closes the dialog.
            try await display.type("Escape", "Escape")
            try await display.focuses("table cell", "Photo, ")
            #expect(try await world.owner.properties(of: ids[0], "title", "location") == before)
        }
    }

    @Test("dates are adjusted by a difference, after the dialog shows the first and the last, as one undo")
    func dates() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            func dates() async throws -> [Int] {
                var dates: [Int] = []
                for id in ids {
                    dates.append(
                        try await world.owner.properties(of: id, "creation-date")["creation-date"]?.integer ?? 0)
                }
                return dates
            }
            let before = try await dates()
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+space", "Right", "ctrl+space")
            try await display.shows("label", "2 photos selected")
            try await display.type("ctrl+d")
            try await display.focuses("text", "Difference, such as +1:30 or -2d 03:00")
            try await display.withholds("push button", "Adjust")
            try await display.write("-1:")
            try await display.type("Return")
            try await display.shows("label", "This is no difference. ")
            try await display.write("30")
            try await display.offers("push button", "Adjust")
            try await eventually {
                try await display.tree().contains(/label '\d May 2024, \d\d:\d\d → \d May 2024, \d\d:\d\d'/)
            }
            try await display.type("ctrl+Return")
            let hour = 5_400_000_000
            try await eventually { try await dates() == [before[0] - hour, before[1] - hour, before[2]] }
            try await display.focuses("table cell", "Photo, ")
            try await display.settle()
            try await display.type("ctrl+z")
            try await eventually { try await dates() == before }
        }
    }

    @Test("the day of the right time is chosen in a calendar, and the time stays")
    func calendar() async throws {
        try await withWorld { world in
            // Taken at 19:12 in UTC+02:00.
            let photo = try await world.owner.add(TestPhoto.small())
            func date() async throws -> Int {
                try await world.owner.properties(of: photo, "creation-date")["creation-date"]?.integer ?? 0
            }
            let before = try await date()
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, 1 May 2024, 19:12")
            try await display.type("ctrl+space")
            try await display.shows("label", "1 photo selected")
            try await display.type("ctrl+d")
            try await display.focuses("text", "Difference, such as +1:30 or -2d 03:00")
            try await display.click("combo box", "Adjust")
            try await display.shows("label", "By the right time of the first photo")
            try await display.focuses("list item", "")
            try await display.type("Down", "Return")
            try await display.tab(to: "text", "Right time: year-month-day hour:minute")
            try await display.withholds("push button", "Adjust")
            // Its button opens the calendar, whose keys begin in the first row.
            try await display.type("Tab", "space")
            try await display.shows("label", "31")
            try await display.focuses("filler", "Choose a Day")
            try await display.type("Right", "Down", "Down", "space", "Return")
            try await display.offers("push button", "Adjust")
            try await display.type("ctrl+Return")
            try await eventually { try await date() == before + 11 * 86_400_000_000 }
        }
    }
}
