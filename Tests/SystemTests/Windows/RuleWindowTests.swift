import FilmgateTestKit
import Foundation
import Testing

@Suite("Smart albums in the library's window")
struct RuleWindowTests {
    private static func rule(of title: String, _ world: World) async throws -> String? {
        let rows = try await world.owner.collections(
            "album", ["where": "title = '\(title)'"], reading: ["title", "where", "subtype"])
        return rows.first { $0["subtype"]?.text == "custom" }?["where"]?.text
    }

    @Test("one is made by keyboard, shows what meets its rule, and gets a new rule from the sidebar's menu")
    func life() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.set(["favorite": true], of: ids[0])
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+shift+n")
            try await display.focuses("text", "Title")
            try await display.shows("label", "3 items now")
            try await display.withholds("push button", "Create")
            try await display.write("Best")
            try await display.offers("push button", "Create")
            try await display.type("ctrl+Return")
            try await display.shows("list item", "Best")
            #expect(try await Self.rule(of: "Best", world) == "media-type = 'image'")
            try await display.click("list item", "Best")
            try await eventually { try await display.tree().contains(/list item 'Best'.* selected/) }
            try await display.shows("label", "3 photos")

            try await display.mouse(at: try await display.placeOnScreen("list item", "Best"), "click", "3")
            try await display.press("menu item", "Edit Rule…")
            try await display.focuses("text", "Title")
            try await display.click("combo box", "Condition")
            try await display.focuses("list item", "")
            try await display.type("Down", "Return")
            try await display.shows("label", "1 item now")
            try await display.offers("push button", "Save")
            try await display.type("ctrl+Return")
            try await display.shows("label", "1 photo")
            #expect(try await Self.rule(of: "Best", world) == "favorite")
            try await display.getsKeys()
            try await display.type("ctrl+z")
            try await display.shows("label", "3 photos")
            #expect(try await Self.rule(of: "Best", world) == "media-type = 'image'")
        }
    }

    @Test("a rule that the editor cannot show is text, and a mistake in it is explained")
    func text() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(2)
            try await world.owner.set(["rating": .variant("i", 5)], of: ids[0])
            try await world.owner.perform(
                ("create-album", ["title": "Best", "where": "rating > 4 and not (rating = 0)"]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.click("list item", "Best")
            try await display.shows("label", "1 photo")
            try await display.mouse(at: try await display.placeOnScreen("list item", "Best"), "click", "3")
            try await display.press("menu item", "Edit Rule…")
            try await display.focuses("text", "Title")
            try await display.showsNo("combo box", "Condition")
            try await display.shows("label", "1 item now")
            try await display.tab(to: "text", "Rule")
            try await display.type("ctrl+a")
            try await display.write("rating >")
            try await display.withholds("push button", "Save")
            try await display.type("ctrl+a")
            try await display.write("rating = 0 or rating = 5")
            try await display.shows("label", "2 items now")
            try await display.type("Return")
            try await display.shows("label", "2 photos")
            #expect(try await Self.rule(of: "Best", world) == "rating = 0 or rating = 5")
        }
    }
}
