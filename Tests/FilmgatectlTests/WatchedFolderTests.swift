import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@testable import Filmgate
@testable import FilmgateLibraryTools
@testable import FilmgateTool

@Suite("A watched folder", .inProcess)
struct WatchedFolderTests {
    @Test(
        "what is written there or moved there comes into the library once it is complete, and leaves the folder with --move",
        .asProcesses
    )
    func watched() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("inbox", in: world)
            let elsewhere = try PhotoFolder("elsewhere", in: world)
            try folder.write(TestPhoto.small("there").bytes, to: "there.jpg")
            let tool = try world.start([BuiltProgram.path("filmgatectl"), "import", "--watch", "--move", folder.path])
            func wait(_ count: Int) async throws {
                while try await world.owner.assets().count < count { try #require(!tool.hasEnded) }
            }
            try await wait(1)
            // A program that writes slowly: what is there of the file is no photo yet.
            let photo = try TestPhoto.small("slow").bytes
            let slow = try #require(FileHandle.create(at: "\(folder.path)/slow.jpg"))
            try slow.write(contentsOf: Data(photo.prefix(1000)))
            try elsewhere.write(TestPhoto.small("moved").bytes, to: "moved.jpg")
            try FileManager.default.moveItem(atPath: "\(elsewhere.path)/moved.jpg", toPath: "\(folder.path)/moved.jpg")
            try await wait(2)
            try slow.write(contentsOf: Data(photo.dropFirst(1000)))
            try slow.close()
            try await wait(3)
            try folder.write(TestPhoto.small("deep").bytes, to: "new/deep.jpg")
            try await wait(4)
            tool.send(signal: SIGINT)
            let result = await tool.result()
            #expect(result.code == 0, "\(result)")
            let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jpg") }
            #expect(left.isEmpty, "\(left)")
        }
    }

    @Test("lists the files that --move could not remove")
    func unremoved() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-stay-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "a.jpg")
        try Data("earlier".utf8).write(to: path)
        let file = try #require(ScannedFiles([DiskPath(folder.path)]).files.first)
        let read = try file.open().1
        try Data("later".utf8).write(to: path)
        let link = try BrokerLink(to: .address("unix:path=/nonexistent"), administering: nil, authenticate: nil)
        let removal = ImportedFileRemover(library: PhotoLibrary(link))
        var report = ImportReport()
        for facts in [read, nil] {
            let placed = ImportedFile(item: ImportItem(file), asset: nil, isNew: true, read: facts)
            report.unremoved += await removal.remove(placed, except: [])
        }
        let reasons = report.unremoved.map(\.reason)
        #expect(reasons == ["It has changed since it was read.", "It could not be compared with the library."])
        #expect(report.failureText.contains("not removed from the folder: 2"))
        #expect(FileManager.default.fileExists(atPath: path.path))
        let facts = try file.open().1
        let left = await removal.remove(
            ImportedFile(item: ImportItem(file), asset: nil, isNew: true, read: facts), except: [])
        #expect(left.isEmpty && !FileManager.default.fileExists(atPath: path.path))
    }

    @Test("ends with the name of the limit if there are too many folders in it")
    func tooMany() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-many-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for number in 0..<5 {
            try FileManager.default.createDirectory(
                at: folder.appending(path: "\(number)"), withIntermediateDirectories: true)
        }
        let limit = "echo 3 >/proc/sys/user/max_inotify_watches && exec \"$@\""
        let arguments = ["--user", "--map-current-user", "--keep-caps", "/bin/sh", "-c", limit, "sh"]
        let tool = [BuiltProgram.path("filmgatectl"), "import", "--watch", folder.path]
        let run = try await Program("/usr/bin/unshare", arguments + tool).result()
        #expect(run.code == 78 && run.errors.contains("fs.inotify.max_user_watches"), "\(run)")
    }

    @Test("--move needs --watch, and what is no folder cannot be watched")
    func wrong() async throws {
        try await withWorld { world in
            #expect(try await world.ctl("import", "--move", "/tmp").code == 64)
            let run = try await world.ctl("import", "--watch", "/nonexistent")
            #expect(run.code == 66 && run.errors.contains("cannot be watched"), "\(run)")
        }
    }
}

extension FileHandle {
    fileprivate static func create(at path: String) -> FileHandle? {
        FileManager.default.createFile(atPath: path, contents: nil) ? FileHandle(forWritingAtPath: path) : nil
    }
}
