import Filmgate
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgateLibraryTools
@testable import FilmgateTool

@Suite("A folder that is exported to")
struct PartFileTests {
    @Test(
        "a link with the temporary name of a file is never written to",
        arguments: [false, true])
    func links(_ isSymbolic: Bool) async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "filmgate-export-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        let tree = try ExportTree(DiskPath(root.path))
        let folder = try tree.folder(["Album"])
        let treasure = root.appending(path: "treasure")
        try Data("mine".utf8).write(to: treasure)
        let trap = root.appending(path: "Album/.filmgatectl.part").path
        if isSymbolic {
            try FileManager.default.createSymbolicLink(atPath: trap, withDestinationPath: treasure.path)
        } else {
            try FileManager.default.linkItem(atPath: treasure.path, toPath: trap)
        }
        let original = root.appending(path: "original")
        try Data("a photo".utf8).write(to: original)
        let content = OwnedDescriptor(owning: open(original.path, O_RDONLY | O_CLOEXEC))
        let file = ExportTreeFile(name: "photo.jpg", size: 7, date: nil)
        #expect(try await folder.write(content, to: file) == 7)
        #expect(try String(contentsOf: treasure, encoding: .utf8) == "mine")
        #expect(try String(contentsOf: root.appending(path: "Album/photo.jpg"), encoding: .utf8) == "a photo")
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path + "/Album") == ["photo.jpg"])
    }

    @Test("an original that cannot be read is a failure of its asset, and says nothing of a temporary file")
    func unreadable() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "filmgate-export-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = try ExportTree(DiskPath(root.path)).folder([])
        // Its first page cannot be read.
        let content = OwnedDescriptor(owning: open("/proc/self/mem", O_RDONLY | O_CLOEXEC))
        let error = await #expect(throws: PhotoLibraryError.self) {
            try await folder.write(content, to: ExportTreeFile(name: "photo.jpg", size: 7, date: nil))
        }
        #expect(
            error?.isOfOneAsset == true && error?.message.contains(".part") == false, "\(String(describing: error))")
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).isEmpty)
    }
}
