import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

/// Randomly changed files of rare kinds go through the real worker in its sandbox, also as files that may be damaged.
@Suite("A file of a rare kind that was changed at random")
struct FuzzedRareFileTests {
    private static let files = Int(ProcessInfo.processInfo.environment["FILMGATE_FUZZ_FILES"] ?? "") ?? 200
    private static let pool = WorkerPool.real(count: 2)
    private static let description = NewFileMetadata(
        FileMetadata([
            FileMetadata.Tag("dc:subject", "FUZZED"), FileMetadata.Tag("exif:DateTimeOriginal", "2024-05-01T12:00:00Z"),
        ]))

    @Test("is read or refused, and shows the same picture with what is written into it", .long)
    func files() async throws {
        let samples = try await RareFiles.made.value
        var shown = 0
        for number in 0..<Self.files {
            var random = SeededRandom(seed: UInt64(number))
            let sample = samples[number % samples.count]
            // The files of the first round are unchanged.
            let bytes = number < samples.count ? sample.bytes : sample.bytes.damaged(&random)
            let file = FuzzedFile(name: "\(number)-\(sample.name)", bytes: bytes, isWhole: number < samples.count)
            if try await Self.read(file) { shown += 1 }
        }
        #expect(shown > Self.files / 5, "some have pictures: \(shown)")
    }

    /// Makes the worker do all its jobs with a file.
    ///
    /// - Returns: whether the file has a picture.
    private static func read(_ fuzzed: FuzzedFile) async throws -> Bool {
        let file = try OwnedDescriptor.memory(named: "fuzzed")
        try file.write(fuzzed.bytes)
        let facts = await FuzzedFileTests.answer(fuzzed) {
            try await pool.inspect(file, for: .somebody, takesDamaged: true)
        }
        let reported = await FuzzedFileTests.answer(fuzzed) { try await pool.metadata(of: file, for: .somebody) }
        #expect(facts?.isPlausible != false && reported?.isPlausible != false, "\(fuzzed.name)")
        guard let facts, facts.mediaType == .image else { return false }
        var specification = ImageSpecification.fitting(32, 32)
        specification.format = .pixels
        let asked = specification
        let image = await FuzzedFileTests.answer(fuzzed) {
            try await pool.image(of: fuzzed.bytes, asked, takesDamaged: facts.subtypes.contains(.damaged))
        }
        guard let image else { return false }
        #expect(max(image.0.pixelWidth, image.0.pixelHeight) <= 32 && !image.1.isEmpty, "\(fuzzed.name)")
        try await describe(fuzzed, file, shownAs: image.1, by: asked)
        return true
    }

    /// Writes metadata into the file, if possible, and reads it again.
    private static func describe(
        _ fuzzed: FuzzedFile, _ file: OwnedDescriptor, shownAs pixels: [UInt8], by specification: ImageSpecification
    ) async throws {
        let job = EmbeddingJob(description, of: file, for: .somebody)
        let result = await FuzzedFileTests.answer(fuzzed) { try await pool.embedding(job) }
        guard case .success(let embedding) = result else { return }
        var (copy, end) = ([UInt8](), 0)
        for splice in embedding.splices {
            copy += fuzzed.bytes[end..<Int(splice.offset)] + splice.bytes
            end = Int(splice.offset + splice.removed)
        }
        copy += fuzzed.bytes[end...]
        let second = try OwnedDescriptor.memory(named: "copy")
        try second.write(copy)
        let reported = await FuzzedFileTests.answer(fuzzed) { try await pool.metadata(of: second, for: .somebody) }
        #expect(reported?["dc:subject"].contains("FUZZED") == true, "\(fuzzed.name)")
        let image = await FuzzedFileTests.answer(fuzzed) { try await pool.image(of: copy, specification) }
        #expect(image?.1 == pixels, "\(fuzzed.name)")
    }
}
