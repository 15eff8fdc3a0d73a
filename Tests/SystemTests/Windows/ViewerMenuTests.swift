import FilmgateTestKit
import Foundation
import Testing

/// The menu of a photo in large, and what it gives to other programs.
@Suite("The menu of a photo in large")
struct ViewerMenuTests {
    /// Starts the desktop's portals. Returns the folder with the files that they get, and the lines that say what they
    /// did.
    static func startPortals(in world: World, _ display: Display) async throws -> (folder: String, lines: Lines) {
        let (folder, lines) = ("\(world.folder)/portal", Lines())
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try world.start(
            ["/usr/bin/python3", Display.script("portal.py"), folder], environment: display.environment,
            onLine: lines.hear)
        #expect(await lines.next() == "ready")
        return (folder, lines)
    }

    @Test("opens by the second button, by the Menu key and by its button, with what can be done with this photo")
    func opens() async throws {
        try await withWorld { world in
            try await world.owner.add(.memory(TestPhoto.plain("FFFF00").bytes), filename: "yellow.jpg")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            let place = try await display.placeOnScreen("image", "Photo, ")
            try await display.mouse(at: place, "click", "3")
            try await display.shows("menu item", "Zoom In")
            let tree = try await display.tree()
            // There is no video, no edit, no portal and no trash.
            for item in ["Play", "Revert to Original", "Set as Wallpaper…", "Send by Email…", "Restore", "Edit With…"] {
                #expect(!tree.contains("menu item '\(item)"), "\(item)")
            }
            try await display.type("Escape")
            try await display.focuses("image", "Photo, ")
            try await display.type("Menu")
            try await display.press("menu item", "Actual Size")
            try await display.shows("label", "100%")
            try await display.focuses("image", "Photo, ")
            try await display.click("push button", "More")
            try await display.press("menu item", "Favorite")
            func isFavorite() async throws -> Bool {
                try await world.owner.assets(["where": "favorite = true"]).count == 1
            }
            try await eventually { try await isFavorite() }
            try await display.focuses("image", "Photo, ")
            try await display.type("f")
            try await eventually { try await !isFavorite() }
            try await display.type("shift+F10")
            try await display.press("menu item", "Move to Trash")
            try await display.shows("label", "No Photos")
        }
    }

    @Test("the tooltip of its button does not cover it")
    func tooltip() async throws {
        try await withWorld { world in
            try await world.owner.add(.memory(TestPhoto.plain("FFFF00").bytes), filename: "yellow.jpg")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            let place = try await display.placeOnScreen("push button", "More")
            func showsTooltip() async throws -> Bool { try await display.tree().contains("'GtkTooltipWindow'") }
            try await display.mouse(at: place, "mousemove_relative", "1", "1")
            try await eventually { try await showsTooltip() }
            try await display.mouse(at: place, "click", "1")
            try await display.shows("menu item", "Zoom In")
            for x in ["1", "2"] { try await display.run("/usr/bin/xdotool", "mousemove_relative", x, "0") }
            #expect(try await !display.resting(every: .milliseconds(500)) { try await showsTooltip() })
        }
    }

    @Test("other programs get a photo without its place: by copying, by email, as wallpaper, and to open it")
    func sharing() async throws {
        try await withWorld { world in
            let photo = try TestPhoto.tagged([
                "-GPSLatitude=47.5", "-GPSLatitudeRef=N", "-GPSLongitude=19", "-GPSLongitudeRef=E", "-Make=Canon",
            ])
            try await world.owner.add(.memory(photo.bytes), filename: "IMG_1.jpg")
            let display = try await Display(in: world)
            let (folder, lines) = try await Self.startPortals(in: world, display)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            func hasNoPlace(_ path: String) async throws {
                let tags = try await world.run("/usr/bin/env", "exiftool", "-s", "-GPSLatitude", "-Make", path)
                #expect(tags.output.contains("Canon") && !tags.output.contains("GPS"), "\(tags)")
            }
            for (item, method) in [
                ("Open With…", "OpenFile"), ("Send by Email…", "ComposeEmail"),
                ("Set as Wallpaper…", "SetWallpaperFile"),
            ] {
                try await display.type("Menu")
                try await display.press("menu item", item)
                #expect(await lines.next()?.hasPrefix("\(method) x11") == true)
                try await hasNoPlace("\(folder)/\(method)")
                try await display.focuses("image", "Photo, ")
            }
            try await display.type("ctrl+c")
            // A program that reads the clipboard before gets nothing.
            try await display.settle()
            let pasted = Lines()
            _ = try world.start(
                ["/usr/bin/python3", Display.script("clipboard.py")], environment: display.environment,
                onLine: pasted.hear)
            let path = try #require(await pasted.next())
            #expect(path.hasSuffix("/IMG_1.jpg"))
            try await hasNoPlace(path)
            #expect(await pasted.next() == "320 240")
        }
    }
}
