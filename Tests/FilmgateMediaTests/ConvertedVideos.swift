import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Glibc

/// A file with a video that a worker has made. It is deleted with this object.
final class MadeVideo: Sendable {
    let answer: WorkerVideo
    let file: URL

    init(_ answer: WorkerVideo, _ output: OwnedDescriptor) throws {
        self.answer = answer
        file = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID().uuidString).mp4")
        try Data(try output.contents(upTo: 1 << 28) ?? []).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    /// Returns what ffprobe reports about it.
    func probed() throws -> ProbedVideo {
        defer { withExtendedLifetime(self) {} }
        return try ProbedVideo(file)
    }
}

extension WorkerPool {
    func video(
        of file: URL, room: UInt64 = 64 << 20, _ change: (inout VideoSpecification) -> Void = { _ in }
    ) async throws -> MadeVideo {
        var specification = VideoSpecification()
        change(&specification)
        return try await video(of: try OwnedDescriptor(reading: file), specification, room: room) { _ in }
    }

    /// Converts a video, and reports the progress.
    func video(
        of file: URL, reporting progress: @escaping @Sendable (Double) -> Void
    ) async throws -> MadeVideo {
        let file = try OwnedDescriptor(reading: file)
        return try await video(of: file, VideoSpecification(), room: 64 << 20, progress: progress)
    }

    func video(of bytes: [UInt8], _ preset: VideoSpecification.Preset = .medium) async throws -> MadeVideo {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        var specification = VideoSpecification()
        specification.preset = preset
        return try await video(of: file, specification, room: 64 << 20, progress: { _ in })
    }

    private func video(
        of file: OwnedDescriptor, _ specification: VideoSpecification, room: UInt64,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws -> MadeVideo {
        let output = try OwnedDescriptor.memory(named: "video")
        let conversion = VideoConversionJob(
            of: file, as: specification, into: output, room: room, for: .somebody, processorTime: 120
        ) { fraction, _ in progress(fraction) }
        return try MadeVideo(try await convert(conversion), output)
    }
}

/// Returns the stored brightness of a frame, scaled by ffmpeg.
///
/// - Parameter time: in seconds.
func grayFrame(of file: URL, at time: Double = 0, width: Int, height: Int) throws -> [UInt8] {
    let target = FileManager.default.temporaryDirectory.appending(path: "raw-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: target) }
    let filter = "select='gte(t,\(time - 0.001))',scale=\(width):\(height),format=yuv420p,extractplanes=y"
    let run = try ChildProcess.run([
        "/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-i", file.path, "-vf", filter, "-frames:v", "1", "-f",
        "rawvideo",
        target.path,
    ])
    guard run.code == 0 else { throw ClientFailure("ffmpeg failed") }
    return [UInt8](try Data(contentsOf: target))
}
