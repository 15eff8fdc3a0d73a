import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Synchronization
import Testing

@Suite("Videos in fragments")
struct ProgressiveConversionTests {
    private static let pool = WorkerPool.real()

    @Test(
        "can be read while they are made, and have all frames in the end", .long,
        arguments: ["medium", "passthrough"])
    func fragments(_ preset: String) async throws {
        // Sound in AC-3 is described by its first packet only.
        let source = try SampleVideo("1280x720", seconds: 6, with: preset == "passthrough" ? ["-c:a", "ac3"] : [])
        let output = try OwnedDescriptor.memory(named: "video")
        var specification = VideoSpecification()
        specification.preset = try #require(VideoSpecification.Preset(rawValue: preset))
        specification.isFragmented = true
        let early = Mutex<[[UInt8]]>([])
        let conversion = VideoConversionJob(
            of: try OwnedDescriptor(reading: source.file), as: specification, into: output, room: 256 << 20,
            for: .somebody, processorTime: 120
        ) { _, finalBytes in
            if finalBytes > 0, let bytes = try? output.bytes(at: 0, count: Int(finalBytes)) {
                early.withLock { $0.append(bytes) }
            }
        }
        let made = try MadeVideo(try await Self.pool.convert(conversion), output)
        let whole = [UInt8](try Data(contentsOf: made.file))
        let parts = early.withLock { $0 }
        #expect(parts.allSatisfy { whole.starts(with: $0) }, "what can be read never changes")
        let probed = try made.probed()
        #expect(probed.codecs == ["h264", preset == "passthrough" ? "ac3" : "aac"])
        #expect(try ProbedVideo.readFrames(of: made.file) == 150)
        guard preset == "medium" else { return }
        let first = try #require(parts.first { $0.count > 1000 && $0.count < whole.count })
        let beginning = FileManager.default.temporaryDirectory.appending(path: "beginning-\(UUID().uuidString).mp4")
        defer { try? FileManager.default.removeItem(at: beginning) }
        try Data(first).write(to: beginning)
        // The last fragment is cut.
        #expect(try ProbedVideo(beginning).stream("video")?["codec_name"] as? String == "h264")
    }
}
