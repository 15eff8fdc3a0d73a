import FilmgateTestKit
import Foundation
import Testing

@Suite("A library on a disk that fills up", .enabled(if: TemporaryDisk.isAvailable))
struct FullDiskLibraryTests {
    private static let app = "flatpak:org.example.App"

    @Test("an undo for which there is no room takes back nothing, and all once there is room")
    func undo() async throws {
        let disk = try TemporaryDisk(megabytes: 64)
        defer { disk.remove() }
        var settings = WorldSettings()
        settings.disk = disk
        try await withWorld(settings) { world in
            let owner = try await world.owner
            var photos: [String] = []
            for _ in 0..<10 { photos += try await owner.add(TestPhoto.several(10)) }
            func caption(_ letter: String) -> String { String(repeating: letter, count: 60_000) }
            func captions() async throws -> Set<String?> {
                var found: Set<String?> = []
                for photo in photos { found.insert(try await owner.properties(of: photo, "caption")["caption"]?.text) }
                return found
            }
            for photo in photos { try await owner.set(["caption": .text(caption("m"))], of: photo) }
            try await owner.grant(Self.app, "full", rights: ["captions", "write"])
            let client = try await world.client(flatpak: "org.example.App")
            for photo in photos { try await client.set(["caption": .text(caption("s"))], of: photo) }
            // The undo writes both the values that come back and those that it takes away.
            try disk.fill(leaving: 1 << 20)
            let full = try await world.ctl("undo", "--client", Self.app)
            #expect(full.code != 0 && full.errors.contains("disk"), "\(full)")
            #expect(try await captions() == [caption("s")])
            #expect(try await owner.verify().findings == [])
            try disk.clear()
            let done = try await world.ctl("undo", "--client", Self.app)
            #expect(done.code == 0 && done.errors.contains("100 things were taken back"), "\(done)")
            #expect(try await captions() == [caption("m")])
            let back = try await world.ctl("undo")
            #expect(back.code == 0, "\(back)")
            #expect(try await captions() == [caption("s")])
            #expect(try await owner.verify().findings == [])
        }
    }

    @Test(
        "a restoration for which there is no room leaves the library as it is, and works once there is room"
    )
    func restore() async throws {
        let disk = try TemporaryDisk(megabytes: 24)
        defer { disk.remove() }
        let backup = FileManager.default.temporaryDirectory.path + "/filmgate-backup-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        var settings = WorldSettings()
        settings.disk = disk
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let large = try TestPhoto.large().bytes
            var saved: Set<String> = []
            for number in 0..<40 {
                saved.insert(try await owner.add(.memory(large), filename: "\(number).jpg"))
            }
            #expect(try await world.ctl("backup", "--quiet", backup).code == 0)
            try await owner.perform([
                ("delete-assets", ["ids": .texts(Array(saved))]), ("purge-assets", ["ids": .texts(Array(saved))]),
            ])
            let before = try await Set([owner.add(TestPhoto.small())])
            // Room for some of the files.
            try disk.fill(leaving: UInt64(large.count) * 10 + (2 << 20))
            let full = try await world.ctl("restore", "--replace", "--yes", "--quiet", backup)
            #expect(full.code != 0 && full.errors.contains("disk"), "\(full)")
            #expect(try await Set(owner.assets()) == before)
            #expect(try await owner.verify().findings == [])
            // What was copied may stay for the next run, but not after that.
            func left() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: "\(world.state)/\(getuid())").filter {
                    $0.hasPrefix("restore") || $0.hasPrefix("replaced")
                }
            }
            let photo = try await owner.add(TestPhoto.small())
            #expect(try await Set(owner.assets()) == before.union([photo]), "it goes on")
            try disk.clear()
            let done = try await world.ctl("restore", "--replace", "--yes", "--quiet", backup)
            #expect(done.code == 0, "\(done)")
            #expect(try await Set(owner.assets()) == saved)
            #expect(try await owner.verify().findings == [])
            #expect(try left() == [])
        }
    }
}
