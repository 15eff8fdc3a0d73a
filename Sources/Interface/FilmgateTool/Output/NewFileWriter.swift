import Filmgate
import FilmgateLibraryTools
import FilmgateText
import Glibc

/// Writes a file that must not exist yet.
struct NewFileWriter {
    private let path: DiskPath
    private static let blockSize = 1 << 20

    init(_ path: DiskPath) { self.path = path }

    /// Creates the file with this content. Removes the file if writing fails.
    ///
    /// - Throws: `CommandFailure` if the file cannot be created or written.
    func write(_ content: OwnedDescriptor) throws {
        let shown = Text.printable(path.description)
        let raw = unsafe path.withCString { unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        guard raw >= 0 else {
            throw CommandFailure(
                .cannotCreate,
                localized("'{file}' cannot be created: {reason}.", ["file": shown, "reason": Text.ofErrno(errno)]))
        }
        let file = OwnedDescriptor(owning: raw)
        do { try copy(content, to: file) } catch {
            _ = unsafe path.withCString { unsafe unlink($0) }
            throw CommandFailure(
                .cannotCreate,
                localized("'{file}' cannot be written: {reason}.", ["file": shown, "reason": "\(error)"]))
        }
    }

    private func copy(_ content: OwnedDescriptor, to file: OwnedDescriptor) throws {
        var block = [UInt8](repeating: 0, count: NewFileWriter.blockSize)
        var offset: UInt64 = 0
        while true {
            let count = try unsafe block.withUnsafeMutableBytes { try unsafe content.read(into: $0, at: offset) }
            if count == 0 { return }
            try file.write(block[..<count])
            offset += UInt64(count)
        }
    }
}
