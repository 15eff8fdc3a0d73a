import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("A redacted JPEG")
struct RedactedJPEGTests {
    @Test(
        "has no fill bytes, at which simple readers stop, and is smaller by what went",
        arguments: ["rich.jpg", "motion-photo.jpg"])
    func compact(_ name: String) async throws {
        let bytes = [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
        let (copy, _) = try await RedactionTests.redacted(bytes, of: Set(MetadataKind.allCases))
        let (before, after) = (try #require(Self.segments(bytes)), try #require(Self.segments(copy)))
        #expect(bytes.count - copy.count == before.lengths - after.lengths && copy.count < bytes.count - 1000)
        // The scan and everything behind it keeps its distance from the end.
        #expect(after.markers.last == 0xDA && after.markers.count < before.markers.count)
        #expect(after.markers.allSatisfy { [0xE0, 0xE1, 0xDB, 0xC0, 0xC2, 0xC4, 0xDA, 0xDD].contains($0) })
    }

    @Test("tells where its further pictures are")
    func furtherPictures() async throws {
        let plain = [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: "still.jpg")))
        let planted = Array(PlantedPictures.jpeg(plain).dropLast(PlantedPictures.word.count))
        // An index of two pictures, in front of the removed segments, and a second picture that has some, too.
        let place = 2
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            let numbers: [UInt8] = .big(tag, 2) + .big(type, 2) + .big(count)
            return numbers + value
        }
        func picture(_ attributes: Int, _ size: Int, _ offset: Int) -> [UInt8] {
            let numbers: [UInt8] = .big(attributes) + .big(size) + .big(offset)
            return numbers + .big(0)
        }
        func index(_ first: Int, _ second: Int) -> [UInt8] {
            let entries: [[UInt8]] = [
                .big(4, 2), entry(0xB000, 7, 4, Array("0100".utf8)), entry(0xB001, 4, 1, .big(2)),
                entry(0xB002, 7, 32, .big(62)), entry(0xB003, 7, 7, .big(94)), .big(0), picture(0x2003_0000, first, 0),
                picture(0x0002_0002, planted.count, second), PlantedPictures.word, [0],
            ]
            let content: [UInt8] = Array("MPF\0MM\0*".utf8) + .big(8) + Array(entries.joined())
            return [0xFF, 0xE2] + .big(2 + content.count, 2) + content
        }
        let segment = index(0, 0).count
        let whole = index(planted.count + segment, planted.count + segment - place - 8)
        let bytes: [UInt8] = Array(planted[..<place]) + whole + Array(planted[place...]) + planted
        let folder = try RedactionSamples.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (copy, _) = try await RedactionTests.redacted(bytes, of: Set(MetadataKind.allCases))
        #expect(!copy.contains(PlantedPictures.word))
        let files = [("before.jpg", bytes), ("after.jpg", copy)]
        for (name, content) in files { try Data(content).write(to: folder.appending(path: name)) }
        // exiftool finds the second picture through the index.
        for (name, content) in files {
            let file = folder.appending(path: name)
            let run = try ChildProcess.run([
                "/usr/bin/exiftool", "-s3", "-n", "-MPImageStart", "-MPImageLength", "-a", file.path,
            ])
            let numbers = run.output.split(whereSeparator: \.isNewline).compactMap { Int($0) }
            let start = content.count - planted.count
            #expect(numbers.contains(start) && numbers.contains(planted.count), "\(name): \(run.output)")
            #expect(numbers.count { $0 == start } == 2, "the first picture ends where the second begins")
        }
    }

    /// These segments state the number of lines, and how often decoding restarts.
    @Test("has nothing behind the number of a segment that has one", arguments: [0xDC, 0xDD] as [UInt8])
    func behindNumber(_ marker: UInt8) async throws {
        let plain = [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: "still.jpg")))
        let expected = try await RedactionTests.redacted(plain, of: Set(MetadataKind.allCases)).copy
        let segment = [0xFF, marker, 0, 11, 0, 0] + PlantedPictures.word
        for place in [2, plain.count - 2] {
            let bytes = Array(plain[..<place]) + segment + Array(plain[place...])
            let (copy, found) = try await RedactionTests.redacted(bytes, of: Set(MetadataKind.allCases))
            #expect(found.contains(.metadata) && copy == expected)
        }
        let short = Array(plain[..<2]) + [0xFF, marker, 0, 4, 0, 0] + Array(plain[2...])
        let (copy, _) = try await RedactionTests.redacted(short, of: Set(MetadataKind.allCases))
        #expect(copy.count == expected.count + 6)
    }

    /// Returns the markers up to the scan, and the lengths of the segments; nil if other bytes are between segments.
    private static func segments(_ bytes: [UInt8]) -> (markers: [UInt8], lengths: Int)? {
        var (offset, markers) = (2, [UInt8]())
        while offset + 4 <= bytes.count {
            guard bytes[offset] == 0xFF, bytes[offset + 1] != 0xFF else { return nil }
            markers.append(bytes[offset + 1])
            if bytes[offset + 1] == 0xDA { return (markers, offset) }
            offset += 2 + bytes.big(at: offset + 2, 2)
        }
        return nil
    }
}
