public import Foundation
import Glibc

/// Photos and videos with metadata that is known, made by `Tests/make-media.sh`, which the demo uses too.
public enum SampleMedia {
    /// A folder with one or more of every format and oddity, and `exiftool.json`, what exiftool reads in them; made at
    /// the first use, gone with the process.
    public static var formats: URL { get async throws { try await made.value } }

    private static let made = Task {
        atexit { try? FileManager.default.removeItem(at: SampleMedia.folder) }
        let run = try ChildProcess.run([script.path, "formats", folder.path])
        guard run.code == 0 else { throw NotMade(code: run.code) }
        return folder
    }

    private static let folder = FileManager.default.temporaryDirectory.appending(
        path: "filmgate-media-\(ProcessInfo.processInfo.processIdentifier)")
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "make-media.sh")

    /// The tools failed; what they had to say is on standard error.
    public struct NotMade: Error {
        public let code: Int32
    }
}
