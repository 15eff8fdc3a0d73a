import FilmgateJobs
import FilmgateModel
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
        facts.title = "Überfahrt 🚢"
        facts.caption = "two\nlines"
        facts.keywords = ["harbour", "a, b"]
        facts.duration = 2.5
        return .facts(facts)
    }()

    static let inspections: [JobAnswer] = [
        everything,
        .facts(MediaFacts(mediaType: .video, mimeType: "video/mp4", pixelWidth: 1, pixelHeight: 1)),
        .invalidContent("It is cut off."), .tooLarge("It is too wide."), .noDegradedImage,
        .redaction(Redaction()),
        .redaction(
            Redaction(
                changes: [
                    FileChange(offset: 2, content: .bytes([1, 2, 3])),
                    FileChange(offset: 1 << 40, content: .fill(0x20, count: 1 << 20)),
                ], found: [.location, .metadata])),
    ]

    @Test("reads as it was written", arguments: inspections)
    func roundTrip(_ inspection: JobAnswer) {
        #expect(JobAnswer(untrusted: Self.body(of: inspection)) == inspection)
    }

    @Test("is invalid if it ends early or goes on", arguments: inspections)
    func cut(_ inspection: JobAnswer) {
        let body = Self.body(of: inspection)
        for count in body.indices { #expect(JobAnswer(untrusted: Array(body.prefix(count))) == nil, "\(count)") }
        #expect(JobAnswer(untrusted: body + [0]) == nil)
    }

    @Test(
        "with a changed byte is different or invalid, and never more than the contract allows", arguments: inspections)
    func damaged(_ inspection: JobAnswer) {
        let body = Self.body(of: inspection)
        for index in body.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] where body[index] != value {
                var other = body
                other[index] = value
                let read = JobAnswer(untrusted: other)
                #expect(read != inspection, "byte \(index)")
                if case .facts(let facts) = read { #expect(facts.isPlausible) }
            }
        }
    }

    private static func body(of inspection: JobAnswer) -> [UInt8] {
        Array(inspection.encoded().dropFirst(JobAnswer.lengthSize))
    }
}
