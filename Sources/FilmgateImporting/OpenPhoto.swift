package import Filmgate
internal import FilmgateModel
package import FilmgateSystem
package import FoundationEssentials
package import Glibc

/// A file that is open, to be sent to the broker.
package struct OpenPhoto: Sendable {
    package let file: PhotoFile
    package let resource: NewAssetResource
    /// When the file was last changed. Nil if that is not after 1970.
    package let date: Date?

    /// - Throws: the reason if the file cannot be sent.
    package init(_ file: PhotoFile) throws(FailedFile) {
        self.file = file
        let (descriptor, facts) = try file.path.openFile()
        guard facts.st_size > 0 else { throw FailedFile(path: file.path, reason: "It is empty.") }
        date = OpenPhoto.date(of: facts)
        resource = NewAssetResource(
            OpenPhoto.kind(of: file.path, descriptor.rawValue) == .video ? .video : .photo, descriptor,
            filename: file.path.libraryFilename)
    }

    /// Adds the photo to a request. The broker skips it if the library has it already.
    package func create(_ request: inout ChangeRequest) -> AssetPlaceholder {
        request.createAsset(from: [resource], unlessPresent: true, fallbackDate: date)
    }

    /// Never later than now: because of a wrong clock, a photo would stay the newest for years.
    private static func date(of facts: stat) -> Date? {
        guard facts.st_mtim.tv_sec > 0 else { return nil }
        let moment = Timestamp(
            rawValue: Int64(facts.st_mtim.tv_sec) * 1_000_000 + Int64(facts.st_mtim.tv_nsec) / 1000)
        return Date(min(moment, Timestamp(Date())))
    }

    private static func kind(of path: DiskPath, _ descriptor: Int32) -> MediaKind? {
        var bytes = [UInt8](repeating: 0, count: 12)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        return MediaKind(beginning: bytes.prefix(max(0, count)))
            ?? path.fileExtension.flatMap { MediaKind(fileExtension: $0) }
    }
}

extension DiskPath {
    /// Opens a file for reading.
    ///
    /// - Throws: the reason if it cannot be opened, or is no regular file.
    package func openFile() throws(FailedFile) -> (OwnedDescriptor, stat) {
        // Non-blocking, because a pipe would block.
        let raw = unsafe withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard raw >= 0 else { throw FailedFile(path: self, reason: Errno.current.description + ".") }
        let descriptor = OwnedDescriptor(owning: raw)
        var facts = stat()
        guard unsafe fstat(raw, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw FailedFile(path: self, reason: "It is not a file.")
        }
        return (descriptor, facts)
    }
}
