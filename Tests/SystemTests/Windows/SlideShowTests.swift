import FilmgateTestKit
import Foundation
import Testing

/// Photos that follow each other by themselves.
@Suite("A slide show in the library's window")
struct SlideShowTests {
    /// Where the window remembers what the person chose.
    private static func remember(_ seconds: Int, in world: World) throws -> String {
        let folder = "\(world.folder)/remembered"
        try FileManager.default.createDirectory(atPath: "\(folder)/filmgate", withIntermediateDirectories: true)
        try "[window]\nslide-seconds=\(seconds)\n".write(
            toFile: "\(folder)/filmgate/window.ini", atomically: true, encoding: .utf8)
        return folder
    }

    @Test(
        "covers the screen, keeps it on, pauses at Space, leaves out hidden photos, and ends at Escape where it began"
    )
    func show() async throws {
        try await withWorld { world in
            var ids: [String] = []
            for color in ["FF0000", "0000FF", "FFFF00"] {
                ids.append(try await world.owner.add(.memory(TestPhoto.plain(color).bytes), filename: "\(color).jpg"))
            }
            let album = try await world.owner.perform(("create-album", ["title": "Colors"]))[0]
            try await world.owner.perform(("add-assets", ["album": .text(album), "ids": .texts(ids)]))
            try await world.owner.set(["hidden": true], of: ids[1])
            let display = try await Display(in: world)
            let lines = try await ViewerMenuTests.startPortals(in: world, display).lines
            let state = try Self.remember(2, in: world)
            try await display.startLibrary(environment: ["XDG_STATE_HOME": state])
            try await display.click("list item", "Colors")
            try await display.shows("label", "2 photos")
            func pixels(_ red: Int, _ green: Int, _ blue: Int) throws -> Int {
                try display.pixels(red: red, green: green, blue: blue)
            }
            func shows(red: Int, green: Int) async throws {
                try await eventually { try pixels(red, green, 0) > 700_000 }
                #expect(try pixels(0, 0, 0xFF) < 1000)
            }
            try await display.type("F5")
            try await shows(red: 0xFF, green: 0)
            #expect(await lines.next()?.hasPrefix("Inhibit") == true)
            // The hidden one is left out, and after the last one comes the first.
            try await shows(red: 0xFF, green: 0xFF)
            try await shows(red: 0xFF, green: 0)
            try await display.type("space")
            try await display.shows("push button", "Continue the Slide Show")
            // A new one may have come just before.
            let isRed = try await display.resting(every: .milliseconds(500)) {
                let isRed = try pixels(0xFF, 0, 0) > 700_000
                return try isRed || pixels(0xFF, 0xFF, 0) > 700_000 ? isRed : nil
            }
            let (shown, other) = isRed ? (0, 0xFF) : (0xFF, 0)
            try await display.type("Right")
            try await shows(red: 0xFF, green: other)
            try await display.type("Left")
            try await shows(red: 0xFF, green: shown)
            try await Task.sleep(for: .seconds(3))
            #expect(try pixels(0xFF, shown, 0) > 700_000)
            try await display.type("space")
            try await display.shows("push button", "Pause the Slide Show")
            try await shows(red: 0xFF, green: other)
            try await display.press("push button", "Shuffle")
            try await eventually {
                try String(contentsOfFile: "\(state)/filmgate/window.ini", encoding: .utf8)
                    .contains("slides-shuffled=true")
            }
            try await display.type("space")
            try await display.shows("push button", "Continue the Slide Show")
            try await display.type("Escape")
            #expect(await lines.next() == "Close")
            try await display.shows("label", "2 photos")
            try await display.focuses("table cell", "Photo, ")
        }
    }

    @Test("from the viewer, Escape goes back to the viewer; a video plays once, and the next photo follows at its end")
    func video() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(.memory(TestPhoto.plain("FF0000").bytes), filename: "red.jpg")
            let source = try SampleVideo(
                ["-f", "lavfi", "-i", "color=0x00FF00:s=320x240:r=25:d=2", "-c:v", "libx264", "-pix_fmt", "yuv420p"])
            let video = try await world.owner.add(video: source.file)
            withExtendedLifetime(source) {}
            try await world.owner.set(["creation-date": .int64(2_000_000)], of: video)
            try await world.owner.set(["creation-date": .int64(1_000_000)], of: photo)
            let display = try await Display(in: world)
            try await display.startLibrary(environment: ["XDG_STATE_HOME": Self.remember(30, in: world)])
            try await display.shows("label", "1 photo, 1 video")
            try await display.focuses("table cell", "")
            try await display.type("Home")
            try await display.focuses("table cell", "Video")
            try await display.type("Return")
            try await display.focuses("image", "Video")
            let before = ContinuousClock.now
            try await display.type("F5")
            try await eventually { try display.pixels(red: 0xFF, green: 0, blue: 0) > 700_000 }
            #expect(ContinuousClock.now - before < .seconds(28))
            try await display.type("Escape")
            try await display.shows("push button", "Full Screen")
            try await display.focuses("image", "Photo")
        }
    }
}
