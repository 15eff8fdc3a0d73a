import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("A word in a carrier that nobody knows")
struct PlantedWordTests {
    private static let pool = WorkerPool.real()

    @Test("is not in a redacted copy, which has the same pixels and colors", .long, arguments: PlantedFiles.names)
    func copies(_ name: String) async throws {
        let source = try await PlantedFiles.made.value.appending(path: name)
        let bytes = [UInt8](try Data(contentsOf: source))
        #expect(try Self.holdsWord(source))
        let (copy, found) = try await RedactionTests.redacted(bytes, of: Set(MetadataKind.allCases), isCheck: true)
        #expect(found.contains(.metadata))
        let folder = try RedactionSamples.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try Data(copy).write(to: file)
        #expect(try !Self.holdsWord(file))
        #expect(try RedactionSamples.pixels(of: file) == RedactionSamples.pixels(of: source))
        if ["jpg", "png", "webp", "tif"].contains(file.pathExtension) {
            #expect(try Self.colors(of: file, in: folder) == Self.colors(of: source, in: folder))
        }
        if ["jpg", "png", "webp", "tif", "dng", "heic", "avif", "gif"].contains(file.pathExtension) {
            #expect(try Self.tags(of: file).keys.contains { $0.hasSuffix("RedMatrixColumn") }, "the profile stays")
        }
    }

    @Test("is not in an image, and neither is a block of Exif", .long, arguments: PlantedFiles.pictures)
    func images(_ name: String) async throws {
        let source = try await PlantedFiles.made.value.appending(path: name)
        let folder = try RedactionSamples.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for color in [ImageSpecification.Color.srgb, .original] {
            for format in [ImageSpecification.Format.jpeg, .png, .webp] {
                var specification = ImageSpecification()
                (specification.format, specification.color) = (format, color)
                let (_, image) = try await Self.pool.image(of: source, specification)
                let file = folder.appending(path: "image.\(format.rawValue.dropFirst(6))")
                try Data(image).write(to: file)
                #expect(try !Self.holdsWord(file), "\(format) \(color)")
                let tags = try Self.tags(of: file).keys
                #expect(!tags.contains { $0.hasPrefix("IFD0:") || $0.hasPrefix("XMP") }, "\(format) \(color)")
                let hasProfile = color == .original && name != "planted.dng" && name != "planted.gif"
                #expect(tags.contains { $0.hasSuffix("RedMatrixColumn") } == hasProfile, "\(format) \(color)")
            }
        }
    }

    @Test("is not in a converted video", .long, arguments: PlantedFiles.videos, VideoSpecification.Preset.allCases)
    func videos(_ name: String, _ preset: VideoSpecification.Preset) async throws {
        let source = try await PlantedFiles.made.value.appending(path: name)
        let video = try await Self.pool.video(of: source) { $0.preset = preset }
        #expect(try !Self.holdsWord(video.file))
    }

    /// Whether the word is in a file, or in compressed data in it.
    static func holdsWord(_ file: URL) throws -> Bool {
        let bytes = [UInt8](try Data(contentsOf: file))
        let words =
            ["PLANTED", "PLNT"].map { Array($0.utf8) } + [
                PlantedPictures.word.flatMap { byte -> [UInt8] in [0, byte] }
            ]
        if words.contains(where: bytes.contains) { return true }
        let reported = try tags(of: file).filter {
            !["SourceFile", "System", "ExifTool"].contains($0.key.prefix { $0 != ":" })
        }
        return reported.contains { "\($0.key) \($0.value)".uppercased().contains("PLANTED") }
    }

    private static func tags(of file: URL) throws -> [String: Any] {
        let output = try ChildProcess.run([
            "/usr/bin/exiftool", "-j", "-n", "-G1", "-a", "-u", "-U", "-ee", "-m", file.path,
        ]).output
        return (try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])?.first ?? [:]
    }

    /// Converts the colors of a picture to sRGB.
    private static func colors(of file: URL, in folder: URL) throws -> String {
        let result = folder.appending(path: "colors.v")
        try PlantedFiles.run("vips", "icc_transform", file.path, result.path, "srgb", "--embedded")
        return try PlantedFiles.run("vips", "avg", result.path) + PlantedFiles.run("vips", "deviate", result.path)
    }
}
