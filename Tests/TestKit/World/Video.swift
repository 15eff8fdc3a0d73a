import Foundation

/// A short video that tests add.
public struct Video: Sendable {
    public let bytes: [UInt8]

    /// An MP4 of half a second that differs from all with another mark.
    public static func small(_ mark: String? = nil) throws -> Video {
        let text = Array((mark ?? UUID().uuidString).utf8)
        // A box that players skip.
        let box = [0, 0, UInt8((text.count + 8) >> 8), UInt8((text.count + 8) & 0xFF)] + Array("free".utf8) + text
        return Video(bytes: try made.get() + box)
    }

    private static let made = Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "filmgate-video-\(UUID().uuidString).mp4")
        defer { try? FileManager.default.removeItem(at: file) }
        let command = [
            "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=10", "-t",
            "0.5", "-pix_fmt", "yuv420p", file.path,
        ]
        guard try ChildProcess.run(command).code == 0 else { throw ClientFailure("ffmpeg failed") }
        return try Array(Data(contentsOf: file))
    }
}
