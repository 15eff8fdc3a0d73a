import FilmgateTestKit
import Foundation
import Testing

/// The library's window beside others, or on a small screen.
@Suite("The library's window when it is narrow")
struct NarrowWindowTests {
    @Test("the details cover the picture in a narrow window")
    func details() async throws {
        try await withWorld { world in
            try await world.addPhotos(1)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            try await display.resize(width: 440, height: 700)
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 10_000 }
            try await display.type("i")
            try await display.shows("label", "Description")
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) < 10 }
            try await display.type("i")
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 10_000 }
        }
    }

    @Test("every page fits into 360 pixels, where a grid has three columns of squares, and Back leads to the sidebar")
    func phone() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            try await world.addPhotos(7)
            try await world.owner.perform(("create-album", ["title": "Trip"]))
            try await world.owner.grant("flatpak:org.example.Other", "full")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            func fits(_ page: String) async throws {
                #expect(try await display.resize(width: 360, height: 640) == 360, "\(page)")
            }
            try await fits("photos")
            try await eventually {
                let size = try await display.size("table cell", "Photo, ")
                return abs(size[0] - size[1]) <= 2 && (90...125).contains(size[0])
            }
            try await display.showsNo("slider", "Size of the pictures")
            try await display.type("ctrl+a")
            try await display.shows("push button", "Deselect All")
            try await fits("selected photos")
            try await display.type("Escape", "Home", "Return")
            try await display.shows("push button", "Back to the Photos")
            try await display.focuses("image", "Photo, ")
            try await fits("the viewer")
            // The menu has what the header has no room for.
            try await display.click("push button", "More")
            try await display.shows("menu item", "Zoom In")
            try await display.type("Escape")
            try await display.focuses("image", "Photo, ")
            try await display.type("i")
            try await display.shows("label", "Description")
            try await fits("details")
            try await display.press("push button", "Back to the Photos")
            // Its button leads to the sidebar. A screen reader finds those of hidden pages, too.
            try await display.focuses("table cell", "Photo, ")
            let middle = try await display.placeOnScreen("frame", "Filmgate")
            try await display.mouse(at: [middle[0] - 152, middle[1] - 292], "click", "1")
            try await eventually { try await abs(display.place("list item", "Recently Added")[0] - 180) <= 10 }
            try await fits("the sidebar")
            // The albums are below the edge of so low a window.
            try await display.scroll(over: "list item", "Recently Added", to: "list item", "Apps")
            for part in ["Albums", "Trip", "Trash", "Hidden", "Apps"] {
                try await display.click("list item", part)
                try await eventually { try await display.tree().contains(try Regex("list item '\(part)'.* selected")) }
                try await fits(part)
                if part == "Trip" {
                    // The menu has what the header has no room for.
                    try await display.click("push button", "Menu")
                    try await display.shows("menu item", "Rename")
                    try await display.type("Escape")
                }
                if part == "Apps" { break }
                try await display.type("F6")
                try await display.focuses("list item", part)
            }
            try await display.click("list item", "org.example.Other")
            try await display.offers("push button", "Deny Access")
            try await fits("an app's page")
        }
    }

    @Test("a picker with everything that it can offer fits into 360 pixels")
    func picker() async throws {
        let options: [String: BusArgument] = ["limit": .uint32(2), "keep": true, "prompt": "Choose two."]
        try await withQuestion(
            .pick, options,
            prepare: { world, photos in
                try await world.owner.grant("flatpak:org.example.Frame", "limited", selection: [photos[0]])
            }
        ) { display, _, _ in
            try await display.focuses("table cell", "Photo, ")
            try await display.shows("check box", "The app keeps seeing these photos")
            let window = try await display.activeWindow().filter(\.isNumber)
            try await display.shrink()
            try await eventually { try await display.rectangle(ofWindow: window)[2] <= 360 }
        }
    }

    @Test("the arrows go through the sidebar, and Enter shows the page, which gets the keys")
    func sidebar() async throws {
        try await withWorld { world in
            try await world.addPhotos(2)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            _ = try await display.resize(width: 360, height: 700)
            try await display.type("F6")
            try await display.focuses("list item", "Photos")
            for part in ["Albums", "Recently Added"] {
                try await display.type("Down")
                try await display.focuses("list item", part)
            }
            try await display.type("Return")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+a")
            try await display.shows("label", "2 photos selected")
        }
    }
}
