import FilmgateTestKit
import Foundation

/// A file that is made of a sample at random: rearranged, damaged, or both.
struct FuzzedFile: Sendable {
    let name: String
    let bytes: [UInt8]
    /// Whether all its parts are complete. In a damaged file, metadata may lie within the pixels, which redaction does
    /// not change.
    let isWhole: Bool

    /// Returns a file of the endless series.
    static func made(_ number: Int) async throws -> FuzzedFile {
        var random = SeededRandom(seed: UInt64(number))
        let samples = try await seeds.value
        // Uses all formats in turn.
        let sample = samples[number % samples.count]
        let kind = Int.random(in: 0..<4, using: &random)
        var bytes = sample.bytes
        if kind > 0 { bytes = RearrangedFile.made(of: bytes, &random) }
        if kind < 2 { bytes = RedactionSamples.damaged(bytes, &random) }
        return FuzzedFile(name: "\(number)-\(sample.name)", bytes: bytes, isWhole: kind >= 2)
    }

    private static let seeds = Task {
        let (made, rich) = (try await RedactionSamples.made.value, try await RichSamples.made.value)
        let files =
            RedactionTests.reported.map { made.appending(path: $0) }
            + MetadataTests.formats.map { rich.appending(path: "rich.\($0)") }
            + ["moving.gif", "moving.png", "moving.webp", "words-iptc.jpg", "words-exif.jpg", "fragmented.mp4"].map {
                made.appending(path: $0)
            }
        return try files.map { (name: $0.lastPathComponent, bytes: [UInt8](try Data(contentsOf: $0))) }
    }
}
