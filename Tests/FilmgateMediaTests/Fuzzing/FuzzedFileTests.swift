import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

/// Randomly changed files of all formats go through the real worker in its sandbox.
@Suite("A file that was changed at random")
struct FuzzedFileTests {
    private static let files = Int(ProcessInfo.processInfo.environment["FILMGATE_FUZZ_FILES"] ?? "") ?? 200
    private static let pool = WorkerPool.real(count: 2)
    private static let packet = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3"/></rdf:RDF></x:xmpmeta>
        """.utf8)
    /// The number of files that exiftool reads at a time.
    private static let stretch = 100

    @Test("is read or refused, and a redacted copy tells nothing of what was removed", .long)
    func files() async throws {
        var redacted = 0
        for start in stride(from: 0, to: Self.files, by: Self.stretch) {
            let copies = try RedactionSamples.folder()
            defer { try? FileManager.default.removeItem(at: copies) }
            let numbers = start..<min(start + Self.stretch, Self.files)
            let removed = try await withThrowingTaskGroup(of: (String, Set<MetadataKind>)?.self) { group in
                for number in numbers {
                    group.addTask { try await Self.redact(try await FuzzedFile.made(number), into: copies) }
                }
                return try await group.reduce(into: [String: Set<MetadataKind>]()) { removed, copy in
                    if let (name, kinds) = copy { removed[name] = kinds }
                }
            }
            redacted += removed.count
            for (file, tags) in try RedactionSamples.tags(in: copies) {
                let name = URL(filePath: file).lastPathComponent
                let kinds = try #require(removed[name])
                #expect(RedactionSamples.revealing(tags, of: kinds).isEmpty, "\(name), without \(kinds)")
            }
        }
        #expect(redacted > Self.files / 3, "most that are whole can be redacted: \(redacted)")
    }

    /// Makes the worker do all its jobs with a file.
    ///
    /// - Returns: the name of the redacted copy in the folder, and the removed kinds; nil if the file cannot be
    ///   redacted.
    private static func redact(
        _ fuzzed: FuzzedFile, into folder: URL
    ) async throws -> (String, Set<MetadataKind>)? {
        let file = try OwnedDescriptor.memory(named: "fuzzed")
        try file.write(fuzzed.bytes)
        let facts = await answer(fuzzed) { try await pool.inspect(file) }
        let reported = await answer(fuzzed) { try await pool.metadata(of: file, for: .somebody) }
        #expect(facts?.isPlausible != false && reported?.isPlausible != false, "\(fuzzed.name)")
        if facts?.mediaType == .image {
            let image = await answer(fuzzed) { try await pool.image(of: fuzzed.bytes, .fitting(32, 32)) }
            if let (made, content) = image {
                #expect(max(made.pixelWidth, made.pixelHeight) <= 32 && !content.isEmpty, "\(fuzzed.name)")
            }
        }
        let embedding = await answer(fuzzed) {
            try await pool.embedding(EmbeddingJob(packet, in: file, for: .somebody)).get()
        }
        #expect(embedding?.isPlausible != false && embedding?.splices.isEmpty != true, "\(fuzzed.name)")
        let one = MetadataKind.allCases[fuzzed.bytes.count % MetadataKind.allCases.count]
        let kinds = fuzzed.bytes.count % 4 == 0 ? [one] : Set(MetadataKind.allCases)
        return try await redacted(fuzzed, file, of: kinds).map { copy in
            if fuzzed.isWhole {
                for word in PlantedText.words(of: kinds) {
                    #expect(!copy.contains(Array(word.utf8)), "\(fuzzed.name): \(word), without \(kinds)")
                }
            }
            try Data(copy).write(to: folder.appending(path: fuzzed.name))
            return (fuzzed.name, kinds)
        }
    }

    /// - Returns: nil if an app without the rights would not get the file.
    private static func redacted(
        _ fuzzed: FuzzedFile, _ file: OwnedDescriptor, of kinds: Set<MetadataKind>
    ) async throws -> [UInt8]? {
        let removal = MetadataRemoval(kinds)
        let first = await answer(fuzzed) { try await pool.redaction(RedactionJob(file, removal, for: .somebody)) }
        guard let first else { return nil }
        let copy = RedactionTests.applying(first, to: fuzzed.bytes)
        let second = try OwnedDescriptor.memory(named: "copy")
        try second.write(copy)
        // Without changes, the app would get the file itself.
        let check = await answer(fuzzed) { try await pool.redaction(RedactionJob(second, removal, for: .somebody)) }
        return check == Redaction() ? copy : nil
    }

    /// Returns nil for a refusal that a client can get. Records an issue for all others, and if a worker ends or hangs.
    static func answer<Answer>(
        _ file: FuzzedFile, _ ask: () async throws -> Answer
    ) async -> Answer? {
        do {
            return try await ask()
        } catch {
            switch error as? JobRefusal {
            case .tooLarge: break
            case .invalidContent(let reason):
                #expect(!reason.contains("stops its reader") && !reason.contains("takes too long"), "\(file.name)")
            default: Issue.record("\(file.name): \(error)")
            }
            return nil
        }
    }
}
