import FilmgateChannel
import FilmgateJobs
import FilmgateModel
import FilmgateTestKit
import Testing

@Suite("What a worker tells")
struct JobAnswerTests {
    static let everything: JobAnswer = {
        var facts = MediaFacts(mediaType: .image, mimeType: "image/heic", pixelWidth: 4032, pixelHeight: 3024)
        facts.subtypes = [.live, .hdr]
        facts.orientation = 6
        facts.creationDate = Timestamp(rawValue: -1_000_001)
        facts.timeZoneOffset = -12_600
        facts.location = Location(latitude: -33.875, longitude: 151.25)
        facts.cameraMake = "Maker"
        facts.cameraModel = ""
        facts.lensModel = "Lens"
        facts.title = "Überfahrt 🚢"
        facts.caption = "two\nlines"
        facts.altText = "A boat at a pier"
        facts.keywords = ["harbour", "a, b"]
        facts.duration = 2.5
        return .facts(facts)
    }()

    private static let clock: JobAnswer = {
        var facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
        (facts.creationDate, facts.dateLacksZone) = (Timestamp(rawValue: 0), true)
        return .facts(facts)
    }()

    static let inspections: [JobAnswer] = [
        everything, clock,
        .facts(MediaFacts(mediaType: .video, mimeType: "video/mp4", pixelWidth: 1, pixelHeight: 1)),
        .invalidContent("It is cut off."), .tooLarge("It is too wide."), .noDegradedImage,
        .redaction(Redaction()), .metadata(FileMetadata()),
        .metadata(
            FileMetadata([
                FileMetadata.Tag("exif:FNumber", "28/10"), FileMetadata.Tag("dc:subject", "Überfahrt"),
                FileMetadata.Tag("dc:subject", "two\nlines"),
            ])),
        .redaction(
            Redaction(
                changes: [
                    RedactedRange(offset: 2, content: .bytes([1, 2, 3])),
                    RedactedRange(offset: 1 << 40, content: .fill(0x20, count: 1 << 20)),
                ], found: [.location, .metadata])),
        .embedding(
            EmbeddingPlan([
                FileSplice(offset: 4, removed: 4, bytes: [1, 2, 3, 4]), FileSplice(offset: 1 << 40, bytes: [5]),
            ])),
        .invalidPacket("It is no XMP."),
    ]

    @Test("reads as it was written", arguments: inspections)
    func roundTrip(_ inspection: JobAnswer) {
        #expect(JobAnswer(untrusted: inspection.encoded) == inspection)
    }

    @Test("is invalid if it ends early or goes on", arguments: inspections)
    func cut(_ inspection: JobAnswer) {
        let body = inspection.encoded
        for count in body.indices { #expect(JobAnswer(untrusted: Array(body.prefix(count))) == nil, "\(count)") }
        #expect(JobAnswer(untrusted: body + [0]) == nil)
    }

    @Test(
        "with a changed byte is different or invalid, and never more than the contract allows", arguments: inspections)
    func damaged(_ inspection: JobAnswer) {
        let body = inspection.encoded
        for index in body.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] where body[index] != value {
                var other = body
                other[index] = value
                let read = JobAnswer(untrusted: other)
                #expect(read != inspection, "byte \(index)")
                if case .facts(let facts) = read { #expect(facts.isPlausible) }
                if case .metadata(let metadata) = read { #expect(metadata.isPlausible) }
            }
        }
    }

    @Test("of metadata is read from random bytes only within the limits, and as it is written again")
    func random() {
        var random = SeededRandom(seed: 7)
        let names = ["exif:FNumber", "dc:subject", "dc:title", "crs:A", "exif:", "dc:\u{1B}", "GPano:A-1"]
        var read = 0
        for _ in 0..<20_000 {
            let tags = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                FileMetadata.Tag(
                    names.randomElement(using: &random) ?? "",
                    ["1", "ä", "", "a\0", "a\nb"].randomElement(using: &random) ?? "")
            }
            var body = JobAnswer.metadata(FileMetadata(tags)).encoded
            if Bool.random(using: &random), let index = body.indices.randomElement(using: &random) {
                body[index] = UInt8.random(in: .min ... .max, using: &random)
            }
            guard let answer = JobAnswer(untrusted: body) else { continue }
            read += 1
            if case .metadata(let metadata) = answer { #expect(metadata.isPlausible) }
            #expect(answer.encoded == body)
        }
        #expect(read > 1_000 && read < 19_000)
    }

    @Test(
        "answers a job that reads as it was written",
        arguments: [
            .inspect(takesDamaged: true), .sidecar, .metadata, .replaceMetadata(omitsOpaque: true, room: 1 << 40),
            .embed([1, 2]),
            .render(.fitting(640, 480), takesDamaged: false), .convertVideo(VideoSpecification()),
            .renderDegraded(ImageSpecification(), showsEmbedded: true),
            .redact(MetadataRemoval([.location], keepsTown: true)),
            .describe(NewFileMetadata(FileMetadata([FileMetadata.Tag("dc:title", "A title")]), orientation: 6)),
        ] as [Job])
    func jobs(_ job: Job) {
        #expect(Job(untrusted: job.encoded) == job)
        for count in job.encoded.indices { #expect(Job(untrusted: Array(job.encoded.prefix(count))) == nil) }
        #expect(Job(untrusted: job.encoded + [0]) == nil)
    }
}
