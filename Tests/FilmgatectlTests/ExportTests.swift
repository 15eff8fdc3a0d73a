import Filmgate
import Foundation
import Testing

@testable import FilmgateLibraryTools
@testable import FilmgateTool

@Suite("Exported files")
struct ExportTests {
    @Test(
        "a name from the library cannot lead out of the folder",
        arguments: [
            ("IMG_1.JPG", "IMG_1.JPG", "IMG_1-2.JPG"),
            ("../../etc/passwd.jpg", "_.._etc_passwd.jpg", "_.._etc_passwd-2.jpg"),
            (".hidden.jpg", "hidden.jpg", "hidden-2.jpg"), ("..", "photo", "photo-2"), ("", "photo", "photo-2"),
            ("a\u{1B}\n.jpg", "a__.jpg", "a__-2.jpg"), ("a.tar.gz", "a.tar.gz", "a.tar-2.gz"),
        ])
    func names(_ filename: String, _ first: String, _ second: String) {
        let name = ExportName(filename)
        #expect(name.text(number: 1) == first)
        #expect(name.text(number: 2) == second)
    }

    @Test("a long name is cut before its number and extension")
    func longName() {
        let name = ExportName(String(repeating: "ü", count: 126) + ".jpg").text(number: 12)
        #expect(name.utf8.count <= 255 && name.hasSuffix("ü-12.jpg"))
    }

    @Test("nothing is overwritten: the files of an asset get the next number that is free for all")
    func numbers() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgatectl-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try ExportFolder(DiskPath(path))
        let names = [ExportName("IMG_1.HEIC"), ExportName("IMG_1.MOV")]
        try Data("mine".utf8).write(to: URL(filePath: "\(path)/IMG_1.MOV"))
        #expect(try folder.create(names).map(\.name) == ["IMG_1-2.HEIC", "IMG_1-2.MOV"])
        #expect(try folder.create(names).map(\.name) == ["IMG_1-3.HEIC", "IMG_1-3.MOV"])
        #expect(try String(contentsOfFile: "\(path)/IMG_1.MOV", encoding: .utf8) == "mine")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 5)
    }

    @Test("an error names a folder that cannot be created")
    func noFolder() {
        let failure = #expect(throws: ExportFailure.self) { try ExportFolder(DiskPath("/proc/nowhere")) }
        #expect(failure == .notCreated("/proc/nowhere", .noEntry))
        #expect(failure.map { CommandFailure($0).code } == .cannotCreate)
    }
}

@Suite("Exit codes")
struct ExitCodeTests {
    @Test(
        "each error of the library has its code",
        arguments: [
            (PhotoLibraryError.accessDenied(""), ExitCode.noPermission), (.notAuthorized(""), .noPermission),
            (.notFound(""), .noInput), (.invalidArgument(""), .usage), (.invalidContent(""), .badData),
            (.busy(""), .temporary), (.brokerUnavailable(""), .unavailable), (.busUnavailable(""), .unavailable),
            (.inputOutput(""), .inputOutput), (.invalidReply(""), .software),
            (.inChange(3, .tooLarge("")), .badData),
        ])
    func codes(_ error: PhotoLibraryError, _ code: ExitCode) { #expect(CommandFailure(error).code == code) }
}
