import FilmgateTestKit
import Foundation
import Testing

/// What is dragged between the library's window and other programs, which may be in a sandbox.
@Suite("Drags between the library's window and other programs")
struct DragTests {
    /// The files that the window has made in the folder of the session and at home.
    private static func copies(in world: World) -> [String] {
        ["filmgate", ".cache"].flatMap { folder in
            ((try? FileManager.default.subpathsOfDirectory(atPath: "\(world.folder)/\(folder)")) ?? [])
                .filter { $0.hasSuffix(".jpg") }.map { "\(world.folder)/\(folder)/\($0)" }
        }
    }

    @Test(
        "a dragged photo is copied without its place, for this user alone; no copy outlives its window, also if that is killed, or ended by logout"
    )
    func copies() async throws {
        try await withWorld { world in
            let photo = try TestPhoto.tagged([
                "-GPSLatitude=47.5", "-GPSLatitudeRef=N", "-GPSLongitude=19", "-GPSLongitudeRef=E", "-Make=Canon",
            ])
            let id = try await world.owner.add(.memory(photo.bytes), filename: "IMG_1.jpg")
            let display = try await Display(in: world)
            let lines = Lines()
            try await display.startOther("take", onLine: lines.hear)
            func dragged() async throws -> String {
                try await display.focuses("table cell", "Photo, ")
                try await display.type("ctrl+space")
                try await display.shows("label", "1 photo selected")
                try await display.drag(from: "table cell", "Photo, ", in: "Filmgate", toWindow: "Other")
                return try #require(await lines.next())
            }
            var killed = ""
            for ending in ["kill", "logout", "close"] {
                let window = try await display.startLibrary()
                if ending != "kill" {
                    try await eventually { Self.copies(in: world) == [] }
                    #expect(!FileManager.default.fileExists(atPath: killed))
                }
                let path = try await dragged()
                #expect(path.hasPrefix("\(world.folder)/filmgate/picks/") && path.hasSuffix("/IMG_1.jpg"))
                let facts = try FileManager.default.attributesOfItem(atPath: path)
                #expect(facts[.posixPermissions] as? Int == 0o400)
                let folder = try FileManager.default.attributesOfItem(atPath: "\(world.folder)/filmgate/picks")
                #expect(folder[.posixPermissions] as? Int == 0o700)
                let tags = try await world.run("/usr/bin/env", "exiftool", "-s", "-GPSLatitude", "-Make", path)
                #expect(tags.output.contains("Canon") && !tags.output.contains("GPS"), "\(tags)")
                let opened = try await world.owner.audit(["operation": "open-resource"])
                #expect(opened.contains { $0.detail == "shared" && $0.ids == [id] }, "\(opened)")
                if ending == "kill" {
                    killed = path
                    window.kill()
                    await window.ended()
                    #expect(Self.copies(in: world) == [path])
                } else {
                    if ending == "close" {
                        try await display.getsKeys()
                        try await display.type("ctrl+w")
                    } else {
                        window.send(signal: SIGTERM)
                    }
                    await window.ended()
                    #expect(Self.copies(in: world) == [])
                }
            }
        }
    }

    @Test(
        "a photo that is not selected is dragged alone, and the selected ones together; their pictures move with the pointer, and no rectangle stays"
    )
    func alone() async throws {
        try await withWorld { world in
            for (name, color) in [("red", "FF0000"), ("green", "00FF00"), ("yellow", "FFFF00")] {
                try await world.owner.add(.memory(TestPhoto.plain(color).bytes), filename: "\(name).jpg")
            }
            let display = try await Display(in: world)
            let lines = Lines()
            try await display.startOther("take", onLine: lines.hear)
            try await display.startLibrary()
            try await display.shows("label", "3 photos")
            func yellow() throws -> Int { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) }
            try await eventually { try yellow() > 10_000 }
            func names(of count: Int) async throws -> Set<String> {
                var names: Set<String> = []
                for _ in 0..<count {
                    names.insert(URL(filePath: try #require(await lines.next())).lastPathComponent)
                }
                return names
            }
            // The newest one is the first.
            let before = try yellow()
            try await display.drag(from: "table cell", "Photo, ", in: "Filmgate", toWindow: "Other") {
                try await eventually { try yellow() > before + 1000 }
                #expect(try await !display.tree().contains("label 'assets "))
            }
            #expect(try await names(of: 1) == ["yellow.jpg"])
            // A rectangle would color a part of the photo.
            try await eventually { try abs(yellow() - before) < 100 }
            #expect(try await !display.tree().contains("1 photo selected"))

            try await display.focuses("table cell", "Photo, ")
            try await display.type("Left", "Left", "Right", "ctrl+space", "Right", "ctrl+space")
            try await display.shows("label", "2 photos selected")
            try await display.drag(from: "table cell", "Photo, ", in: "Filmgate", toWindow: "Other")
            #expect(try await names(of: 1) == ["yellow.jpg"])
            try await display.type("Left", "Left", "ctrl+space")
            try await display.shows("label", "3 photos selected")
            let green = try display.pixels(red: 0, green: 0xFF, blue: 0)
            try await display.drag(from: "table cell", "Photo, ", in: "Filmgate", toWindow: "Other") {
                try await eventually { try display.pixels(red: 0, green: 0xFF, blue: 0) > green + 1000 }
            }
            #expect(try await names(of: 3) == ["red.jpg", "green.jpg", "yellow.jpg"])
        }
    }

    @Test("a program that takes pixels only gets the picture of a dragged photo, and of several photos none")
    func picture() async throws {
        try await withWorld { world in
            for name in ["a.jpg", "b.jpg"] {
                try await world.owner.add(.memory(TestPhoto.tagged(["-Make=\(name)"]).bytes), filename: name)
            }
            let display = try await Display(in: world)
            let lines = Lines()
            try await display.startOther("take-picture", onLine: lines.hear)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+a")
            try await display.shows("label", "2 photos selected")
            try await display.drag(from: "table cell", "Photo, ", in: "Filmgate", toWindow: "Other")
            try await display.getsKeys()
            try await display.type("Escape")
            try await display.showsNo("label", "2 photos selected")
            for _ in 1...2 {
                try await display.drag(from: "table cell", "Photo, ", in: "Filmgate", toWindow: "Other")
                #expect(await lines.next() == "320 240")
            }
            // The window lives on.
            try await display.focuses("table cell", "Photo, ")
        }
    }

    @Test("with Shift, a rectangle begins on a photo, and selects what it touches")
    func rectangle() async throws {
        try await withWorld { world in
            try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.drag(from: "table cell", "Photo, ", by: [150, 0], with: "shift")
            try await display.shows("label", "2 photos selected")
            // One that touches all of them, too.
            try await display.type("Escape")
            try await display.drag(from: "table cell", "Photo, ", by: [320, 0], with: "shift")
            try await display.shows("label", "3 photos selected")
        }
    }

    @Test("what is dropped is imported after the person has seen what it is; no link, pipe, device or process is read")
    func drops() async throws {
        try await withWorld { world in
            let folder = "\(world.folder)/home"
            for name in ["private", "shown"] {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            }
            try TestPhoto.small("secret").write(to: "\(folder)/private/secret.jpg")
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/shown/cat.jpg", withDestinationPath: "\(folder)/private/secret.jpg")
            #expect(mkfifo("\(folder)/shown/pipe.jpg", 0o600) == 0)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.startOther(
                "offer", "file://\(folder)/shown/pipe.jpg", "file:///dev/zero", "file:///proc/self/environ",
                "file:///proc/self/fd/3", "file://\(folder)/missing.jpg", "file://\(folder)/shown/cat.jpg",
                "http://example.org/a.jpg")
            try await display.drag(fromWindow: "Other", toWindow: "Filmgate")
            // The dialog names the file to which the link leads, and nothing else.
            try await display.getsKeys("Import What You Dropped?")
            try await eventually { try await display.tree().contains("/private/secret.jpg") }
            let tree = try await display.tree()
            #expect(!tree.contains("cat.jpg"), "\(tree)")
            for name in ["pipe", "zero", "environ", "missing", "example"] { #expect(!tree.contains(name), "\(name)") }
            #expect(try await world.owner.assets().isEmpty)
            // A page behind it has a button of that name, too.
            try await display.type("Escape")
            try await display.showsNo("label", "Import What You Dropped?")
            #expect(try await world.owner.assets().isEmpty)
            try await display.drag(fromWindow: "Other", toWindow: "Filmgate")
            try await display.getsKeys("Import What You Dropped?")
            try await eventually { try await display.tree().contains("1 item (") }
            // The button that imports does not have the focus: another program chose the files.
            try await display.type("Return")
            try await display.showsNo("label", "Import What You Dropped?")
            #expect(try await world.owner.assets().isEmpty)
            try await display.drag(fromWindow: "Other", toWindow: "Filmgate")
            try await display.getsKeys("Import What You Dropped?")
            try await eventually { try await display.tree().contains("1 item (") }
            try await display.type("ctrl+Return")
            try await eventually { try await world.owner.assets().count == 1 }
        }
    }

    @Test("a folder that becomes a link after the person has seen it is not imported")
    func swapped() async throws {
        try await withWorld { world in
            let folder = "\(world.folder)/home"
            for name in ["private", "shown"] {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
                try TestPhoto.small(name).write(to: "\(folder)/\(name)/cat.jpg")
            }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.startOther("offer", "file://\(folder)/shown")
            try await display.drag(fromWindow: "Other", toWindow: "Filmgate")
            try await display.getsKeys("Import What You Dropped?")
            try await eventually { try await display.tree().contains("1 item (") }
            try FileManager.default.moveItem(atPath: "\(folder)/shown", toPath: "\(folder)/moved")
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/shown", withDestinationPath: "\(folder)/private")
            try await display.type("ctrl+Return")
            try await eventually { try await display.tree().contains("1 cannot be imported") }
            #expect(try await world.owner.assets().isEmpty)
        }
    }
}
