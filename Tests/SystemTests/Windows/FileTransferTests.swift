import FilmgateTestKit
import Foundation
import Testing

/// What the library's window gives to programs in sandboxes, with the desktop's real document portal.
@Suite(
    "Photos for programs in sandboxes",
    .enabled(
        if: access("/dev/fuse", R_OK | W_OK) == 0 && access("/usr/libexec/xdg-document-portal", X_OK) == 0,
        "needs the device fuse and xdg-desktop-portal"))
struct FileTransferTests {
    private static let viewer = ProgramOrigin.flatpak(
        "org.example.Viewer", SandboxOptions(talk: ["org.freedesktop.portal.Documents"]))

    /// Gives the key of copied files to the portal, as a program does into which the person pastes.
    private static func retrieve(_ key: String, in world: World) async throws -> String {
        try await world.run(
            "/usr/bin/gdbus", "call", "--session", "--dest", "org.freedesktop.portal.Documents", "--object-path",
            "/org/freedesktop/portal/documents", "--method", "org.freedesktop.portal.FileTransfer.RetrieveFiles", key,
            "{}", in: viewer
        ).output
    }

    @Test("a sandbox gets what the person copies: without its place, to read only, once, and for itself alone")
    func paste() async throws {
        try await withWorld { world in
            let photo = try TestPhoto.tagged([
                "-GPSLatitude=47.5", "-GPSLatitudeRef=N", "-GPSLongitude=19", "-GPSLongitudeRef=E", "-Make=Canon",
            ])
            try await world.owner.add(.memory(photo.bytes), filename: "IMG_1.jpg")
            let display = try await Display(in: world)
            let portals = try ["xdg-permission-store", "xdg-document-portal"].map {
                try world.start(["/usr/libexec/\($0)"], environment: display.environment)
            }
            try await eventually { FileManager.default.fileExists(atPath: "\(world.folder)/doc/by-app") }
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            try await display.type("ctrl+c")
            // A program that reads the clipboard before gets nothing.
            try await display.settle()
            let pasted = Lines()
            _ = try world.start(
                ["/usr/bin/python3", Display.script("clipboard.py"), "key"], environment: display.environment,
                onLine: pasted.hear)
            let key = try #require(await pasted.next())
            let answer = try await Self.retrieve(key, in: world)
            #expect(answer.contains("/doc/") && answer.contains("/IMG_1.jpg'"), "\(answer)")
            let documents = "\(world.folder)/doc/by-app/org.example.Viewer"
            let id = try #require(try FileManager.default.contentsOfDirectory(atPath: documents).first)
            let path = "\(documents)/\(id)/IMG_1.jpg"
            let tags = try await world.run("/usr/bin/env", "exiftool", "-s", "-GPSLatitude", "-Make", path)
            #expect(tags.output.contains("Canon") && !tags.output.contains("GPS"), "\(tags)")
            #expect(!FileManager.default.createFile(atPath: "\(documents)/\(id)/new.jpg", contents: nil))
            #expect(FileHandle(forWritingAtPath: path) == nil)
            // The key is good for one program.
            #expect(try await !Self.retrieve(key, in: world).contains("IMG_1"))
            let others = try FileManager.default.contentsOfDirectory(atPath: "\(world.folder)/doc/by-app")
            #expect(others == ["org.example.Viewer"])
            // It takes its file system along when it ends.
            for portal in portals.reversed() {
                portal.send(signal: SIGTERM)
                await portal.ended()
            }
        }
    }
}
