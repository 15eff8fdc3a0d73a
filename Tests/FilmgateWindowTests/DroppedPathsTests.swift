import FilmgateLibraryTools
import FilmgateSystem
import Foundation
import Testing

@testable import filmgate_window

@Suite("Files that a person drops onto the window")
struct DroppedPathsTests {
    /// A folder with `shown/cat.jpg` and `private/cat.jpg`.
    private final class DropFolders {
        let path: String

        init() throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-drop-\(UUID().uuidString)")
            for name in ["shown", "private"] {
                let folder = folder.appending(path: name)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(name.utf8).write(to: folder.appending(path: "cat.jpg"))
            }
            path = try String(decoding: LinkFreePath(resolving: Array(folder.path.utf8)).bytes, as: UTF8.self)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func put(_ name: String, linkTo target: String) throws {
            try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(name).old")
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(name)", withDestinationPath: "\(path)/\(target)")
        }
    }

    private static func text(of file: PhotoFile) -> String? {
        (try? file.open().0.bytes(at: 0, count: 100)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("are named by where links lead, and only that is imported")
    func resolved() throws {
        let place = try DropFolders()
        try FileManager.default.createSymbolicLink(
            atPath: "\(place.path)/link", withDestinationPath: "\(place.path)/shown")
        let files = DroppedPaths(["link", "shown", "missing"].map { DiskPath("\(place.path)/\($0)") })
        let text = DroppedPaths.text(of: files.places)
        #expect(text.hasSuffix("/shown") && !text.contains("\n"))
        let walk = ScannedFiles(files.places)
        #expect(walk.files.map(Self.text) == ["shown"])
        try FileManager.default.removeItem(atPath: "\(place.path)/link")
        try FileManager.default.createSymbolicLink(
            atPath: "\(place.path)/link", withDestinationPath: "\(place.path)/private")
        #expect(ScannedFiles(files.places) == walk)
    }

    @Test(
        "are not followed by a link that takes their place, or that of their folder, once they were shown",
        arguments: [("shown", "private"), ("shown/cat.jpg", "private/cat.jpg")])
    func swapped(_ name: String, _ target: String) throws {
        let place = try DropFolders()
        for dropped in ["shown", "shown/cat.jpg"] {
            let files = DroppedPaths([DiskPath("\(place.path)/\(dropped)")])
            #expect(ScannedFiles(files.places).files.map(Self.text) == ["shown"])
            try place.put(name, linkTo: target)
            #expect(ScannedFiles(files.places).files.isEmpty)
            try FileManager.default.removeItem(atPath: "\(place.path)/\(name)")
            try FileManager.default.moveItem(
                atPath: "\(place.path)/\(name).old", toPath: "\(place.path)/\(name)")
        }
    }

    @Test(
        "are not opened if a link takes their place, not even to look at them",
        arguments: [("shown", "private"), ("shown/cat.jpg", "private/cat.jpg")])
    func located(_ name: String, _ target: String) throws {
        let place = try DropFolders()
        let path = try LinkFreePath(resolving: Array("\(place.path)/\(name)".utf8))
        _ = try path.located()
        try place.put(name, linkTo: target)
        #expect(throws: Errno.tooManyLinks) { try path.located() }
        #expect(
            DroppedPaths([DiskPath("\(place.path)/\(name)")]).places.map(\.path.description).first?.hasSuffix(target)
                == true)
        withExtendedLifetime(place) {}
    }
}
