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
            try await display.shows("label", "1 was deleted earlier and is in the trash")
            try await eventually {
                let tree = try await display.tree()
                return ["4 items (", "check box 'Import deleted photos, too'", "broken.jpg"].allSatisfy(tree.contains)
            }
            try await display.getsKeys("Import What You Dropped?")
            try await display.type("ctrl+Return")
            try await display.shows(
                "label", "1 photo imported · 1 was in the library · 1 was deleted earlier · 1 cannot be imported")
            #expect(try await world.owner.assets().count == 2)
            try await display.click("push button", "Import Photos")
            try await display.press("push button", "Results of the Last Import")
            try await display.shows("label", "Import Results")
            try await eventually {
                let tree = try await display.tree()
                return ["new", "present", "deleted", "broken"].allSatisfy { tree.contains("\($0).jpg") }
            }
            try await display.press("push button", "Show the Photos")
            try await display.shows("label", "Last Import")
            try await display.click("push button", "Import Photos")
            try await display.press("push button", "Results of the Last Import")
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
            try await display.offers("check box", "Import deleted photos, too")
            try await display.press("check box", "Import deleted photos, too")
            try await display.tab(to: "combo box", "Add to album")
            try await display.type("space")
            try await display.focuses("list item", "")
            try await display.type("Down", "Return")
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
            try await display.shows("table cell", "Photo, ")
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
            try await display.click("push button", "Import Photos")
            try await display.offers("list item", "Import from disk:")
            try await display.click("list item", "Import from disk:")
            try await display.offers("push button", "Cancel")
            try await eventually { try await display.tree().contains("3 items (") }
            try await display.type("ctrl+Return")
            try await eventually { try await world.owner.assets().count == 3 }
            try await display.shows("table cell", "Photo, ")
            try camera.write(TestPhoto.small("4").bytes, to: "DCIM/100TEST/IMG_4.JPG")
            try await display.click("push button", "Import Photos")
            try await display.click("list item", "Import from disk:")
            try await display.shows("label", "3 were imported from this camera before")
            try await eventually {
                let tree = try await display.tree()
                return ["1 item (", "check box 'Import earlier photos again'"].allSatisfy(tree.contains)
            }
            try await display.offers("push button", "Cancel")
            try await display.type("ctrl+Return")
            try await eventually { try await world.owner.assets().count == 4 }
        }
    }

    @Test("a library without photos begins with a button that imports a folder; it goes when photos have come")
    func firstPage() async throws {
        try await withWorld { world in
            let folder = try CardFolder("pictures", in: world)
            try folder.write(TestPhoto.small("first").bytes, to: "2024/first.jpg")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.click("push button", "Import a Folder")
            try await display.choose(folder: folder.path)
            try await eventually { try await display.tree().contains("1 item (") }
            try await display.focuses("push button", "Import")
            try await display.type("Return")
            try await display.shows("table cell", "Photo, ")
            try await display.showsNo("push button", "Import a Folder")
            // A search that finds nothing offers no import.
            try await display.getsKeys()
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            try await display.write("nothing")
            try await display.shows("label", "Nothing Found")
            try await display.showsNo("push button", "Import a Folder")
        }
    }

    @Test("the last import shows what it added, and not what an import a moment before has added")
    func lastImport() async throws {
        try await withWorld { world in
            let names = ["one", "two", "three"]
            for name in names {
                let folder = "\(world.folder)/\(name)"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data(TestPhoto.small(name).bytes).write(to: URL(filePath: "\(folder)/\(name).jpg"))
            }
            func importFolders(_ names: String...) async throws {
                let paths = names.map { "\(world.folder)/\($0)" }
                let run = try await world.ctl(["import"] + paths)
                #expect(run.code == 0, "\(run)")
            }
            try await importFolders("one")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.click("list item", "Last Import")
            try await display.shows("label", "1 photo")
            try await importFolders("two", "three")
            try await display.click("list item", "Photos")
            try await display.shows("label", "3 photos")
            try await display.click("list item", "Last Import")
            try await display.shows("label", "2 photos")
        }
    }

    @Test("the photos that are shown stay in their place while an import adds newer and older ones")
    func place() async throws {
        try await withWorld { world in
            func add(_ day: Int64) async throws {
                try await world.owner.add(
                    TestPhoto.small("day \(day)"),
                    properties: ["creation-date": .int64(1_600_000_000_000_000 + day * 86_400_000_000)])
            }
            for day in 0..<60 { try await add(Int64(day) * 2) }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            for _ in 1...5 { try await display.type("Down") }
            let focused = try await display.focusedPhoto()
            let before = try await display.restingPlace("table cell", focused)
            let height = try await display.size("table cell", focused)[1]
            // Many that are newer than all, one among those above, one below.
            for day in Array(201...240) + [117, 3] { try await add(Int64(day)) }
            try await display.shows("label", "102 photos")
            // It may move to a different column.
            let after = try await display.restingPlace("table cell", focused)
            #expect(abs(after[1] - before[1]) <= height)
            #expect(try await display.focusedPhoto() == focused)
        }
    }
}

extension Display {
    /// The name of the photo that has the focus.
    fileprivate func focusedPhoto() async throws -> String {
        try await settle()
        return try await resting(every: .milliseconds(100)) {
            let line = try await tree().split(separator: "\n").first {
                $0.contains("table cell '") && $0.contains(" focused")
            }
            return line?.split(separator: "'").dropFirst().first.map(String.init)
        }
    }

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
