import FilmgateSystem
import FilmgateTestKit
import Foundation
import Glibc
import Testing

@testable import FilmgateLibraryTools

@Suite("Files that programs keep for a while")
struct TemporaryFilesTests {
    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    /// Makes a folder with a file, as a program that was killed leaves it.
    private static func leave(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/1", withIntermediateDirectories: true)
        try Data("photo".utf8).write(to: URL(filePath: "\(path)/1/a.jpg"))
    }

    @Test("are swept when their program has ended; those of others, and what others have put there, stay")
    func sweep() async throws {
        try await Self.withFolder { path in
            let running = try ProcessTemporaryFolder(in: path, named: "a-")
            for name in ["a-killed", "b-killed", "elsewhere"] { try Self.leave("\(path)/\(name)") }
            let own = URL(filePath: running.path).lastPathComponent
            var expected: Set = [own, "b-killed", "elsewhere", "a-link", "a-file"]
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/a-link", withDestinationPath: "\(path)/elsewhere")
            try Data().write(to: URL(filePath: "\(path)/a-file"))
            if geteuid() == 0 {
                try Self.leave("\(path)/a-planted")
                try #require(chown("\(path)/a-planted", 65534, 65534) == 0)
                expected.insert("a-planted")
            }
            ProcessTemporaryFolder.sweep(path, named: "a-")
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: path)) == expected)
            #expect(FileManager.default.fileExists(atPath: "\(path)/elsewhere/1/a.jpg"))
            running.remove()
            #expect(!FileManager.default.fileExists(atPath: running.path))
        }
    }

    @concurrent
    private static func sweep(_ path: String, times: Int) async {
        for _ in 0..<times { ProcessTemporaryFolder.sweep(path, named: "a-") }
    }

    @Test("have a folder that no sweep takes while it is made")
    func race() async throws {
        try await Self.withFolder { path in
            async let sweeps: Void = Self.sweep(path, times: 2000)
            for _ in 0..<300 {
                let own = try ProcessTemporaryFolder(in: path, named: "a-")
                #expect(FileManager.default.fileExists(atPath: "\(own.path)/lock"))
                own.remove()
            }
            await sweeps
        }
    }

    @Test("are removed by the next import, from any place, if one was killed: a database's copy, and files of a camera")
    func imports() async throws {
        try await withWorld { world in
            let database = "\(TemporaryFiles.disk)/\(TemporaryFiles.databases)test-\(UUID().uuidString)"
            let cameras = "\(world.folder)/home/.cache/filmgate/cameras"
            for folder in [database, cameras] { try Self.leave(folder) }
            let folder = try PhotoFolder("photos", in: world)
            try folder.add(1)
            let tool = try world.start(
                [BuiltProgram.path("filmgatectl"), "import", "-q", folder.path],
                environment: ["HOME": "\(world.folder)/home"])
            let result = await tool.result()
            #expect(result.code == 0, "\(result)")
            #expect(!FileManager.default.fileExists(atPath: database))
            #expect(!FileManager.default.fileExists(atPath: "\(cameras)/1"))
        }
    }
}
