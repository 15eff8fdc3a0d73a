import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("The gain map of a JPEG in HDR")
struct GainMapTests {
    private static let pool = WorkerPool.real()

    /// A picture of 64 x 48 pixels, turned on its side, with a gain map of 32 x 24 behind it.
    static func sample() throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-gain-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = """
            cd "$0"
            packet() {
                printf '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
                printf '<rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"'
                printf ' xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="Anna" %s/></rdf:RDF></x:xmpmeta>' "$1"
            }
            packet 'hdrgm:Version="1.0"' >picture.xmp
            packet 'hdrgm:Version="1.0" hdrgm:GainMapMax="2.5" hdrgm:HDRCapacityMax="2.5"' >map.xmp
            ffmpeg -nostdin -v error -f lavfi -i testsrc=s=64x48 -frames:v 1 -q:v 2 picture.jpg
            ffmpeg -nostdin -v error -f lavfi -i testsrc=s=32x24 -frames:v 1 -vf format=gray -q:v 2 map.jpg
            exiftool -q -overwrite_original '-XMP<=picture.xmp' '-Orientation#=6' picture.jpg
            exiftool -q -overwrite_original '-XMP<=map.xmp' map.jpg
            cat picture.jpg map.jpg >whole.jpg
            """
        let run = try ChildProcess.run(["/bin/sh", "-c", script, folder.path])
        guard run.code == 0 else { throw ClientFailure("no gain map: \(run.output)") }
        return [UInt8](try Data(contentsOf: folder.appending(path: "whole.jpg")))
    }

    private static func image(
        _ bytes: [UInt8], _ change: (inout ImageSpecification) -> Void = { _ in }
    ) async throws -> [UInt8] {
        var specification = ImageSpecification()
        specification.color = .original
        change(&specification)
        return try await pool.image(of: bytes, specification).1
    }

    @Test("stays behind an image in the picture's own colors, turned as the picture, and without names")
    func stays() async throws {
        let image = try await Self.image(try Self.sample())
        let file = FileManager.default.temporaryDirectory.appending(path: "gain-\(UUID().uuidString).jpg")
        let map = file.deletingPathExtension().appendingPathExtension("map.jpg")
        defer { for file in [file, map] { try? FileManager.default.removeItem(at: file) } }
        try Data(image).write(to: file)
        let words = String(decoding: image, as: UTF8.self)
        #expect(words.contains("GainMapMax") && words.contains("Item:Length") && !words.contains("Anna"))
        let facts = try await Self.pool.inspect(file)
        #expect(facts.subtypes.contains(.hdr) && facts.pixelWidth == 48 && facts.pixelHeight == 64)
        // The index of pictures refers to it.
        _ = try ChildProcess.run([
            "/bin/sh", "-c", "exiftool -b -MPImage2 \"$0\" >\"$1\"", file.path, map.path,
        ])
        let second = try await Self.pool.inspect(map)
        #expect(second.pixelWidth == 24 && second.pixelHeight == 32)
    }

    @Test("shows no more than the image, and is in no other image")
    func others() async throws {
        let sample = try Self.sample()
        let small = try await Self.image(sample) { ($0.width, $0.height) = (12, 12) }
        #expect(small.firstRange(of: Array("GainMapMax".utf8)) != nil)
        let start = try #require(small.dropFirst(3).firstRange(of: [0xFF, 0xD8, 0xFF])).lowerBound
        #expect(try await Self.pool.inspect(small[start...]).pixelWidth <= 12)
        for other in [
            try await Self.image(sample) { $0.color = .srgb }, try await Self.image(sample) { $0.format = .png },
            try await Self.image(sample) { $0.crop = UnitRectangle(x: 0, y: 0, width: 0.5, height: 0.5) ?? .whole },
        ] {
            #expect(other.firstRange(of: Array("GainMapMax".utf8)) == nil)
        }
    }
}
