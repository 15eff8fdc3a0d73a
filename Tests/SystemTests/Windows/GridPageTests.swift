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
}
