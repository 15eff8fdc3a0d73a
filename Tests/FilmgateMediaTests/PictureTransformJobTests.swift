import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("A picture that the library rotates, mirrors and crops")
struct PictureTransformJobTests {
    private static let pool = WorkerPool.real()
    private static let owner = JobOwner(
        user: 1000, client: ClientID(.flatpak, "org.example.App")!, keepsPlaceFree: false)
    private static let right = ContentTransform(rotatedBy: 90)!

    private static func transformed(
        _ picture: [UInt8], by transform: ContentTransform, storedAs orientation: UInt32? = nil
    ) async throws -> [UInt8] {
        let file = try OwnedDescriptor.sealedMemory(named: "picture", holding: picture)
        let result = try await pool.transform(
            PictureTransformJob(
                of: file, by: transform, storedAs: orientation, metadataOf: file, pixels: 4_000_000,
                size: UInt64(picture.count), for: owner))
        return try result.bytes(at: 0, count: Int(result.facts().size))
    }

    /// Makes files by a script, and returns one of them.
    private static func made(_ name: String, _ script: String) throws -> [UInt8] {
        let folder = try RedactionSamples.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try ChildProcess.run(["/bin/sh", "-ec", "cd \"$0\"\n" + script, folder.path])
        guard run.code == 0 else { throw ClientFailure("no \(name): \(run.output)") }
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// Returns the upright pixels in a format, as ffmpeg decodes the file and turns it by a filter.
    private static func pixels(_ bytes: [UInt8], _ filter: String = "null", as format: String) throws -> [UInt8] {
        let folder = try RedactionSamples.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, raw) = (folder.appending(path: "picture"), folder.appending(path: "raw"))
        try Data(bytes).write(to: file)
        let run = try ChildProcess.run([
            "/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-noautorotate", "-i", file.path, "-vf", filter, "-f",
            "rawvideo", "-pix_fmt", format, raw.path,
        ])
        guard run.code == 0 else { throw ClientFailure("not decoded: \(run.output)") }
        return [UInt8](try Data(contentsOf: raw))
    }

    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
        guard one.count == other.count else { return .max }
        return zip(one, other).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    private static func jpeg(_ size: String = "320x240", orientation: Int = 1) throws -> [UInt8] {
        try made(
            "a.jpg",
            """
            ffmpeg -nostdin -v error -f lavfi -i testsrc=s=\(size) -frames:v 1 -pix_fmt yuvj420p -q:v 2 a.jpg
            exiftool -q -overwrite_original '-Orientation#=\(orientation)' -Artist=Somebody -GPSLatitude=48.5 \
            -GPSLatitudeRef=N -DateTimeOriginal='2020:01:02 03:04:05' a.jpg
            """)
    }

    /// Filters of ffmpeg, by the numbers of Exif.
    private static let filters = [
        "null", "hflip", "hflip,vflip", "vflip", "transpose=0", "transpose=1", "transpose=3", "transpose=2",
    ]

    @Test("is rotated without loss if it is a JPEG, whatever its orientation is", arguments: 1...8)
    func lossless(stored: Int) async throws {
        let original = try Self.jpeg(orientation: stored)
        let turned = try await Self.transformed(original, by: Self.right)
        let facts = try await Self.pool.inspect(turned)
        #expect(facts.orientation == 1 && facts.mimeType == "image/jpeg")
        let turn = Int(Self.right.orientation(ofPixelsStoredAs: UInt32(stored)))
        #expect((facts.pixelWidth, facts.pixelHeight) == (turn >= 5 ? (240, 320) : (320, 240)))
        // The planes of a JPEG, without scaling of colors. The decoder rounds columns and rows differently.
        let expected = try Self.pixels(original, Self.filters[turn - 1], as: "yuvj420p")
        #expect(Self.difference(expected, try Self.pixels(turned, as: "yuvj420p")) <= 2)
        let tags = try await Self.pool.metadata(
            of: .sealedMemory(named: "file", holding: turned), for: Self.owner)
        #expect(tags["tiff:Artist"] == ["Somebody"] && tags["exif:GPSLatitude"] != [])
        #expect(tags["exif:DateTimeOriginal"] != [])
    }

    @Test("has the same pixels again after four turns: no turn encodes it again")
    func fourTurns() async throws {
        let original = try Self.jpeg()
        var turned = original
        for _ in 0..<4 { turned = try await Self.transformed(turned, by: Self.right) }
        #expect(try Self.pixels(original, as: "yuvj420p") == Self.pixels(turned, as: "yuvj420p"))
    }

    @Test("is encoded again if its blocks cannot be moved", arguments: ["321x243", "319x240", "17x9"])
    func oddSizes(_ size: String) async throws {
        let original = try Self.jpeg(size)
        let turned = try await Self.transformed(original, by: ContentTransform(rotatedBy: 180)!)
        let facts = try await Self.pool.inspect(turned)
        #expect("\(facts.pixelWidth)x\(facts.pixelHeight)" == size)
        let (expected, found) = (
            try Self.pixels(original, "hflip,vflip", as: "gray"), try Self.pixels(turned, as: "gray")
        )
        let average = zip(expected, found).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / expected.count
        #expect(expected.count == found.count && average <= 4)
    }

    @Test("keeps all bits and the transparency of PNG, TIFF and lossless WebP")
    func exact() async throws {
        let source = "ffmpeg -nostdin -v error -f lavfi -i testsrc=s=61x43,format=rgba,colorchannelmixer=aa=0.5"
        let samples = [
            ("a.png", "\(source) -frames:v 1 -pix_fmt rgba64be a.png", "rgba64be"),
            ("a.tif", "\(source) -frames:v 1 -pix_fmt rgb24 a.tif", "rgb24"),
            ("a.webp", "\(source) -frames:v 1 -lossless 1 -pix_fmt bgra a.webp", "rgba"),
        ]
        for (name, script, format) in samples {
            let original = try Self.made(name, script)
            let turned = try await Self.transformed(original, by: Self.right)
            let facts = try await Self.pool.inspect(turned)
            #expect(facts.pixelWidth == 43 && facts.pixelHeight == 61, "\(name)")
            #expect(try await facts.mimeType == Self.pool.inspect(original).mimeType, "\(name)")
            #expect(
                try Self.pixels(original, "transpose=1", as: format) == Self.pixels(turned, as: format), "\(name)")
        }
    }

    @Test("becomes a JPEG of its upright picture in other formats")
    func others() async throws {
        for name in ["told.heic", "told.avif"] {
            let original = [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
            let before = try await Self.pool.inspect(original)
            let turned = try await Self.transformed(original, by: Self.right)
            let facts = try await Self.pool.inspect(turned)
            #expect(facts.mimeType == "image/jpeg" && facts.orientation == 1, "\(name)")
            let isTurned = before.orientation >= 5
            #expect(facts.pixelWidth == (isTurned ? before.pixelWidth : before.pixelHeight), "\(name)")
            #expect(facts.keywords == before.keywords && facts.title == before.title, "\(name)")
        }
    }

    @Test("shows the part that is asked for, of the upright picture")
    func crop() async throws {
        let original = try Self.jpeg(orientation: 6)
        for (x, width) in [(0.0, 0.4), (0.1, 0.37)] {
            let part = UnitRectangle(x: x, y: 0.1, width: width, height: 0.5)!
            let cropped = try await Self.transformed(original, by: ContentTransform(orientation: 1, crop: part)!)
            let facts = try await Self.pool.inspect(cropped)
            let pixels = ContentTransform(orientation: 1, crop: part)!.pixels(width: 240, height: 320)
            #expect(facts.pixelWidth == pixels.width && facts.pixelHeight == pixels.height)
            let filter = "transpose=1,format=gray,crop=\(pixels.width):\(pixels.height):\(pixels.left):\(pixels.top)"
            let (expected, found) = (
                try Self.pixels(original, filter, as: "gray"), try Self.pixels(cropped, as: "gray")
            )
            let average = zip(expected, found).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / expected.count
            #expect(expected.count == found.count && average <= 4)
        }
    }

    @Test("keeps its gain map, turned, and the words in its XMP")
    func gainMap() async throws {
        let original = try GainMapTests.sample()
        let turned = try await Self.transformed(original, by: Self.right)
        let again = try await Self.transformed(turned, by: ContentTransform(rotatedBy: 180)!)
        for (bytes, size) in [(turned, "64x48"), (again, "64x48")] {
            let facts = try await Self.pool.inspect(bytes)
            #expect("\(facts.pixelWidth)x\(facts.pixelHeight)" == size)
            let folder = try RedactionSamples.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            try Data(bytes).write(to: folder.appending(path: "a.jpg"))
            let run = try ChildProcess.run([
                "/bin/sh", "-ec",
                "cd \"$0\"; exiftool -b -MPImage2 a.jpg >map.jpg; exiftool -s3 -ImageSize -XMP-hdrgm:GainMapMax map.jpg; "
                    + "exiftool -s3 -XMP-dc:Source -XMP-hdrgm:Version a.jpg", folder.path,
            ])
            #expect(run.output.split(separator: "\n") == ["32x24", "2.5", "Anna", "1.0"], "\(run.output)")
        }
    }

    @Test("is refused if it moves, and does not stop a worker if it is damaged")
    func refused() async throws {
        let animation = try Self.made(
            "a.gif", "ffmpeg -nostdin -v error -f lavfi -i testsrc=s=32x24:r=5 -t 1 a.gif")
        await #expect(throws: JobRefusal.self) { try await Self.transformed(animation, by: Self.right) }
        await #expect(throws: JobRefusal.self) {
            try await Self.transformed(Array("no picture".utf8), by: Self.right)
        }
        var random = SeededRandom(seed: 7)
        let original = try Self.jpeg()
        for _ in 0..<10 {
            // Either the intact part is shown, or the file is refused.
            do {
                let turned = try await Self.transformed(
                    RedactionSamples.damaged(original, &random), by: Self.right)
                _ = try await Self.pool.inspect(turned)
            } catch is JobRefusal {}
        }
    }
}
