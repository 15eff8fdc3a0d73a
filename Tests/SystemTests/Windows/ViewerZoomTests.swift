import FilmgateTestKit
import Foundation
import Testing

/// The size of a photo in large, and what the mouse does with it.
@Suite("Zooming in the library's window")
struct ViewerZoomTests {
    /// A black photo of 3000 × 2000 pixels with a pink square of 100 pixels near its lower right corner.
    private static func spotted() throws -> TestPhoto {
        let file = FileManager.default.temporaryDirectory.appending(path: "filmgate-spot-\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: file) }
        let picture = "color=c=black:size=3000x2000,format=rgb24,drawbox=2400:1500:100:100:0xFF00AA:fill"
        _ = try ChildProcess.run(
            [
                "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", picture, "-frames:v", "1", "-q:v", "1",
                file.path,
            ])
        return try TestPhoto(contentsOf: file.path)
    }

    @Test("the wheel with Ctrl and a double-click keep what is at the pointer there; a drag moves it")
    func pointer() async throws {
        try await withWorld { world in
            try await world.owner.add(Self.spotted())
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            func spot() throws -> [Int]? { try display.middle(red: 0xFF, green: 0, blue: 0xAA) }
            func isNear(_ place: [Int]) throws -> Bool {
                guard let spot = try spot() else { return false }
                return abs(spot[0] - place[0]) < 8 && abs(spot[1] - place[1]) < 8
            }
            func pixels() throws -> Int { try display.pixels(red: 0xFF, green: 0, blue: 0xAA) }
            // The grid shows the spot, too.
            try await display.focuses("image", "Photo, ")
            var place: [Int] = []
            try await eventually {
                let before = place
                place = try pixels() > 400 ? try spot() ?? [] : []
                try await display.showsNo("label", "100%")
                return !place.isEmpty && place == before
            }
            let small = try pixels()
            /// Uses the mouse, and moves the pointer to where it does not hide the spot.
            func mouse(_ words: String...) async throws {
                let aside = ["mousemove", "\(place[0] - 300)", "\(place[1] - 200)"]
                try await display.mouse(at: place, words + ["sleep", "0.1"] + aside)
            }

            try await mouse("click", "--repeat", "2", "--delay", "60", "1")
            try await display.shows("label", "100%")
            // Each pixel of the photo is one of the screen.
            try await eventually { try abs(pixels() - 10_000) < 600 && isNear(place) }
            let larger = try pixels()
            // From there, no edge of the photo comes into view, which would move the spot.
            try await mouse("keydown", "ctrl", "click", "--repeat", "4", "4", "keyup", "ctrl")
            try await eventually { try pixels() > larger * 2 && isNear(place) }
            try await mouse("keydown", "ctrl", "click", "--repeat", "4", "5", "keyup", "ctrl")
            try await eventually { try abs(pixels() - larger) < 300 && isNear(place) }
            try await mouse("click", "--repeat", "2", "--delay", "60", "1")
            try await eventually { try abs(pixels() - small) < 300 && isNear(place) }

            try await mouse("click", "--repeat", "2", "--delay", "60", "1")
            try await eventually { try abs(pixels() - larger) < 300 && isNear(place) }
            try await mouse(
                "mousedown", "1", "mousemove_relative", "--", "-60", "-20", "sleep", "0.1",
                "mousemove_relative", "--", "-60", "-20", "sleep", "0.1", "mouseup", "1")
            try await eventually { try isNear([place[0] - 120, place[1] - 40]) && abs(pixels() - larger) < 300 }
            // By keyboard: the arrows move the view over the photo.
            try await display.type("Right")
            try await eventually { try (spot() ?? [0, 0])[0] < place[0] - 160 }
            try await display.type("0")
            try await eventually { try abs(pixels() - small) < 300 && isNear(place) }
            try await display.type("1")
            try await display.shows("label", "100%")
            try await display.type("minus")
            try await display.showsNo("label", "100%")
        }
    }

    @Test("the wheel shows the next photo, but moves a larger one to its edge first")
    func wheel() async throws {
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
            func shows(green: Int) async throws {
                try await eventually { try display.pixels(red: 0xFF, green: green, blue: 0) > 100_000 }
            }
            // The newest one is the first.
            try await shows(green: 0xFF)
            let place = try #require(try display.middle(red: 0xFF, green: 0xFF, blue: 0))
            try await display.mouse(at: place, "click", "5")
            try await shows(green: 0)
            try await display.mouse(at: place, "click", "4")
            try await shows(green: 0xFF)
            try await display.type("plus")
            try await eventually { try await display.tree().contains(/label '\d+%'/) }
            try await display.mouse(at: place, "click", "--repeat", "20", "--delay", "20", "5", "sleep", "0.2")
            try await shows(green: 0xFF)
            // A movement that has come to the edge ends there. The next one begins after a pause.
            try await display.settle()
            try await display.settle()
            try await Task.sleep(for: .milliseconds(600))
            try await display.mouse(at: place, "click", "5")
            try await shows(green: 0)
        }
    }

    /// A photo of one color, with these words for exiftool.
    private static func colored(_ color: String, _ tags: [String]) throws -> TestPhoto {
        let file = FileManager.default.temporaryDirectory.appending(path: "filmgate-color-\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(TestPhoto.plain(color).bytes).write(to: file)
        _ = try ChildProcess.run(["exiftool", "-quiet", "-overwrite_original"] + tags + [file.path])
        return try TestPhoto(contentsOf: file.path)
    }

    @Test("the photos of a burst keep the zoom, and all of the same size if the person wants that")
    func keepsZoom() async throws {
        try await withWorld { world in
            let date = ["-DateTimeOriginal=2024:05:01 19:12:40", "-OffsetTimeOriginal=+02:00"]
            let burst = date + ["-XMP-GCamera:BurstID=burst0000001"]
            for color in ["FF0000", "FFFF00"] { try await world.owner.add(Self.colored(color, burst)) }
            try await world.owner.add(Self.colored("00FFFF", ["-DateTimeOriginal=2020:05:01 19:12:40"]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "2 photos")
            func pixels(_ red: Int, _ green: Int, _ blue: Int) throws -> Int {
                try display.pixels(red: red, green: green, blue: blue)
            }
            /// How much of the screen each photo has: 320 × 240 pixels in its own size. The filmstrip has the rest.
            func isOwnSize(_ count: Int) -> Bool { abs(count - 76_800) < 6000 }
            try await display.focuses("table cell", "Photo, ")
            try await display.type("b")
            try await display.shows("label", "Burst")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            try await eventually { try max(pixels(0xFF, 0, 0), pixels(0xFF, 0xFF, 0)) > 100_000 }
            let isRedFirst = try pixels(0xFF, 0, 0) > 100_000
            try await display.type("1")
            try await display.shows("label", "100%")
            try await display.type("Right")
            try await eventually { try isOwnSize(isRedFirst ? pixels(0xFF, 0xFF, 0) : pixels(0xFF, 0, 0)) }
            try await display.shows("label", "100%")
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Escape")
            try await display.shows("label", "2 photos")
            try await display.focuses("table cell", "Photo, ")

            // The others are shown whole, unless the person wants to compare them.
            try await display.type("Home", "Return")
            try await display.focuses("image", "Photo, ")
            try await display.type("1")
            try await display.shows("label", "100%")
            try await display.type("Right")
            try await eventually { try pixels(0, 0xFF, 0xFF) > 100_000 }
            try await display.showsNo("label", "100%")
            try await display.type("k", "1")
            try await eventually { try isOwnSize(pixels(0, 0xFF, 0xFF)) }
            try await display.type("Left")
            try await eventually { try isOwnSize(max(pixels(0xFF, 0, 0), pixels(0xFF, 0xFF, 0))) }
            try await display.shows("label", "100%")
        }
    }
}
