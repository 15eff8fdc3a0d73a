import FilmgateTestKit
import Foundation
import Testing

/// `examples/vignette`, in the sandbox of a Flatpak.
@Suite("The example Vignette", .serialized)
struct VignetteTests {
    private static let app = "org.filmgate.example.Vignette"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "examples/vignette").path

    private static func run(_ arguments: String..., in world: World) async throws -> RunResult {
        try await world.start(
            ["/usr/bin/python3", "\(folder)/vignette.py"] + arguments,
            in: .flatpak(app, SandboxOptions(readable: [folder]))
        ).result()
    }

    /// Adds a white photo.
    private static func addWhite(to world: World) async throws -> String {
        let path = "\(world.folder)/white.jpg"
        let made = try await world.run(
            "/usr/bin/ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "color=white:size=640x480",
            "-frames:v", "1", path)
        try #require(made.code == 0, "\(made)")
        return try await world.owner.add(.file(path))
    }

    private static let measuring = """
        import gi, sys
        gi.require_version("GdkPixbuf", "2.0")
        from gi.repository import GdkPixbuf
        picture = GdkPixbuf.Pixbuf.new_from_file(sys.argv[1])
        pixels, row = picture.get_pixels(), picture.get_rowstride()
        print(pixels[0], pixels[picture.get_height() // 2 * row + picture.get_width() // 2 * picture.get_n_channels()])
        """

    /// How bright a corner of a photo and its center are, as the library shows them, from 0 to 255.
    private static func brightness(of photo: String, in world: World) async throws -> (corner: Int, center: Int) {
        let path = "\(world.folder)/\(UUID()).png"
        let image = try await world.ctl("assets", "image", photo, "--size", "64", "--output", path)
        try #require(image.code == 0, "\(image)")
        let result = try await world.run("/usr/bin/python3", "-c", measuring, path)
        let numbers = result.output.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
        try #require(numbers.count == 2, "\(result)")
        return (numbers[0], numbers[1])
    }

    @Test("darkens corners, resumes its own edit from the original, and takes all of its edits back")
    func edits() async throws {
        try await withWorld { world in
            let photo = try await Self.addWhite(to: world)
            try await world.owner.edit(world.owner.add(TestPhoto.small()), as: TestPhoto.small())
            try await world.owner.grant("flatpak:\(Self.app)", "full", rights: ["originals", "write", "manage"])
            let listed = try await Self.run("--list", in: world)
            #expect(listed.lines.contains { $0.hasPrefix("\(photo)\t-\t") } && listed.lines.count == 2, "\(listed)")
            let strong = try await Self.run("--strength", "0.8", photo, in: world)
            #expect(strong.lines == ["\(photo): 0.8"], "\(strong)")
            let dark = try await Self.brightness(of: photo, in: world)
            #expect(dark.corner < 100 && dark.center > 250, "\(dark)")
            let weak = try await Self.run("--strength", "0.2", photo, in: world)
            #expect(weak.lines == ["\(photo): 0.2, which was 0.8 before"], "\(weak)")
            let light = try await Self.brightness(of: photo, in: world)
            #expect(light.corner > 190 && light.corner < 235, "of the original, not of what was dark: \(light)")
            let removed = try await Self.run("--remove-all", in: world)
            #expect(removed.lines == ["Photos that show their originals again: 1"], "\(removed)")
            #expect(try await Self.brightness(of: photo, in: world).corner > 250)
            let edited = try await world.owner.assets(["where": "has-adjustments"])
            #expect(edited.count == 1, "the edit of a different app stays")
            #expect(try await world.owner.verify().findings.isEmpty)
        }
    }

    @Test("says in a sentence why it may not, and what is wrong with its command line")
    func refusals() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant("flatpak:\(Self.app)", "none")
            let denied = try await Self.run("--list", in: world)
            #expect(denied.code == 1 && denied.errors.contains("may not see your photos"), "\(denied)")
            try await world.owner.grant("flatpak:\(Self.app)", "full", rights: ["originals"])
            let readOnly = try await Self.run("--strength", "0.5", photo, in: world)
            #expect(readOnly.code == 1 && readOnly.errors.split(separator: "\n").count == 1, "\(readOnly)")
            for words in [["--strength", "2", photo], ["--strength", "much", photo], ["photo"]] {
                let wrong = try await world.start(
                    ["/usr/bin/python3", "\(Self.folder)/vignette.py"] + words,
                    in: .flatpak(Self.app, SandboxOptions(readable: [Self.folder]))
                ).result()
                #expect(wrong.code != 0 && !wrong.errors.contains("Traceback"), "\(wrong)")
            }
        }
    }

    @Test("is started as a chosen editor, shows its window, and its result is seen at once")
    func chosen() async throws {
        let editors = try EditorInstallation()
        try await withWorld(editors.settings) { world in
            let photo = try await Self.addWhite(to: world)
            let display = try await Display(in: world)
            try editors.install(
                Self.app, named: "Vignette", editing: "image;",
                running: ["/usr/bin/python3", "\(Self.folder)/vignette.py", "--gapplication-service"],
                readable: [Self.folder, "/tmp/.X11-unix"],
                environment: [
                    "DISPLAY": display.environment["DISPLAY"] ?? "", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                    "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory",
                ])
            try await world.owner.call(
                "org.freedesktop.DBus", "ReloadConfig", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus")
            try await world.owner.grant("flatpak:org.example.Viewer", "full")
            let viewer = try await world.client(flatpak: "org.example.Viewer")
            _ = try await viewer.subscribe()
            for corner in [120..<200, 120..<200] {
                let result = try await world.start(
                    [BuiltProgram.path("filmgatectl"), "assets", "edit-with", Self.app, photo],
                    environment: editors.environment
                ).result()
                #expect(result.code == 0, "\(result)")
                // The window closes when the photo is committed; the next one has the same name.
                let press = """
                    xdotool search --sync --onlyvisible --name Vignette windowactivate --sync && xdotool key Return &&
                    until ! xdotool search --onlyvisible --name Vignette; do sleep 0.1; done
                    """
                let pressed = try await world.start(["/bin/sh", "-c", press], environment: display.environment).result()
                #expect(pressed.code == 0, "\(pressed)")
                #expect(try await viewer.nextChanges()["content-updated"] == [photo])
                let seen = try await Self.brightness(of: photo, in: world)
                #expect(corner.contains(seen.corner) && seen.center > 250, "\(seen)")
                #expect(
                    try await viewer.properties(of: photo, "adjustment-format")["adjustment-format"]?.text == Self.app)
            }
            #expect(try await world.owner.verify().findings.isEmpty)
        }
    }
}
