import FilmgateTestKit
import Foundation
import Testing

/// The photos in a row below the one in large.
@Suite("The filmstrip of the library's window")
struct FilmstripTests {
    @Test("lists the photos around the one in large, which it follows; a click shows one; it stays off once it is off")
    func strip() async throws {
        try await withWorld { world in
            let day: Int64 = 86_400_000_000
            let count = 260
            for number in 0..<count {
                try await world.owner.add(
                    .memory(TestPhoto.small().bytes), filename: "\(number).jpg",
                    properties: ["creation-date": .int64(1_714_564_800_000_000 - Int64(number) * day)])
            }
            let display = try await Display(in: world)
            let state = ["XDG_STATE_HOME": "\(world.folder)/remembered"]
            let window = try await display.startLibrary(environment: state)
            try await display.shows("label", "\(count) photos")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, 1 May 2024")
            func isSelected(_ date: String) async throws {
                try await eventually {
                    try await display.tree().contains(try Regex("list item 'Photo, \(date).* selected"))
                }
            }
            try await isSelected("1 May 2024")
            for _ in 0..<60 { try await display.type("Right") }
            try await display.focuses("image", "Photo, 2 March 2024")
            try await isSelected("2 March 2024")
            // It is in the middle above its caption, and there are widgets for those around it only: GTK keeps about
            // 200.
            let place = try await display.restingPlace("list item", "Photo, 2 March 2024")
            let caption = try await display.place("label", "Photo, 2 March 2024")
            #expect(abs(place[0] - caption[0]) < 50, "\(place) \(caption)")
            let items = try await display.tree().matches(of: #/list item 'Photo, /#).count
            #expect(items < count)
            try await display.click("list item", "Photo, 4 March 2024")
            try await isSelected("4 March 2024")
            try await display.shows("image", "Photo, 4 March 2024")

            try await display.click("push button", "More")
            try await display.press("menu item", "Filmstrip")
            try await display.showsNo("list item", "Photo, ")
            try await display.type("ctrl+q")
            await window.ended()
            try await display.startLibrary(environment: state)
            try await display.shows("label", "\(count) photos")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, 1 May 2024")
            try await display.showsNo("list item", "Photo, ")
        }
    }
}
