import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@testable import Filmgate

/// What is in memory is saved in one line.
@Suite("Saving from memory", .inProcess)
struct SaveTests {
    @Test("adds bytes with what is said of them, by an app that may only add")
    func bytes() async throws {
        try await withWorld { world in
            let library = try await world.library()
            let me = try #require(try await library.clientIdentity().id)
            let owner = try await world.owner
            let early = await #expect(throws: PhotoLibraryError.self) {
                try await library.save(try TestPhoto.small().bytes)
            }
            guard case .notDetermined? = early else {
                Issue.record("\(String(describing: early))")
                return
            }
            try await owner.grant("\(me)", "add-only")
            var properties = AssetChanges()
            properties.isFavorite = true
            let id = try await library.save(
                Data(try TestPhoto.plain("224466").bytes), filename: "sunset.jpg",
                metadata: ["dc:title": ["Sunset"], "dc:subject": ["sea", "evening"]], orientation: 6,
                properties: properties)
            let row = try await owner.properties(
                of: "\(id)", "title", "keywords", "orientation", "favorite", "filename")
            #expect(row["title"]?.text == "Sunset" && row["keywords"]?.texts == ["sea", "evening"])
            #expect(row["orientation"]?.integer == 6 && row["favorite"]?.flag == true)
            #expect(row["filename"]?.text == "sunset.jpg")
            let error = await #expect(throws: PhotoLibraryError.self) {
                try await library.save(Array("no photo".utf8), metadata: ["dc:title": ["A"]])
            }
            guard case .invalidContent? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("compresses pixels")
    func compressed() throws {
        let pixels = [UInt8](repeating: 255, count: 640 * 480 * 4)
        let png = try #require(RGBAImage(pixels, width: 640, height: 480)?.png)
        #expect(png.count < pixels.count / 100)
        let short = RGBAImage(pixels, width: 640, height: 481)
        #expect(short?.png == nil)
    }

    @Test("adds pixels without loss, whatever their number")
    func pixels() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let owner = try await world.owner
            var specification = ImageSpecification()
            specification.format = .pixels
            // One block of data, and several.
            for (width, height) in [(1, 1), (7, 5), (300, 200)] {
                let pixels = (0..<width * height * 4).map { $0 % 4 == 3 ? 255 : UInt8($0 * 7 % 251) }
                let id = try await library.save(
                    pixels: pixels, width: width, height: height, metadata: ["dc:title": ["Canvas"]])
                let row = try await owner.properties(of: "\(id)", "mime-type", "pixel-width", "pixel-height", "title")
                #expect(row["mime-type"]?.text == "image/png" && row["title"]?.text == "Canvas")
                #expect(row["pixel-width"]?.integer == width && row["pixel-height"]?.integer == height)
                let image = try await library.image(for: id, as: specification).last
                #expect(try image.content.contents(upTo: pixels.count) == pixels)
            }
            for (pixels, width, height) in [([1, 2, 3], 1, 1), ([], 0, 0), ([0, 0, 0, 0], 1, -1)]
                as [([UInt8], Int, Int)]
            {
                await #expect(throws: PhotoLibraryError.self) {
                    try await library.save(pixels: pixels, width: width, height: height)
                }
            }
        }
    }
}
