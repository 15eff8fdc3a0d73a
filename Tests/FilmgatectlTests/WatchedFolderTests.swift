import FilmgateTestKit
import Foundation
import Testing

@Suite("A watched folder")
struct WatchedFolderTests {
    @Test(
        "what is written there or moved there comes into the library once it is complete, and leaves the folder with --move"
    )
    func watched() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("inbox", in: world)
            let elsewhere = try PhotoFolder("elsewhere", in: world)
            try folder.write(Photo.small("there").bytes, to: "there.jpg")
            let tool = try world.start([BuiltProgram.path("filmgatectl"), "import", "--watch", "--move", folder.path])
            func wait(_ count: Int) async throws {
                while try await world.owner.assets().count < count { try #require(!tool.hasEnded) }
            }
            try await wait(1)
            // A program that writes slowly: what is there of the file is no photo yet.
            let photo = try Photo.small("slow").bytes
            let slow = try #require(FileHandle.create(at: "\(folder.path)/slow.jpg"))
            try slow.write(contentsOf: Data(photo.prefix(1000)))
            try elsewhere.write(Photo.small("moved").bytes, to: "moved.jpg")
            try FileManager.default.moveItem(atPath: "\(elsewhere.path)/moved.jpg", toPath: "\(folder.path)/moved.jpg")
            try await wait(2)
            try slow.write(contentsOf: Data(photo.dropFirst(1000)))
            try slow.close()
            try await wait(3)
            try folder.write(Photo.small("deep").bytes, to: "new/deep.jpg")
            try await wait(4)
            tool.send(signal: SIGINT)
            let result = await tool.result()
            #expect(result.code == 0, "\(result)")
            let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jpg") }
            #expect(left.isEmpty, "\(left)")
        }
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
