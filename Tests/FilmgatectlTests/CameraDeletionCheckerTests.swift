import FilmgateTestKit
import Foundation
import Testing

@Suite("Deleting from a camera")
struct CameraDeletionCheckerTests {
    @Test("deletes only what the library has outside of the trash, also of earlier imports")
    func confirmed() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photos(3)
            try camera.write(Array("no photo".utf8), to: "broken.JPG")
            try camera.write(Array("RIFF....WAVE".utf8), to: "note.wav")
            #expect(try await camera.importing().code == 65)
            #expect(camera.names.count == 5, "nothing was to be deleted: \(camera.names)")
            _ = try await world.ctl("assets", "delete", "--yes", "--where", "filename = 'IMG_1002.JPG'")
            try camera.photo("IMG_2000.JPG")
            let result = try await camera.importing("--json", "--delete-after", "--yes")
            let deletion = try #require(try result.object()["deletion"] as? [String: Any])
            #expect(deletion["deleted"] as? Int == 3 && deletion["kept"] as? Int == 1, "\(result)")
            #expect(camera.names == ["IMG_1002.JPG", "broken.JPG", "note.wav"], "\(camera.names)")
            #expect(try await world.owner.assets().count == 3)
        }
    }

    @Test("keeps a file that changed after its import, and one whose library lost it")
    func changed() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photos(2)
            #expect(try await camera.importing().code == 0)
            // The same name with a different content is a new file.
            try camera.write(TestPhoto.small("different").bytes + [0], to: "IMG_1001.JPG")
            _ = try await world.ctl("assets", "delete", "--yes", "--where", "filename = 'IMG_1002.JPG'")
            #expect(try await world.ctl("trash", "empty", "--yes").code == 0)
            let result = try await camera.importing("--json", "--delete-after", "--yes")
            let report = try result.object()
            let deletion = try #require(report["deletion"] as? [String: Any])
            #expect(report["imported"] as? Int == 1, "\(result)")
            #expect(deletion["deleted"] as? Int == 1 && deletion["kept"] as? Int == 1, "\(result)")
            #expect(camera.names == ["IMG_1002.JPG"])
        }
    }

    @Test("keeps a file that only an app has added to the library")
    func planted() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photos(1)
            #expect(try await camera.importing().code == 0)
            try await world.owner.grant("flatpak:org.example.App", "add-only")
            let app = try await world.client(flatpak: "org.example.App")
            try await app.add(TestPhoto.small("IMG_1001.JPG"))
            _ = try await world.ctl("assets", "delete", "--yes", "--where", "filename = 'IMG_1001.JPG'")
            #expect(try await world.owner.assets().count == 1)
            let result = try await camera.importing("--json", "--delete-after", "--yes")
            let deletion = try #require(try result.object()["deletion"] as? [String: Any])
            #expect(deletion["deleted"] as? Int == 0 && deletion["kept"] as? Int == 1, "\(result)")
            #expect(camera.names == ["IMG_1001.JPG"])
        }
    }

    @Test("is refused before anything is transferred if nobody can be asked")
    func refused() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photos(2)
            let result = try await camera.importing("--delete-after")
            #expect(result.code == 64 && result.errors.contains("--yes"), "\(result)")
            #expect(camera.names.count == 2)
            #expect(try await world.owner.assets().isEmpty)
        }
    }

    @Test("asks the person, after the import; without a yes nothing is deleted")
    func asks() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photos(2)
            let words = CameraFolder.words + ["--camera-port", "disk:\(camera.path)", "-q", "--delete-after"]
            let command =
                "HOME=\(world.folder)/home " + words.map { "'\($0)'" }.joined(separator: " ")
                + "; echo ended with $?; read _"
            for answer in ["n", "y"] {
                let window = try await world.window(["sh", "-c", command])
                try await window.shows("Delete 2 files", "[y/N]")
                #expect(camera.names.count == 2)
                try await window.press(answer, "Enter")
                try await window.shows("ended with 0")
                #expect(camera.names.count == (answer == "y" ? 0 : 2), "\(answer)")
            }
            #expect(try await world.owner.assets().count == 2)
        }
    }
}
