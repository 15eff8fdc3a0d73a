internal import Filmgate
internal import FilmgateText
internal import Glibc

/// A file that is open and ready to be sent.
struct OpenPhoto: Sendable {
    let file: PhotoFile
    let resource: NewAssetResource

    /// - Throws: why it cannot be sent.
    init(_ file: PhotoFile) throws(FailedFile) {
        self.file = file
        // Non-blocking, or a pipe that took the file's place would hold everything up.
        let raw = unsafe file.path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard raw >= 0 else { throw FailedFile(path: file.path, reason: Text.ofErrno(errno) + ".") }
        let descriptor = OwnedDescriptor(owning: raw)
        var facts = stat()
        guard unsafe fstat(raw, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw FailedFile(path: file.path, reason: "It is no longer a file.")
        }
        guard facts.st_size > 0 else { throw FailedFile(path: file.path, reason: "It is empty.") }
        resource = NewAssetResource(
            OpenPhoto.kind(of: file.path, raw) == .video ? .video : .photo, descriptor,
            filename: file.path.libraryFilename)
    }

    private static func kind(of path: DiskPath, _ descriptor: Int32) -> MediaKind? {
        var bytes = [UInt8](repeating: 0, count: 12)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        return MediaKind(beginning: bytes.prefix(max(0, count)))
            ?? path.fileExtension.flatMap { MediaKind(fileExtension: $0) }
    }
}
