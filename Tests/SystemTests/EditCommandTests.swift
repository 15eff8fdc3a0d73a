import FilmgateTestKit
import Foundation
import Testing

/// `filmgatectl assets set-content` and `revert`, and what other commands make of edited assets.
@Suite("Editing with the tool")
struct EditCommandTests {
    @Test("shows an edited file, exports it beside its original, and reverts it")
    func edit() async throws {
        try await withWorld { world in
            let original = try TestPhoto.small()
            let id = try await world.owner.add(.memory(original.bytes), filename: "IMG_1.JPG")
            let render = try TestPhoto.large()
            let file = "\(world.folder)/developed.jpg"
            try render.write(to: file)
            try Data("strength 1".utf8).write(to: URL(filePath: "\(world.folder)/data"))

            let edited = try await world.ctl(
                "assets", "set-content", id, file, "--adjustment-format", "org.example.Tool", "--adjustment-data",
                "\(world.folder)/data")
            #expect(edited.code == 0, "\(edited)")
            let shown = try await world.ctl("assets", "list", "--where", "has-adjustments", "--ids")
            #expect(shown.lines == [id], "\(shown)")
            #expect(
                try await world.owner.properties(of: id, "adjustment-format")["adjustment-format"]?.text
                    == "org.example.Tool")

            let folder = "\(world.folder)/exported"
            #expect(try await world.ctl("assets", "export", id, folder).code == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["IMG_1-edited.jpg", "IMG_1.JPG", "IMG_1.adjustment-data"])
            #expect(try TestPhoto(contentsOf: "\(folder)/IMG_1-edited.jpg").bytes == render.bytes)
            #expect(try TestPhoto(contentsOf: "\(folder)/IMG_1.JPG").bytes == original.bytes)
            let web = "\(world.folder)/web"
            #expect(try await world.ctl("assets", "export", "--without", "location", id, web).code == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: web).count == 2)
            let all = try await world.ctl("export", "\(world.folder)/all")
            #expect(all.code == 0, "\(all)")

            let reverted = try await world.ctl("assets", "revert", "--where", "has-adjustments", "--yes")
            #expect(reverted.code == 0 && reverted.output.contains("1"), "\(reverted)")
            #expect(try await world.owner.resources(of: id).count == 1)
            #expect(try await world.ctl("verify").code == 0)
        }
    }

    @Test("says what is wrong with a file or an option")
    func mistakes() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small())
            let video = "\(world.folder)/clip.mp4"
            try Data(Video.small().bytes).write(to: URL(filePath: video))
            let wrongKind = try await world.ctl("assets", "set-content", id, video)
            #expect(wrongKind.code != 0 && wrongKind.errors.contains("full-size-photo"), "\(wrongKind)")
            #expect(try await world.ctl("assets", "set-content", id, "\(world.folder)/none.jpg").code == 66)
            #expect(try await world.ctl("assets", "set-content", id, world.folder).code == 66)
            #expect(try await world.ctl("assets", "set-content", id).code == 64)
            let long = String(repeating: "x", count: 256)
            #expect(try await world.ctl("assets", "set-content", id, video, "--adjustment-format", long).code == 64)
            #expect(try await world.ctl("assets", "revert", id).code == 0, "nothing to revert")
            #expect(try await world.owner.resources(of: id).count == 1)
        }
    }
}
