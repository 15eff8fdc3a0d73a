import FilmgateTestKit
import Foundation
import Testing

/// What the part Photos of the library's window leaves out, and what tiles say of HDR.
@Suite("What the page Photos shows")
struct PhotosFilterWindowTests {
    @Test("leaves out screenshots and what apps saved, if the person wants that, also in the next window")
    func filter() async throws {
        try await withWorld { world in
            try await world.addPhotos(1)
            try await world.owner.add(TestPhoto.tagged(["-UserComment=Screenshot"]))
            try await world.owner.grant("flatpak:org.example.Scanner", "add-only")
            let app = try await world.client(flatpak: "org.example.Scanner")
            try await app.add(TestPhoto.small())
            let display = try await Display(in: world)
            let state = ["XDG_STATE_HOME": "\(world.folder)/window-state"]
            let program = try await display.startLibrary(environment: state)
            try await display.shows("label", "3 photos")
            try await display.focuses("table cell", "Photo")
            try await display.type("F10")
            try await display.focuses("check box", "Show Screenshots in Photos")
            try await display.type("space")
            try await display.shows("label", "2 photos")
            try await display.type("Tab")
            try await display.focuses("check box", "Show What Apps Saved in Photos")
            try await display.type("space")
            try await display.shows("label", "1 photo")
            try await display.type("Escape")
            // The other parts show everything.
            try await display.click("list item", "Screenshots")
            try await display.shows("label", "1 photo")
            try await display.click("list item", "Recently Added")
            try await display.shows("label", "3 photos")
            try await display.type("ctrl+q")
            await program.ended()
            try await display.startLibrary(environment: state)
            try await display.shows("label", "1 photo")
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            // A search finds everything.
            try await display.write("screenshots")
            try await display.shows("table cell", "Photo")
            try await display.shows("label", "1 photo")
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo")
            try await display.type("F10")
            try await display.focuses("check box", "Show Screenshots in Photos")
            try await display.type("space")
            try await display.shows("label", "2 photos")
        }
    }

    @Test("says of a photo in HDR that it is one, in the grid, in large and in full screen")
    func hdr() async throws {
        try await withWorld { world in
            try await world.owner.add(TestPhoto.tagged(["-CustomRendered#=3"]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await eventually { try await display.tree().contains(/table cell 'Photo[^'\n]* · HDR/) }
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await eventually { try await display.tree().contains(/label 'Photo[^'\n]* · HDR/) }
            try await display.focuses("image", "Photo, ")
            try await display.type("F11")
            try await display.shows("push button", "Leave Full Screen")
            try await display.type("1")
            try await display.shows("label", "HDR · 100%")
            try await display.type("F11")
            try await display.shows("label", "100%")
        }
    }
}
