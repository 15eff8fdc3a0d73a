import FilmgateKeyFiles
import FilmgateModel
import Foundation
import Testing

@testable import FilmgateDesktop

@Suite("The configuration of the desktop's services")
struct ServiceStarterTests {
    /// Returns the shells that a file's text makes count; nil for no file.
    private func shells(_ text: String?) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-desktop-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }  // The system removes what is left.
        try text?.write(toFile: folder + "/desktop.conf", atomically: true, encoding: .utf8)
        return try ServiceStarter.shells(in: folder)
    }

    @Test("without a file, and without the key, the usual shells get answers")
    func usual() throws {
        #expect(try shells(nil) == SearchProvider.usualShells)
        #expect(try shells("[search]\n") == SearchProvider.usualShells)
        #expect(try ServiceStarter.shells(in: "/nonexistent/filmgate") == SearchProvider.usualShells)
    }

    @Test("the file's shells are the only ones")
    func configured() throws {
        #expect(try shells("[search]\nshells=/opt/shell;\n") == ["/opt/shell"])
    }

    @Test(
        "a file that is not valid makes no program a shell: the error names the file",
        arguments: ["shells=/opt/shell;\n", "[search]\nshells=\\x;\n"])
    func invalid(_ text: String) throws {
        let error = #expect(throws: KeyFileError.self) { try shells(text) }
        #expect(error?.message.contains("/desktop.conf: ") == true)
    }
}

@Suite("What the desktop's search opens")
struct SearchedPhotoTests {
    @Test("is the library's window with the photo that was found, or with all photos")
    func window() {
        let asset = AssetID.random()
        let command = ServiceStarter.windowCommand(showing: asset)
        #expect(command.count == 3 && command[0].hasSuffix("/filmgate-window"))
        #expect(command.dropFirst() == ["--asset", asset.description])
        #expect(ServiceStarter.windowCommand(showing: nil) == [command[0]])
    }
}
