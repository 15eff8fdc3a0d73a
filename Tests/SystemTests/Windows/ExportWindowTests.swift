import FilmgateTestKit
import Foundation
import Testing

/// How a person takes photos out of the library, and backs it up.
@Suite("Exporting and backing up in the library's window")
struct ExportWindowTests {
    @Test("selected photos are exported without places, as original files or as JPEG of a size, with the date taken")
    func export() async throws {
        try await withWorld { world in
            try await world.addPhotos(2)
            let folder = "\(world.folder)/out"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+a")
            try await display.shows("label", "2 photos selected")
            try await display.type("ctrl+e")
            try await display.offers("check box", "Places")
            try await display.press("check box", "Places")
            try await display.export(to: folder)
            try await display.shows("label", "2 photos exported")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count == 2)
            for name in names {
                let path = "\(folder)/\(name)"
                let metadata = try ChildProcess.run(["exiftool", "-s3", "-GPSLatitude", "-Model", path]).output
                #expect(metadata.split(separator: "\n").map(String.init) == [TestPhoto.camera])
                let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
                #expect(date.map { Calendar(identifier: .gregorian).component(.year, from: $0) } == 2024)
            }
            // A picture of a size has no metadata. The message comes before the dialog goes.
            try await display.getsKeys()
            try await display.type("ctrl+e")
            try await display.focuses("combo box", "Files")
            try await display.type("space")
            try await display.focuses("list item", "")
            try await display.type("End", "Return")
            try await display.shows("label", "JPEG pictures are made as the photos look now")
            try await display.export(to: folder)
            try await eventually { try FileManager.default.contentsOfDirectory(atPath: folder).count == 4 }
        }
    }

    @Test("the bar for selected photos has a button for it; in 360 pixels its menu does that")
    func bar() async throws {
        try await withWorld { world in
            try await world.addPhotos(2)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+a")
            try await display.shows("label", "2 photos selected")
            try await display.click("push button", "Export…")
            try await display.offers("check box", "Places")
            try await display.type("Escape")
            try await display.getsKeys()
            try await display.resize(width: 360, height: 640)
            try await display.click("push button", "Details and Dates")
            try await display.press("menu item", "Export…")
            try await display.offers("check box", "Places")
        }
    }

    @Test("the window says when the last backup was, and makes one in a folder that it remembers")
    func backup() async throws {
        try await withWorld { world in
            try await world.addPhotos(2)
            let folder = "\(world.folder)/backup"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("F10")
            try await display.press("push button", "Backup")
            try await display.shows("label", "Never")
            try await display.withholds("push button", "Back Up Now")
            try await display.focuses("push button", "Choose")
            try await display.type("Return")
            try await display.choose(folder: folder)
            try await display.focuses("push button", "Back Up Now")
            try await display.type("Return")
            try await display.shows("label", "The backup is complete. 2 files were copied.")
            try await display.showsNo("label", "Never")
            #expect(FileManager.default.fileExists(atPath: "\(folder)/filmgate-backup.json"))
        }
    }
}

extension Display {
    /// Chooses a folder in the export's dialog.
    fileprivate func export(to folder: String) async throws {
        try await type("ctrl+Return")
        try await choose(folder: folder)
    }

    /// Chooses a folder in the file chooser that opens.
    func choose(folder: String) async throws {
        try await offers("label", "Home")
        try await write(folder)
        try await type("Return")
    }
}
