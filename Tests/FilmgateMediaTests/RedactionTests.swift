import FilmgateModel
import FilmgateWorkers
@testable import FilmgateRendering
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@Suite("Redaction")
struct RedactionTests {
    private static let pool = WorkerPool.real()
    private static let everything = Set(MetadataKind.allCases)
    static let reported = [
        "told.png", "told.webp", "told.tif", "told.dng", "told.heic", "told.avif", "told.mp4", "told.mov", "rich.jpg",
        "motion-photo.jpg",
    ]

    @Test("of every format leaves nothing that exiftool finds, and the same pixels", .long)
    func everyFormat() async throws {
        let samples = try await RedactionSamples.made.value
        let copies = try RedactionSamples.folder()
        defer { try? FileManager.default.removeItem(at: copies) }
        let names = try FileManager.default.contentsOfDirectory(atPath: samples.path).filter {
            !["exiftool.json", "bomb.png", "sound.mp4"].contains($0) && !$0.hasSuffix(".jxl")
        }
        #expect(names.count > 50)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: samples.appending(path: name)))
            let (copy, _) = try await Self.redacted(bytes, of: Self.everything, isCheck: true)
            #expect(name.hasSuffix(".jpg") ? copy.count <= bytes.count : copy.count == bytes.count)
            try Data(copy).write(to: copies.appending(path: name))
            let pixels = try RedactionSamples.pixels(of: copies.appending(path: name))
            #expect(pixels == (try RedactionSamples.pixels(of: samples.appending(path: name))), "\(name)")
        }
        for (file, tags) in try RedactionSamples.tags(in: copies) {
            #expect(RedactionSamples.revealing(tags).isEmpty, "\(file)")
        }
    }

    @Test("of JPEG XL is refused")
    func refused() async throws {
        let bytes = [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: "told.jxl")))
        await #expect(throws: JobRefusal.invalidContent("Metadata cannot be removed from this kind of file.")) {
            try await Self.redacted(bytes, of: Self.everything)
        }
    }

    @Test("of one kind leaves the others", arguments: reported)
    func oneKind(_ name: String) async throws {
        let bytes = [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
        let (withoutPlace, places) = try await Self.redacted(bytes, of: [.location])
        #expect(places == [.location])
        let first = try await Self.pool.inspect(withoutPlace)
        #expect(first.location == nil && first.title != nil)
        let (withoutWords, words) = try await Self.redacted(bytes, of: [.captions])
        #expect(words == [.captions])
        let second = try await Self.pool.inspect(withoutWords)
        #expect(second.location != nil && second.title == nil && second.caption == nil && second.altText == nil)
        #expect(second.keywords.isEmpty)
        #expect(second.creationDate == first.creationDate)
    }

    @Test(
        "of all but captions leaves the comment of a person, and none of a program", arguments: ["jpg", "png", "gif"])
    func comments(_ format: String) async throws {
        let persons = "Our week at the lake"
        for text in ["CREATOR: gd-jpeg v1.0", "OLYMPUS DIGITAL CAMERA", persons, "At the lake\0 with a PHONE"] {
            let bytes = try await Self.picture(format, comment: text)
            let (copy, _) = try await Self.redacted(bytes, of: Self.everything.subtracting([.captions]))
            #expect((Data(copy).range(of: Data(text.utf8)) != nil) == (text == persons), "\(text)")
            let (kept, _) = try await Self.redacted(bytes, of: [.location])
            #expect(Data(kept).range(of: Data(text.utf8)) != nil, "\(text)")
        }
    }

    private static func picture(_ format: String, comment: String) async throws -> [UInt8] {
        switch format {
        case "jpg": return try TestPhoto.small(comment).bytes
        case "png":
            let plain = [UInt8](
                try Data(contentsOf: try await RedactionSamples.made.value.appending(path: "plain.png")))
            let chunk = Array("tEXtComment\0\(comment)".utf8)
            let length = [UInt8].big(chunk.count - 4)
            return plain.prefix(33) + length + chunk + [UInt8].big(Int(checksum(ofPNG: chunk))) + plain.dropFirst(33)
        default:
            let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
            let block = [0x21, 0xFE, UInt8(comment.utf8.count)] + Array(comment.utf8) + [0]
            return head + block + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        }
    }

    @Test("that leaves the town rounds the coordinates, and leaves nothing else of the place", arguments: reported)
    func town(_ name: String) async throws {
        let bytes = [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
        let exact = try #require(try await Self.pool.inspect(bytes).location)
        let town = MetadataRemoval([.location], keepsTown: true)
        let redaction = try await Self.redaction(of: bytes, town)
        #expect(redaction.found == [.location])
        let copy = Self.applying(redaction, to: bytes)
        #expect(try await Self.redaction(of: copy, town, isCheck: true) == Redaction())
        let facts = try await Self.pool.inspect(copy)
        // In a file that is a TIFF structure, values keep their places.
        let isTIFF = ["told.tif", "told.dng"].contains(name)
        let rounded = exact.rounded(to: .town)
        #expect((facts.location == nil) == isTIFF && exact != rounded)
        if let location = facts.location {
            // A 3GPP box has 16-bit fractions.
            #expect(abs(location.latitude - rounded.latitude) < 1e-5)
            #expect(abs(location.longitude - rounded.longitude) < 1e-5)
        }
        #expect(facts.title != nil)
        let copies = try RedactionSamples.folder()
        defer { try? FileManager.default.removeItem(at: copies) }
        try Data(copy).write(to: copies.appending(path: name))
        let (_, tags) = try #require(try RedactionSamples.tags(in: copies).first)
        let places = tags.keys.filter { $0.contains("GPS") || $0.contains("Location") }
        // A 3GPP box states the altitude 0.
        #expect(
            places.allSatisfy {
                (!$0.contains("Altitude") || name == "told.mp4") && !$0.contains("Time") && !$0.contains("Direction")
            })
    }

    @Test("that leaves the town frees a box that holds more than coordinates", arguments: [false, true])
    func moreThanCoordinates(_ holdsMore: Bool) async throws {
        var bytes = [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: "told.mp4")))
        // Replaces its 3GPP box by QuickTime's, which is a list of texts, each with its length and language.
        let start = try #require(bytes.firstRange(of: Array("loci".utf8))).lowerBound - 4
        let size = Int(bytes[start + 3])
        var content = Array("    xyz".utf8)
        content.replaceSubrange(0..<4, with: bytes[start..<start + 4] + [0xA9])
        let texts = holdsMore ? ["47.49", "+47.49+19.04/"] : ["+47.4989+019.0437/"]
        for (index, text) in texts.enumerated() {
            // The last one fills the box.
            let count = index == texts.count - 1 ? size - content.count - 4 : text.utf8.count
            let padded = text.dropLast() + String(repeating: "0", count: count - text.utf8.count) + text.suffix(1)
            content += [0, UInt8(count), 0x15, 0xC7] + Array(padded.utf8)
        }
        #expect(content.count == size)
        bytes.replaceSubrange(start..<start + size, with: content)
        let town = MetadataRemoval([.location], keepsTown: true)
        let redaction = try await Self.redaction(of: bytes, town)
        #expect(redaction.found == [.location])
        let copy = Self.applying(redaction, to: bytes)
        #expect(try await Self.redaction(of: copy, town, isCheck: true) == Redaction())
        #expect(!copy.contains(Array("47.49".utf8)))
        #expect(copy.contains(Array("+47.5+019.0".utf8)) == !holdsMore)
    }

    @Test("rounds texts of ISO 6709 in degrees, and no others")
    func coordinates() {
        func rounded(_ text: String) -> String? {
            TownCoordinates.rounded(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(rounded("+52.5163+013.3777/") == "+52.5+013.4000000/")
        #expect(rounded("-33.8568+151.2153+005.000/") == "-33.9+151.2" + String(repeating: "0", count: 14) + "/")
        #expect(rounded("-00.0400-000.0400/") == "+00.0+000.0000000/")
        #expect(rounded("+52.5163+13.3777+34/") == "+52.5+013.400000000/")
        for other in [
            "+5230.58+01322.40/", "+5230+01322/", "+52+013/", "+52.5163+013.3777", "+99.0000+013.3777/",
            "52.5163,13.3777/", "", "/",
            "+52.5163+013.3777+34.0CRSWGS_84/",
        ] { #expect(rounded(other) == nil, "\(other)") }
    }

    @Test("changes nothing in what has been redacted", arguments: reported)
    func again(_ name: String) async throws {
        let bytes = [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
        for kind in MetadataKind.allCases {
            let copy = try await Self.redacted(bytes, of: [kind]).copy
            #expect(try await Self.redaction(of: copy, [kind]) == Redaction())
        }
    }

    @Test("of the video in a motion photo leaves its samples, and what marks it")
    func motionPhoto() async throws {
        let samples = try await RedactionSamples.made.value
        let photo = [UInt8](try Data(contentsOf: samples.appending(path: "motion-photo.jpg")))
        let video = [UInt8](try Data(contentsOf: samples.appending(path: "told.mp4")))
        let (copy, _) = try await Self.redacted(photo, of: Self.everything)
        let alone = try await Self.redacted(video, of: Self.everything).copy
        #expect(Array(copy.suffix(video.count)) == alone)
        #expect(try await Self.pool.inspect(copy).subtypes.contains(.live))
    }

    @Test("of a RAW that is no DNG is refused")
    func raw() async throws {
        await #expect(throws: JobRefusal.self) {
            try await Self.redaction(
                of: Array("FUJIFILMCCD-RAW 0201".utf8) + [UInt8](repeating: 0, count: 4096), [.location])
        }
    }

    @Test("of damaged files either fails or leaves no place", .long, arguments: reported)
    func damaged(_ name: String) async throws {
        let bytes = [UInt8](try Data(contentsOf: try await RedactionSamples.made.value.appending(path: name)))
        let copies = try RedactionSamples.folder()
        defer { try? FileManager.default.removeItem(at: copies) }
        var random = SeededRandom(seed: UInt64(bytes.count))
        var made = 0
        for number in 0..<200 {
            let damaged = RedactionSamples.damaged(bytes, &random)
            let redaction: Redaction
            do {
                redaction = try await Self.redaction(of: damaged, Self.everything)
                let copy = Self.applying(redaction, to: damaged)
                guard try await Self.redaction(of: copy, Self.everything) == Redaction() else { continue }
                try Data(copy).write(to: copies.appending(path: "\(number)-\(name)"))
                made += 1
            } catch is JobRefusal {
                continue
            }
        }
        // Most damage to PNG breaks its checksums.
        #expect(made > 0)
        for (file, tags) in try RedactionSamples.tags(in: copies) {
            #expect(RedactionSamples.revealing(tags).isEmpty, "\(file)")
        }
    }

    // MARK: Means

    private static func redaction(of bytes: [UInt8], _ kinds: Set<MetadataKind>, isCheck: Bool = false) async throws
        -> Redaction
    {
        try await redaction(of: bytes, MetadataRemoval(kinds), isCheck: isCheck)
    }

    private static func redaction(
        of bytes: [UInt8], _ removal: MetadataRemoval, isCheck: Bool = false
    ) async throws -> Redaction {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        return try await pool.redaction(RedactionJob(file, removal, for: .somebody, isCheck: isCheck))
    }

    /// Returns a redacted copy, which was checked.
    static func redacted(_ bytes: [UInt8], of kinds: Set<MetadataKind>, isCheck: Bool = false) async throws
        -> (copy: [UInt8], found: Set<MetadataKind>)
    {
        let redaction = try await redaction(of: bytes, kinds)
        let copy = applying(redaction, to: bytes)
        #expect(try await Self.redaction(of: copy, kinds, isCheck: isCheck) == Redaction())
        return (copy, redaction.found)
    }

    static func applying(_ redaction: Redaction, to bytes: [UInt8]) -> [UInt8] {
        var copy = bytes
        for change in redaction.changes.reversed() {
            let range = Int(change.offset)..<Int(change.offset + change.count)
            switch change.content {
            case .bytes(let replacement): copy.replaceSubrange(range, with: replacement)
            case .fill(let byte, let count):
                copy.replaceSubrange(range, with: [UInt8](repeating: byte, count: Int(count)))
            case .leaveOut: copy.removeSubrange(range)
            }
        }
        return copy
    }
}

@Suite("A proposed redaction")
struct RedactionLimitTests {
    @Test("has ascending changes that do not overlap, within the file and the limits")
    func plausible() {
        func bytes(_ offset: UInt64, _ count: Int) -> RedactedRange {
            RedactedRange(offset: offset, content: .bytes([UInt8](repeating: 1, count: count)))
        }
        func fill(_ offset: UInt64, _ count: UInt64) -> RedactedRange {
            RedactedRange(offset: offset, content: .fill(0, count: count))
        }
        #expect(Redaction(changes: [bytes(0, 4), fill(4, 1 << 40)]).isPlausible)
        #expect(!Redaction(changes: [bytes(0, 4), fill(3, 1)]).isPlausible)
        #expect(!Redaction(changes: [fill(8, 1), fill(0, 1)]).isPlausible)
        #expect(!Redaction(changes: [fill(0, 0)]).isPlausible)
        #expect(!Redaction(changes: [bytes(0, 0)]).isPlausible)
        #expect(!Redaction(changes: [fill(.max, 2)]).isPlausible)
        #expect(!Redaction(changes: [bytes(0, Redaction.mostBytes + 1)]).isPlausible)
        let many = (0...Redaction.mostChanges).map { fill(UInt64($0), 1) }
        #expect(!Redaction(changes: many).isPlausible && Redaction(changes: Array(many.dropLast())).isPlausible)
        let changes = Redaction(changes: [fill(0, 10)])
        #expect(changes.fits(10) && !changes.fits(9) && Redaction().fits(0))
    }
}
