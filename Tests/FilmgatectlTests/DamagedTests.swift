import FilmgateTestKit
import Foundation
import Testing

@Suite("Damaged files")
struct DamagedTests {
    /// Photos that end in their middle: a JPEG and a PNG.
    private static func write(to folder: PhotoFolder) async throws {
        let jpeg = try Photo.large().bytes
        try folder.write(Array(jpeg.prefix(jpeg.count / 2)), to: "half.jpg")
        let formats = try await SampleMedia.formats
        let png = try Array(Data(contentsOf: formats.appending(path: "plain.png")))
        try folder.write(Array(png.prefix(png.count * 3 / 4)), to: "half.png")
        try folder.write(Photo.small("whole").bytes, to: "whole.jpg")
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

    @Test("are refused from apps")
    func apps() async throws {
        try await withWorld { world in
            let jpeg = try Photo.large().bytes
            try await world.owner.grant("flatpak:org.example.App", "full", rights: ["originals", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let answer = try await refusal { try await app.add(.memory(Array(jpeg.prefix(jpeg.count / 2)))) }
            #expect(answer.name == "org.filmgate.Error.InvalidContent")
        }
    }
}
