import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Damaged files", .inProcess)
struct DamagedTests {
    /// Photos that end in their middle: a JPEG and a PNG.
    private static func write(to folder: PhotoFolder) async throws {
        let jpeg = try TestPhoto.large().bytes
        try folder.write(Array(jpeg.prefix(jpeg.count / 2)), to: "half.jpg")
        let formats = try await SampleMedia.formats
        let png = try Array(Data(contentsOf: formats.appending(path: "plain.png")))
        try folder.write(Array(png.prefix(png.count * 3 / 4)), to: "half.png")
        try folder.write(TestPhoto.small("whole").bytes, to: "whole.jpg")
    }

    @Test("are imported as far as they can be shown, marked, found and listed; with --strict they are not")
    func jpeg() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try await Self.write(to: folder)
            let strict = try await world.ctl("import", "-q", "--strict", folder.path)
            #expect(strict.code == 65 && strict.errors.contains("half.jpg"), "\(strict)")
            #expect(try await world.owner.assets().count == 1)
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.output.contains("half.jpg"), "\(run)")
            let rows = try await world.ctl("assets", "list", "--json", "--where", "subtypes contains 'damaged'")
                .objects()
            #expect(rows.contains { $0["filename"] as? String == "half.jpg" }, "\(rows)")
            let id = try #require(rows.first { $0["filename"] as? String == "half.jpg" }?["id"] as? String)
            let image = "\(world.folder)/shown.jpg"
            let shown = try await world.ctl("assets", "image", "--size", "400", "--output", image, id)
            #expect(shown.code == 0, "\(shown)")
            #expect(FileManager.default.fileExists(atPath: image))
            let again = try await world.ctl("import", "-q", "--json", folder.path).object()
            #expect(again["imported"] as? Int == 0, "\(again)")
        }
    }

    @Test("are shown in part if they are marked; one that was whole when it was added, and ends early now, is not")
    func cutLater() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let folder = try PhotoFolder("card", in: world)
            let jpeg = try TestPhoto.large().bytes
            try folder.write(Array(jpeg.prefix(jpeg.count / 2)), to: "half.jpg")
            try folder.write(jpeg, to: "whole.jpg")
            _ = try await world.ctl("import", "-q", folder.path)
            let names = ["half.jpg", "whole.jpg"]
            var assets: [String] = []
            for name in names {
                let found = try await world.ctl("assets", "list", "--ids", "--where", "filename = '\(name)'")
                assets.append(found.output.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            var cut = 0
            for path in try FileManager.default.subpathsOfDirectory(atPath: world.state)
            where path.contains("originals/") {
                let file = URL(filePath: "\(world.state)/\(path)")
                let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize
                guard size == jpeg.count else { continue }
                #expect(truncate(file.path, jpeg.count / 2) == 0)
                cut += 1
            }
            #expect(cut == 1)
            for (name, asset) in zip(names, assets) {
                let request = try await owner.requestImage(
                    of: asset, ["width": .uint32(600), "height": .uint32(600), "delivery": "high-quality"])
                let response = try await owner.response(to: request)
                let images = try await owner.signals("Delivery", at: request.path, count: 0, most: 9, within: 0)
                if name == "half.jpg" {
                    #expect(response.outcome == "success" && images.count == 1, "\(response)")
                } else {
                    // Its size is not that of its row.
                    #expect(response.outcome == "failed" && response.error == "Io", "\(response)")
                    #expect(images.isEmpty)
                }
            }
        }
    }

    @Test("that join the whole original of which they are an edit mark the asset, and are shown")
    func joined() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("phone", in: world)
            let edit = try TestPhoto.small("edit").bytes
            try folder.write(TestPhoto.small("whole").bytes, to: "IMG_0001.JPG")
            _ = try await world.ctl("import", "-q", folder.path)
            try folder.write(Array(edit.prefix(edit.count * 3 / 4)), to: "IMG_E0001.JPG")
            _ = try await world.ctl("import", "-q", folder.path)
            let damaged = try await world.ctl("assets", "list", "--ids", "--where", "subtypes contains 'damaged'")
            let asset = damaged.output.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(try await world.owner.assets().count == 1)
            let request = try await world.owner.requestImage(
                of: asset, ["width": .uint32(300), "delivery": "high-quality"])
            #expect(try await world.owner.response(to: request).outcome == "success")
        }
    }

    @Test("are refused from apps")
    func apps() async throws {
        try await withWorld { world in
            let jpeg = try TestPhoto.large().bytes
            try await world.owner.grant("flatpak:org.example.App", "full", rights: ["originals", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let answer = try await refusal { try await app.add(.memory(Array(jpeg.prefix(jpeg.count / 2)))) }
            #expect(answer.name == "org.filmgate.Error.InvalidContent")
        }
    }
}
