import FilmgateSystem
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgateCameraJobs
@testable import FilmgateLibraryTools

@Suite("An import from a camera")
struct CameraImportTests {
    @Test("brings everything that is new, in albums too; a second one brings, transfers and changes nothing")
    func onlyNew() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photos(3)
            try camera.folder.write(TestPhoto.small("deep").bytes, to: "DCIM/101TEST/IMG_1001.JPG")
            try camera.write(Array("RIFF....WAVE".utf8), to: "note.wav")
            let preview = try await camera.importing("--dry-run", "--json").object()
            #expect(preview["new"] as? Int == 4 && preview["earlier"] as? Int == 0, "\(preview)")
            #expect(preview["skipped"] as? [String: Int] == [".wav": 1], "\(preview)")
            #expect(try await world.owner.assets().isEmpty)
            let first = try await camera.importing("--json", "--album", "Card").object()
            #expect(first["imported"] as? Int == 4 && first["earlier"] as? Int == 0, "\(first)")
            let album = try #require((first["albums"] as? [[String: Any]])?.first)
            #expect(album["count"] as? Int == 4 && album["new"] as? Bool == true)
            // Different bytes with the same size and date: they would be new if they were transferred.
            for name in ["IMG_1001.JPG", "IMG_1002.JPG"] {
                let path = "\(camera.path)/DCIM/100TEST/\(name)"
                let facts = try FileManager.default.attributesOfItem(atPath: path)
                let file = try #require(FileHandle(forUpdatingAtPath: path))
                try file.seek(toOffset: try file.seekToEnd() - 2)
                try file.write(contentsOf: Data([0, 0]))
                try file.close()
                try FileManager.default.setAttributes(
                    [.modificationDate: try #require(facts[.modificationDate])], ofItemAtPath: path)
            }
            let second = try await camera.importing("--json").object()
            #expect(second["imported"] as? Int == 0 && second["present"] as? Int == 0, "\(second)")
            #expect(second["earlier"] as? Int == 4, "\(second)")
            try camera.photo("IMG_2000.JPG")
            let third = try await camera.importing("--json").object()
            #expect(third["imported"] as? Int == 1 && third["earlier"] as? Int == 4, "\(third)")
            #expect(try await world.owner.assets().count == 5)
            #expect(camera.staged.isEmpty, "\(camera.staged)")
        }
    }

    @Test("adds nothing that the library has from elsewhere, and --again brings back what the library lost")
    func known() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photos(2)
            #expect(try await world.ctl("import", "-q", "\(camera.path)/DCIM/100TEST/IMG_1001.JPG").code == 0)
            let first = try await camera.importing("--json").object()
            #expect(first["imported"] as? Int == 1 && first["present"] as? Int == 1, "\(first)")
            _ = try await world.ctl("assets", "delete", "--yes", "--where", "filename = 'IMG_1001.JPG'")
            #expect(try await world.ctl("trash", "empty", "--yes").code == 0)
            #expect(try await camera.importing("--json").object()["imported"] as? Int == 0)
            let again = try await camera.importing("--json", "--again").object()
            #expect(again["imported"] as? Int == 1 && again["present"] as? Int == 1, "\(again)")
        }
    }

    @Test("keeps RAW and JPEG together, and the dates of files")
    func companions() async throws {
        let raw = try await SampleMedia.formats.appending(path: "told.dng")
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.write(Array(Data(contentsOf: raw)), to: "DSC_0001.DNG")
            let info = try await world.run("/usr/bin/env", "exiftool", "-s3", "-DateTimeOriginal", raw.path)
            let date = try #require(info.lines.first)
            try camera.write(TestPhoto.tagged(["-DateTimeOriginal=\(date)"]).bytes, to: "DSC_0001.JPG")
            try camera.write(TestPhoto.tagged(["-Comment=no date"]).bytes, to: "plain.JPG")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
                ofItemAtPath: "\(camera.path)/DCIM/100TEST/plain.JPG")
            let report = try await camera.importing("--json", "--delete-after", "--yes").object()
            #expect(report["imported"] as? Int == 3 && report["assets"] as? Int == 2, "\(report)")
            #expect((report["deletion"] as? [String: Any])?["deleted"] as? Int == 3, "\(report)")
            #expect(camera.names.isEmpty, "\(camera.names)")
            let dated = try await world.ctl("assets", "list", "--json", "--where", "creation-date < date '2001-10-01'")
            #expect(try dated.objects().count == 1, "\(dated)")
            #expect(try await world.ctl("verify").code == 0)
        }
    }

    @Test("reports names that no file may have, and imports the others")
    func names() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photo("good.JPG")
            for name in ["a\nb.JPG", "\u{1B}[2J.JPG", "\u{7F}.JPG"] { try camera.photo(name) }
            try camera.folder.write(TestPhoto.small("x").bytes, to: "DCIM/ba\td/x.JPG")
            try camera.folder.write(TestPhoto.small("hidden").bytes, to: ".thumbnails/x.JPG")
            let result = try await camera.importing("--json")
            let report = try result.object()
            #expect(result.code == 65 && report["imported"] as? Int == 1, "\(result)")
            #expect((report["failed"] as? [[String: Any]])?.count == 4, "\(report)")
            let text = try await camera.importing()
            #expect(!text.errors.unicodeScalars.contains { $0.value < 32 && $0 != "\n" }, "\(text)")
        }
    }

    @Test("says what is wrong with a command line, and what to do without a camera")
    func wrong() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            for arguments in [
                ["--camera", "/tmp"], ["--camera", "--from", "folder"], ["--camera", "--watch"],
                ["--camera", "--folders"], ["--camera", "--delete-after", "--dry-run"], ["--delete-after", "/tmp"],
                ["--camera-port", "disk:/tmp", "/tmp"], [],
            ] {
                #expect(try await world.ctl(["import"] + arguments).code == 64, "\(arguments)")
            }
            let nothing = try await world.ctl("import")
            #expect(nothing.errors.contains("PATH is missing: files and folders."), "\(nothing)")
            let empty = try await camera.importing()
            #expect(empty.code == 66 && empty.errors.contains("shows no files"), "\(empty)")
            let nowhere = try await world.start(
                CameraFolder.words + ["--camera-port", "usb:099,099"], environment: camera.environment
            ).result()
            #expect(nowhere.code == 66 && nowhere.errors.contains("Unlock a phone"), "\(nowhere)")
        }
    }

    @Test(
        "stops before it fills the disk, and brings the rest once there is room",
        .enabled(if: TemporaryDisk.isAvailable))
    func fullDisk() async throws {
        let disk = try TemporaryDisk(megabytes: 24)
        defer { disk.remove() }
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photos(3)
            func importing() async throws -> RunResult {
                try await world.start(
                    CameraFolder.words + ["--camera-port", "disk:\(camera.path)", "-q", "--json"],
                    environment: camera.environment.merging(["XDG_CACHE_HOME": disk.path]) { $1 }
                ).result()
            }
            try disk.fill(leaving: 1 << 20)
            let full = try await importing()
            #expect(full.code == 74 && full.errors.contains("disk is full"), "\(full)")
            #expect(try await world.owner.assets().isEmpty)
            try disk.clear()
            let rest = try await importing()
            #expect(try rest.code == 0 && rest.object()["imported"] as? Int == 3, "\(rest)")
        }
    }

    @Test("notes what it brought under the library's identifier, which another library does not have")
    func identified() async throws {
        let identifiers = Mutex<Set<String>>([])
        for _ in 0..<2 {
            try await withWorld { world in
                let camera = try CameraFolder(in: world)
                try camera.photo("IMG_1.JPG")
                #expect(try await camera.importing().code == 0)
                let library = try #require(try await world.owner.summary()["library"]?.text)
                #expect(library.count == 32)
                identifiers.withLock { _ = $0.insert(library) }
                // The same words name a different library at the same address.
                let history = try CameraImportHistory(
                    in: Directory(path: "\(world.folder)/home/.local/state/filmgate/cameras"),
                    of: ListedCamera(model: "Directory Browse", port: "disk:\(camera.path)"), serial: nil,
                    library: library, bus: nil)
                #expect(history.count == 1)
            }
        }
        #expect(identifiers.withLock(\.count) == 2)
    }
}
