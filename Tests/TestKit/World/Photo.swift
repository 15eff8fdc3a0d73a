internal import Foundation
internal import Synchronization

/// A photo that tests add: a small JPEG with the metadata that cameras write.
public struct Photo: Sendable {
    public let bytes: [UInt8]

    /// The files that `scripts/make-photos` makes, a dozen; made once and kept among the built products.
    public static func files() throws -> [String] {
        let folder = URL(filePath: BuiltProgram.path("..")).standardizedFileURL.deletingLastPathComponent()
            .appending(path: "photos").path
        try made.withLock { isMade in
            guard !isMade else { return }
            let child = try ChildProcess([Source.script("make-photos"), folder])
            guard child.wait() == 0 else { throw ClientFailure("make-photos failed") }
            isMade = true
        }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
    }

    private static let made = Mutex(false)

    public init(contentsOf path: String) throws { bytes = try Array(Data(contentsOf: URL(filePath: path))) }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// A photo of 28 kB that differs from all with another mark.
    public static func small(_ mark: String? = nil) throws -> Photo {
        guard let file = try files().first(where: { $0.hasSuffix("IMG_0007.jpg") }) else {
            throw ClientFailure("make-photos made other files")
        }
        let bytes = try Photo(contentsOf: file).bytes
        // A comment behind the JPEG's start.
        let comment = Array((mark ?? UUID().uuidString).utf8.prefix(1000))
        let length = comment.count + 2
        let segment = [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + comment
        return Photo(bytes: bytes[..<2] + segment + bytes[2...])
    }

    /// The same, cut off in its middle.
    public var truncated: Photo { Photo(bytes: Array(bytes[..<(bytes.count / 2)])) }

    /// The hash that `content-hash` tells, without its prefix.
    public var sha256: String {
        get throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-\(UUID().uuidString)")
            try Data(bytes).write(to: path)
            defer { try? FileManager.default.removeItem(at: path) }
            let (_, output) = try ChildProcess.run(["sha256sum", path.path])
            return String(output.prefix(64))
        }
    }
}
