import FilmgateTestKit
import Foundation
import Testing

/// A photo that covers the screen, and the way from it to the next one and to the grid.
@Suite("A photo in full screen")
struct ViewerScreenTests {
    @Test("covers the screen, with controls that fade; deleting it shows the next one at once, in the same size")
    func fullScreen() async throws {
        try await withWorld { world in
            for color in ["FF0000", "FFFF00"] {
                try await world.owner.add(.memory(TestPhoto.plain(color).bytes), filename: "\(color).jpg")
            }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "2 photos")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            func yellow() throws -> Int { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) }
            func red() throws -> Int { try display.pixels(red: 0xFF, green: 0, blue: 0) }
            // The newest one is the first.
            try await eventually { try yellow() > 100_000 }
            try await display.type("F11")
            try await display.shows("push button", "Leave Full Screen")
            try await display.showsNo("list item", "Photos")
            // The mouse shows the controls, which fade.
            let withoutControls = try await display.resting(every: .milliseconds(1500)) {
                try await display.settle()
                let count = try yellow()
                return count > 900_000 ? count : nil
            }
            for x in [640, 600] {
                try await eventually {
                    try await display.mouse(at: [x, 500], "mousemove", "\(x + 20)", "520")
                    return try yellow() < withoutControls - 15_000
                }
                try await eventually { try yellow() > withoutControls - 5000 }
            }

            try await display.type("1")
            try await display.shows("label", "100%")
            // 320 × 240 pixels.
            try await eventually { try abs(yellow() - 76_800) < 4000 }
            try await display.type("Delete")
            try await eventually { try abs(red() - 76_800) < 4000 && yellow() < 1000 }
            try await display.shows("label", "100%")
            try await display.shows("push button", "Leave Full Screen")
            try await eventually { try await world.owner.assets().count == 1 }

            // Escape ends the full screen, and then the viewer.
            try await display.type("Escape")
            try await display.shows("push button", "Full Screen")
            try await display.shows("list item", "Photos")
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+z")
            try await display.shows("label", "2 photos")
            // Deleting the last photo leaves the viewer, also in full screen.
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            try await display.type("F11")
            try await display.shows("push button", "Leave Full Screen")
            try await display.focuses("image", "Photo, ")
            try await display.type("Delete", "Delete")
            try await display.shows("label", "No Photos")
            try await display.shows("list item", "Photos")
        }
    }

    @Test("the grid shows the photo that was in large last, far from the first one, and gives it the focus")
    func lastSeen() async throws {
        try await withWorld { world in
            let day: Int64 = 86_400_000_000
            for number in 0..<60 {
                try await world.owner.add(
                    .memory(TestPhoto.small().bytes), filename: "\(number).jpg",
                    properties: ["creation-date": .int64(1_714_564_800_000_000 - Int64(number) * day)])
            }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "60 photos")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            for _ in 0..<50 { try await display.type("Right") }
            // 1 May 2024 and 50 days before.
            try await display.shows("label", "12 March 2024")
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo, 12 March 2024")
            _ = try await display.placeOnScreen("table cell", "Photo, 12 March 2024")
        }
    }

    @Test("undo in the viewer shows the deleted photo again, in the same size")
    func undo() async throws {
        try await withWorld { world in
            for color in ["FF0000", "FFFF00"] {
                try await world.owner.add(.memory(TestPhoto.plain(color).bytes), filename: "\(color).jpg")
            }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "2 photos")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            func yellow() throws -> Int { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) }
            func red() throws -> Int { try display.pixels(red: 0xFF, green: 0, blue: 0) }
            try await eventually { try yellow() > 100_000 }
            try await display.type("1")
            // 320 × 240 pixels, and the other photo below it.
            try await eventually { try abs(yellow() - 76_800) < 6000 }
            try await display.type("Delete")
            try await eventually { try abs(red() - 76_800) < 6000 && yellow() < 1000 }
            try await eventually { try await world.owner.assets().count == 1 }
            try await display.settle()
            try await display.type("ctrl+z")
            try await eventually { try abs(yellow() - 76_800) < 6000 }
            try await display.shows("label", "100%")
            try await display.offers("push button", "Next Photo")
        }
    }
}
