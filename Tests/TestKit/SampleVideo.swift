public import Foundation
import Glibc
import Synchronization

/// A video that ffmpeg makes for a test, gone with this object. The same video is made once and copied.
public final class SampleVideo: Sendable {
    public let file: URL

    /// - Parameter arguments: inputs and options of ffmpeg.
    public init(_ arguments: [String], name: String = "video.mp4") throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-video-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: name)
        let key = arguments + [file.pathExtension]
        if let original = SampleVideo.made.withLock({ $0[key] }) {
            try FileManager.default.copyItem(at: original, to: file)
            return
        }
        let run = try ChildProcess.run(["/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments + [file.path])
        guard run.code == 0 else { throw ClientFailure("ffmpeg failed: \(arguments)") }
        // What is made of another file belongs to one test.
        guard !arguments.contains(where: { $0.hasPrefix("/") }) else { return }
        let original = try SampleVideo.folder.get().appending(path: "\(UUID().uuidString).\(file.pathExtension)")
        try FileManager.default.copyItem(at: file, to: original)
        SampleVideo.made.withLock { $0[key] = original }
    }

    /// By ffmpeg's arguments and the extension.
    private static let made = Mutex<[[String]: URL]>([:])
    private static let folder: Result<URL, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "filmgate-videos-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { if let folder = try? SampleVideo.folder.get() { try? FileManager.default.removeItem(at: folder) } }
        return folder
    }

    deinit { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

    /// A moving test card with a tone; a key frame every half second.
    public convenience init(
        _ size: String, seconds: Double = 1, rate: Int = 25, with more: [String] = [], name: String = "video.mp4"
    ) throws {
        try self.init(
            [
                "-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)", "-f", "lavfi", "-i",
                "sine=d=\(seconds)", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "12", "-g", "\(rate / 2)",
                "-pix_fmt", "yuv420p", "-c:a", "aac",
            ] + more, name: name)
    }

    /// Returns a video of two seconds whose last frames hold other bytes.
    public static func damaged() throws -> SampleVideo {
        let video = try SampleVideo("320x240", seconds: 2)
        var bytes = [UInt8](try Data(contentsOf: video.file))
        guard let tables = bytes.firstRange(of: Array("moov".utf8)) else { throw ClientFailure("no tables") }
        let end = tables.lowerBound - 4
        for index in end - 40_000..<end { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        try Data(bytes).write(to: video.file)
        return video
    }
}

/// What ffprobe tells of a file.
public struct ProbedVideo {
    public let streams: [[String: Any]]
    public let format: [String: Any]
    public let chapters: Int

    public init(_ file: URL) throws {
        let run = try ChildProcess.run([
            "/usr/bin/ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_format", "-show_chapters",
            file.path,
        ])
        guard run.code == 0,
            let values = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        else { throw ClientFailure("ffprobe failed: \(run)") }
        streams = values["streams"] as? [[String: Any]] ?? []
        format = values["format"] as? [String: Any] ?? [:]
        chapters = (values["chapters"] as? [Any])?.count ?? 0
    }

    public func stream(_ type: String) -> [String: Any]? { streams.first { $0["codec_type"] as? String == type } }

    /// The names of the codecs, in the order of the tracks.
    public var codecs: [String] { streams.map { $0["codec_name"] as? String ?? "" } }
    public var width: Int? { stream("video")?["width"] as? Int }
    public var height: Int? { stream("video")?["height"] as? Int }
    public var frames: Int? { (stream("video")?["nb_frames"] as? String).flatMap { Int($0) } }

    /// Counts the frames by reading the file: tables of fragments have no numbers.
    public static func readFrames(of file: URL) throws -> Int? {
        let run = try ChildProcess.run([
            "/usr/bin/ffprobe", "-v", "error", "-of", "csv=p=0", "-select_streams", "v:0", "-count_frames",
            "-show_entries", "stream=nb_read_frames", file.path,
        ])
        return Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Seconds of a track.
    public func duration(of type: String = "video") -> Double {
        (stream(type)?["duration"] as? String).flatMap { Double($0) } ?? 0
    }
}
