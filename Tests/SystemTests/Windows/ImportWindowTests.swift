import FilmgateTestKit
import Foundation
import Testing

/// How a person imports files, folders and cameras in the library's window.
@Suite("Importing in the library's window")
struct ImportWindowTests {
    @Test("the window says what is there, and after the import what became of each file; Undo takes it back")
    func results() async throws {
        try await withWorld { world in
            let folder = try CardFolder("card", in: world)
            for name in ["new", "present", "deleted"] {
                try folder.write(TestPhoto.small(name).bytes, to: "DCIM/\(name).jpg")
            }
            try folder.write(Array("This is no photo.".utf8), to: "DCIM/broken.jpg")
            let present = try await world.owner.add(TestPhoto.small("present"))
            let deleted = try await world.owner.add(TestPhoto.small("deleted"))
            try await world.owner.perform(("delete-assets", ["ids": .texts([deleted])]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.drops(folder.path)
            try await display.shows("label", "Import What You Dropped?")
            // What was deleted earlier is left out, unless the person wants it.
            try await display.shows("check box", "Import deleted photos, too")
            let tree = try await display.tree()
            for text in ["4 items (", "1 was deleted earlier and is in the trash", "broken.jpg"] {
                #expect(tree.contains(text), "\(text)\n\(tree)")
            }
            try await display.type("ctrl+Return")
            try await display.shows(
                "label", "1 photo imported · 1 was in the library · 1 was deleted earlier · 1 cannot be imported")
            #expect(try await world.owner.assets().count == 2)
            try await display.press("push button", "Details")
            try await display.shows("label", "Import Results")
            try await eventually {
                let tree = try await display.tree()
                return ["new", "present", "deleted", "broken"].allSatisfy { tree.contains("\($0).jpg") }
            }
            try await display.press("push button", "Undo Import")
            try await eventually { try await world.owner.assets() == [present] }
        }
    }

    @Test("what was deleted earlier is imported if the person wants it, into a new album")
    func deletedToo() async throws {
        try await withWorld { world in
            let folder = try CardFolder("card", in: world)
            try folder.write(TestPhoto.small("deleted").bytes, to: "deleted.jpg")
            let deleted = try await world.owner.add(TestPhoto.small("deleted"))
            try await world.owner.perform(("delete-assets", ["ids": .texts([deleted])]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("push button", "Import a Folder")
            try await display.drops(folder.path)
            try await display.press("check box", "Import deleted photos, too")
            try await display.tab(to: "combo box", "Add to album")
            try await display.type("space", "Down", "Return")
            try await display.tab(to: "text", "Title of the new album")
            try await display.write("Card")
            try await display.type("ctrl+Return")
            try await eventually { try await world.owner.assets().count == 1 }
            try await eventually {
                let albums = try await world.owner.albums()
                guard albums.count == 1, let album = albums[0]["id"]?.text else { return false }
                return try await world.owner.assets(["album": .text(album)]).count == 1
            }
            // The first page goes, with its button.
            try await display.focuses("table cell", "Photo, ")
        }
    }

    @Test("a camera is in the menu; what was imported from it before is not offered again")
    func camera() async throws {
        try await withWorld { world in
            let camera = try CardFolder("camera", in: world)
            for number in 1...3 {
                try camera.write(TestPhoto.small("\(number)").bytes, to: "DCIM/100TEST/IMG_\(number).JPG")
            }
            let display = try await Display(in: world)
            try await display.startLibrary("--camera-port", "disk:\(camera.path)")
            try await display.shows("push button", "Import a Folder")
            try await display.press("toggle button", "Import Photos")
            try await display.offers("list item", "Import from disk:")
            try await display.click("list item", "Import from disk:")
            try await display.offers("push button", "Cancel")
            try await eventually { try await display.tree().contains("3 items (") }
            try await display.type("ctrl+Return")
            try await eventually { try await world.owner.assets().count == 3 }
            try await display.focuses("table cell", "Photo, ")
            try camera.write(TestPhoto.small("4").bytes, to: "DCIM/100TEST/IMG_4.JPG")
            try await display.press("toggle button", "Import Photos")
            try await display.click("list item", "Import from disk:")
            try await display.shows("check box", "Import earlier photos again")
            let tree = try await display.tree()
            #expect(tree.contains("1 item (") && tree.contains("3 were imported from this camera before"), "\(tree)")
            try await display.type("ctrl+Return")
            try await eventually { try await world.owner.assets().count == 4 }
        }
    }
}

extension Display {
    /// Drops a folder on the library's window.
    fileprivate func drops(_ path: String) async throws {
        try await startOther("offer", "file://\(path)")
        try await drag(fromWindow: "Other", toWindow: "Filmgate")
    }
}

/// A folder of files, gone with the test's world.
private struct CardFolder {
    let path: String

    init(_ name: String, in world: World) throws {
        path = "\(world.folder)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }
}
