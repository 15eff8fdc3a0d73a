import FilmgateTestKit
import Foundation
import Testing

/// Rotating and cropping in the library's own window.
@Suite("A photo that is rotated or cropped in the window")
struct TransformWindowTests {
    private static func size(of id: String, in world: World) async throws -> String {
        let values = try await world.owner.properties(of: id, "pixel-width", "pixel-height")
        return "\(values["pixel-width"]?.integer ?? 0) \(values["pixel-height"]?.integer ?? 0)"
    }

    @Test("is rotated by the keyboard in large and in the grid, and undone")
    func rotate() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.plain("FFFF00").bytes), filename: "a.jpg")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "1 photo")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            try await display.shows("push button", "Rotate Right")
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 100_000 }
            try await display.type("ctrl+r")
            try await eventually { try await Self.size(of: id, in: world) == "240 320" }
            try await display.shows("push button", "Revert to Original")
            try await display.type("ctrl+shift+r")
            try await eventually { try await Self.size(of: id, in: world) == "320 240" }
            // The window has heard that the change was made, or it would undo the one before.
            try await display.settle()
            try await display.type("ctrl+z")
            try await eventually { try await Self.size(of: id, in: world) == "240 320" }
            try await display.type("ctrl+z")
            try await eventually { try await Self.size(of: id, in: world) == "320 240" }
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo, ")
            // The photo with the focus, and then the selected one.
            try await display.type("ctrl+r")
            try await eventually { try await Self.size(of: id, in: world) == "240 320" }
            // The window reads the list again, and a key in that moment would be lost.
            try await eventually { try await display.tree().contains(/table cell 'Photo, .*Edited.* focused/) }
            try await display.type("ctrl+space")
            try await display.shows("label", "1 photo selected")
            try await display.type("ctrl+r")
            try await eventually { try await Self.size(of: id, in: world) == "320 240" }
            try await display.shows("label", "1 photo selected")
        }
    }

    @Test("is cropped by the keyboard; Escape leaves it as it is")
    func crop() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.plain("FFFF00").bytes), filename: "a.jpg")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "1 photo")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            try await display.shows("push button", "Rotate Right")
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 100_000 }
            try await display.type("c")
            try await Self.photoHasFocus(forCropping: true, on: display)
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 100_000 }
            try await display.type("shift+Left", "shift+Left")
            try await display.offers("push button", "Apply")
            try await display.type("Escape")
            try await Self.photoHasFocus(forCropping: false, on: display)
            #expect(try await Self.size(of: id, in: world) == "320 240")
            try await display.type("c")
            try await Self.photoHasFocus(forCropping: true, on: display)
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 100_000 }
            for _ in 0..<5 { try await display.type("shift+Left") }
            try await display.type("Return")
            // Five steps of a fiftieth.
            try await eventually { try await Self.size(of: id, in: world) == "288 240" }
        }
    }

    @Test("is cropped by a corner in a ratio that the keyboard chooses")
    func ratio() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.plain("FFFF00").bytes), filename: "a.jpg")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            try await display.type("c")
            try await Self.photoHasFocus(forCropping: true, on: display)
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 100_000 }
            // The second ratio of the list is that of the photo.
            try await display.type("Tab", "space")
            try await display.focuses("list item", "")
            try await display.type("Down", "Return")
            try await eventually { try await !display.tree().contains(/list item '.* focused/) }
            // Free, it would become almost as high as before.
            let corner = try Self.lowerRightYellow(of: display)
            try await display.mouse(
                at: corner, "mousedown", "1", "sleep", "0.1", "mousemove_relative", "--", "-60", "-10", "sleep", "0.1",
                "mousemove_relative", "--", "-60", "-10", "sleep", "0.1", "mouseup", "1")
            try await display.offers("push button", "Apply")
            try await display.type("alt+a")
            try await eventually {
                let sides = try await Self.size(of: id, in: world).split(separator: " ").compactMap { Int($0) }
                return sides[0] < 310 && abs(sides[0] * 3 - sides[1] * 4) <= 60
            }
        }
    }

    /// Returns the lower right pixel of the yellow photo.
    private static func lowerRightYellow(of display: Display) throws -> [Int] {
        let bytes = try display.screen()
        let yellow = (0..<bytes.count / 4).filter {
            bytes[$0 * 4] < 12 && bytes[$0 * 4 + 1] > 243 && bytes[$0 * 4 + 2] > 243
        }
        return [yellow.map { $0 % 1280 }.max() ?? 0, yellow.map { $0 / 1280 }.max() ?? 0]
    }

    /// Waits until keys reach the photo of the viewer, or that of the page for cropping, which comes after it.
    private static func photoHasFocus(forCropping isCropping: Bool, on display: Display) async throws {
        try await eventually {
            let lines = try await display.tree().split(separator: "\n")
            let page = lines.firstIndex { $0.contains("push button 'Apply'") } ?? lines.endIndex
            guard let focused = lines.firstIndex(where: { $0.contains(/image 'Photo, .* focused/) }) else {
                return false
            }
            return isCropping == (focused > page)
        }
    }
}
