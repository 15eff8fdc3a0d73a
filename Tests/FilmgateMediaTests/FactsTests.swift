import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("What a worker reads in a file")
struct FactsTests {
    @Test("is what exiftool reads in it, in every format", .long)
    func formats() async throws {
        let folder = try await SampleMedia.formats
        let readings = try ExifTool.read(Data(contentsOf: folder.appending(path: "exiftool.json")), in: folder)
        try #require(readings.count > 50)
        try await compare(readings.filter { !["sound.mp4", "bomb.png"].contains($0.file.lastPathComponent) })
    }

    /// Leaves out formats of cameras before Exif: CIFF and APP12.
    @Test("is what exiftool reads in real cameras' files", .enabled(if: samples != nil))
    func realFiles() async throws {
        let folder = try #require(Self.samples)
        let run = try ChildProcess.run(["exiftool", "-j", "-n", "-r", "--CIFF:all", "--APP12:all", folder.path])
        let readings = try ExifTool.read(Data(run.output.utf8), in: URL(filePath: "/"))
        try #require(!readings.isEmpty)
        try await compare(readings)
    }

    @Test("tells the special kinds, and no others")
    func subtypes() async throws {
        let expected: [String: Set<MediaSubtype>] = [
            "panorama.jpg": [.panorama], "motion.jpg": [.live], "micro-video.jpg": [.live], "burst.jpg": [.burst],
            "gain-map.jpg": [.hdr], "depth.jpg": [.depth], "screenshot.jpg": [.screenshot], "rendered-3.jpg": [.hdr],
            "rendered-6.jpg": [.panorama], "rendered-8.jpg": [.depth], "moving.gif": [.animated],
            "moving.png": [.animated], "moving.webp": [.animated],
            "told.dng": [.raw],
            "turned.dng": [.raw], "preview-told.dng": [.raw], "preview-turned.dng": [.raw], "slow.mp4": [.slowMotion],
            "lapse.mp4": [.timeLapse],
        ]
        let pool = WorkerPool.real(count: 2)
        let folder = try await SampleMedia.formats
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where !["sound.mp4", "bomb.png", "exiftool.json"].contains(name) {
            let facts = try await pool.inspect(folder.appending(path: name))
            #expect(facts.subtypes == expected[name] ?? [], Comment(rawValue: name))
            #expect(facts.mediaType == (facts.mimeType.hasPrefix("video/") ? .video : .image), Comment(rawValue: name))
        }
    }

    @Test("tells the camera's identifier of a burst, and the picked photo")
    func burst() async throws {
        let pool = WorkerPool.real()
        for isPicked in [true, false] {
            let photo = try TestPhoto.ofBurst("0123456789ab", isPicked: isPicked)
            let facts = try await pool.inspect(photo.bytes)
            #expect(facts.burstIdentifier == "0123456789ab")
            #expect(facts.isBurstPick == isPicked)
        }
        let plain = try await pool.inspect(TestPhoto.small().bytes)
        #expect(plain.burstIdentifier == nil && !plain.isBurstPick)
        let long = try await pool.inspect(
            TestPhoto.tagged(["-XMP-GCamera:BurstID=" + String(repeating: "x", count: 129)]).bytes)
        #expect(long.burstIdentifier == nil && long.subtypes == [.burst])
    }

    @Test(
        "is a HEIF picture's size as it will be decoded, and no turn left to make", arguments: HEIFOrientation.allCases)
    func turned(_ orientation: HEIFOrientation) async throws {
        let facts = try await WorkerPool.real().inspect(try turnedHEIF(64, 48, orientation))
        #expect(facts.orientation == 1)
        let isUpright = orientation == .normal || orientation == .half
        #expect(facts.pixelWidth == (isUpright ? 64 : 48))
        #expect(facts.pixelHeight == (isUpright ? 48 : 64))
    }

    private func compare(_ readings: [ExifTool]) async throws {
        let pool = WorkerPool.real(count: 2)
        for expected in readings {
            let name = Comment(rawValue: expected.file.lastPathComponent)
            let facts: MediaFacts
            do { facts = try await pool.inspect(expected.file) } catch {
                Issue.record(error, name)
                continue
            }
            #expect(facts.mimeType == expected.mimeType, name)
            // Debian's exiftool reads no size in JPEG XL with boxes. The tests of images compare it with FFmpeg's.
            if expected.mimeType != "image/jxl" {
                #expect(facts.pixelWidth == expected.width, name)
                #expect(facts.pixelHeight == expected.height, name)
            }
            #expect(facts.orientation == expected.orientation, name)
            #expect(facts.creationDate?.rawValue == expected.date, name)
            #expect(facts.cameraMake == expected.make, name)
            #expect(facts.cameraModel == expected.model, name)
            #expect(facts.lensModel == expected.lens, name)
            #expect(facts.title == expected.title, name)
            #expect(facts.caption == expected.caption, name)
            #expect(facts.keywords == expected.keywords, name)
            #expect(near(facts.duration, expected.duration, within: 0.05) || expected.duration == 0, name)
            #expect(near(facts.location?.latitude, expected.location?.latitude, within: 0.00002), name)
            #expect(near(facts.location?.longitude, expected.location?.longitude, within: 0.00002), name)
        }
    }

    private func near(_ value: Double?, _ expected: Double?, within tolerance: Double) -> Bool {
        guard let value, let expected else { return value == nil && expected == nil }
        return abs(value - expected) <= tolerance
    }

    private static let samples = ProcessInfo.processInfo.environment["SAMPLES"].flatMap {
        $0.isEmpty ? nil : URL(filePath: $0)
    }
}
