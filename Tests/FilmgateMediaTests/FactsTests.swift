import FilmgateMedia
import FilmgateModel
import FilmgateTestKit
import Foundation
import Testing

@Suite("What a worker reads in a file")
struct FactsTests {
    @Test("is what exiftool reads in it, in every format")
    func formats() async throws {
        let folder = try await SampleMedia.formats
        let readings = try ExifTool.read(Data(contentsOf: folder.appending(path: "exiftool.json")), in: folder)
        try #require(readings.count > 50)
        try await compare(readings.filter { !["sound.mp4", "bomb.png"].contains($0.file.lastPathComponent) })
    }

    /// What cameras of the last century wrote before there was Exif, CIFF and APP12, is left out.
    @Test("is what exiftool reads in real cameras' files", .enabled(if: samples != nil))
    func realFiles() async throws {
        let folder = try #require(Self.samples)
        let run = try ChildProcess.run(["exiftool", "-j", "-n", "-r", "--CIFF:all", "--APP12:all", folder.path])
        let readings = try ExifTool.read(Data(run.output.utf8), in: URL(filePath: "/"))
        try #require(!readings.isEmpty)
        try await compare(readings)
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
            #expect(facts.pixelWidth == expected.width, name)
            #expect(facts.pixelHeight == expected.height, name)
            #expect(facts.orientation == expected.orientation, name)
            #expect(facts.creationDate?.rawValue == expected.date, name)
            #expect(facts.cameraMake == expected.make, name)
            #expect(facts.cameraModel == expected.model, name)
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
