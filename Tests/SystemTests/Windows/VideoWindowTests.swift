import FilmgateTestKit
import Foundation
import Testing

/// Videos in the viewer of the library's window.
@Suite("Videos in the viewer")
struct VideoWindowTests {
    /// Blue above pink, in frames that are stored lying on their side. The video changes the colors a little.
    private static func turned(_ encoder: String) throws -> SampleVideo {
        let stored = try SampleVideo([
            "-f", "lavfi", "-i", "color=c=0xFF00AA:s=160x240:r=25:d=8", "-f", "lavfi", "-i",
            "color=c=0x00AAFF:s=160x240:r=25:d=8", "-filter_complex", "hstack", "-c:v", encoder, "-preset", "ultrafast",
            "-pix_fmt", "yuv420p", "-colorspace", "bt709",
        ])
        return try SampleVideo(
            ["-i", stored.file.path, "-c", "copy", "-metadata:s:v", "rotate=90"], name: "turned.mp4")
    }

    /// Opens the first asset in the viewer, and plays it.
    private func play(on display: Display) async throws {
        try await display.focuses("table cell", "Video, ")
        try await display.type("Return")
        try await display.shows("push button", "Play")
        try await display.focuses("image", "Video, ")
        try await display.type("Return")
    }

    @Test(
        "are upright, as they are stored or, if the player cannot show that within a second, converted",
        arguments: [["libx264": ""], ["libx265": "avdec_h265:NONE"]])
    func upright(_ kind: [String: String]) async throws {
        let (encoder, rank) = try #require(kind.first)
        let source = try Self.turned(encoder)
        try await withWorld { world in
            try await world.owner.add(video: source.file)
            let display = try await Display(in: world, ["GST_PLUGIN_FEATURE_RANK": rank])
            try await display.startLibrary()
            try await display.shows("table cell", "Video, 0:08")
            try await play(on: display)
            try await eventually { try await display.tree().contains(/label '0:0[1-8]'/) }
            try await eventually {
                guard let pink = try display.middle(red: 0xFF, green: 0x21, blue: 0xAD),
                    let blue = try display.middle(red: 0, green: 0x9D, blue: 0xFF)
                else { return false }
                return abs(pink[0] - blue[0]) < 30 && blue[1] < pink[1] - 100
            }
        }
    }

    @Test("that are converted play from their pipe, wait, seek once they are whole, and play again after their end")
    func piped() async throws {
        let source = try Self.turned("libx265")
        try await withWorld { world in
            try await world.owner.add(video: source.file)
            let display = try await Display(in: world, ["GST_PLUGIN_FEATURE_RANK": "avdec_h265:NONE"])
            try await display.startLibrary()
            try await display.shows("table cell", "Video, 0:08")
            try await play(on: display)
            /// The moment that the controls show before their slider, in seconds; nil if there are none.
            func moment() async throws -> Int? {
                let label = /label '0:0(\d)'[^\n]*\n +slider 'GtkScale'/
                return try await display.tree().firstMatch(of: label).flatMap { Int($0.1) }
            }
            try await eventually { try await (1...7).contains(moment() ?? 0) }
            // It waits, and goes on.
            try await display.type("space")
            var waiting: Int?
            try await eventually {
                waiting = try await moment()
                try await Task.sleep(for: .seconds(2))
                return try await moment() == waiting
            }
            try await display.type("space")
            // At its end, it stays, until a key plays it once more.
            try await eventually {
                let before = try await moment()
                try await Task.sleep(for: .seconds(1.5))
                let now = try await moment()
                // The player of a pipe goes back to the beginning of its slider.
                return [0, 7, 8].contains(now) && now == before
            }
            try await display.type("space")
            try await eventually { try await (1...6).contains(moment() ?? 9) }
            try await display.type("shift+Left", "shift+Left")
            try await display.type("space")
            try await eventually { try await (0...3).contains(moment() ?? 9) }
            try await display.type("shift+Right")
            try await eventually { try await (5...8).contains(moment() ?? 0) }
            try await display.type("shift+Left")
            try await eventually { try await (0...3).contains(moment() ?? 9) }
        }
    }

    @Test("in slow motion play slowly, and at full speed by the menu, until the next video")
    func slowMotion() async throws {
        try await withWorld { world in
            let source = try SampleVideo("320x240", seconds: 2, rate: 120)
            try await world.owner.add(video: source.file)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("table cell", "Video, 0:02")
            try await play(on: display)
            // The controls show the moment and, of a whole file, the length: two seconds, or eight.
            func isSlow(_ isSlow: Bool) async throws {
                try await eventually {
                    let tree = try await display.tree()
                    return tree.contains(/label '0:0[1-8]'/) && tree.contains(/label '0:0[3-8]'/) == isSlow
                }
            }
            try await isSlow(true)
            try await display.type("Menu")
            try await display.press("menu item", "Play at Full Speed")
            try await isSlow(false)
            try await display.type("Menu")
            try await display.press("menu item", "Play at Full Speed")
            try await isSlow(true)
            try await display.type("Menu")
            try await display.press("menu item", "Play at Full Speed")
            try await isSlow(false)
            // Shown again, it begins slowly.
            try await display.type("Escape")
            try await play(on: display)
            try await isSlow(true)
        }
    }

    @Test("that cannot be played leave the picture on the screen, and the window says why")
    func unplayable() async throws {
        try await withWorld { world in
            let source = try SampleVideo("320x240", seconds: 2)
            try await world.owner.add(video: source.file)
            let display = try await Display(
                in: world, ["GST_PLUGIN_FEATURE_RANK": "avdec_h264:NONE,openh264dec:NONE,vah264dec:NONE"])
            try await display.startLibrary()
            try await display.shows("table cell", "Video, 0:02")
            try await play(on: display)
            try await display.shows("label", "This video cannot be played. The desktop's player, GStreamer,")
            try await display.shows("image", "Video, 0:02")
            try await display.showsNo("label", "Preparing the video")
        }
    }

    @Test("of apps are converted first: the window's player decodes nothing that an app stored")
    func ofApp() async throws {
        try await withWorld { world in
            let source = try Self.turned("libx265")
            let app = try await world.client(flatpak: "org.example.Frame")
            try await world.owner.grant("flatpak:org.example.Frame", "add-only")
            try await app.add(video: source.file)
            // A player of HEVC alone plays what is stored, and not what is converted.
            let display = try await Display(
                in: world, ["GST_PLUGIN_FEATURE_RANK": "avdec_h264:NONE,openh264dec:NONE,vah264dec:NONE"])
            try await display.startLibrary()
            try await display.shows("table cell", "Video, 0:08")
            try await play(on: display)
            try await display.shows("label", "This video cannot be played")
        }
    }

    @Test("seek with Shift and the arrows, which alone show other photos; the window remembers that they are mute")
    func keys() async throws {
        try await withWorld { world in
            let source = try SampleVideo("320x240", seconds: 40)
            let video = try await world.owner.add(video: source.file)
            let photo = try await world.owner.add(TestPhoto.small())
            try await world.owner.set(["creation-date": .int64(2_000_000)], of: video)
            try await world.owner.set(["creation-date": .int64(1_000_000)], of: photo)
            let display = try await Display(in: world)
            let window = try await display.startLibrary()
            try await display.shows("table cell", "Video, 0:40")
            try await display.type("Home")
            try await play(on: display)
            try await eventually { try await display.tree().contains(/label '0:[0-3][1-9]'/) }
            func second() async throws -> Int {
                // The other such label is the video's length.
                try await display.tree().matches(of: /label '0:(\d\d)'/).compactMap { Int($0.1) }.min() ?? 0
            }
            try await display.type("shift+Right", "shift+Right", "shift+Right", "shift+Right")
            try await eventually { try await second() >= 20 }
            // It plays on meanwhile, and the keys lead ten seconds back.
            let before = try await second()
            try await display.type("shift+Left", "shift+Left")
            try await eventually { try await second() < before }
            try await display.type("m")
            func isMuted(_ state: Bool) async throws {
                let file = "\(world.folder)/.local/state/filmgate/window.ini"
                try await eventually {
                    (try? String(contentsOfFile: file, encoding: .utf8))?.contains("muted=\(state)") == true
                }
            }
            try await isMuted(true)
            // Also after a click on the controls.
            try await display.click("slider", "GtkScale")
            try await display.type("Right")
            try await display.focuses("image", "Photo, ")
            _ = await window.stop()
            try await display.startLibrary()
            try await display.shows("table cell", "Video, 0:40")
            try await display.type("Home")
            try await play(on: display)
            try await eventually { try await display.tree().contains(/label '0:[0-3][1-9]'/) }
            // It is mute from the beginning.
            try await display.type("m")
            try await isMuted(false)
        }
    }
}
