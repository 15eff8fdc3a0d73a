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
            _ = try await display.resize(width: 440, height: 700)
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 10_000 }
            try await display.type("i")
            try await display.shows("label", "Description")
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) < 10 }
            try await display.type("i")
            try await eventually { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) > 10_000 }
        }
    }
}
